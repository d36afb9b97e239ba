import { type Random, sample, uniform } from '../draws'
import type { Account } from '../ledger'
import type { CrashConfig, TieBreak } from './config'

/** Elasticity of substitution of every consumer (B.2). */
export const SIGMA = 5

/** Kinds of shoppers of experiment 6, in the order in which they are assigned. */
export const PERSONAS = ['loyal', 'small-business', 'price-hawk', 'popular', 'variety'] as const
export type Persona = (typeof PERSONAS)[number]

export type Consumer = {
  id: string
  account: Account
  /** Dollars a day. */
  income: number
  persona: Persona | null
  /** Firms of its last purchases, newest last. */
  bought: string[]
  /** What it expects to pay at most, and the first such; null before it has shopped. */
  expected: { now: number; first: number } | null
}

/** What is on sale today. `available` falls as orders are filled. */
export type Quote = {
  firm: string
  price: number
  available: number
  reputation: number
  /** Of everything sold so far. */
  salesShare: number
}

export type Order = { consumer: Consumer; quote: Quote; quantity: number }

const HOURS_A_WEEK = 40
const WAGE = 10
const SKILL = [1.24, 159.1] as const
const BASE_INCOME = [50, 200] as const
const DAYS_A_YEAR = 365

/** Dollars a day: (40·v·wage/10 + base)/365, v ~ U(1.24, 159.1), base ~ U(50, 200); 9.128 on average (B.2). */
export function dailyIncome(random: Random): number {
  const skill = uniform(random, ...SKILL)
  return (HOURS_A_WEEK * skill * (WAGE / 10) + uniform(random, ...BASE_INCOME)) / DAYS_A_YEAR
}

/**
 * Demand with constant elasticity of substitution (B.2): P = (Σ α·p^(1−σ))^(1/(1−σ)), q = (I/P)·α·(p/P)^(−σ), spending all
 * of the income. With one good this is I/p, whatever its weight.
 */
export function cesDemand(
  income: number,
  goods: readonly { weight: number; price: number }[],
): { priceIndex: number; quantities: number[] } {
  const sum = goods.reduce((total, { weight, price }) => total + weight * price ** (1 - SIGMA), 0)
  const priceIndex = sum ** (1 / (1 - SIGMA))
  return {
    priceIndex,
    quantities: goods.map(
      ({ weight, price }) => (income / priceIndex) * weight * (price / priceIndex) ** -SIGMA,
    ),
  }
}

/** What a unit is worth at most by the inverse demand, with one good (B.2, `wtp`). */
export function willingnessToPay(income: number, meanPrice: number): number {
  return meanPrice * (income / meanPrice) ** (1 / SIGMA)
}

/** Expectations follow falling prices faster than rising ones (B.2, `ewtp`). */
const FOLLOWS_DOWN = 0.3
const FOLLOWS_UP = 0.1

/** The expected price after a day: towards what was paid, or without a purchase back to the first one. */
export function expectedAfter(expected: { now: number; first: number }, paid: number | null) {
  const towards = paid ?? expected.first
  const share = paid === null || paid < expected.now ? FOLLOWS_DOWN : FOLLOWS_UP
  return { ...expected, now: Math.min(expected.first, (1 - share) * expected.now + share * towards) }
}

/** Below this a price attracts no more than it (B.2). */
const SCORED_PRICE_MIN = 0.01
/** Of its purchases a loyal customer remembers these. */
const LOYAL_TO_LAST = 5
export const REMEMBERED_PURCHASES = 10

/** How much a quote draws a consumer: 1/price, or reputation/price, times what its persona adds (B.2). */
export function scoreOf(
  quote: Quote,
  consumer: Pick<Consumer, 'persona' | 'bought'>,
  scoresReputation: boolean,
): number {
  const base = (scoresReputation ? quote.reputation : 1) / Math.max(quote.price, SCORED_PRICE_MIN)
  const { persona, bought } = consumer
  if (persona === 'loyal') {
    const recent = bought.slice(-LOYAL_TO_LAST).filter((firm) => firm === quote.firm).length
    return base * (1 + 0.5 * (recent / LOYAL_TO_LAST))
  }
  if (persona === 'small-business') return base * (1 + 0.5 * (1 - quote.salesShare))
  if (persona === 'popular') return base * (1 + 0.5 * quote.salesShare)
  if (persona === 'variety') return base * (bought.at(-1) === quote.firm ? 0.2 : 1)
  return base
}

/** The quote with the largest score; of equal ones the first, or each with the same chance. Null without any quote. */
export function bestOf(
  quotes: readonly Quote[],
  scoreOf: (quote: Quote) => number,
  tieBreak: TieBreak,
  random: Random,
): Quote | null {
  let best: Quote | null = null
  let largest = Number.NEGATIVE_INFINITY
  let tied = 0
  for (const quote of quotes) {
    const score = scoreOf(quote)
    if (score < largest) continue
    tied = score > largest ? 1 : tied + 1
    // The n-th of equals takes the place with chance 1/n, so that each has the same in the end.
    if (tied === 1 || (tieBreak === 'random' && random() * tied < 1)) best = quote
    largest = score
  }
  return best
}

/** A FIXED consumer orders this much of the first quote that it sees. */
const FIXED_QUANTITY = 10

/** What a shopper orders today, if anything: its whole demand at one firm. `quotes` is in the order of posting. */
export function orderOf(
  consumer: Consumer,
  quotes: readonly Quote[],
  meanPrice: number,
  config: CrashConfig,
  random: Random,
): Order | null {
  const limit = config.consumersDiscover
  // As published: a sample comes in random order, all quotes in the order of posting.
  const seen = limit > 0 && quotes.length > limit ? sample(random, quotes, limit) : quotes
  const [first] = seen
  if (!first) return null
  if (config.consumerKind === 'fixed') return { consumer, quote: first, quantity: FIXED_QUANTITY }
  const { scoresReputation, tieBreak } = config
  const quote = bestOf(seen, (quote) => scoreOf(quote, consumer, scoresReputation), tieBreak, random) ?? first
  if (quote.price > reservationPrice(consumer, meanPrice, config)) return null
  // Constant elasticity with one good.
  return { consumer, quote, quantity: consumer.income / meanPrice }
}

function reservationPrice(consumer: Consumer, meanPrice: number, { reservation }: CrashConfig): number {
  if (reservation === 'none') return Number.POSITIVE_INFINITY
  const worth = willingnessToPay(consumer.income, meanPrice)
  if (reservation === 'wtp') return worth
  consumer.expected ??= { now: worth, first: worth }
  return consumer.expected.now
}
