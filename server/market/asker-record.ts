import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import type { AskerRecord } from '../contract/inbox'
import { RECORD_QUESTIONS } from '../contract/limits'
import type { AskerCounts } from '../contract/market-view'

type Row = AskerCounts & { buyerId: string }

/**
 * How each of these people treated sellers, over their last 100 questions that everybody may watch, that ended and had an offer. A
 * question that nobody answered could not be read; of one that only its asker may watch, a difference of two readings would tell
 * what became of it. Offers of accounts that look like the asker's own are not there for it. People without such a question have
 * no row. Every page that shows a record, and every matcher that asks for one, has it from here.
 */
export async function askerCounts(db: Db, buyerIds: readonly string[]): Promise<Map<string, AskerCounts>> {
  if (buyerIds.length === 0) return new Map()
  const found = await db.execute(sql`
    select b.id as "buyerId", count(*)::int as ended, count(c.inspected_at)::int as inspected,
      count(*) filter (where exists (
        select 1 from purchase p where p.root_id = c.id and not accounts_linked(p.buyer_id, p.seller_id)
      ))::int as bought
    from unnest(${sql.param([...new Set(buyerIds)])}::text[]) as b(id)
    cross join lateral (
      select q.id, q.inspected_at from buyer_context q
      where q.buyer_id = b.id and q.parent_id is null and q.ended_at is not null
        and exists (select 1 from inspection i where i.root_id = q.id and i.is_tree_public)
        and exists (
          select 1 from info_offer o
          where o.context_id = q.id and o.state <> 'withdrawn' and not accounts_linked(q.buyer_id, o.seller_id)
        )
      order by q.created_at desc limit ${RECORD_QUESTIONS}
    ) c
    group by b.id`)
  return new Map(rowsOf<Row>(found).map(({ buyerId, ...counts }) => [buyerId, counts]))
}

/** The same as shares, for the floors that matchers set. */
export async function askerRecords(db: Db, buyerIds: readonly string[]): Promise<Map<string, AskerRecord>> {
  const counts = await askerCounts(db, buyerIds)
  return new Map(
    [...counts].map(([buyerId, { ended, inspected, bought }]) => [
      buyerId,
      { ended, inspectedPercent: percent(inspected, ended), boughtPercent: percent(bought, ended) },
    ]),
  )
}

/** The one of them who asked a question or has a page. */
export async function askerCountsOf(db: Db, buyerId: string): Promise<AskerCounts> {
  return (await askerCounts(db, [buyerId])).get(buyerId) ?? NO_COUNTS
}

/** Down, so that a floor of 50 % is not met by 49.6 %. */
const percent = (part: number, whole: number) => Math.floor((100 * part) / whole)

/** Of somebody without a question that ended. */
export const NO_COUNTS: AskerCounts = { ended: 0, inspected: 0, bought: 0 }
export const NO_RECORD: AskerRecord = { ended: 0, inspectedPercent: null, boughtPercent: null }
