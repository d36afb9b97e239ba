import { expect } from 'vitest'
import type { TestDatabase } from '@/db/testing'
import { createBotSchema } from '../../contract/bots'
import { type OwnOffer, ownOffersSchema, type SellingScope } from '../../contract/selling'
import { cancelByBuyer } from '../../inspection/engine/control'
import { askQuestion, credits, newKey, person, scriptedModel, sell } from '../../inspection/engine/testing'
import type { InspectReply, InspectTask } from '../../llm/model'
import { buyUnseen } from '../../market/buy-unseen'
import { viewOffers } from '../../market/context-view'
import { withdrawOffer } from '../../market/post-offer'
import { BUY_REASONS, PASS_REASONS } from '../../protocol/verdict'
import { seededRandom } from '../../shared/random'
import { type TestMarket, testMarket } from '../../testing'
import { createBot } from '../bots/bots'
import { sellingFigures } from './figures'
import { listOwnOffers } from './own-offers'
import { DAY_MS, periodOf } from './periods'

export const HOUR_MS = 60 * 60 * 1_000

/** Every offer of a scope, page after page. */
export async function allOffers(
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
export async function history(database: TestDatabase, seed: number) {
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
      if (row && row.priceMicros !== null) {
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

export const byId = (offers: readonly OwnOffer[]) => offers.map((offer) => offer.id).sort()

export async function expectFiguresOfLists(market: TestMarket, seller: string, scope: SellingScope) {
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
  const judged = made.filter(({ isTeaserFair }) => isTeaserFair !== null)
  expect(figures.honesty).toEqual({
    judged: judged.length,
    misleading: judged.filter(({ isTeaserFair }) => isTeaserFair === false).length,
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

/** A finished question with one offer of each seller, judged as the script says. */
export async function soldOn(
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
