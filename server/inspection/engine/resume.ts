import { and, eq, inArray, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { contexts, inspectionSteps, inspections } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { inTree, type Note, TreeMovedOn } from '../../realtime/tree-transaction'
import type { StepFailure } from '../../words/failures'
import { onBuyersWord } from './on-buyers-word'

/** What ends without anybody touching the tree: a server that was down, a key that the operator has set right. */
const PASSING: readonly StepFailure[] = [
  'unavailable',
  'timeout',
  'key-refused',
  'model-missing',
  'quota',
  'misconfigured',
]
/** A paused tree is tried again a minute after its first pause, then after two, four, … up to half an hour. */
const FIRST_WAIT_SECONDS = 60
const LAST_WAIT_SECONDS = 1_800
/** Trees tried again in one pass: a model that is still down is not flooded, one that is back has them soon. */
const RESUMED_AT_ONCE = 10

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
export async function leaveToBuiltIn(tx: Tx, deps: Deps, note: Note, rootId: string): Promise<void> {
  const policy = sql`jsonb_set(${inspections.policy}, '{inspector}', '"built-in"')`
  await tx.update(inspections).set({ policy }).where(eq(inspections.rootId, rootId))
  note.inspector(deps.models.builtIn.name)
}

/** Resumes trees that paused for what may be over by now; they pause again when it is not. */
export async function resumePaused(deps: Deps): Promise<void> {
  const found = await deps.db.execute(passingPauses(deps.clock.now()))
  for (const { rootId } of rowsOf<{ rootId: string }>(found)) {
    try {
      await inTree(deps, rootId, (tx, note) => resume(tx, deps, note, rootId, 'retried'), ['paused'])
    } catch (error) {
      if (!(error instanceof TreeMovedOn)) throw error
    }
  }
}

/** Trees whose pause may be over by now, the wait after it as long as the number of pauses says. */
export const passingPauses = (now: Date) => sql`
  select i.root_id as "rootId"
  from inspection i cross join lateral (
    select max(e.at) as at, count(*) as times from inspection_event e
    where e.root_id = i.root_id and e.type = 'tree.paused') paused
  where i.status = 'paused' and i.paused_for in ${PASSING}
    and paused.at + least(${FIRST_WAIT_SECONDS} * 2 ^ least(paused.times - 1, 10), ${LAST_WAIT_SECONDS})
      * interval '1 second' <= ${now.toISOString()}::timestamptz
  order by random() limit ${RESUMED_AT_ONCE}`

async function isPaused(tx: Tx, rootId: string): Promise<boolean> {
  const [inspection] = await tx
    .select({ status: inspections.status })
    .from(inspections)
    .where(eq(inspections.rootId, rootId))
  return inspection?.status === 'paused'
}

/** @param code why, where it was not a person's word. */
async function resume(tx: Tx, deps: Deps, note: Note, rootId: string, code?: 'retried'): Promise<void> {
  await tx
    .update(inspectionSteps)
    .set({ leaseUntil: deps.clock.now(), failures: 0 })
    .where(and(eq(inspectionSteps.rootId, rootId), eq(inspectionSteps.state, 'waiting')))
  const moving = await tx
    .select({ rootId: contexts.rootId, contextId: contexts.id })
    .from(contexts)
    .where(and(eq(contexts.rootId, rootId), inArray(contexts.phase, ['collecting', 'inspecting'])))
  await deps.jobs.enqueue(tx, 'inspection.advance', moving)
  note({ type: 'tree.resumed', contextId: rootId, code })
}
