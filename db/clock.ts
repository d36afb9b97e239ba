import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from './client'
import type { DatabaseLog } from './database'

/** The time as every process on the database has it. */
export interface DatabaseClock {
  now(): Date
  stop(): void
}

/** Clocks of machines drift by some parts in 100,000: less than a millisecond in this time. */
const LOOK_EVERY_MS = 5_000

/** The best of a few looks: a look that met a busy moment is off by half of its way there and back. */
const FIRST_LOOKS = 3

/** A look that took longer says too little, and the time known so far goes on. */
const SLOW_LOOK_MS = 500

/**
 * The database's time, for leases, deadlines and everything that processes compare, however wrong the clocks of their
 * machines are. It is asked for at start and every few seconds; in between it goes on with the machine's steady clock, which
 * nobody sets. Exact to half of a statement's way there and back. A machine that slept is behind until the next look, so
 * that it takes nothing over too early.
 *
 * PGlite has its time from this process.
 */
export async function openDatabaseClock(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  log?: DatabaseLog,
): Promise<DatabaseClock> {
  if (kind === 'pglite') return { now: () => new Date(), stop: () => undefined }

  /** What to add to the steady clock. */
  let offsetMs = 0
  let isLooking = false

  async function look(): Promise<{ offsetMs: number; tookMs: number }> {
    const before = performance.now()
    const [row] = rowsOf<{ ms: string }>(
      await db.execute(sql`select (extract(epoch from clock_timestamp()) * 1000)::numeric(20, 3) as ms`),
    )
    const after = performance.now()
    return { offsetMs: Number(row?.ms) - (before + after) / 2, tookMs: after - before }
  }

  async function lookAgain(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      const seen = await look()
      if (seen.tookMs < SLOW_LOOK_MS) offsetMs = seen.offsetMs
    } catch (error) {
      log?.warn(
        { reason: error instanceof Error ? error.name : typeof error },
        'The database did not tell the time.',
      )
    } finally {
      isLooking = false
    }
  }

  const looks = []
  for (let count = 0; count < FIRST_LOOKS; count += 1) looks.push(await look())
  const [best] = looks.sort((one, other) => one.tookMs - other.tookMs)
  if (best) offsetMs = best.offsetMs
  const timer = setInterval(() => void lookAgain(), LOOK_EVERY_MS)
  timer.unref()
  return {
    now: () => new Date(performance.now() + offsetMs),
    stop: () => clearInterval(timer),
  }
}
