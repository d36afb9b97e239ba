import { type SQL, sql } from 'drizzle-orm'

/**
 * Accounts that speak for everybody, on what stands beside claims, are at least so old. Which accounts are one hand is found within minutes of
 * their making; a word that counts at once would be read before that, and whoever makes accounts by the dozen has gone again in a week.
 */
export const STANDING_DAYS = 7
const DAY_MS = 86_400_000

/** Whether the account of that id has stood long enough; people of the demo are gone tomorrow and never have. */
export function hasStanding(personId: SQL, now: Date): SQL<boolean> {
  const since = new Date(now.getTime() - STANDING_DAYS * DAY_MS).toISOString()
  return sql<boolean>`exists (select from users stood where stood.id = ${personId} and not stood.is_demo
    and stood.created_at <= ${since}::timestamptz)`
}
