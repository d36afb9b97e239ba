import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { offersForget } from '@/db/functions/market'
import { offerKeys, offerPrivate, offers } from '@/db/schema'
import { describeMultiConnection, openTestDb, type TestDatabase, waitingForLocks } from '@/db/testing'
import {
  askQuestion,
  buyAll,
  credits,
  NOTHING,
  newKey,
  person,
  scriptedModel,
  sell,
} from '../../inspection/engine/testing'
import { purchaseOffer } from '../../ledger/purchase-offer'
import { type TestMarket, testMarket } from '../../testing'
import { buyUnseen } from '../buy-unseen'
import { viewOffers } from '../context-view'
import { keepHouse } from '../housekeeping'
import { withdrawOffer } from '../post-offer'
import { FORGET_AFTER_DAYS } from './forget'

const DAY_MS = 86_400_000
const SECRET = 'Ockham and Sons measured a crack of 17 millimetres.'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

async function isKept(offerId: string): Promise<boolean> {
  const [text] = await database.db.select().from(offerPrivate).where(eq(offerPrivate.offerId, offerId))
  const [key] = await database.db.select().from(offerKeys).where(eq(offerKeys.offerId, offerId))
  const [offer] = await database.db.select().from(offers).where(eq(offers.id, offerId))
  expect(text === undefined).toBe(key === undefined)
  expect(offer?.forgottenAt === null).toBe(text !== undefined)
  return text !== undefined
}

async function scene(market: TestMarket) {
  const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
  const contextId = await askQuestion(market, buyer)
  const offerId = await sell(market, seller, {
    contextId,
    teaser: 'A report.',
    privateInfo: SECRET,
    price: 1,
  })
  return { buyer, seller, contextId, offerId }
}

describe('forgetting for good', () => {
  it('an offer taken back is destroyed at once', async () => {
    const market = testMarket(database)
    const { seller, offerId } = await scene(market)
    expect(await isKept(offerId)).toBe(true)
    await withdrawOffer(market.deps, seller, offerId)
    expect(await isKept(offerId)).toBe(false)
    await withdrawOffer(market.deps, seller, offerId)
  })

  it('an offer that was not bought is its seller’s until long after the question ended, and then nobody’s', async () => {
    const market = testMarket(database, { site: scriptedModel(() => NOTHING), isSiteBuiltIn: false })
    const { seller, contextId, offerId } = await scene(market)
    await market.settle()
    market.clock.forward((FORGET_AFTER_DAYS - 1) * DAY_MS)
    await keepHouse(market.deps)
    expect(await isKept(offerId)).toBe(true)
    const [seen] = await viewOffers(market.deps, seller, contextId)
    expect(seen?.privateInfo).toBe(SECRET)

    market.clock.forward(2 * DAY_MS)
    await keepHouse(market.deps)
    expect(await isKept(offerId)).toBe(false)
    const [gone] = await viewOffers(market.deps, seller, contextId)
    expect(gone).toMatchObject({ privateInfo: null, seal: 'forgotten' })
  })

  it('an offer nobody read can be bought unseen until it is destroyed, and not afterwards', async () => {
    const market = testMarket(database, { site: scriptedModel(() => NOTHING), isSiteBuiltIn: false })
    const { buyer, seller, contextId } = await scene(market)
    const late = await sell(market, seller, { contextId, teaser: 'Another.', privateInfo: SECRET, price: 1 })
    await market.settle()
    await database.db.update(offers).set({ state: 'open' }).where(eq(offers.id, late))
    market.clock.forward((FORGET_AFTER_DAYS + 1) * DAY_MS)
    await keepHouse(market.deps)
    const purchase = { offerId: late, version: 1, priceMicros: credits(1), requestKey: newKey() }
    await expect(buyUnseen(market.deps, buyer, purchase)).rejects.toMatchObject({
      code: 'market.offer_changed',
    })
  })

  it('an offer that is forgotten is sold to nobody, also while what it says is still being destroyed', async () => {
    const market = testMarket(database)
    const { buyer, offerId } = await scene(market)
    await database.db.update(offers).set({ forgottenAt: market.clock.now() }).where(eq(offers.id, offerId))
    const purchase = { offerId, version: 1, priceMicros: credits(1), requestKey: newKey() }
    await expect(buyUnseen(market.deps, buyer, purchase)).rejects.toMatchObject({
      code: 'market.offer_changed',
    })
  })

  it('what was bought stays for its buyer for ever', async () => {
    const market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
    const { buyer, contextId, offerId } = await scene(market)
    await market.settle()
    market.clock.forward(10 * FORGET_AFTER_DAYS * DAY_MS)
    await keepHouse(market.deps)
    expect(await isKept(offerId)).toBe(true)
    const [seen] = await viewOffers(market.deps, buyer, contextId)
    expect(seen?.privateInfo).toBe(SECRET)
  })

  it('what was bought stays whoever asks for it to be destroyed', async () => {
    const market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
    const { offerId } = await scene(market)
    await market.settle()
    await offersForget(database.db, { offerIds: [offerId], at: market.clock.now() })
    expect(await isKept(offerId)).toBe(true)
  })
})

describeMultiConnection('forgetting beside a purchase', () => {
  it('that is about to commit leaves what it buys', async () => {
    const market = testMarket(database)
    const { buyer, offerId } = await scene(market)
    const at = market.clock.now()
    const { forgetting } = await database.db.transaction(async (tx) => {
      const wanted = { purchaseId: 'pur_now', offerId, version: 1, priceMicros: credits(1) }
      await purchaseOffer(tx, { ...wanted, buyerId: buyer, way: 'unseen', at })
      const forgetting = offersForget(database.db, { offerIds: [offerId], at })
      await vi.waitFor(async () => expect(await waitingForLocks(database)).toBe(1), { timeout: 10_000 })
      return { forgetting }
    })
    await forgetting
    expect(await isKept(offerId)).toBe(true)
  })
})
