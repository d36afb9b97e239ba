import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { CLAIM_CHARS_MAX } from './contract/decision'
import { BODY_CHARS_MAX, TITLE_CHARS_MAX } from './contract/market'
import { matcherQuerySchema } from './contract/matching'
import { askQuestion, credits, person } from './inspection/engine/testing'
import { previewMatcher } from './market/matching/preview'
import { listQuestions, similarQuestions } from './market/question-cards'
import { plainRenderer } from './prose/renderer'
import { type TestMarket, testMarket } from './testing'
import { longestTurnOf, TURN_MS_MAX } from './testing-loop'

/**
 * As `parsers.test.ts`, for what the database parses: without DATABASE_URL it runs on the event loop itself.
 */

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
  // Laid out in a process of its own, which `parsers.test.ts` looks at.
  market.deps.prose = { ...plainRenderer, layOut: async () => ({ ok: true, prose: [] }) }
})

const long = (part: string, characters: number) =>
  part.repeat(Math.ceil(characters / part.length)).slice(0, characters)

const WORST = [
  ['hyphens', 'a-'],
  ['addresses', 'http://a.b/'],
  ['mail', 'a@b.'],
  ['numbers', '1e1.'],
  ['tags', '<a '],
  ['comments', '<!--'],
  ['paths', '/a'],
] as const

describe('a question of', () => {
  it.each(WORST)('%s is read for search', async (_, part) => {
    const buyer = await person(market, 'Buyer')
    const ask = () => askQuestion(market, buyer, { body: long(part, BODY_CHARS_MAX) })
    expect(await longestTurnOf(ask)).toBeLessThan(TURN_MS_MAX)
  })
})

describe('a search for', () => {
  it.each([
    ...WORST,
    ['alternatives', 'a or '],
    ['negations', '-'],
    ['negations apart', '- '],
    ['negated quotes', '-"'],
    ['quotes', '"a" '],
  ] as const)('%s', async (_, part) => {
    const list = () =>
      listQuestions(
        database.db,
        null,
        { tab: 'newest', query: long(part, 200), tag: null, decision: null, cursor: null },
        market.clock.now(),
      )
    const text = long(part, TITLE_CHARS_MAX + CLAIM_CHARS_MAX)
    const similar = () => similarQuestions(database.db, null, { text, pages: [] })
    expect(await longestTurnOf(list)).toBeLessThan(TURN_MS_MAX)
    expect(await longestTurnOf(similar)).toBeLessThan(TURN_MS_MAX)
  })
})

it('a preview of a matcher over many long questions lets others in between', async () => {
  const buyer = await person(market, 'Buyer')
  const seller = await person(market, 'Seller')
  for (let count = 0; count < 30; count += 1) {
    await askQuestion(market, buyer, {
      body: `${long('aa ', BODY_CHARS_MAX - 3)}ab`,
      budgetMicros: credits(1),
    })
  }
  const anyOf = Array.from({ length: 20 }, () => `${'aa '.repeat(18)}ab ab`)
  const preview = () => previewMatcher(market.deps, seller, matcherQuerySchema.parse({ anyOf }))
  expect(await longestTurnOf(preview)).toBeLessThan(TURN_MS_MAX)
})
