import { createHmac, type KeyObject } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { isBot } from 'isbot'
import type { Db } from '@/db/client'
import { questionReadings } from '@/db/schema'

/** Of a process and a day: about ten megabytes. Past it the first are forgotten and would count once more. */
const READERS_MAX = 100_000

/** Who read what today, as digests under a key that nobody writes down; both are thrown away when the day (UTC) ends. */
type ReadersToday = { day: string; key: KeyObject; seen: Set<string> }

type Reading = {
  rootId: string
  /** A person's id; of somebody who is not signed in, the address. */
  reader: string
  /** As the browser calls itself. */
  userAgent: string | null
  at: Date
}

/** Counts how often questions are read, each person or address at most once a day for each; what was read by whom is kept nowhere. */
export type CountReading = (db: Db, reading: Reading) => Promise<void>

/** @param makeKey a new key of the day, from chance. */
export function createReadings(makeKey: () => KeyObject, most = READERS_MAX): CountReading {
  let today: ReadersToday | null = null
  return async (db, { rootId, reader, userAgent, at }) => {
    // Whatever does not say what it is, is no browser.
    if (userAgent === null || userAgent === '' || isBot(userAgent)) return
    const day = at.toISOString().slice(0, 'yyyy-mm-dd'.length)
    if (today?.day !== day) today = { day, key: makeKey(), seen: new Set() }
    const { key, seen } = today
    const digest = createHmac('sha256', key).update(`${rootId}\n${reader}`).digest('base64')
    if (seen.has(digest)) return
    seen.add(digest)
    for (const oldest of seen) {
      if (seen.size <= most) break
      seen.delete(oldest)
    }
    await db
      .insert(questionReadings)
      .values({ contextId: rootId, readings: 1 })
      .onConflictDoUpdate({
        target: questionReadings.contextId,
        set: { readings: sql`${questionReadings.readings} + 1` },
      })
  }
}
