import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'

/** The settled public tree with the deepest purchases, the newest of equals; null when there is none. */
export async function findShowcase(db: Db): Promise<{ rootId: string } | null> {
  const found = await db.execute(sql`
    select i.root_id as "rootId" from inspection i
    where i.status = 'settled' and i.is_tree_public
    order by (select coalesce(max(c.level), -1) from purchase p join buyer_context c on c.id = p.context_id
      where p.root_id = i.root_id) desc, i.ended_at desc limit 1`)
  return rowsOf<{ rootId: string }>(found)[0] ?? null
}
