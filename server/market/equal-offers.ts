import type { OfferRow } from '@/db/schema'

type Comparable = Pick<OfferRow, 'id' | 'contextId' | 'state' | 'contentHash' | 'priceMicros' | 'createdAt'>

/**
 * Open offers whose very words are offered on the same context for less, or for as much and earlier. Buyers are not shown
 * them: the same passage sold by two bots is one offer, at the lower price (lab, A.4: content hash, cheapest first).
 */
export function undercutOffers(offers: readonly Comparable[]): Set<string> {
  const open = offers.filter(({ state }) => state === 'open').toSorted(earlierFirst)
  const byContext = Map.groupBy(open, ({ contextId }) => contextId)
  return new Set([...byContext.values()].flatMap((group) => undercut(group).map(({ id }) => id)))
}

/** As `undercutOffers`, of open offers on one context in the order they came. */
export function undercut<T extends Pick<Comparable, 'contentHash' | 'priceMicros'>>(open: readonly T[]): T[] {
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

function earlierFirst(a: Comparable, b: Comparable): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)
}
