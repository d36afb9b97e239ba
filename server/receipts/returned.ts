import { inArray, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { purchases } from '@/db/schema'
import type { ReceiptOffer } from '../contract/receipt'
import { plainCredits } from '../shared/money'

/** What came back of a purchase, and when. */
export type Returned = { cause: ReceiptOffer['returned'][number]['cause']; micros: bigint; at: Date }

type Row = { offerId: string; cause: Returned['cause']; micros: string; at: string }

/** By offer, what came back to the buyers of these purchases, from the ledger: a refund's two parts, own credits and the day's, are one. */
export async function returnedOf(db: Db, offerIds: readonly string[]): Promise<Map<string, Returned[]>> {
  if (offerIds.length === 0) return new Map()
  const found = await db.execute(sql`
    select bought.offer_id as "offerId", back.cause, sum(back.amount_micros)::text as micros,
      to_char(max(back.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from (select id, offer_id from purchase where ${inArray(purchases.offerId, [...offerIds])}) bought
    join lateral (
      select 'refunded' as cause, amount_micros, created_at from ledger_transfer
      where key in ('refund:' || bought.id, 'refund-allowance:' || bought.id)
      union all
      select 'taken-back', amount_micros, created_at from ledger_transfer where key = 'reverse:purchase:' || bought.id
    ) back on true
    group by bought.offer_id, back.cause order by max(back.created_at), back.cause`)
  const rows = rowsOf<Row>(found)
  return new Map(
    [...Map.groupBy(rows, ({ offerId }) => offerId)].map(([offerId, those]) => [
      offerId,
      those.map(({ cause, micros, at }) => ({ cause, micros: BigInt(micros), at: new Date(at) })),
    ]),
  )
}

/** As a receipt says it. */
export function returnedLines(returned: readonly Returned[]): ReceiptOffer['returned'] {
  return returned.map(({ cause, micros, at }) => ({
    cause,
    amount: plainCredits(micros),
    at: at.toISOString(),
  }))
}

/** All of it together. */
export function returnedSum(returned: ReadonlyMap<string, readonly Returned[]>): bigint {
  return [...returned.values()].flat().reduce((sum, { micros }) => sum + micros, 0n)
}
