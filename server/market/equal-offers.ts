import type { OfferRow } from '@/db/schema'

type Comparable = Pick<OfferRow, 'id' | 'contextId' | 'state' | 'contentHash' | 'priceMicros' | 'createdAt'>

/**
 * Open offers whose very words are offered on the same context for less, or for as much and earlier. Buyers are not shown
 * them: the same passage sold by two bots is one offer, at the lower price (lab, A.4: content hash, cheapest first).
 */
export function undercutOffers(offers: readonly Comparable[]): Set<string> {
  const open = offers.filter(({ state, contentHash }) => state === 'open' && contentHash !== null)
  const equal = Map.groupBy(open, ({ contextId, contentHash }) => `${contextId} ${contentHash}`)
  return new Set(
    [...equal.values()].flatMap((group) =>
      group
        .toSorted(cheaperFirst)
        .slice(1)
        .map(({ id }) => id),
    ),
  )
}

function cheaperFirst(a: Comparable, b: Comparable): number {
  if (a.priceMicros !== b.priceMicros) return a.priceMicros < b.priceMicros ? -1 : 1
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)
}
