import { and, gt, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { suspensions } from '@/db/schema'
import { SUSPENDABLE, type SuspendableRight } from '../words/moderation'

/** Stands at this moment. */
export const standsAt = (now: Date) => and(isNull(suspensions.liftedAt), gt(suspensions.until, now))

/**
 * Rights that a person does not have now, with all their keys and bots, as a column of the query that reads who calls: so a suspension
 * holds from the next request on and costs none of its own.
 */
export const suspendedOf = (personId: SQLWrapper, now: Date): SQL<SuspendedRight[]> =>
  sql`(select coalesce(json_agg(json_build_object('right', s.suspended_right, 'ms', extract(epoch from s.until) * 1000)), '[]')
    from ${suspensions} s
    where s.person_id = ${personId} and s.bot_id is null and s.lifted_at is null and s.until > ${now.toISOString()}::timestamptz)`.mapWith(
    readSuspended,
  )

export type SuspendedRight = { right: SuspendableRight; until: Date }

/** Drivers give JSON as it is, or as text. */
function readSuspended(found: unknown): SuspendedRight[] {
  const rows: unknown = typeof found === 'string' ? JSON.parse(found) : found
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row) => {
    const { right, ms } = Object(row)
    const known = SUSPENDABLE.find((one) => one === right)
    return known ? [{ right: known, until: new Date(Number(ms)) }] : []
  })
}
