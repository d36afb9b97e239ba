import { sql } from 'drizzle-orm'
import { type Db, rowsOf, type Tx } from '@/db/client'

/** By claim, the others that are one with it, through as many pairs as it takes. A claim that stands alone is left out. */
export async function sameAs(db: Db | Tx, rootIds: readonly string[]): Promise<Map<string, string[]>> {
  if (rootIds.length === 0) return new Map()
  const found = await db.execute(sql`
    with recursive same as (
      select id as root, id as member from unnest(${sql.param([...rootIds])}::text[]) id
      union
      select same.root, case when pair.left_id = same.member then pair.right_id else pair.left_id end
      from same join same_claim pair on (pair.left_id = same.member or pair.right_id = same.member)
        and pair.confirmed_at is not null and pair.parted_at is null)
    select root, json_agg(member order by member) as members from same where member <> root group by root`)
  return new Map(
    rowsOf<{ root: string; members: string[] }>(found).map(({ root, members }) => [root, members]),
  )
}
