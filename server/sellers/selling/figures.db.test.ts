import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { botDays, inspections, offers } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { BY_ANYONE, BY_HAND, type SellingScope } from '../../contract/selling'
import { askQuestion, buyAll, credits, person, scriptedModel, sell } from '../../inspection/engine/testing'
import { answerComplaint, decideComplaint, fileComplaint } from '../../market/complaints/complaints'
import { readHome } from '../../market/home'
import { viewProfile } from '../../market/profile'
import { testMarket } from '../../testing'
import { botSelling } from './bot-selling'
import { sellingFigures } from './figures'
import { DAY_MS } from './periods'
import { allOffers, byId, expectFiguresOfLists, history } from './testing'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

describe('the figures of a seller', () => {
  for (const seed of [1, 2, 3]) {
    it(`equal the lists they count, whoever wrote the offers and whenever (history ${seed})`, async () => {
      const { market, seller, botIds } = await history(database, seed)
      const all: SellingScope = { from: null, to: null, by: BY_ANYONE }
      const { made, figures } = await expectFiguresOfLists(market, seller, all)
      expect(figures.bought > 0 && figures.passed > 0 && figures.reasons.length > 1).toBe(true)
      // Newest first, none twice.
      expect(new Set(byId(made)).size).toBe(made.length)
      expect(made.map((offer) => offer.createdAt.getTime())).toEqual(
        made.map((offer) => offer.createdAt.getTime()).sort((a, b) => b - a),
      )
      const middle = made[Math.floor(made.length / 2)]?.createdAt ?? market.clock.now()
      for (const by of [BY_ANYONE, BY_HAND, ...botIds]) {
        for (const [from, to] of [
          [null, null],
          [middle, null],
          [null, middle],
          [new Date(middle.getTime() - 3 * DAY_MS), new Date(middle.getTime() + 2 * DAY_MS)],
        ] as const) {
          await expectFiguresOfLists(market, seller, { from, to, by })
        }
      }
      const { periods } = await sellingFigures(market.deps, seller, { ...all, from: new Date('0001-01-01') })
      expect(periods).toEqual(figures.periods)
      const byHand = await allOffers(market, seller, { by: BY_HAND })
      const ofBots = await Promise.all(botIds.map((by) => allOffers(market, seller, { by })))
      expect(byId([...byHand, ...ofBots.flat()])).toEqual(byId(made))

      // The profile counts trees that all may watch, and no others: a purchase would show by the difference.
      const { sold } = await viewProfile(market.deps, null, (await handleOf(seller)) ?? '')
      const open = (await offersWithTrees(seller)).filter(({ isTreePublic }) => isTreePublic)
      const isBought = ({ state }: (typeof open)[number]) => state === 'bought'
      expect(open.length).toBeLessThan(made.length)
      expect(sold).toMatchObject({
        offers: open.filter(({ state }) => state !== 'withdrawn').length,
        read: open.filter(({ firstReadAt }) => firstReadAt !== null).length,
        bought: open.filter(isBought).length,
      })
      const passed = open.filter(({ state, reason }) => state === 'passed' && reason !== null)
      expect(sold.passed.reduce((sum, { offers: count }) => sum + count, 0)).toBe(passed.length)
      expect(sold.earnedMicros > 0n).toBe(open.some(isBought))
    })
  }

  it('are of nobody else, not even under the name of their bot', async () => {
    const { market, botIds } = await history(database, 4)
    const stranger = await person(market, 'eve')
    const [botId = ''] = botIds
    expect((await sellingFigures(market.deps, stranger, { from: null, to: null, by: botId })).made).toBe(0)
    expect(await allOffers(market, stranger, { by: botId })).toEqual([])
    await expect(botSelling(market.deps, stranger, { botId, from: null, to: null })).rejects.toMatchObject({
      code: 'sellers.bot_not_found',
    })
  })

  it('are less what was refunded, in sum and of each offer', async () => {
    const market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
    market.deps.env = { ...market.deps.env, EARNINGS_PENDING_HOURS: 72 }
    const [asker, seller, judge] = [
      await person(market, 'ada'),
      await person(market, 'sol'),
      await person(market, 'mod'),
    ]
    const contextId = await askQuestion(market, asker)
    const sale = { contextId, teaser: 'A report on the bridge', privateInfo: 'A pier is cracked.', price: 2 }
    const offerId = await sell(market, seller, sale)
    await market.settle()
    const all = { from: null, to: null, by: BY_ANYONE }
    const earned = async () => {
      const { made, figures } = await expectFiguresOfLists(market, seller, all)
      const { earnedMicros } = await readHome(market.deps, seller)
      return [figures.earnedMicros, made[0]?.earnedMicros, earnedMicros]
    }
    expect(await earned()).toEqual([credits(1.9), credits(1.9), credits(1.9)])
    await fileComplaint(market.deps, asker, { offerId, kind: 'false', words: 'It is whole.' })
    await answerComplaint(market.deps, seller, { offerId, answer: 'contested', words: 'I saw it.' })
    await decideComplaint(market.deps, judge, { offerId, refundMicros: credits(0.5), words: 'In part.' })
    expect(await earned()).toEqual([credits(1.4), credits(1.4), credits(1.4)])
    expect((await allOffers(market, seller, all))[0]?.refundedMicros).toBe(credits(0.5))
  })

  it('of a bot stand beside what it used on the same days', async () => {
    const { market, seller, botIds } = await history(database, 5)
    const [botId = ''] = botIds
    const days = ['2026-01-05', '2026-01-06', '2026-01-09']
    await market.deps.db.delete(botDays).where(eq(botDays.botId, botId))
    await market.deps.db.insert(botDays).values(
      days.map((day, index) => ({
        botId,
        day,
        offers: 1,
        promptTokens: 100 * (index + 1),
        completionTokens: 5,
        costMicroUsd: 1_000n,
      })),
    )
    const all = await botSelling(market.deps, seller, { botId, from: null, to: null })
    const { best, worst } = all.postMortem
    const own = byId(await allOffers(market, seller, { by: botId }))
    expect(own).toEqual(expect.arrayContaining(byId([...best, ...worst])))
    expect(best.length + worst.length).toBeGreaterThan(0)
    expect(all).toMatchObject({ tokens: 615, costMicroUsd: 3_000n })
    expect(all.days.map(({ day }) => day)).toEqual(days)
    expect(all.figures.made).toBe((await allOffers(market, seller, { by: botId })).length)
    const some = await botSelling(market.deps, seller, {
      botId,
      from: new Date('2026-01-06T00:00:00Z'),
      to: new Date('2026-01-09T00:00:00Z'),
    })
    expect(some.days.map(({ day }) => day)).toEqual(['2026-01-06'])
  })
})

async function handleOf(userId: string): Promise<string | undefined> {
  const found = await database.db.query.users.findFirst({ where: (user, { eq }) => eq(user.id, userId) })
  return found?.handle
}

function offersWithTrees(sellerId: string) {
  return database.db
    .select({
      state: offers.state,
      reason: offers.reason,
      firstReadAt: offers.firstReadAt,
      isTreePublic: inspections.isTreePublic,
    })
    .from(offers)
    .innerJoin(inspections, eq(inspections.rootId, offers.rootId))
    .where(eq(offers.sellerId, sellerId))
}
