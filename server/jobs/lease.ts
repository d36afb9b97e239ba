import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Log } from '../log'

/** What a dead process was at is taken up again after that; renewed while the work goes on (reliability, G4). */
export const LEASE_MS = 10_000
/** A third of the lease, so that two renewals may fail. */
const RENEW_MS = LEASE_MS / 3
/** Tries after which what never ends is begun no later any more: some hours apart. */
const DOUBLINGS_MAX = 10

const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1_000})`
const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** The end of a plain lease. */
export const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS)

/**
 * The end of the lease of what was begun `tries` times before: a plain one for the first two, since a process may die of anything,
 * then twice as long each time: what is begun again and again and never ends may be what its process dies of.
 */
export const leasedUntil = (now: Date, tries: SQLWrapper): SQL<Date> =>
  sql`${instant(now)} + ${seconds(LEASE_MS)} * power(2, least(greatest(${tries} - 1, 0), ${DOUBLINGS_MAX}))`

/** A lease renewed: never shorter than it was. */
export const renewedLease = (now: Date, dueAt: SQLWrapper): SQL<Date> =>
  sql`greatest(${dueAt}, ${instant(leaseEnd(now))})`

/**
 * Works under a lease that the caller has taken. `renew` says whether it is still the caller's; once it is not, `lost` is aborted and
 * the work goes on only as far as it does not look.
 */
export async function underLease<T>(
  deps: { log: Pick<Log, 'warn'> },
  renew: () => Promise<boolean>,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const timer = setInterval(() => {
    renew().then(
      (isOurs) => {
        if (!isOurs) lost.abort()
      },
      (error: unknown) => deps.log.warn({ err: error }, 'a lease was not renewed'),
    )
  }, RENEW_MS)
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(timer)
  }
}
