import type { ChartUnit } from '../../contract/selling'

/** Days, weeks and months of a chart, in UTC; a day is `YYYY-MM-DD`, as the database writes it. */

export const DAY_MS = 24 * 60 * 60 * 1_000

/** Two months of days, a year and a half of weeks: more bars than that cannot be told apart on a phone. */
const DAYS_MAX = 62
const DAYS_BY_WEEK_MAX = 550

/** What a stretch of time is divided into. */
export function unitFor(from: Date, to: Date): ChartUnit {
  const days = (to.getTime() - from.getTime()) / DAY_MS
  if (days <= DAYS_MAX) return 'day'
  return days <= DAYS_BY_WEEK_MAX ? 'week' : 'month'
}

/** The first day of the period a moment lies in; weeks begin on Monday, as Postgres has it. */
export function periodOf(at: Date, unit: ChartUnit): string {
  const day = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
  if (unit === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  if (unit === 'month') day.setUTCDate(1)
  return dayText(day)
}

/** The first days of all periods from the one of `from` to the one of `last`, both included. */
export function periodsBetween(from: Date, last: Date, unit: ChartUnit): string[] {
  const end = periodOf(last, unit)
  const starts: string[] = []
  for (let start = periodOf(from, unit); start <= end; start = next(start, unit)) starts.push(start)
  return starts
}

function next(start: string, unit: ChartUnit): string {
  const day = new Date(`${start}T00:00:00Z`)
  if (unit === 'month') day.setUTCMonth(day.getUTCMonth() + 1)
  else day.setUTCDate(day.getUTCDate() + (unit === 'week' ? 7 : 1))
  return dayText(day)
}

export function dayText(at: Date): string {
  return at.toISOString().slice(0, 'YYYY-MM-DD'.length)
}
