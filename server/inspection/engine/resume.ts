import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { contexts, inspectionSteps, inspections } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import type { Note } from '../../realtime/tree-transaction'
import { pauseKindOf, STEP_FAILURES, TRIED_AGAIN_FOR } from '../../words/failures'
import type { Held } from './held'
import { onBuyersWord } from './on-buyers-word'

/** What ends without anybody touching the tree: a server that was down, a key that the operator has set right. */
const PASSING = STEP_FAILURES.filter((failure) => TRIED_AGAIN_FOR.includes(pauseKindOf(failure)))
/** Steps tried again in one pass: a model that is still down is not flooded, one that is back has them soon. */
const RETRIED_AT_ONCE = 10

/**
 * Resumes a paused tree on its buyer's word: every step that waited is tried again now, by the same model or, when the buyer
 * chooses so, from here on by the built-in inspector.
 *
 * @throws AppError `market.context_not_found`, `inspection.not_paused`.
 */
export async function resumeInspection(
  deps: Deps,
  buyerId: string,
  input: { rootId: string; withBuiltIn?: boolean; requestKey: string },
): Promise<{ rootId: string }> {
  const { rootId } = input
  return onBuyersWord(deps, buyerId, { route: 'inspection.resume', input }, async (tx, note) => {
    if (!(await isPaused(tx, rootId))) throw new AppError('inspection.not_paused')
    if (input.withBuiltIn) await leaveToBuiltIn(tx, deps, note, rootId)
    await resume(tx, deps, note, rootId)
    await recordAct(tx, deps, buyerId, { act: 'inspection.resumed', questionId: rootId })
  })
}

/** From here on the built-in inspector reads, and writes the answer. */
async function leaveToBuiltIn(tx: Tx, deps: Deps, note: Note, rootId: string): Promise<void> {
  const policy = sql`jsonb_set(${inspections.policy}, '{inspector}', '"built-in"')`
  await tx.update(inspections).set({ policy }).where(eq(inspections.rootId, rootId))
  note.inspector(deps.models.builtIn.name)
}

/** Steps of paused trees whose failure may have passed by now. */
export const passingFailures = (now: Date) => sql`
  select s.root_id as "rootId", s.context_id as "contextId"
  from inspection i join inspection_step s on s.root_id = i.root_id
  where i.status = 'paused' and s.state in ('waiting', 'claimed') and s.failure in ${PASSING}
    and s.lease_until <= ${now.toISOString()}::timestamptz
  order by random() limit ${RETRIED_AT_ONCE}`

/** A paused tree goes on by itself: a step of it, which is held, has its verdict. */
export async function goOn(tx: Tx, deps: Deps, note: Note, context: Held): Promise<void> {
  if (context.inspection.status !== 'paused') return
  const { rootId } = context
  await wakeSteps(tx, deps, rootId, context.id)
  note({ type: 'tree.resumed', contextId: rootId, code: 'retried' })
  context.inspection.status = 'running'
}

async function isPaused(tx: Tx, rootId: string): Promise<boolean> {
  const [inspection] = await tx
    .select({ status: inspections.status })
    .from(inspections)
    .where(eq(inspections.rootId, rootId))
  return inspection?.status === 'paused'
}

async function resume(tx: Tx, deps: Deps, note: Note, rootId: string): Promise<void> {
  await tx
    .update(inspectionSteps)
    .set({ failures: 0 })
    .where(and(eq(inspectionSteps.rootId, rootId), eq(inspectionSteps.state, 'waiting')))
  await wakeSteps(tx, deps, rootId)
  note({ type: 'tree.resumed', contextId: rootId })
}

/** Has every step that waits tried now, but that of `held`. */
async function wakeSteps(tx: Tx, deps: Deps, rootId: string, held?: string): Promise<void> {
  await tx
    .update(inspectionSteps)
    .set({ leaseUntil: deps.clock.now() })
    .where(and(eq(inspectionSteps.rootId, rootId), eq(inspectionSteps.state, 'waiting')))
  const moving = await tx
    .select({ rootId: contexts.rootId, contextId: contexts.id })
    .from(contexts)
    .where(and(eq(contexts.rootId, rootId), inArray(contexts.phase, ['collecting', 'inspecting'])))
  await deps.jobs.enqueue(
    tx,
    'inspection.advance',
    moving.filter(({ contextId }) => contextId !== held),
  )
}
