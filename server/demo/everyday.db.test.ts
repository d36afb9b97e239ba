import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bots, contexts, offers } from '@/db/schema'
import { BOTS } from '@/db/seed/bots'
import { EXAMPLES } from '@/db/seed/everyday'
import { PEOPLE } from '@/db/seed/people'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { askQuestion, person } from '../inspection/engine/testing'
import { viewTree } from '../inspection/views/tree-view'
import { openOwn } from '../market/private/open'
import { findPassages } from '../sellers/corpus/find'
import { type TestMarket, testMarket } from '../testing'
import { employ, join } from './demo-people'
import { EVERYDAY_QUESTIONS, NOT_ON_THE_SHELVES } from './testing-everyday-questions'

/** The first minute of a stranger in the demo market: its bots and their shelves, without its stories. */

const READING_MS = 120_000

let database: TestDatabase
let market: TestMarket
let stranger: string

beforeAll(async () => {
  database = await openTestDb()
  market = testMarket(database)
  for (const one of PEOPLE) await join(market.deps, one)
  for (const [index, bot] of BOTS.entries()) await employ(market.deps, bot, `bot-of-demo-${index}`)
  await market.settle()
  stranger = await person(market, 'Stranger')
}, READING_MS)
afterAll(() => database.close())

type Found = { title: string; offered: number; bought: string[] }

/** What bots offer on a question, and what the built-in inspector buys of it. */
async function askStranger(title: string): Promise<Found> {
  const { clock, deps } = market
  // A day's allowance of words that one asker may try on a shelf is not what this is about.
  clock.forward(24 * 3_600_000)
  const asker = await person(market, `Stranger-${clock.now().getTime()}`)
  const rootId = await askQuestion(market, asker, { title, start: { rule: 'now' } })
  await market.settle()
  const posted = await database.db.select().from(offers).where(eq(offers.contextId, rootId))
  const bought = posted.filter(({ state }) => state === 'bought')
  const texts = await Promise.all(
    bought.map(
      async ({ id, sellerId }) => (await openOwn(deps, { sellerId, offerIds: [id] })).get(id)?.reveal() ?? '',
    ),
  )
  return { title, offered: posted.length, bought: texts }
}

describe('a stranger’s first minute', () => {
  it(
    'brings an answer to at least 10 of 15 everyday questions, and at most one text off the subject',
    async () => {
      const found: (Found & { about: RegExp })[] = []
      for (const { title, about } of EVERYDAY_QUESTIONS) found.push({ ...(await askStranger(title)), about })
      const wrong = found.flatMap(({ bought, about }) => bought.filter((text) => !about.test(text)))
      const answered = found.filter(({ bought, about }) => bought.some((text) => about.test(text)))
      const silent = found.filter((one) => !answered.includes(one)).map(({ title }) => title)
      expect(wrong.length, wrong.join('\n\n')).toBeLessThanOrEqual(1)
      expect(answered.length, `Without: ${silent.join(' | ')}`).toBeGreaterThanOrEqual(10)
    },
    READING_MS,
  )

  it(
    'brings one to every question that is offered as an example',
    async () => {
      for (const { question } of EXAMPLES) {
        const { offered, bought } = await askStranger(question)
        expect([question, offered > 0, bought.length > 0]).toEqual([question, true, true])
      }
    },
    READING_MS,
  )

  it('is offered nothing where the shelves know nothing, but for 3 of 60 questions', async () => {
    const { deps } = market
    const shelves = await deps.db.select().from(bots).where(eq(bots.kind, 'corpus'))
    const offered: string[] = []
    for (const question of NOT_ON_THE_SHELVES) {
      for (const bot of shelves) {
        const { found } = await findPassages(deps, bot, question, AbortSignal.timeout(READING_MS))
        const best = found.find(({ isOffered }) => isOffered)
        if (best) offered.push(`${question} ${best.passage.section}`)
      }
    }
    expect(NOT_ON_THE_SHELVES).toHaveLength(60)
    expect(offered.length, offered.join(' | ')).toBeLessThanOrEqual(3)
  })

  it('has an answer in words within seconds', async () => {
    const rootId = await askQuestion(market, stranger, {
      title: EXAMPLES[0]?.question ?? '',
      start: { rule: 'now' },
    })
    await market.settle()
    const tree = await viewTree(market.deps, stranger, rootId)
    expect(tree.answer?.markdown).toContain('[1]')
  })

  it('leaves the stories of the demo people to their own bots', async () => {
    const amara = 'usr_demo_amara'
    const rootId = await askQuestion(market, amara, {
      title: EXAMPLES[0]?.question ?? '',
      start: { rule: 'quorum', offers: 9 },
    })
    await market.settle()
    expect(await database.db.$count(offers, eq(offers.contextId, rootId))).toBe(0)
    expect(await database.db.$count(contexts, eq(contexts.id, rootId))).toBe(1)
  })
})
