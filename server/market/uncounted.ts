import { type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import type { UncountedSales } from '../contract/market-view'

export const NOTHING_UNCOUNTED: UncountedSales = { onPrivate: 0, ofOneHand: 0, earnedMicros: 0n }

/** What is told to the seller alone: sales that no figure counts which others see, by bot; under null those by hand. */
export async function uncountedSales(db: Db, sellerId: string): Promise<Map<string | null, UncountedSales>> {
  const isPrivate = sql`not i.is_tree_public`
  const count = (which: SQL) => sql`(count(*) filter (where ${which}))::int`
  const found = await db.execute(sql`
    select o.bot_id as "botId", ${count(isPrivate)} as "onPrivate", ${count(sql`i.is_tree_public`)} as "ofOneHand",
      sum(p.price_micros - p.fee_micros - coalesce(c.refunded_micros, 0))::text as earned
    from purchase p join info_offer o on o.id = p.offer_id join inspection i on i.root_id = p.root_id
    left join complaint c on c.offer_id = p.offer_id
    where p.seller_id = ${sellerId} and (${isPrivate} or accounts_linked(p.buyer_id, p.seller_id))
    group by o.bot_id`)
  const rows = rowsOf<{ botId: string | null; onPrivate: number; ofOneHand: number; earned: string }>(found)
  return new Map(
    rows.map(({ botId, earned, ...counts }) => [botId, { ...counts, earnedMicros: BigInt(earned) }]),
  )
}
