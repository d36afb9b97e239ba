import { and, eq } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { contexts, inspectionSteps } from '@/db/schema'
import type { Deps } from '../../deps'
import { NO_USAGE, type Usage } from '../../llm/model'
import { affordPause, bitsLeft } from '../../protocol/bits'
import { inTree, type Note, TreeMovedOn } from '../../realtime/tree-transaction'
import { MODEL_FAILURES, pauseKindOf, type StepFailure } from '../../words/failures'
import type { Claim } from './claims'
import { type Held, hold, isStillOurs } from './held'

/** Half a minute of trying (1 + 2 + 4 + … s) before people are asked; the model call has short retries of its own. */
export const FAILURES_MAX = 5
/** A model that refuses or answers off-format will most likely do so again: one more try, then people are asked. */
const LASTING_FAILURES_MAX = 2
/** These an operator must mend: nobody is helped by asking again before. */
const OPERATORS: readonly StepFailure[] = ['key-refused', 'model-missing', 'quota', 'misconfigured']
const RETRY_BASE_MS = 1_000
/** What paused a tree is tried again a minute later, then after two, four, … up to half an hour. */
const PAUSED_WAIT_MS = 60_000
const PAUSED_WAIT_MS_MAX = 1_800_000
/** Two minutes: a limit by the minute passes unseen; where a server asks for longer, people are told at once. */
const UNTOLD_WAIT_MS_MAX = 120_000

/** Selects the step of this claim; nothing once somebody else has claimed it. */
export function isClaimOf({ contextId, round, attempt }: Claim) {
  return and(
    eq(inspectionSteps.contextId, contextId),
    eq(inspectionSteps.round, round),
    eq(inspectionSteps.attempt, attempt),
    eq(inspectionSteps.state, 'claimed'),
  )
}

type Failed = {
  failure: StepFailure
  isTransient: boolean
  usage?: Usage
  /** How long the model's server asks to be left alone: nobody asks it before. */
  retryAfterMs?: number
}

/**
 * A step failed, in its call or when its verdict was written: it is tried again later, doubling the wait, and nobody is told; then the
 * tree pauses, and says so as far as its bits go. While it is paused, what may pass by itself is tried on, unseen. Nothing is bought on a
 * malformed or missing verdict.
 *
 * @returns `stand-in` when not even a pause can be told any more, or its asker wants none: the step is still this claim's, and the
 * built-in inspector has to give its verdict, unseen.
 */
export async function putOff(
  deps: Deps,
  claim: Claim,
  { failure, isTransient, usage = NO_USAGE, retryAfterMs = 0 }: Failed,
): Promise<'put-off' | 'stand-in'> {
  const failures = claim.failures + 1
  const { rootId, contextId } = claim
  const { log } = deps
  log.warn({ rootId, contextId, round: claim.round, failure, failures }, 'a step gave no verdict')
  const isLast =
    retryAfterMs > UNTOLD_WAIT_MS_MAX ||
    failures >= (isTransient ? FAILURES_MAX : OPERATORS.includes(failure) ? 1 : LASTING_FAILURES_MAX)
  try {
    return await inTree(
      deps,
      rootId,
      async (tx, note) => {
        const [context] = await hold(tx, [contextId])
        note.use(usage)
        if (!context || !isStillOurs(context, claim)) return 'put-off'
        const isPaused = context.inspection.status === 'paused'
        const mayPause = !isLeftToBuiltIn(context, failure)
        if (isLast && !isPaused && !(mayPause && (await pause(tx, note, context, failure)))) return 'stand-in'
        if (isLast || isPaused) {
          await waitOn(tx, deps, context, Math.max(failures, FAILURES_MAX), { failure, retryAfterMs })
          return 'put-off'
        }
        const until = after(deps, Math.max(RETRY_BASE_MS * 2 ** claim.failures, retryAfterMs))
        await tx
          .update(inspectionSteps)
          .set({ state: 'waiting', leaseUntil: until, failures, failure })
          .where(isClaimOf(claim))
        await deps.jobs.enqueue(tx, 'inspection.advance', [{ rootId, contextId }], until)
        return 'put-off'
      },
      ['running', 'paused'],
    )
  } catch (error) {
    if (!(error instanceof TreeMovedOn)) throw error
    return 'put-off'
  }
}

/** Its asker wants the built-in inspector to finish what the model cannot. One that reads already has no other to leave it to. */
function isLeftToBuiltIn({ inspection: { policy } }: Held, failure: StepFailure): boolean {
  const isOfModel = MODEL_FAILURES.some((one) => one === failure)
  return isOfModel && policy.inspector === 'site' && policy.onFailure === 'built-in'
}

/** Pauses the tree of a context that is held, and pays for it. False, and nothing is done, when that cannot be paid. */
export async function pause(tx: Tx, note: Note, context: Held, failure: StepFailure): Promise<boolean> {
  const { id, state } = context
  const told = affordPause(state.millibitsLeft, pauseKindOf(failure))
  if (!told) return false
  const millibitsLeft = bitsLeft(state.millibitsLeft, told.spent)
  await tx.update(contexts).set({ millibitsLeft }).where(eq(contexts.id, id))
  note({ type: 'tree.paused', contextId: id, code: told.kind })
  return true
}

/**
 * Has the step of a context that is held wait in its paused tree: a minute, then two, four, … up to half an hour.
 *
 * @param failure as before when it is left out.
 * @param retryAfterMs the least it waits.
 */
export async function waitOn(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { id, state: { round } }: Held,
  failures: number,
  { failure, retryAfterMs = 0 }: Partial<Pick<Failed, 'failure' | 'retryAfterMs'>> = {},
): Promise<void> {
  const doubledMs = Math.min(PAUSED_WAIT_MS * 2 ** Math.max(0, failures - FAILURES_MAX), PAUSED_WAIT_MS_MAX)
  const waitMs = Math.max(doubledMs, retryAfterMs)
  await tx
    .update(inspectionSteps)
    .set({ state: 'waiting', leaseUntil: after(deps, waitMs), failures, ...(failure ? { failure } : {}) })
    .where(and(eq(inspectionSteps.contextId, id), eq(inspectionSteps.round, round)))
}

function after({ clock }: Pick<Deps, 'clock'>, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}
