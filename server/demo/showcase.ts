import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'

/** A question below a question below the question: deep enough to show what is special here, and still read at a glance. */
const LEVEL_WANTED = 2

/**
 * The settled public tree for the first page, null when there is none: one with purchases two levels down rather than a
 * shallower or a deeper one, then the one with most purchases, then the oldest, so that the page does not change with each
 * example that a visitor runs.
 */
export async function findShowcase(db: Db): Promise<{ rootId: string } | null> {
  const found = await db.execute(sql`
    select i.root_id as "rootId" from inspection i
    left join purchase p on p.root_id = i.root_id
    left join buyer_context c on c.id = p.context_id
    where i.status = 'settled' and i.is_tree_public
    group by i.root_id
    order by abs(${LEVEL_WANTED} - coalesce(max(c.level), -1)), count(p.id) desc, min(i.ended_at), i.root_id
    limit 1`)
  return rowsOf<{ rootId: string }>(found)[0] ?? null
}
