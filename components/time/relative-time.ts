/** A moment as pages hand it over: a Date, an ISO text or milliseconds since 1970. */
export type Moment = Date | string | number

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Within this, "just now" or "in a moment" says more than a number that is wrong by the time it is read. */
const NOW_MS = 45 * SECOND_MS

/** Past four weeks a date is easier to place than a count of days. */
const DATE_AFTER_MS = 28 * DAY_MS

/**
 * How far `at` lies from `now`, in one unit: "just now", "5 min ago", "in 2 h", "3 days ago", "on 4 Mar 2026".
 * Rounds to the nearest unit. Dates are in UTC, so that the server and every browser write the same text.
 */
export function relativeTime(at: Moment, now: Moment): string {
  const difference = new Date(at).getTime() - new Date(now).getTime()
  const distance = Math.abs(difference)
  if (distance < NOW_MS) return difference > 0 ? 'in a moment' : 'just now'
  if (distance >= DATE_AFTER_MS) return `on ${shortDate(at)}`
  const length = lengthOf(distance)
  return difference > 0 ? `in ${length}` : `${length} ago`
}

/** The exact moment in words, with its zone: "21 Nov 2026, 14:02 UTC". The reader's own zone when none is given. */
export function exactTime(at: Moment, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(at))
}

function shortDate(at: Moment): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(at))
}

/** Rounds first and picks the unit after, so that 59.7 minutes are "1 h" and never "60 min". */
function lengthOf(distanceMs: number): string {
  const minutes = Math.max(1, Math.round(distanceMs / MINUTE_MS))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(distanceMs / HOUR_MS)
  if (hours < 24) return `${hours} h`
  const days = Math.round(distanceMs / DAY_MS)
  return days === 1 ? '1 day' : `${days} days`
}
