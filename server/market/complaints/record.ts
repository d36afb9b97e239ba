import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { type Db, rowsOf, type Tx } from '@/db/client'
import { complaints, purchases, users } from '@/db/schema'
import type { OfferView } from '../../contract/market-view'
import { CAP_WINDOW_DAYS, refundLeft, shareShown } from './rules'

/** What a sale has brought its seller: the price less the fee and less what was refunded of it; null of what was not bought. */
export const EARNED = sql`(${purchases.priceMicros} - ${purchases.feeMicros} - coalesce(${complaints.refundedMicros}, 0))`

/** By offer, what came of the complaints of which the viewer is a side. */
export async function complaintsOf(db: Db, viewer: string | null, offerIds: readonly string[]) {
  if (viewer === null || offerIds.length === 0) return new Map<string, OfferView['complaint']>()
  const rows = await db
    .select({
      offerId: complaints.offerId,
      outcome: complaints.outcome,
      refundedMicros: complaints.refundedMicros,
    })
    .from(complaints)
    .where(
      and(
        inArray(complaints.offerId, [...offerIds]),
        or(eq(complaints.buyerId, viewer), eq(complaints.sellerId, viewer)),
      ),
    )
  return new Map(rows.map(({ offerId, ...complaint }) => [offerId, complaint]))
}

/** What was spent and what came back, of one person's purchases or sales since a moment. */
type Sums = { spentMicros: bigint; refundedMicros: bigint }

/**
 * What this buyer may still have refunded now. Locks the buyer's row: of complaints that are decided at once the second counts what the first
 * gave back.
 */
export async function capLeft(tx: Tx, buyerId: string, now: Date): Promise<bigint> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, buyerId)).for('no key update')
  return refundLeft(await refundSums(tx, { side: 'buyer', personId: buyerId, now, isForCap: true }))
}

/** A person's refund share of the last months, as everybody sees it on both sides: in whole twentieths. */
export async function refundShares(
  db: Db,
  personId: string,
  now: Date,
): Promise<{ asBuyer: number; asSeller: number }> {
  const [bought, sold] = [
    await refundSums(db, { side: 'buyer', personId, now }),
    await refundSums(db, { side: 'seller', personId, now }),
  ]
  return {
    asBuyer: shareShown(bought.refundedMicros, bought.spentMicros),
    asSeller: shareShown(sold.refundedMicros, sold.spentMicros),
  }
}

/**
 * Refunds that a seller agreed to count in the shares that everybody sees: they were free readings all the same. Against the cap they do
 * not: a seller's word uses up nobody's right.
 */
async function refundSums(
  db: Db | Tx,
  {
    side,
    personId,
    now,
    isForCap = false,
  }: { side: 'buyer' | 'seller'; personId: string; now: Date; isForCap?: boolean },
): Promise<Sums> {
  const column = sql.identifier(`${side}_id`)
  const since = sql`${now.toISOString()}::timestamptz - make_interval(days => ${CAP_WINDOW_DAYS})`
  const found = await db.execute(sql`
    select
      (select coalesce(sum(price_micros), 0)::text from purchase where ${column} = ${personId} and created_at > ${since}) as spent,
      (select coalesce(sum(refunded_micros), 0)::text from complaint where ${column} = ${personId} and decided_at > ${since}
        and (decided_by <> 'seller' or not ${isForCap})) as refunded`)
  const [sums] = rowsOf<{ spent: string; refunded: string }>(found)
  return { spentMicros: BigInt(sums?.spent ?? 0), refundedMicros: BigInt(sums?.refunded ?? 0) }
}
