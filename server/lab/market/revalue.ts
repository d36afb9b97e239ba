import { bestOption, marginalValues, type Recommendation } from '../../protocol/value'
import { shuffled } from '../../shared/random'
import type { TreeLine } from './data-set'

/**
 * Values of a decided tree under rules that it was not decided by. Nothing is inspected again: what was forgotten stays so,
 * and what is not in the record is either assumed, as said here, or not answered.
 *
 * Recommendations are recorded for the purchases in the order of their arrival only. For other orders evidence is taken to
 * add up: each purchase moves the log-odds of a belief, or the utilities of a choice, by what it moved them when it came.
 */

export const ORDERS = ['arrival', 'reverse', 'cheapest-first', 'dearest-first', 'average'] as const
export type Order = (typeof ORDERS)[number]

export const PRICE_RULES = ['posted', 'by-gain', 'equal'] as const
export type PriceRule = (typeof PRICE_RULES)[number]

/** All orders of six are 720; of more, as many are drawn. */
const ORDERS_MAX = 720
const PURCHASES_FOR_ALL_ORDERS = 6
/** As in the marginal value mechanism: log-odds of exactly 0 or 1 are infinite. */
const PROBABILITY_FLOOR = 0.001

export type Bought = { offer: string; seller: string; level: number; price: number }

/** Purchases in the order of buying, prices in credits. */
export function purchasesOf(tree: TreeLine): Bought[] {
  return tree.bought.flatMap((id) => {
    const offer = tree.offers.find((one) => one.id === id)
    const context = tree.contexts.find((one) => one.id === offer?.context)
    if (!offer || !context) return []
    return [{ offer: id, seller: offer.seller, level: context.level, price: Number(offer.priceMicros) / 1e6 }]
  })
}

/** A recommendation as a vector in which evidence adds up: log-odds, or utilities. */
type Evidence = { kind: 'belief' | 'choice'; start: readonly number[]; steps: readonly (readonly number[])[] }

/** Null for open questions, and where the record is not whole: nothing was recommended there. */
export function evidenceOf(tree: TreeLine): Evidence | null {
  const trail = tree.trail.map((one) =>
    one.kind === 'belief'
      ? { kind: one.kind, vector: [logOdds(one.probability)] }
      : one.kind === 'choice'
        ? { kind: one.kind, vector: one.utilities }
        : null,
  )
  const [first] = trail
  if (!first || trail.length !== tree.bought.length + 1) return null
  const steps = trail.slice(1).map((after, i) => {
    const before = trail[i]
    return after?.vector.map((value, at) => value - (before?.vector[at] ?? 0)) ?? []
  })
  return { kind: first.kind, start: first.vector, steps }
}

/** What is recommended when these purchases, by their places, were made. */
function recommendedAfter(evidence: Evidence, places: readonly number[]): Recommendation {
  const vector = places.reduce((sum, place) => added(evidence, sum, place), evidence.start)
  return recommendation(evidence, vector)
}

/** What is recommended after none of these purchases, the first, the first two, … */
function recommendedInTurn(evidence: Evidence, places: readonly number[]): Recommendation[] {
  let vector = evidence.start
  const trail = [recommendation(evidence, vector)]
  for (const place of places) {
    vector = added(evidence, vector, place)
    trail.push(recommendation(evidence, vector))
  }
  return trail
}

function added({ steps }: Evidence, vector: readonly number[], place: number): readonly number[] {
  return vector.map((value, at) => value + (steps[place]?.[at] ?? 0))
}

function recommendation({ kind }: Evidence, vector: readonly number[]): Recommendation {
  if (kind === 'choice') return { kind, utilities: vector }
  return { kind, probability: 1 / (1 + Math.exp(-(vector[0] ?? 0))) }
}

function logOdds(probability: number): number {
  const p = Math.min(1 - PROBABILITY_FLOOR, Math.max(PROBABILITY_FLOOR, probability))
  return Math.log(p / (1 - p))
}

/** The gain of each purchase, by its place in the order of arrival; null where nothing was recommended. */
export function gainsUnder(tree: TreeLine, order: Order, seed: number): number[] | null {
  const evidence = evidenceOf(tree)
  if (!evidence) return null
  const purchases = purchasesOf(tree)
  const orders = ordersOf(purchases, order, seed)
  const totals = purchases.map(() => 0)
  for (const places of orders) {
    marginalValues(recommendedInTurn(evidence, places)).forEach(({ gain }, i) => {
      const place = places[i] ?? 0
      totals[place] = (totals[place] ?? 0) + gain / orders.length
    })
  }
  return totals
}

function ordersOf(purchases: readonly Bought[], order: Order, seed: number): number[][] {
  const places = purchases.map((_, place) => place)
  const price = (place: number) => purchases[place]?.price ?? 0
  switch (order) {
    case 'arrival':
      return [places]
    case 'reverse':
      return [places.toReversed()]
    case 'cheapest-first':
      return [places.toSorted((a, b) => price(a) - price(b))]
    case 'dearest-first':
      return [places.toSorted((a, b) => price(b) - price(a))]
    case 'average':
      return places.length <= PURCHASES_FOR_ALL_ORDERS
        ? permutations(places)
        : Array.from({ length: ORDERS_MAX }, (_, i) => shuffled(places, seed * ORDERS_MAX + i))
  }
}

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  )
}

/** Who gets which share of what a tree's purchases gained; losses count as nothing. Null when nothing was gained. */
export function creditOf(gains: readonly number[] | null): number[] | null {
  const positive = gains?.map((gain) => Math.max(0, gain)) ?? []
  const total = positive.reduce((sum, gain) => sum + gain, 0)
  return total > 0 ? positive.map((gain) => gain / total) : null
}

/** What each purchase is paid, in credits; the tree spends the same under every rule. */
export function pricesUnder(tree: TreeLine, rule: PriceRule, credit: readonly number[] | null): number[] {
  const posted = purchasesOf(tree).map(({ price }) => price)
  const spent = posted.reduce((sum, price) => sum + price, 0)
  if (rule === 'equal') return posted.map(() => spent / posted.length)
  if (rule === 'by-gain' && credit) return credit.map((share) => share * spent)
  return posted
}

/** A policy that the tree was not run under: what it would have bought of what was bought, in the same order. */
export type Policy = { levelMax: number; budgetShare: number }

export function keptUnder(tree: TreeLine, { levelMax, budgetShare }: Policy): number[] {
  const budget = Number(tree.contexts.find(({ parent }) => parent === null)?.budgetMicros ?? 0) / 1e6
  let left = budget * budgetShare
  return purchasesOf(tree).flatMap(({ level, price }, place) => {
    if (level > levelMax || price > left + 1e-9) return []
    left -= price
    return [place]
  })
}

/** Whether the decision stays what it was when only these purchases are made; null where nothing was recommended. */
export function isDecisionKept(tree: TreeLine, places: readonly number[]): boolean | null {
  const evidence = evidenceOf(tree)
  if (!evidence) return null
  const all = tree.bought.map((_, place) => place)
  return decided(recommendedAfter(evidence, places)) === decided(recommendedAfter(evidence, all))
}

function decided(recommended: Recommendation): number {
  return recommended.kind === 'choice'
    ? bestOption(recommended.utilities)
    : Number(recommended.probability >= 0.5)
}
