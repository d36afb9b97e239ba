import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { BY_ANYONE, type SellingScope } from '../../contract/selling'
import { credits, person, scriptedModel } from '../../inspection/engine/testing'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { testMarket } from '../../testing'
import { learnAsking, readBands } from './learning'
import { BAND_OFFERS_MIN } from './price-band'
import { allOffers, HOUR_MS, soldOn } from './testing'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

describe('what a seller learns to ask for', () => {
  it('is a band over many offers of others, and nothing below the least count', async () => {
    const tooDear = credits(1.5)
    const market = testMarket(database, {
      site: scriptedModel(({ offers }) => ({
        buy: offers
          .filter((offer) => offer.priceMicros < tooDear)
          .map(({ handle }) => ({ handle, reason: 'worth-its-price' })),
        pass: offers
          .filter((offer) => offer.priceMicros >= tooDear)
          .map(({ handle }) => ({ handle, reason: 'too-expensive' })),
        ask: [],
      })),
    })
    const buyers = await Promise.all(['ann', 'bea'].map((name) => person(market, name)))
    const mine = await person(market, 'sue')
    const others = await Promise.all(
      Array.from({ length: 5 }, (_, index) => person(market, `seller${index}`)),
    )
    const buyer = () => buyers[0] ?? ''
    await soldOn(market, buyer(), [{ id: mine, price: 2 }])
    const scope: SellingScope = { from: null, to: null, by: BY_ANYONE }
    const kind = { asks: 'open', budgetStep: 1 } as const

    for (let round = 0; round < 4; round += 1) {
      const isEnough = (round + 1) * others.length > BAND_OFFERS_MIN - 1
      expect((await readBands(market.deps.db, mine, [kind])).of(kind)).toBeNull()
      const [before] = await learnAsking(market.deps.db, mine, scope)
      expect(before).toEqual({ kind, unbought: 1, tooDear: 1, askedMicros: credits(2), usually: null })
      await soldOn(
        market,
        buyer(),
        others.map((id, index) => ({ id, price: 0.2 + 0.1 * index })),
      )
      expect(isEnough).toBe(round === 3)
    }
    const band = { lowMicros: credits(0.2), highMicros: credits(0.5) }
    expect(await learnAsking(market.deps.db, mine, scope)).toEqual([
      { kind, unbought: 1, tooDear: 1, askedMicros: credits(2), usually: band },
    ])
    const [offer] = await allOffers(market, mine, { show: 'passed' })
    expect(offer).toMatchObject({ wasPriceObstacle: true, usually: band })
    // Another kind of question has a band of its own, and one's own sales are in none.
    expect(
      (await readBands(market.deps.db, mine, [{ asks: 'choice', budgetStep: 1 }])).of({
        asks: 'choice',
        budgetStep: 1,
      }),
    ).toBeNull()
    expect((await readBands(market.deps.db, others[0] ?? '', [kind])).of(kind)).toBeNull()
  })

  it('waits until the tree has ended', async () => {
    const market = testMarket(database, {
      site: scriptedModel(({ offers, round }) => {
        const dear = offers.filter((offer) => offer.priceMicros === credits(1)).map(({ handle }) => handle)
        const other = offers.map(({ handle }) => handle).filter((handle) => !dear.includes(handle))
        const question = 'Is what the teaser says about the bridge true?'
        const isFirst = round === 0 && other.length > 0
        return {
          buy: [],
          pass: [
            ...dear.map((handle) => ({ handle, reason: 'too-expensive' as const })),
            ...(isFirst ? [] : other.map((handle) => ({ handle, reason: 'irrelevant' as const }))),
          ],
          ask: isFirst ? [{ about: other, kind: 'verify', question, budgetMicros: credits(1) }] : [],
        }
      }),
    })
    const [ann, sue] = await Promise.all(['ann', 'sue'].map((name) => person(market, name)))
    if (!ann || !sue) throw new Error('Nobody came')
    await soldOn(
      market,
      ann,
      [
        { id: sue, price: 1 },
        { id: sue, price: 1.2 },
      ],
      {
        policy: { ...DEFAULT_POLICY, peopleWaitSeconds: 3_600 },
      },
    )
    const scope: SellingScope = { from: null, to: null, by: BY_ANYONE }
    expect(await learnAsking(market.deps.db, sue, scope)).toEqual([])
    const waiting = await allOffers(market, sue, {})
    expect(waiting.map((offer) => [offer.state, offer.wasPriceObstacle])).toEqual([
      ['open', null],
      ['open', null],
    ])
    market.clock.forward(2 * HOUR_MS)
    await market.settle()
    const ended = await allOffers(market, sue, {})
    expect(ended.map((offer) => offer.wasPriceObstacle).sort()).toEqual([false, true])
    expect(await learnAsking(market.deps.db, sue, scope)).toMatchObject([{ unbought: 2, tooDear: 1 }])
  })
})
