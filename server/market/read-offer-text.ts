import { eq } from 'drizzle-orm'
import type { OfferView } from '../contract/market-view'
import type { OfferText, Sale } from '../contract/offer-text'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { exactCredits } from '../shared/money'
import { viewOffers } from './context-view'
import { openResold } from './private/open'
import type { Viewer } from './private/sight'
import { findForResale, hurdleOf } from './resale/for-resale'

/**
 * The text of one offer for who wrote it, bought it, or may read it in a published answer.
 *
 * @throws AppError `market.payment_required` with the sale as its details where it can be bought as it stands; `auth.key_needed` where only
 * its asker could; `market.offer_not_found`,
 * `market.context_not_found`; `resale.not_for_sale`, `resale.blocked` where it cannot.
 */
export async function readOfferText(
  deps: Pick<Deps, 'db' | 'cipher' | 'prose' | 'clock'>,
  viewer: Viewer,
  offerId: string,
): Promise<OfferText> {
  const row = await deps.db.query.offers.findFirst({
    columns: { contextId: true, teaser: true },
    where: (one) => eq(one.id, offerId),
  })
  if (!row) throw new AppError('market.offer_not_found')
  const { contextId, teaser } = row
  // Theirs for good, also where the question is hidden since.
  const resold =
    viewer === null
      ? undefined
      : (await openResold(deps, { buyerId: viewer, offerIds: [offerId] })).get(offerId)
  if (resold) return { offerId, contextId, teaser, privateInfo: resold.reveal() }
  const offer = (await viewOffers(deps, viewer, contextId)).find(({ id }) => id === offerId)
  if (!offer) throw new AppError('market.offer_not_found')
  if (offer.privateInfo !== null)
    return { offerId, contextId, teaser: offer.teaser, privateInfo: offer.privateInfo }
  const sale = (await resaleOf(deps, viewer, offer)) ?? unseenSaleOf(offer)
  // Only its asker may buy what is open, and nobody knows yet whether a visitor is.
  if (sale === null && viewer === null && offer.state === 'open') throw new AppError('auth.key_needed')
  if (sale === null) throw new AppError('resale.not_for_sale')
  const { amountMicros, ...rest } = sale
  throw new AppError('market.payment_required', {
    details: { ...rest, amountMicros: String(amountMicros), price: exactCredits(amountMicros) },
  })
}

async function resaleOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  offer: OfferView,
): Promise<Sale | null> {
  const found = await findForResale(db, { offerId: offer.id, buyerId: viewer ?? '', now: clock.now() })
  if (!found || found.priceMicros === null) return null
  if (hurdleOf(viewer, found) === 'blocked') throw new AppError('resale.blocked')
  return saleOf(offer, 'resale', found.priceMicros)
}

/** By its asker alone. */
function unseenSaleOf(offer: OfferView): Sale | null {
  return offer.can.buyUnseen && offer.priceMicros !== null ? saleOf(offer, 'unseen', offer.priceMicros) : null
}

/** A teaser that is not shown is nothing to buy by. */
function saleOf(offer: OfferView, way: Sale['way'], amountMicros: bigint): Sale | null {
  const { id, contextId, teaser, seller, version } = offer
  return teaser === null
    ? null
    : { offerId: id, contextId, teaser, seller: seller.handle, way, amountMicros, version }
}
