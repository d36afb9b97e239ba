import { bm25Index } from '@/server/llm/built-in/bm25'
import { tokensOf } from './tokens'

/**
 * Choices that need no model. Options are given in the order shown; what comes back are their numbers, counted from 1, in the
 * order of buying. Source: lab, A.7 (non-LLM baselines).
 */

export type PricedText = { text: string; price: number }

/**
 * The published BM25 heuristic: BM25 of the raw question over the options themselves, best rank first, until the first that
 * does not fit the budget. Equal scores share their mean rank; equal ranks keep the order shown.
 */
export function bm25Heuristic(question: string, options: readonly PricedText[], budget: number): number[] {
  const scores = bm25Index(options.map(({ text }) => tokensOf(text))).scores(tokensOf(question))
  const ranks = averageRanks(scores).map((rank) => rank / options.length)
  let spent = 0
  const bought: number[] = []
  for (const index of inOrder(ranks)) {
    spent += options[index]?.price ?? 0
    if (spent > budget) break
    bought.push(index + 1)
  }
  return bought
}

/** `published` buys whatever fits, however little the agent would pay for it; `within-range` nothing dearer than its most. */
export const WILLINGNESS_RULES = ['published', 'within-range'] as const
export type WillingnessRule = (typeof WILLINGNESS_RULES)[number]

/** Willingness to pay: the highest middle of its range first; what does not fit is skipped. */
export function willingnessHeuristic(
  options: readonly { price: number; low: number; high: number }[],
  budget: number,
  rule: WillingnessRule,
): number[] {
  const middles = options.map(({ low, high }) => (low + high) / 2)
  const order = inOrder(middles).filter((at) => {
    const option = options[at]
    return rule === 'published' || (option !== undefined && option.price <= option.high)
  })
  return buyWhatFits(order, options, budget)
}

/** Numbers of the options in `order` (indexes) that fit the budget one after another. */
export function buyWhatFits(
  order: readonly number[],
  options: readonly { price: number }[],
  budget: number,
): number[] {
  let left = budget
  const bought: number[] = []
  for (const index of order) {
    const price = options[index]?.price ?? Number.POSITIVE_INFINITY
    if (price > left) continue
    left -= price
    bought.push(index + 1)
  }
  return bought
}

/** Indexes by value, highest first; equal values keep their order. */
export function inOrder(values: readonly number[]): number[] {
  return values.map((_, index) => index).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b)
}

/** Ranks from 1 for the lowest; equal values share the mean of their ranks. */
export function averageRanks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length
    const equal = values.filter((other) => other === value).length
    return below + (equal + 1) / 2
  })
}
