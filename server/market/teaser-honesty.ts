import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import type { TeaserHonesty } from '../contract/market-view'

/**
 * An inspector has read both sides of an offer, so it can say whether the teaser was fair. A seller's offers by hand and by
 * bots count together: the person answers for the bots, and a new bot does not start with a clean record.
 */

/**
 * The newest offers of a seller that are counted. Five hundred: enough for a share, recent enough that a seller who has
 * improved is seen to have, and few enough that a question with many sellers is drawn at once.
 */
export const HONESTY_WINDOW = 500

/** Twenty: below that one verdict moves the share by more than five points, and small numbers say nothing. */
export const HONESTY_COUNT_MIN = 20

/** For everybody: the record of each seller who has one, over trees that everybody may watch; those with too few offers judged have none. */
export async function teaserRecords(
  db: Db,
  sellerIds: readonly string[],
): Promise<Map<string, TeaserHonesty>> {
  if (sellerIds.length === 0) return new Map()
  const found = await db.execute(sql`
    select seller.id, counted.judged, counted.misleading
    from unnest(${sql.param([...new Set(sellerIds)])}::text[]) as seller (id)
    cross join lateral (
      select count(*) filter (where newest.is_teaser_fair is not null)::int as judged,
        count(*) filter (where not newest.is_teaser_fair)::int as misleading
      from (
        select o.is_teaser_fair
        from info_offer o
        join buyer_context c on c.id = o.context_id
        join inspection i on i.root_id = o.root_id and i.is_tree_public
        where o.seller_id = seller.id and not accounts_linked(c.buyer_id, o.seller_id)
        order by o.created_at desc limit ${HONESTY_WINDOW}
      ) newest
    ) counted
    where counted.judged >= ${HONESTY_COUNT_MIN}`)
  return new Map(
    rowsOf<{ id: string } & TeaserHonesty>(found).map(({ id, judged, misleading }) => [
      id,
      { judged, misleading },
    ]),
  )
}
