import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { botDays } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { cancelByBuyer } from '../../inspection/control'
import { askQuestion, credits, newKey, person, scriptedModel, sell } from '../../inspection/testing'
import type { InspectReply, InspectTask } from '../../llm/model'
import { buyUnseen } from '../../market/buy-unseen'
import { viewOffers } from '../../market/context-view'
import { withdrawOffer } from '../../market/post-offer'
import { viewProfile } from '../../market/profile'
import { HONESTY_COUNT_MIN, HONESTY_WINDOW, teaserRecords } from '../../market/teaser-honesty'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { BUY_REASONS, PASS_REASONS } from '../../protocol/verdict'
import { seededRandom } from '../../shared/random'
import { type TestMarket, testMarket } from '../../testing'
import { createBot } from '../bots'
import { createBotSchema } from '../contract'
import { botSelling } from './bot-selling'
import { BY_ANYONE, BY_HAND, type OwnOffer, ownOffersSchema, type SellingScope } from './contract'
import { sellingFigures } from './figures'
import { learnAsking, readBands } from './learning'
import { listOwnOffers } from './own-offers'
import { DAY_MS, periodOf } from './periods'
import { BAND_OFFERS_MIN } from './price-band'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

const HOUR_MS = 60 * 60 * 1_000

/** Every offer of a scope, page after page. */
async function allOffers(
  { deps }: TestMarket,
  sellerId: string,
  scope: Partial<Parameters<typeof ownOffersSchema.parse>[0] & object>,
): Promise<OwnOffer[]> {
  const found: OwnOffer[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await listOwnOffers(deps.db, sellerId, ownOffersSchema.parse({ ...scope, cursor }))
    found.push(...page.offers)
    if (page.nextCursor === null) return found
    cursor = page.nextCursor
  }
}

async function botOf({ deps }: TestMarket, ownerId: string, name: string): Promise<string> {
  const input = createBotSchema.parse({
    bot: {
      kind: 'fixed',
      name,
      matcher: { anyOf: [name], scope: 'both' },
      teaser: `What ${name} has to say`,
      knowledge: `All about ${name}.`,
      price: { rule: 'fixed', priceMicros: credits(0.5) },
    },
    isLive: true,
    requestKey: newKey(),
  })
  return (await createBot(deps, ownerId, input)).botId
}

/** An inspector that buys, passes for any reason, and asks, as the dice fall. */
function diceInspector(random: () => number) {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const opinions = PASS_REASONS.filter((reason) => reason !== 'not-read' && reason !== 'no-verdict')
  return scriptedModel((task: InspectTask): InspectReply => {
    const reply: InspectReply = { buy: [], pass: [], ask: [] }
    for (const { handle } of task.offers) {
      const dice = random()
      if (dice < 0.35) reply.buy.push({ handle, reason: pick(BUY_REASONS) })
      else if (dice < 0.85) reply.pass.push({ handle, reason: pick(opinions) })
      else if (dice < 0.93 && task.asksAllowed > 0) {
        const question = 'Is what the teaser says about llamas true?'
        reply.ask.push({ about: [handle], kind: 'verify', question, budgetMicros: credits(1) })
      }
    }
    return reply
  })
}

/** A market of some days, made by its own verbs: two sellers with bots, questions that settle, stop or stay open. */
async function history(seed: number) {
  const random = seededRandom(seed)
  const market = testMarket(database, { site: diceInspector(random) })
  const [ann, sue, sam] = await Promise.all(['ann', 'sue', 'sam'].map((name) => person(market, name)))
  if (!ann || !sue || !sam) throw new Error('Nobody came')
  const botIds = [await botOf(market, sue, 'llamas'), await botOf(market, sue, 'boats')]
  for (let round = 0; round < 14; round += 1) {
    const contextId = await askQuestion(market, ann, {
      title: random() < 0.6 ? 'What do llamas eat in winter?' : 'How long do boats last in salt water?',
      budgetMicros: credits(random() < 0.5 ? 3 : 6),
      start: { rule: 'manual' },
      deadlineMinutes: 120,
      isTreePublic: random() < 0.5,
    })
    await market.settle()
    const mine: string[] = []
    const offersMax = Math.floor(random() * 4)
    for (let index = 0; index < offersMax; index += 1) {
      const seller: string = random() < 0.7 ? sue : sam
      const offer = {
        contextId,
        teaser: `Teaser number ${round}-${index}`,
        privateInfo: `Text ${index}`,
        price: 0.2 + random(),
      }
      const offerId = await sell(market, seller, offer)
      if (seller === sue) mine.push(offerId)
    }
    const [first, second] = mine
    if (first && random() < 0.2) await withdrawOffer(market.deps, sue, first)
    else if (second && random() < 0.3) {
      const [row] = (await viewOffers(market.deps, ann, contextId)).filter((offer) => offer.id === second)
      if (row) {
        const { id: offerId, version, priceMicros } = row
        await buyUnseen(market.deps, ann, { offerId, version, priceMicros, requestKey: newKey() })
      }
    }
    const fate = random()
    if (fate < 0.15) await cancelByBuyer(market.deps, ann, { rootId: contextId, requestKey: newKey() })
    else if (fate < 0.85) {
      market.clock.forward(3 * HOUR_MS)
      await market.settle()
    }
    market.clock.forward(random() * 2 * DAY_MS)
  }
  return { market, seller: sue, botIds }
}

const byId = (offers: readonly OwnOffer[]) => offers.map((offer) => offer.id).sort()

async function expectFiguresOfLists(market: TestMarket, seller: string, scope: SellingScope) {
  const figures = await sellingFigures(market.deps, seller, scope)
  const list = (over: object) => allOffers(market, seller, { ...scope, ...over })
  const made = await list({ show: 'made' })
  expect(figures.made).toBe(made.length)
  for (const show of ['open', 'read', 'bought', 'passed', 'withdrawn'] as const) {
    expect([show, figures[show]]).toEqual([show, (await list({ show })).length])
  }
  for (const { reason, offers } of figures.reasons) {
    expect([reason, offers]).toEqual([reason, (await list({ show: 'passed', reason })).length])
  }
  expect(figures.reasons.reduce((sum, { offers }) => sum + offers, 0)).toBe(figures.passed)
  expect(figures.made).toBe(figures.open + figures.bought + figures.passed)
  expect(figures.boughtUnseen).toBe(made.filter((offer) => offer.way === 'unseen').length)
  expect(figures.earnedMicros).toBe(made.reduce((sum, offer) => sum + (offer.earnedMicros ?? 0n), 0n))
  const judged = made.filter(
    ({ state, firstReadAt, reason }) =>
      state !== 'open' &&
      firstReadAt !== null &&
      reason !== null &&
      !['not-read', 'no-verdict', 'needs-check'].includes(reason),
  )
  expect(figures.honesty).toEqual({
    judged: judged.length,
    misleading: judged.filter(({ reason }) => reason === 'misleading-teaser').length,
  })
  for (const period of figures.periods) {
    const inIt = made.filter((offer) => periodOf(offer.createdAt, figures.unit) === period.start)
    const of = (state: OwnOffer['state']) => inIt.filter((offer) => offer.state === state).length
    expect(period).toEqual({
      start: period.start,
      open: of('open'),
      bought: of('bought'),
      passed: of('passed'),
      earnedMicros: inIt.reduce((sum, offer) => sum + (offer.earnedMicros ?? 0n), 0n),
    })
  }
  const counted = figures.periods.reduce((sum, { open, bought, passed }) => sum + open + bought + passed, 0)
  expect(counted).toBe(figures.made)
  return { figures, made }
}

describe('the figures of a seller', () => {
  for (const seed of [1, 2, 3]) {
    it(`equal the lists they count, whoever wrote the offers and whenever (history ${seed})`, async () => {
      const { market, seller, botIds } = await history(seed)
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

      const { sold } = await viewProfile(market.deps.db, null, (await handleOf(seller)) ?? '')
      expect(sold.passed).toEqual(figures.reasons)
      expect(sold).toMatchObject({
        offers: figures.made,
        read: figures.read,
        bought: figures.bought,
        earnedMicros: figures.earnedMicros,
      })
    })
  }

  it('are of nobody else, not even under the name of their bot', async () => {
    const { market, botIds } = await history(4)
    const stranger = await person(market, 'eve')
    const [botId = ''] = botIds
    expect((await sellingFigures(market.deps, stranger, { from: null, to: null, by: botId })).made).toBe(0)
    expect(await allOffers(market, stranger, { by: botId })).toEqual([])
    await expect(botSelling(market.deps, stranger, { botId, from: null, to: null })).rejects.toMatchObject({
      code: 'sellers.bot_not_found',
    })
  })

  it('of a bot stand beside what it used on the same days', async () => {
    const { market, seller, botIds } = await history(5)
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

/** A finished question with one offer of each seller, judged as the script says. */
async function soldOn(
  market: TestMarket,
  buyer: string,
  sellers: readonly { id: string; price: number }[],
  over: Parameters<typeof askQuestion>[2] = {},
): Promise<string[]> {
  const contextId = await askQuestion(market, buyer, {
    start: { rule: 'manual' },
    budgetMicros: credits(4),
    deadlineMinutes: 60,
    ...over,
  })
  const ids: string[] = []
  for (const { id, price } of sellers) {
    ids.push(
      await sell(market, id, {
        contextId,
        teaser: 'A teaser of the bridge',
        privateInfo: `It holds. ${id} ${price}`,
        price,
      }),
    )
  }
  market.clock.forward(2 * HOUR_MS)
  await market.settle()
  return ids
}

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
        const question = 'Is what the teaser says true?'
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

describe('a seller’s record of fair teasers', () => {
  it('is told from the least count on, and only of the newest offers', async () => {
    const market = testMarket(database, {
      site: scriptedModel(({ offers }) => ({
        buy: [],
        pass: offers.map(({ handle, teaser }) => ({
          handle,
          reason: teaser.includes('lie') ? 'misleading-teaser' : 'irrelevant',
        })),
        ask: [],
      })),
    })
    const [ann, sue] = await Promise.all(['ann', 'sue'].map((name) => person(market, name)))
    if (!ann || !sue) throw new Error('Nobody came')
    const contextId = await askQuestion(market, ann, { start: { rule: 'manual' }, deadlineMinutes: 60 })
    for (let index = 0; index < HONESTY_COUNT_MIN - 1; index += 1) {
      const teaser = index < 2 ? 'This is a lie' : 'This is a fair one'
      await sell(market, sue, { contextId, teaser, privateInfo: `Words ${index}`, price: 0.1 })
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
      const next = await askQuestion(market, ann, { start: { rule: 'manual' }, deadlineMinutes: 60 })
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
    const shown = await viewOffers(market.deps, null, contextId)
    expect(shown[0]?.sellerHonesty).toEqual(known)
  })
})
