import type { OfferRow } from '@/db/schema'

type Comparable = Pick<OfferRow, 'contentHash' | 'priceMicros'>

/**
 * Of open offers on one context, in the order they came, those whose very words are there for less, or for as much and earlier: the
 * same passage sold by two bots is one offer, at the lower price (lab, A.4: content hash, cheapest first). Only the inspection asks
 * this, and what it leaves out looks like any other offer that was passed: whether two texts are equal is nobody's to see, for else
 * a text could be guessed by posting guesses.
 */
export function undercut<T extends Comparable>(open: readonly T[]): T[] {
  const equal = Map.groupBy(
    open.filter(({ contentHash }) => contentHash !== null),
    ({ contentHash }) => contentHash,
  )
  return [...equal.values()].flatMap((group) => group.toSorted(cheaperFirst).slice(1))
}

function cheaperFirst(a: Pick<Comparable, 'priceMicros'>, b: Pick<Comparable, 'priceMicros'>): number {
  if (a.priceMicros === b.priceMicros) return 0
  return a.priceMicros < b.priceMicros ? -1 : 1
}
