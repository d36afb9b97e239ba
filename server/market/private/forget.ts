import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { offersForget } from '@/db/functions/market'

/**
 * An offer that was not bought is kept for its seller, who may want to use it again, until so many days after its question
 * ended; until then an asker may also still buy one that was never read.
 */
export const FORGET_AFTER_DAYS = 30

/**
 * Destroys what offers say that can never be bought any more, and the keys of it: those withdrawn, and those whose question
 * ended long ago. What was bought stays for ever. Returns how many there were, at most `most`.
 */
export async function forgetExpired(db: Db, { at, most }: { at: Date; most: number }): Promise<number> {
  const found = await db.execute(sql`
    select o.id from info_offer o join inspection i on i.root_id = o.root_id
    where o.forgotten_at is null and o.state <> 'bought'
      and (o.state = 'withdrawn'
        or i.ended_at < ${at.toISOString()}::timestamptz - make_interval(days => ${FORGET_AFTER_DAYS}))
    limit ${most}`)
  const offerIds = rowsOf<{ id: string }>(found).map(({ id }) => id)
  if (offerIds.length > 0) await offersForget(db, { offerIds, at })
  return offerIds.length
}
