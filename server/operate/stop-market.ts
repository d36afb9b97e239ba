import { and, eq, gte, inArray } from 'drizzle-orm'
import { contexts, marketStops } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { putErrands } from '../jobs/errands'
import { OPEN_PHASES } from '../protocol/advance'
import type { StopName } from '../words/moderation'

type StopDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'actor'>

/**
 * Stops something for everybody until it is resumed: what is under way ends, nothing further begins, and nothing is lost. Again changes
 * the reason that everybody reads.
 */
export async function stopMarket(
  deps: StopDeps,
  operatorId: string,
  { name, reason }: { name: StopName; reason: string },
): Promise<void> {
  const stoppedAt = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    await tx
      .insert(marketStops)
      .values({ name, reason, stoppedAt, byId: operatorId })
      .onConflictDoUpdate({ target: marketStops.name, set: { reason } })
    await recordAct(tx, deps, null, { act: 'market.stopped', what: name })
  })
}

/** Lets it go on. Bots are shown what was asked while they stood still. @throws AppError `operate.not_stopped`. */
export async function resumeMarket(deps: StopDeps, { name }: { name: StopName }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [stopped] = await tx.delete(marketStops).where(eq(marketStops.name, name)).returning()
    if (!stopped) throw new AppError('operate.not_stopped')
    await recordAct(tx, deps, null, { act: 'market.resumed', what: name })
    if (name !== 'bots') return
    const missed = await tx
      .select({ id: contexts.id })
      .from(contexts)
      .where(and(inArray(contexts.phase, OPEN_PHASES), gte(contexts.createdAt, stopped.stoppedAt)))
    const subjectIds = missed.map(({ id }) => id)
    await putErrands(tx, deps, { kind: 'match-again', subjectIds })
    await deps.jobs.enqueue(
      tx,
      'market.match-again',
      subjectIds.map((contextId) => ({ contextId })),
    )
  })
}
