import type { Db } from '@/db/client'
import { marketPurchase, type PurchaseItem } from '@/db/functions/market'
import type { OfferRow, PurchaseRow } from '@/db/schema'
import { inMarketWords } from './errors'

/** An offer as the buyer or the inspector saw it; `version` and `priceMicros` must still be true. */
export interface Wanted {
  /** Made once per decision to buy; a repeat with the same id has no second effect. */
  purchaseId: string
  offerId: string
  version: number
  priceMicros: bigint
  /** Unbought offers of the tree whose private information this one repeats. */
  quotes?: readonly string[]
  /** Why the inspector buys it. */
  reason?: OfferRow['reason']
}

export interface Bought {
  purchaseId: string
  offerId: string
  /** The same purchase had been made before: nothing moved now. */
  isRepeat: boolean
}

/** Who buys, and how: `inspected` is paid from the escrow of the offer's context, `unseen` from the buyer's account. */
export interface Buying {
  buyerId: string
  way: PurchaseRow['way']
  /** For so long sellers' earnings are pending (`EARNINGS_PENDING_HOURS`); left out, they are paid at once. */
  pendingHours?: number
  at: Date
}

/**
 * Buys one offer in one statement: checks the offer, writes the purchase, pays the seller the whole price, takes the fee
 * from the seller, marks the offer bought. `db` is a database or a transaction; alone it commits by itself.
 *
 * @throws AppError `market.offer_not_found` when there is none in a context of this buyer, `market.offer_changed` when
 * version, price or state are not as seen, `market.offer_already_bought`, `market.own_context` when the seller or the
 * owner of the selling bot is the buyer.
 * @throws AppError `ledger.insufficient_escrow` (inspected), `ledger.insufficient_funds` (unseen), `ledger.key_reused`
 * when the purchase id was used for something else, `ledger.frozen`.
 */
export async function purchaseOffer(db: Db, purchase: Wanted & Buying): Promise<Bought> {
  const { buyerId, way, pendingHours = 0, at, ...wanted } = purchase
  const [bought] = await purchaseOffers(db, { buyerId, way, pendingHours, at, offers: [wanted] })
  if (!bought) throw new Error('market_purchase bought nothing')
  return bought
}

/**
 * Buys all that a verdict names, all or none, in one statement; errors as `purchaseOffer`. Better than one call each: the
 * sellers' accounts are locked in one order, so two trees that buy from the same sellers never deadlock.
 */
export async function purchaseOffers(
  db: Db,
  { buyerId, way, pendingHours = 0, at, offers }: Buying & { offers: readonly Wanted[] },
): Promise<Bought[]> {
  if (offers.length === 0) return []
  const bought = await inMarketWords(
    marketPurchase(db, {
      items: offers.map((wanted) => purchaseItem(wanted, pendingHours)),
      buyerId,
      way,
      at,
    }),
  )
  return offers.map(({ purchaseId, offerId }) => ({
    purchaseId,
    offerId,
    isRepeat: !bought.includes(offerId),
  }))
}

/** A purchase as the database's functions take it; what its seller pays as a fee is the tree's. */
export function purchaseItem(
  { purchaseId, quotes = [], ...offer }: Wanted,
  pendingHours: number,
): PurchaseItem {
  return { ...offer, id: purchaseId, pendingHours, quotes }
}
