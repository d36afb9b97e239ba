import { type SQL, sql } from 'drizzle-orm'

/** For a problem that no account is to blame for. */
export const account = () => sql`null::text`

/** Phases and statuses in which nothing is decided any more. */
export const ENDED = sql`('settled', 'cancelled', 'failed')`

/** Long ago: a worker that was away for some minutes, or a database that came back, has caught up by then. */
export const LATE_MINUTES = 10

/** Whether something was due so long ago that nobody can be coming for it. */
export const overdue = (dueAt: SQL, now: SQL) =>
  sql`${dueAt} < ${now} - make_interval(mins => ${LATE_MINUTES})`

/** Further ahead than anything is put off: what is due then is due never. */
export const outOfReach = (dueAt: SQL, now: SQL, days: number) =>
  sql`${dueAt} > ${now} + make_interval(days => ${days})`
