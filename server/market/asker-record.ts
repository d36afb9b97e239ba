import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import type { AskerRecord } from './inbox/contract'

/** How far back a record goes: enough for a share, and the same cost for who asked ten questions and ten thousand. */
const RECORD_QUESTIONS = 100

type Row = { buyerId: string; ended: number; inspected: number; bought: number }

/**
 * How each of these people treated sellers, over their last 100 questions that ended and had an offer: a question that nobody
 * answered could not be read. People without such a question have no row.
 */
export async function askerRecords(db: Db, buyerIds: readonly string[]): Promise<Map<string, AskerRecord>> {
  if (buyerIds.length === 0) return new Map()
  const found = await db.execute(sql`
    select b.id as "buyerId", count(*)::int as ended, count(c.inspected_at)::int as inspected,
      count(*) filter (where exists (select 1 from purchase p where p.root_id = c.id))::int as bought
    from unnest(${sql.param([...new Set(buyerIds)])}::text[]) as b(id)
    cross join lateral (
      select q.id, q.inspected_at from buyer_context q
      where q.buyer_id = b.id and q.parent_id is null and q.ended_at is not null
        and exists (select 1 from info_offer o where o.context_id = q.id and o.state <> 'withdrawn')
      order by q.created_at desc limit ${RECORD_QUESTIONS}
    ) c
    group by b.id`)
  return new Map(
    rowsOf<Row>(found).map(({ buyerId, ended, inspected, bought }) => [
      buyerId,
      { ended, inspectedPercent: percent(inspected, ended), boughtPercent: percent(bought, ended) },
    ]),
  )
}

/** Down, so that a floor of 50 % is not met by 49.6 %. */
const percent = (part: number, whole: number) => Math.floor((100 * part) / whole)

/** Of somebody without a question that ended. */
export const NO_RECORD: AskerRecord = { ended: 0, inspectedPercent: null, boughtPercent: null }
