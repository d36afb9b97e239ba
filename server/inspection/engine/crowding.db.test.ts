import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { offerKeys, offers, personClusters } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { OFFERS_PER_SELLER } from '../../contract/limits'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { type TestMarket, testMarket } from '../../testing'
import { startInspection } from './control'
import { askQuestion, NOTHING, newKey, person, scriptedModel, sell } from './testing'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

const TITLE = 'How do homing pigeons find the way back to their loft?'
const SPAM = 30
/** Words of the question; a word that all offers have would count for none of them. */
const REPEATED = [
  'How homing pigeons find',
  'The way back to their loft',
  'Pigeons find the way',
  'Homing to their loft',
]

async function crowd(market: TestMarket, hands: number) {
  const buyer = await person(market, 'ada')
  const contextId = await askQuestion(market, buyer, { title: TITLE, start: { rule: 'manual' } })
  const spammers: string[] = []
  for (let n = 0; n < hands; n += 1) spammers.push(await person(market, 'spam'))
  for (let n = 0; n < SPAM; n += 1) {
    await sell(market, spammers[n % hands] ?? '', {
      contextId,
      teaser: `${n}: ${REPEATED[n % REPEATED.length]}.`,
      privateInfo: `Number ${n}: buy this, the way back to the loft is what homing pigeons find.`,
      price: 0.01,
    })
  }
  const honest = await sell(market, await person(market, 'sol'), {
    contextId,
    teaser: 'Release experiments with clock-shifted birds.',
    privateInfo:
      'Homing pigeons whose clocks were shifted by six hours left at ninety degrees to the loft, so they read the sun by day; under cloud, magnets on the head sent them astray.',
    price: 1,
  })
  await startInspection(market.deps, buyer, { contextId, offerIds: null, requestKey: newKey() })
  await market.settle()
  return { honest, contextId }
}

/** Found to look like one hand. */
async function linked(...people: string[]) {
  const [cluster = ''] = people.toSorted()
  await database.db
    .insert(personClusters)
    .values(people.map((personId) => ({ personId, cluster, cause: 'address' as const })))
}

const stateOf = async (id: string) =>
  (await database.db.select().from(offers).where(eq(offers.id, id)))[0]?.state

describe('thirty offers whose teasers repeat the question', () => {
  it.each([3, 15, 30])('of %i hands leave the honest one bought', async (hands) => {
    const market = testMarket(database)
    const { honest } = await crowd(market, hands)
    expect(await stateOf(honest)).toBe('bought')
  })
})

describe('what is read of more than can be', () => {
  const text = (n: number) => ({
    teaser: `Note ${n} on pigeons.`,
    privateInfo: `Homing pigeons of flock ${n} followed a road, a river and ${n} chimneys to the loft.`,
  })

  it('is of every hand, clusters counted as one, before a second of any', async () => {
    const model = scriptedModel(() => NOTHING)
    const market = testMarket(database, { site: model, isSiteBuiltIn: false })
    const buyer = await person(market, 'ada')
    const [one, other, lone] = [
      await person(market, 'one'),
      await person(market, 'other'),
      await person(market, 'lone'),
    ]
    await linked(one, other)
    const contextId = await askQuestion(market, buyer, {
      title: TITLE,
      start: { rule: 'manual' },
      policy: { ...DEFAULT_POLICY, readMax: 2 },
    })
    for (const [n, seller] of [one, other, one, lone].entries())
      await sell(market, seller, { contextId, ...text(n), price: 1 })
    await startInspection(market.deps, buyer, { contextId, offerIds: null, requestKey: newKey() })
    await market.settle()
    const read = model.seen.flatMap((task) => task.offers.map(({ teaser }) => teaser))
    expect(read).toHaveLength(2)
    expect(read).toContain(text(3).teaser)
  })
})

describe('the offers that one hand may have on a question', () => {
  it('are counted over its accounts', async () => {
    const market = testMarket(database)
    const contextId = await askQuestion(market, await person(market, 'ada'), { start: { rule: 'manual' } })
    const [one, other, lone] = [
      await person(market, 'one'),
      await person(market, 'other'),
      await person(market, 'lone'),
    ]
    await linked(one, other)
    const post = (seller: string, n: number) =>
      sell(market, seller, { contextId, teaser: `Note ${n}.`, privateInfo: `Text ${n} of it.`, price: 1 })
    for (let n = 0; n < OFFERS_PER_SELLER; n += 1) await post(n % 2 === 0 ? one : other, n)
    for (const seller of [one, other])
      await expect(post(seller, 99)).rejects.toMatchObject({
        code: 'market.offers_too_many',
        details: { most: OFFERS_PER_SELLER },
      })
    await post(lone, 1)
  })
})

describe('an offer that nothing opens any more', () => {
  it('never lies before the inspector, and the others are read', async () => {
    const model = scriptedModel(() => NOTHING)
    const market = testMarket(database, { site: model, isSiteBuiltIn: false })
    const buyer = await person(market, 'ada')
    const contextId = await askQuestion(market, buyer, { title: TITLE, start: { rule: 'manual' } })
    const seller = await person(market, 'sol')
    const sold = (teaser: string) =>
      sell(market, seller, { contextId, teaser, privateInfo: `${teaser}, in private.`, price: 1 })
    const shut = await sold('What the wind does to pigeons')
    await sold('What the sun does to pigeons')
    await database.db.delete(offerKeys).where(eq(offerKeys.offerId, shut))
    await startInspection(market.deps, buyer, { contextId, offerIds: null, requestKey: newKey() })
    await market.settle()
    expect(model.seen.map(({ offers: table }) => table.map(({ teaser }) => teaser))).toEqual([
      ['What the sun does to pigeons'],
    ])
    const [row] = await database.db.select().from(offers).where(eq(offers.id, shut))
    expect(row).toMatchObject({ state: 'passed', firstReadAt: null })
  })
})
