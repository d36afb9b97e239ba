import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { purchases, ratings } from '@/db/schema'
import type { RateInput, RatingView } from '../contract/market'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { isTerminal } from '../protocol/advance'
import { inTree } from '../realtime/tree-transaction'
import { lockOwnRoot } from './edit-context'

/**
 * The buyer's word on a purchase of an own question that has ended: once, with a reason.
 *
 * @throws AppError `market.context_not_found`; `market.not_ended` before the inspection has ended; `market.offer_not_found` when it
 * was not bought there; `market.already_rated`.
 */
export async function ratePurchase(
  deps: Deps,
  buyerId: string,
  { rootId, offerId, rating, reason }: RateInput,
): Promise<{ rootId: string }> {
  return inTree(deps, rootId, async (tx, note) => {
    const root = await lockOwnRoot(tx, buyerId, rootId)
    if (!isTerminal(root.phase)) throw new AppError('market.not_ended')
    const [purchase] = await tx
      .select({ contextId: purchases.contextId, sellerId: purchases.sellerId })
      .from(purchases)
      .where(
        and(eq(purchases.rootId, rootId), eq(purchases.offerId, offerId), eq(purchases.buyerId, buyerId)),
      )
    if (!purchase) throw new AppError('market.offer_not_found')
    const { contextId, sellerId } = purchase
    const rated = await tx
      .insert(ratings)
      .values({ offerId, rootId, sellerId, rating, reason, ratedAt: deps.clock.now() })
      .onConflictDoNothing()
      .returning({ offerId: ratings.offerId })
    if (rated.length === 0) throw new AppError('market.already_rated')
    note.act()
    note({ type: 'purchase.rated', contextId, offerId, code: rating })
    return { rootId }
  })
}

/** Ratings of these offers as `viewer` may read them: a reason may repeat what was bought, so it is its buyer's and its seller's. */
export async function ratingsFor(
  db: Db,
  viewer: { isBuyer: boolean; personId: string | null },
  offerIds: readonly string[],
): Promise<Map<string, RatingView>> {
  if (offerIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(ratings)
    .where(inArray(ratings.offerId, [...offerIds]))
  return new Map(
    rows.map(({ offerId, rating, reason, sellerId }) => [
      offerId,
      { rating, reason: viewer.isBuyer || viewer.personId === sellerId ? reason : null },
    ]),
  )
}
