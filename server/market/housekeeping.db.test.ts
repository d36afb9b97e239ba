import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contexts, contextTerms, inboxItems, requestKeys } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { INBOX_STATES } from '../contract/inbox'
import { matcherQuerySchema } from '../contract/matching'
import { askQuestion, newKey, person, sell } from '../inspection/engine/testing'
import { type TestMarket, testMarket } from '../testing'
import { keepHouse } from './housekeeping'
import { countItems, KEEP_EXPIRED_DAYS, listItems, markItems } from './inbox/items'
import { inboxTopic } from './inbox/topic'
import { createMatcher } from './matching/matchers'

let database: TestDatabase
let market: TestMarket

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
})

const HOUR_MS = 3_600_000
const KEPT_MS = KEEP_EXPIRED_DAYS * 24 * HOUR_MS

async function matcher(personId: string, query: object) {
  const input = { name: 'Bridges', query: matcherQuerySchema.parse(query), requestKey: newKey() }
  await createMatcher(market.deps, personId, input)
}

const ask = (buyerId: string, hours: number) =>
  askQuestion(market, buyerId, { deadlineMinutes: hours * 60, start: { rule: 'manual' } })

const itemsLeft = async () =>
  (await database.db.select().from(inboxItems)).map((item) => item.contextId).sort()

async function expectCountsOfLists(personId: string) {
  const counts = await countItems(market.deps, personId)
  for (const state of INBOX_STATES) {
    const { items } = await listItems(market.deps, personId, { state, cursor: null })
    expect(items).toHaveLength(counts[state])
  }
  return counts
}

describe('housekeeping', () => {
  it('removes items some days after they expired, ignored ones too; answered and open ones stay', async () => {
    const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
    await matcher(seller, { anyOf: ['bridge'] })
    const [closed, ignored, answered, ended] = [
      await ask(buyer, 1),
      await ask(buyer, 1),
      await ask(buyer, 1),
      await ask(buyer, 24 * 80),
    ]
    const open = await ask(buyer, 24 * 80)
    await market.settle()
    // From here on left alone by the engine.
    market.waiting.length = 0
    await markItems(market.deps, seller, { contextIds: [ignored], as: 'ignored' })
    await sell(market, seller, {
      contextId: answered,
      teaser: 'What I know.',
      privateInfo: 'It holds.',
      price: 1,
    })
    const endedAt = new Date(market.clock.now().getTime() + 2 * HOUR_MS)
    await database.db.update(contexts).set({ phase: 'cancelled', endedAt }).where(eq(contexts.id, ended))

    market.clock.forward(KEPT_MS + HOUR_MS - 1)
    await keepHouse(market.deps, { chunk: 1 })
    expect(await itemsLeft()).toEqual([closed, ignored, answered, ended, open].sort())
    expect(await expectCountsOfLists(seller)).toMatchObject({ expired: 3, answered: 1, new: 1 })

    const hints: string[] = []
    market.deps.bus.subscribe(inboxTopic(seller), () => hints.push(seller))
    market.clock.forward(1)
    await keepHouse(market.deps, { chunk: 1 })
    expect(await itemsLeft()).toEqual([answered, ended, open].sort())
    expect(hints.length).toBeGreaterThan(0)
    market.clock.forward(HOUR_MS)
    await keepHouse(market.deps, { chunk: 1 })
    expect(await itemsLeft()).toEqual([answered, open].sort())
    expect(await expectCountsOfLists(seller)).toMatchObject({ expired: 0, ignored: 0, answered: 1, new: 1 })
  })

  it('counts from the age at which a matcher lost interest', async () => {
    const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
    await matcher(seller, { anyOf: ['bridge'], ageHoursMax: 5 })
    const contextId = await ask(buyer, 24 * 80)
    await market.settle()
    market.waiting.length = 0
    market.clock.forward(KEPT_MS + 4 * HOUR_MS)
    await keepHouse(market.deps)
    expect(await itemsLeft()).toEqual([contextId])
    market.clock.forward(HOUR_MS + 1)
    await keepHouse(market.deps)
    expect(await itemsLeft()).toEqual([])
  })

  it('forgets by which terms a question was found once it has ended', async () => {
    const buyer = await person(market, 'ada')
    const [open, ended] = [await ask(buyer, 1), await ask(buyer, 1)]
    await database.db.update(contexts).set({ endedAt: market.clock.now() }).where(eq(contexts.id, ended))
    await keepHouse(market.deps, { chunk: 1 })
    const kept = await database.db.select({ id: contextTerms.contextId }).from(contextTerms)
    expect(kept).toEqual([{ id: open }])
  })

  it('forgets after a day what a request was asked with', async () => {
    const buyer = await person(market, 'ada')
    await ask(buyer, 24 * 80)
    market.clock.forward(24 * HOUR_MS - 1)
    await ask(buyer, 24 * 80)
    await keepHouse(market.deps, { chunk: 1 })
    expect(await database.db.$count(requestKeys)).toBe(2)
    market.clock.forward(1)
    await keepHouse(market.deps, { chunk: 1 })
    expect(await database.db.$count(requestKeys)).toBe(1)
  })
})
