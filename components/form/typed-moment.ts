/** Days and moments as people type them here: the year first, so that nobody mistakes the day for the month. */

/** What a day is typed like. */
export const DAY_FORM = 'yyyy-mm-dd'
/** What a day with its time is typed like. */
export const MOMENT_FORM = 'yyyy-mm-dd hh:mm'

const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const MOMENT = /^(\d{4}-\d{1,2}-\d{1,2})(?:T| +)(\d{1,2}):(\d{2})$/

/** "2031-03-01" as that day in UTC; null for what is no day of the calendar. */
export function dayOf(typed: string): Date | null {
  const [, year, month, day] = DAY.exec(typed.trim()) ?? []
  if (!year || !month || !day) return null
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? date : null
}

/** A day in UTC as it is typed; empty for none. */
export function dayAsTyped(day: Date | null | undefined): string {
  return day ? day.toISOString().slice(0, DAY_FORM.length) : ''
}

/** "2031-03-01 14:30" in the reader's own time zone; an invalid date for what cannot be read. */
export function momentOf(typed: string): Date {
  const [, date, hours, minutes] = MOMENT.exec(typed.trim()) ?? []
  const day = date === undefined ? null : dayOf(date)
  if (day === null || Number(hours) > 23 || Number(minutes) > 59) return new Date(Number.NaN)
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), Number(hours), Number(minutes))
}

/** A moment as it is typed, in the reader's own time zone. */
export function momentAsTyped(moment: Date): string {
  const own = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return own.toISOString().slice(0, MOMENT_FORM.length).replace('T', ' ')
}
