import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { personClusters, sellerRecords, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import type { AskInput } from '../../contract/market'
import { askQuestion, buyAll, person, scriptedModel, sell } from '../../inspection/engine/testing'
import { inspectPrompt } from '../../llm/prompts'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { type TestMarket, testMarket } from '../../testing'
import { answerComplaint, fileComplaint } from '../complaints/complaints'
import { viewProfile } from '../profile'
import { ratePurchase } from '../rate-purchase'
import { keepSellerRecords } from './keep-records'
import { readLeaderboard, recordsOf } from './read-records'

const HOUR_MS = 3_600_000

let database: TestDatabase
let market: TestMarket
let model: ReturnType<typeof scriptedModel>
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  model = scriptedModel(buyAll)
  market = testMarket(database, { site: model, isSiteBuiltIn: false })
  market.deps.env = { ...market.deps.env, EARNINGS_PENDING_HOURS: 72 }
})

let texts = 0
/** A settled question with one purchase. */
async function sold(buyer: string, seller: string, over: Partial<AskInput> = {}) {
  const rootId = await askQuestion(market, buyer, { isTreePublic: true, tags: ['bridges'], ...over })
  texts += 1
  const offer = { teaser: 'A report on the bridge.', privateInfo: `Report ${texts}.`, price: 1 }
  const offerId = await sell(market, seller, { contextId: rootId, ...offer })
  await market.settle()
  return { rootId, offerId }
}
const rate = (buyer: string, { rootId, offerId }: { rootId: string; offerId: string }) =>
  ratePurchase(market.deps, buyer, { rootId, offerId, rating: 'useful', reason: 'It helped.' })
const count = async () => {
  market.clock.forward(1_000)
  await keepSellerRecords(market.deps)
}
const leaders = async (by: 'standing' | 'value' | 'bits' = 'standing', topic = '', season = 'all') =>
  (await readLeaderboard(market.deps, { by, topic, season })).leaders.map(({ seller }) => seller.name)

describe('records of sellers', () => {
  it('count what was read, bought, rated and refunded by topic and season, and nothing of one hand or of private questions', async () => {
    const [ann, bea, sol, tom] = [
      await person(market, 'ann'),
      await person(market, 'bea'),
      await person(market, 'sol'),
      await person(market, 'tom'),
    ]
    await rate(ann, await sold(ann, sol))
    const refunded = await sold(bea, sol, { tags: ['bridges', 'wood'] })
    await fileComplaint(market.deps, bea, { offerId: refunded.offerId, kind: 'false', words: 'No.' })
    await answerComplaint(market.deps, sol, { offerId: refunded.offerId, answer: 'agreed', words: 'Yes.' })
    await sold(ann, sol, { isTreePublic: false })
    // Tom sells to himself under another name, and to nobody else.
    await database.db
      .insert(personClusters)
      .values([bea, tom].map((personId) => ({ personId, cluster: bea, cause: 'device' as const })))
    await rate(bea, await sold(bea, tom))
    await count()

    // Sellers alone are told what is not counted, and what for.
    const soldOf = async (viewer: string, seller: string) => {
      const [row] = await database.db.select({ handle: users.handle }).from(users).where(eq(users.id, seller))
      return (await viewProfile(market.deps, viewer, row?.handle ?? '')).sold
    }
    expect(await soldOf(sol, sol)).toMatchObject({
      bought: 2,
      uncounted: { onPrivate: 1, ofOneHand: 0, earnedMicros: 950_000n },
    })
    expect(await soldOf(tom, tom)).toMatchObject({
      bought: 0,
      earnedMicros: 0n,
      uncounted: { onPrivate: 0, ofOneHand: 1, earnedMicros: 950_000n },
    })
    expect((await soldOf(ann, tom)).uncounted).toBeNull()

    const records = await recordsOf(database.db, sol)
    expect(records.map(({ topic, bought }) => [topic, bought])).toEqual([
      ['', 2],
      ['bridges', 2],
      ['wood', 1],
    ])
    expect(records[0]).toMatchObject({ read: 2, buyers: 2, rated: 1, useful: 1, refundShare: 50 })
    // One that held up, one that was refunded, and ten of nothing.
    expect(records[0]?.standing).toBe(0.08)
    expect(await recordsOf(database.db, tom)).toEqual([])
    expect(await leaders()).toEqual(['sol'])
    expect(await leaders('standing', 'wood')).toEqual(['sol'])
    expect(await leaders('standing', 'wood', '1999-Q1')).toEqual([])
    expect(await leaders('bits')).toEqual([])
  })

  it('are counted anew: who is found to be one hand since, and who is gone, stands there no more', async () => {
    const [ann, sol, tom] = [
      await person(market, 'ann'),
      await person(market, 'sol'),
      await person(market, 'tom'),
    ]
    await rate(ann, await sold(ann, sol))
    await sold(ann, tom)
    await count()
    expect(await leaders()).toEqual(['sol', 'tom'])
    await database.db
      .insert(personClusters)
      .values([ann, sol].map((personId) => ({ personId, cluster: ann, cause: 'ring' as const })))
    await database.db.update(users).set({ deletedAt: market.clock.now() }).where(eq(users.id, tom))
    expect(await leaders()).toEqual(['sol'])
    await count()
    expect(await database.db.$count(sellerRecords)).toBe(0)
    expect(await leaders()).toEqual([])
  })

  it('are counted anew at once of whom something changed, and of everybody else once a day', async () => {
    const [ann, sol] = [await person(market, 'ann'), await person(market, 'sol')]
    await sold(ann, sol)
    await count()
    market.clock.forward(5 * HOUR_MS)
    await count()
    const counted = async () => (await database.db.select().from(sellerRecords))[0]?.countedAt.getTime()
    const times = [await counted()]
    for (let pass = 0; pass < 24; pass += 1) {
      market.clock.forward(HOUR_MS)
      await keepSellerRecords(market.deps)
      times.push(await counted())
    }
    expect(new Set(times).size).toBe(2)
    await sold(ann, sol)
    await count()
    expect((await recordsOf(database.db, sol))[0]).toMatchObject({ bought: 2 })
  })

  it('lead by what the purchases changed, where that is a number', async () => {
    const [ann, sol] = [await person(market, 'ann'), await person(market, 'sol')]
    await sold(ann, sol, { decision: { kind: 'choice', options: ['Steel', 'Report'] } })
    await count()
    const {
      leaders: found,
      seasons,
      topics,
    } = await readLeaderboard(market.deps, {
      by: 'value',
      topic: '',
      season: 'all',
    })
    expect(found).toMatchObject([{ seller: { name: 'sol' }, valued: 1 }])
    expect(seasons[0]).toBe('all')
    expect(seasons).toHaveLength(2)
    expect(topics).toEqual(['bridges'])
  })

  it('are shown to the inspector as one field, which the policy leaves out', async () => {
    const [ann, sol] = [await person(market, 'ann'), await person(market, 'sol')]
    await rate(ann, await sold(ann, sol))
    expect(model.seen[0]?.offers[0]).not.toHaveProperty('record')
    await count()
    await sold(ann, sol, { tags: ['wood'] })
    await sold(ann, sol)
    await sold(ann, sol, { policy: { ...DEFAULT_POLICY, showsRecords: false } })
    const shown = model.seen.map((task) => task.offers[0]?.record)
    expect(shown).toEqual([
      undefined,
      { standing: 0.09, bought: 1 },
      { standing: 0.09, bought: 1 },
      undefined,
    ])
    const [, withRecord, , without] = model.seen.map((task) => inspectPrompt(task).user)
    expect(withRecord).toMatch(/"record": \{\s*"standing": 0\.09,\s*"bought": 1\s*\}/)
    expect(without).not.toContain('"record"')
  })
})
