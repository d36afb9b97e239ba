import { seededRandom, shuffled } from '../shared/random'
import { areSameDecision, type Recommendation, worthBounds, worthOf } from './value'

/**
 * Each purchase's share of what all of them were worth together, averaged over the orders in which they could have been bought (the
 * Shapley value of v(S) = U of what is recommended knowing only S, by the final recommendation): marginal value in order of arrival
 * credits whatever came first. Design, section 2.
 */

/** Purchases that are known, by their places in the order bought, from 0, ascending. */
export type Known = readonly number[]

/** What is recommended to who knows only these; null while nobody was asked. */
export type Asked = (known: Known) => Recommendation | null

/** Sixteen sets. */
const EXACT_MAX = 4
/** Where a call costs nothing: 256 sets. */
const EXACT_FREE_MAX = 8
/** Orders drawn where not all are counted: past these a band narrows too slowly for what the calls cost. */
const ORDERS_MAX = 64
/** How often, of a hundred such bands, at least so many hold the share that all orders together give. */
export const BAND_RATE = 0.9

export type CountPlan = {
  purchases: number
  /** Every set is asked about; otherwise orders are drawn. */
  isExact: boolean
  /** Drawn at random from the seed, each independent of the others; empty when exact. */
  orders: readonly (readonly number[])[]
  /** By place, the first purchase that has the same text: equal texts are known as one. */
  first: readonly number[]
}

/**
 * @param texts What tells the purchases' texts apart, in the order bought; null for one that equals no other.
 * @param options.isFree Calls cost nothing, so that more sets are counted exactly.
 */
export function planOf(
  texts: readonly (string | null)[],
  { seed, isFree }: { seed: number; isFree: boolean },
): CountPlan {
  const first = firstOfEqual(texts)
  const distinct = new Set(first).size
  const isExact = distinct <= (isFree ? EXACT_FREE_MAX : EXACT_MAX)
  const random = seededRandom(seed)
  const places = texts.map((_, place) => place)
  const draw = () => shuffled(places, Math.floor(random() * SEEDS))
  const orders = isExact ? [] : Array.from({ length: ORDERS_MAX }, draw)
  return { purchases: texts.length, isExact, orders, first }
}
const SEEDS = 2 ** 32

/** By place, the first purchase that has the same text; null is a text that equals no other. */
export function firstOfEqual(texts: readonly (string | null)[]): number[] {
  return texts.map((text, place) => (text === null ? place : texts.indexOf(text)))
}

/** A set as it is asked about: of equal texts the first one stands for all. */
export function asAsked({ first }: Pick<CountPlan, 'first'>, known: Iterable<number>): Known {
  return [...new Set([...known].map((place) => first[place] ?? place))].toSorted((a, b) => a - b)
}

/**
 * The sets that are asked about, in that order and each once: what was known after each purchase, everything but each of them, then all
 * other sets, or those of each order drawn.
 */
export function setsToAsk(plan: CountPlan): Known[] {
  const places = Array.from({ length: plan.purchases }, (_, place) => place)
  const bought = prefixesOf(places)
  const without = places.map((place) => places.filter((other) => other !== place))
  const others = plan.isExact ? subsetsOf([...new Set(plan.first)]) : plan.orders.flatMap(prefixesOf)
  const all = [...bought, ...without, ...others].map((known) => asAsked(plan, known))
  return [...new Map(all.map((known) => [known.join(), known])).values()]
}

function prefixesOf(order: readonly number[]): number[][] {
  return [[], ...order.map((_, place) => order.slice(0, place + 1))]
}

function subsetsOf(places: readonly number[]): number[][] {
  const sets: number[][] = [[]]
  for (const place of places) sets.push(...sets.map((set) => [...set, place]))
  return sets
}

export type PurchaseShare = {
  /** Bits for a belief, utility for a choice. All of a tree's add up to what everything bought was worth. */
  share: number
  /** With at least the rate `BAND_RATE` the share over all orders lies between these; both are the share itself when exact. */
  low: number
  high: number
  /** `never`: in no order does it change what is recommended; `unseen`: it did in none of the orders that were drawn. */
  changes: 'never' | 'unseen' | 'sometimes'
  /** What would be recommended to who knew all but this one. */
  without: Recommendation | null
}

export type Shares = {
  unit: 'bits' | 'utility'
  isExact: boolean
  /** Orders that were counted; all there are when exact. */
  orders: number
  /** What everything bought was worth together. */
  total: number
  purchases: PurchaseShare[]
}

/**
 * Null while too little was asked: everything, nothing, and all sets or those of at least one order. An exact plan whose sets are not all
 * known gives nothing.
 */
export function sharesOf(plan: CountPlan, asked: Asked): Shares | null {
  const places = Array.from({ length: plan.purchases }, (_, place) => place)
  const at = (known: Iterable<number>) => asked(asAsked(plan, known))
  const final = at(places)
  const start = at([])
  if (!final || !start || places.length === 0) return null
  const counted = plan.isExact ? exactly(places, at, final) : bySample(plan, at, final)
  if (!counted) return null
  return {
    unit: final.kind === 'belief' ? 'bits' : 'utility',
    isExact: plan.isExact,
    orders: counted.orders,
    total: worthOf(final, final) - worthOf(start, final),
    purchases: places.map((place) => ({
      ...(counted.of[place] ?? NOTHING),
      without: at(places.filter((other) => other !== place)),
    })),
  }
}

type At = (known: Iterable<number>) => Recommendation | null
type Counted = { orders: number; of: Omit<PurchaseShare, 'without'>[] }
const NOTHING = { share: 0, low: 0, high: 0, changes: 'never' } as const

/** Each set of the others weighs as many orders as put exactly that set before the purchase. */
function exactly(places: readonly number[], at: At, final: Recommendation): Counted | null {
  const all = subsetsOf(places)
  if (all.some((known) => at(known) === null)) return null
  const of = places.map((place) => {
    let [share, isChanging] = [0, false]
    for (const known of all) {
      if (known.includes(place)) continue
      const before = at(known) ?? final
      const after = at([...known, place]) ?? final
      share += (worthOf(after, final) - worthOf(before, final)) * weightOf(known.length, places.length)
      isChanging ||= !areSameDecision(before, after)
    }
    return { share, low: share, high: share, changes: isChanging ? 'sometimes' : 'never' } as const
  })
  return { orders: factorial(places.length), of }
}

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1))
const weightOf = (before: number, all: number) =>
  (factorial(before) * factorial(all - before - 1)) / factorial(all)

/** The orders drawn first whose sets are all known: which come later depends on nothing, so the band holds wherever it stops. */
function bySample({ orders, purchases }: CountPlan, at: At, final: Recommendation): Counted | null {
  const gains: number[][] = Array.from({ length: purchases }, () => [])
  const isChanging = new Set<number>()
  let counted = 0
  for (const order of orders) {
    const steps = prefixesOf(order).map(at)
    if (steps.some((step) => step === null)) break
    counted += 1
    order.forEach((place, index) => {
      const before = steps[index] ?? final
      const after = steps[index + 1] ?? final
      gains[place]?.push(worthOf(after, final) - worthOf(before, final))
      if (!areSameDecision(before, after)) isChanging.add(place)
    })
  }
  if (counted === 0) return null
  const { least, most } = worthBounds(final)
  const of = gains.map((ofOne, place) => ({
    share: ofOne.reduce((sum, gain) => sum + gain, 0) / counted,
    ...bandOf(ofOne, most - least),
    changes: isChanging.has(place) ? ('sometimes' as const) : ('unseen' as const),
  }))
  return { orders: counted, of }
}

/** Fine beside any band that so few orders give. */
const GRID = 400
/** Bets at most half of what would ruin it. */
const BET_MAX = 0.5

/**
 * Where the mean of what is drawn lies, at the rate `BAND_RATE` whatever its distribution, and wherever drawing stops: the hedged capital
 * of betting against each possible mean. Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (2023),
 * theorem 3 with the bets of their equation 26. A band from a variance alone fails for a purchase that decides one order in many.
 *
 * @param range Each of `drawn` lies between −range and range.
 */
export function bandOf(drawn: readonly number[], range: number): { low: number; high: number } {
  if (range === 0) return { low: 0, high: 0 }
  const scaled = drawn.map((one) => Math.min(1, Math.max(0, (one + range) / (2 * range))))
  const bets = betsOn(scaled)
  let [low, high] = [GRID, 0]
  for (let step = 0; step <= GRID; step += 1) {
    if (isRuled(scaled, bets, step / GRID)) continue
    low = Math.min(low, step)
    high = Math.max(high, step)
  }
  const back = (step: number) => (Math.min(GRID, Math.max(0, step)) / GRID) * 2 * range - range
  // A step more on each side, for what lies between two of the grid.
  return { low: back(low - 1), high: back(high + 1) }
}

/** How much is put on each draw, by what was drawn before it. */
function betsOn(scaled: readonly number[]): number[] {
  let [sum, squares] = [0.5, 0.25]
  return scaled.map((one, index) => {
    const drawn = index + 1
    const variance = squares / drawn
    const bet = Math.sqrt((2 * Math.log(2 / (1 - BAND_RATE))) / (variance * drawn * Math.log(drawn + 1)))
    sum += one
    squares += (one - sum / (drawn + 1)) ** 2
    return bet
  })
}

/** Whoever had bet against this mean would be rich: it is not the mean. */
function isRuled(scaled: readonly number[], bets: readonly number[], mean: number): boolean {
  let [above, below] = [0, 0]
  scaled.forEach((one, index) => {
    const bet = bets[index] ?? 0
    above += Math.log1p(Math.min(bet, BET_MAX / Math.max(mean, 1 / GRID)) * (one - mean))
    below += Math.log1p(-Math.min(bet, BET_MAX / Math.max(1 - mean, 1 / GRID)) * (one - mean))
  })
  return Math.max(above, below) >= Math.log(2 / (1 - BAND_RATE))
}
