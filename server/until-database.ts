import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '@/db/refusal'

/** A restart or a failover of a database takes seconds, rarely a minute; after two somebody should look. */
export const DATABASE_WAIT_MS = 120_000
const FIRST_WAIT_MS = 500
/** A database that is back is noticed within this time. */
const LAST_WAIT_MS = 8_000

type Waiting = {
  /** What was opened by a try that failed is closed before the next one. */
  undo(): Promise<void>
  say(words: string): void
  wait?: (ms: number) => Promise<unknown>
  now?: () => number
}

/**
 * Does what a process begins with, and while the database is away does it again, each time after a longer wait; says so each time.
 *
 * @throws what `work` throws: at once when it is not the database that is away, else when it has been away for `DATABASE_WAIT_MS`.
 */
export async function untilDatabaseIsThere<T>(
  work: () => Promise<T>,
  { undo, say, wait = sleep, now = Date.now }: Waiting,
): Promise<T> {
  const began = now()
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LAST_WAIT_MS)) {
    try {
      return await work()
    } catch (error) {
      await undo()
      const leftMs = began + DATABASE_WAIT_MS - now()
      if (!isDatabaseAway(error) || leftMs <= 0) throw error
      const words = error instanceof Error && error.message !== '' ? error.message : String(error)
      say(
        `The database cannot be used yet (${words}). Trying again in ${waitMs / 1_000} s, for ${Math.ceil(leftMs / 1_000)} s more.`,
      )
      await wait(Math.min(waitMs, leftMs))
    }
  }
}
