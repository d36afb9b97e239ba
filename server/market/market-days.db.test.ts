import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { offers, purchases } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { askQuestion, buyAll, person, scriptedModel, sell } from '../inspection/engine/testing'
import { testMarket } from '../testing'
import { answerComplaint, fileComplaint } from './complaints/complaints'
import { countMarketDays, readMarketHealth } from './market-days'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

const DAY_MS = 24 * 3_600_000

describe('a day of the market', () => {
  it('is counted once it is over, of what everybody may watch, and never again', async () => {
    const market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
    const { deps, clock } = market
    deps.env = { ...deps.env, EARNINGS_PENDING_HOURS: 72 }
    const [ada, sol, eve] = [
      await person(market, 'ada'),
      await person(market, 'sol'),
      await person(market, 'eve'),
    ]
    const priced = async (isTreePublic: boolean, prices: readonly [string, number][]) => {
      const contextId = await askQuestion(market, ada, { isTreePublic })
      for (const [seller, price] of prices) {
        const teaser = `A report on the bridge by ${seller}`
        await sell(market, seller, {
          contextId,
          teaser,
          privateInfo: `It is cracked, says ${seller}.`,
          price,
        })
      }
      await market.settle()
    }
    await priced(true, [
      [sol, 3],
      [eve, 1],
    ])
    await priced(false, [[sol, 2]])
    expect(await countMarketDays(deps, 100)).toBe(0)
    await database.db.update(offers).set({ isTeaserFair: false })
    const sold = await database.db.select().from(purchases).where(eq(purchases.sellerId, sol))
    // One of them in a private question, of which nothing is told.
    for (const { offerId } of sold) {
      await fileComplaint(deps, ada, { offerId, kind: 'false', words: 'No.' })
      await answerComplaint(deps, sol, { offerId, answer: 'agreed', words: 'Yes.' })
    }
    clock.forward(2 * DAY_MS)
    expect(await countMarketDays(deps, 100)).toBe(2)
    expect(await countMarketDays(deps, 100)).toBe(0)
    const { days } = await readMarketHealth(deps.db)
    expect(days).toHaveLength(2)
    expect(days[0]).toMatchObject({
      trades: 2,
      spentMicros: 4_000_000n,
      medianPriceMicros: 1_000_000n,
      sellers: 2,
      buyers: 1,
      // 0.75² + 0.25².
      sellersIndex: 0.625,
      buyersIndex: 1,
      ended: 1,
      answered: 1,
      refundedMicros: 2_850_000n,
      misleading: 2,
      misleadingBought: 2,
      volatility: null,
    })
    expect(days[1]).toMatchObject({ trades: 0, medianPriceMicros: null, sellersIndex: null, ended: 0 })
  })

  it('is taken up where it was left, a few at a time', async () => {
    const market = testMarket(database)
    await askQuestion(market, await person(market, 'ada'))
    market.clock.forward(5 * DAY_MS)
    expect(await countMarketDays(market.deps, 3)).toBe(3)
    expect(await countMarketDays(market.deps, 3)).toBe(2)
    expect(await countMarketDays(market.deps, 3)).toBe(0)
  })

  it('is nothing in an empty market', async () => {
    const market = testMarket(database)
    expect(await countMarketDays(market.deps, 3)).toBe(0)
    expect(await readMarketHealth(market.deps.db)).toEqual({ days: [], minds: [] })
  })
})
