import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { ownOffersSchema } from '../contract/selling'
import { askQuestion, buyAll, person, scriptedModel, sell } from '../inspection/engine/testing'
import { viewTree } from '../inspection/views/tree-view'
import { listOwnOffers } from '../sellers/selling/own-offers'
import { testMarket } from '../testing'
import { ratePurchase } from './rate-purchase'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

it('is said once, by the buyer, when the question is over, and its reason is for the seller alone', async () => {
  const market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
  const { deps } = market
  const [buyer, seller, other] = [
    await person(market, 'ada'),
    await person(market, 'sol'),
    await person(market, 'eve'),
  ]
  const rootId = await askQuestion(market, buyer, { isTreePublic: true })
  const offerId = await sell(market, seller, {
    contextId: rootId,
    teaser: 'A report on the bridge.',
    privateInfo: 'A pier is cracked.',
    price: 1,
  })
  const said = { rootId, offerId, rating: 'known', reason: 'The page says so too.' } as const
  await expect(ratePurchase(deps, buyer, said)).rejects.toMatchObject({ code: 'market.not_ended' })
  await market.settle()

  await expect(ratePurchase(deps, seller, said)).rejects.toMatchObject({ code: 'market.context_not_found' })
  const elsewhere = { ...said, offerId: 'off_elsewhere' }
  await expect(ratePurchase(deps, buyer, elsewhere)).rejects.toMatchObject({ code: 'market.offer_not_found' })
  await ratePurchase(deps, buyer, said)
  const again = { ...said, rating: 'wrong' } as const
  await expect(ratePurchase(deps, buyer, again)).rejects.toMatchObject({ code: 'market.already_rated' })

  const seenBy = async (viewer: string | null) => {
    const { answer, events } = await viewTree(deps, viewer, rootId)
    expect(events.at(-1)).toMatchObject({ type: 'purchase.rated', offerId, code: 'known' })
    return answer?.citations[0]?.rating
  }
  expect(await seenBy(buyer)).toEqual({ rating: 'known', reason: said.reason })
  for (const viewer of [other, null]) expect(await seenBy(viewer)).toEqual({ rating: 'known', reason: null })
  const { offers } = await listOwnOffers(database.db, seller, ownOffersSchema.parse({}))
  expect(offers.map(({ rating }) => rating)).toEqual([{ rating: 'known', reason: said.reason }])
})
