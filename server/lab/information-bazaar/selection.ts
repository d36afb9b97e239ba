import { contentKey, type Quote } from './entities'

/**
 * What happens to the quotes of one tender before the agent's verdict, and what its verdict costs. Source: "Language Models
 * Can Reduce Asymmetry in Information Markets", section 3.4; `select_quote` of its code; lab, A.4.
 */

export type CutRules = { quotesMax: number; optionsMax: number; usesReranker: boolean }

export type FirstCut = {
  kept: Quote[]
  /** Whether the cut to N ran; it counts as a step of a quote's progress. */
  wasCutToN: boolean
}

/** Steps 1 to 3: what cannot be paid goes, of equal passages the cheapest stays, and what is far below the rest goes. */
export function cutBeforeRanking(quotes: readonly Quote[], creditMicros: bigint, rules: CutRules): FirstCut {
  const distinct = cheapestOfEach(quotes.filter((quote) => quote.priceMicros <= creditMicros))
  if (!rules.usesReranker || distinct.length <= rules.quotesMax) return { kept: distinct, wasCutToN: false }
  const bound = quantile(
    distinct.map((quote) => quote.relevance),
    1 - rules.quotesMax / distinct.length,
  )
  return { kept: distinct.filter((quote) => quote.relevance >= bound), wasCutToN: true }
}

/** Step 4: the best M, best first. `scores` are the reranker's, one for each quote; null ranks by the vendors' own. */
export function cutByRank(
  quotes: readonly Quote[],
  scores: readonly number[] | null,
  rules: CutRules,
): Quote[] {
  return quotes
    .map((quote, index) => ({ quote, score: scores?.[index] ?? quote.relevance }))
    .sort((a, b) => b.score - a.score || compareQuotes(a.quote, b.quote))
    .slice(0, rules.optionsMax)
    .map(({ quote }) => quote)
}

/** Of quotes with the same metadata and content the cheapest; of equal prices the first by `compareQuotes`. */
export function cheapestOfEach(quotes: readonly Quote[]): Quote[] {
  const best = new Map<string, Quote>()
  for (const quote of [...quotes].sort(compareQuotes)) {
    const key = contentKey(quote.passage)
    if (!best.has(key)) best.set(key, quote)
  }
  return [...best.values()]
}

/** A total order that does not depend on who came first: cheaper, then by what is sold, then by who sells. */
export function compareQuotes(a: Quote, b: Quote): number {
  if (a.priceMicros !== b.priceMicros) return a.priceMicros < b.priceMicros ? -1 : 1
  return compareText(contentKey(a.passage), contentKey(b.passage)) || compareText(a.vendorId, b.vendorId)
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Linear interpolation between order statistics (numpy's default), which the published cut rests on. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const position = share * (sorted.length - 1)
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? below
  return below + (position - Math.floor(position)) * (above - below)
}

/** What a buyer paid for before: passages, and who was paid for them. */
export type Owned = readonly { vendorId: string; key: string }[]

/** Whether a quote's information is owned already, so that it is claimed and not paid for again. */
export function isClaim(
  quote: Pick<Quote, 'passage' | 'vendorId'>,
  owned: Owned,
  paysTwice: boolean,
): boolean {
  const key = contentKey(quote.passage)
  return owned.some((one) => one.key === key && (!paysTwice || one.vendorId === quote.vendorId))
}
