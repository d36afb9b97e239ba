import { PRIOR_SALES, SALES_OF_ONE_BUYER } from '../../contract/records'
import type { Rating } from '../../words/ratings'

/**
 * How a seller's sales held up, as one number from 0 towards 1, pure. Everybody begins at 0, which is the least there is: what is bad takes
 * from what was good and from nothing else, so nobody gains by leaving a name behind and beginning anew. That is the attack of the Lemon
 * Market, where a new identity starts at 0.8 and a used one is dropped at 0.3 (lab-specification.md, B.3).
 *
 *     standing = Σ over buyers of min(n, 5) · mean(held up)  ÷  (Σ over buyers of min(n, 5) + 10)
 */

/** A sale that was not rated: an inspector that read it found it worth its price, and nobody said whether it was. */
const UNRATED = 0.5
const HELD_UP: Readonly<Record<Rating, number>> = { useful: 1, known: 0.5, wrong: 0 }

/** What of one sale held up, from 0 to 1: by its buyer's rating, less the share that was refunded of what its seller earned. */
export function heldUp({
  rating,
  refundedMicros,
  netMicros,
}: {
  rating: Rating | null
  refundedMicros: bigint
  netMicros: bigint
}): number {
  const kept = netMicros <= 0n ? 1 : 1 - Number(refundedMicros) / Number(netMicros)
  return (rating === null ? UNRATED : HELD_UP[rating]) * Math.min(1, Math.max(0, kept))
}

/** One sale: which hand bought it (accounts that look like one are one), and what of it held up. */
export type CountedSale = { hand: string; heldUp: number }

/** From 0, without a sale, towards 1. The order of the sales says nothing. */
export function standingOf(sales: readonly CountedSale[]): number {
  let counted = 0
  let good = 0
  for (const those of Map.groupBy(sales, ({ hand }) => hand).values()) {
    const weight = Math.min(those.length, SALES_OF_ONE_BUYER)
    counted += weight
    good += (weight * those.reduce((sum, sale) => sum + sale.heldUp, 0)) / those.length
  }
  return good / (counted + PRIOR_SALES)
}
