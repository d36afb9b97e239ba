import { asc, eq, inArray, notExists } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { marketStops } from '@/db/schema'
import type { Stopped } from '../contract/operate'
import { AppError } from '../errors'
import type { StopName } from '../words/moderation'

/** What is stopped now. Read where something would begin, in every process, so a switch holds at once. */
export async function readStops(db: Db | Tx): Promise<Stopped[]> {
  return db
    .select({ name: marketStops.name, reason: marketStops.reason, stoppedAt: marketStops.stoppedAt })
    .from(marketStops)
    .orderBy(asc(marketStops.stoppedAt), asc(marketStops.name))
}

/** Whether any of these is stopped. */
export async function isStopped(db: Db | Tx, ...names: readonly StopName[]): Promise<boolean> {
  return (await db.$count(marketStops, inArray(marketStops.name, [...names]))) > 0
}

/** Where a statement asks for bots itself, and another round trip would be on the way of a step. */
export const botsGoOn = (db: Db | Tx) =>
  notExists(db.select().from(marketStops).where(eq(marketStops.name, 'bots')))

/**
 * For the doors by which a bot answers by itself; runs of the market's own end as they were begun.
 *
 * @throws AppError `operate.bots_stopped`.
 */
export async function requireBots(db: Db | Tx): Promise<void> {
  if (await isStopped(db, 'bots')) throw new AppError('operate.bots_stopped')
}

/** For readings that a person asks for; those of questions wait. @throws AppError `operate.inspections_stopped`. */
export async function requireInspections(db: Db | Tx): Promise<void> {
  if (await isStopped(db, 'inspections')) throw new AppError('operate.inspections_stopped')
}
