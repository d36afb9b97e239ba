import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { OFFERS_PER_SELLER } from '../../contract/limits'
import { BY_ANYONE } from '../../contract/selling'
import { askQuestion, person, scriptedModel, sell } from '../../inspection/engine/testing'
import { viewOffers } from '../../market/context-view'
import { HONESTY_COUNT_MIN, HONESTY_WINDOW, teaserRecords } from '../../market/teaser-honesty'
import { testMarket } from '../../testing'
import { allOffers, expectFiguresOfLists, HOUR_MS } from './testing'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

describe('a seller’s record of fair teasers', () => {
  it('is told from the least count on, and only of the newest offers', async () => {
    const market = testMarket(database, {
      site: scriptedModel(({ offers }) => ({
        buy: [],
        pass: offers.map(({ handle, teaser }) => ({
          handle,
          // The reason says something else: a teaser is judged in a field of its own.
          reason: teaser.includes('lie') ? 'too-expensive' : 'irrelevant',
        })),
        misleading: offers.filter(({ teaser }) => teaser.includes('lie')).map(({ handle }) => handle),
        ask: [],
      })),
    })
    const [ann, sue] = await Promise.all(['ann', 'sue'].map((name) => person(market, name)))
    if (!ann || !sue) throw new Error('Nobody came')
    const asked = () =>
      askQuestion(market, ann, {
        start: { rule: 'manual' },
        deadlineMinutes: 60,
        isTreePublic: true,
      })
    const [contextId, other] = [await asked(), await asked()]
    for (let index = 0; index < HONESTY_COUNT_MIN - 1; index += 1) {
      const teaser = index < 2 ? 'This is a lie' : 'This is a fair one'
      const on = index < OFFERS_PER_SELLER ? contextId : other
      await sell(market, sue, { contextId: on, teaser, privateInfo: `Words ${index}`, price: 0.1 })
    }
    market.clock.forward(2 * HOUR_MS)
    await market.settle()
    const read = (await allOffers(market, sue, { show: 'read' })).length
    const record = (await teaserRecords(market.deps.db, [sue])).get(sue)
    // What was never read does not count, so the record is silent unless all were read and one more.
    expect(read).toBeLessThan(HONESTY_COUNT_MIN)
    expect(record).toBeUndefined()
    expect(HONESTY_WINDOW).toBeGreaterThan(HONESTY_COUNT_MIN)

    for (let round = 0; round < 3; round += 1) {
      const next = await askQuestion(market, ann, {
        start: { rule: 'manual' },
        deadlineMinutes: 60,
        isTreePublic: true,
      })
      for (let index = 0; index < 8; index += 1) {
        await sell(market, sue, {
          contextId: next,
          teaser: 'This is a fair one',
          privateInfo: `Words ${index}`,
          price: 0.1,
        })
      }
      market.clock.forward(2 * HOUR_MS)
      await market.settle()
    }
    const known = (await teaserRecords(market.deps.db, [sue, ann])).get(sue)
    const { figures } = await expectFiguresOfLists(market, sue, { from: null, to: null, by: BY_ANYONE })
    expect(known).toEqual(figures.honesty)
    expect(known && known.judged >= HONESTY_COUNT_MIN).toBe(true)
    // Her own figures count what only its asker may watch; what others see of her does not.
    const own = await askQuestion(market, ann, { start: { rule: 'manual' }, deadlineMinutes: 60 })
    await sell(market, sue, { contextId: own, teaser: 'This is a lie', privateInfo: 'Nothing.', price: 0.1 })
    market.clock.forward(2 * HOUR_MS)
    await market.settle()
    expect((await teaserRecords(market.deps.db, [sue])).get(sue)).toEqual(known)
    const shown = await viewOffers(market.deps, null, contextId)
    expect(shown[0]?.sellerHonesty).toEqual(known)
  })
})
