import { and, eq } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { inspectionSteps, inspections } from '@/db/schema'
import type { Deps } from '../../deps'
import { NO_USAGE, type Usage } from '../../llm/model'
import { inTree, TreeMovedOn } from '../../realtime/tree-transaction'
import { BUILT_IN_GOES_ON, failedTryOf, MODEL_FAILURES, type StepFailure } from '../../words/failures'
import type { Claim } from './claims'
import { leaveToBuiltIn } from './resume'

/** Half a minute of trying (1 + 2 + 4 + … s) before people are asked; the model call has short retries of its own. */
export const FAILURES_MAX = 5
/** A model that refuses or answers off-format will most likely do so again: one more try, then people are asked. */
const LASTING_FAILURES_MAX = 2
/** These an operator must mend: nobody is helped by asking again before. */
const OPERATORS: readonly StepFailure[] = ['key-refused', 'model-missing', 'quota', 'misconfigured']
const RETRY_BASE_MS = 1_000

/** Selects the step of this claim; nothing once somebody else has claimed it. */
export function isClaimOf({ contextId, round, attempt }: Claim) {
  return and(
    eq(inspectionSteps.contextId, contextId),
    eq(inspectionSteps.round, round),
    eq(inspectionSteps.attempt, attempt),
    eq(inspectionSteps.state, 'claimed'),
  )
}

/**
 * A step failed, in its call or when its verdict was written: it is tried again later, doubling the wait, then the tree pauses and
 * says why or, where its model failed and its policy says so, is left to the built-in inspector. Nothing is bought on a malformed or missing verdict.
 */
export async function putOff(
  deps: Deps,
  claim: Claim,
  { failure, isTransient, usage = NO_USAGE }: { failure: StepFailure; isTransient: boolean; usage?: Usage },
): Promise<void> {
  const failures = claim.failures + 1
  const isLast =
    failures >= (isTransient ? FAILURES_MAX : OPERATORS.includes(failure) ? 1 : LASTING_FAILURES_MAX)
  const until = new Date(deps.clock.now().getTime() + RETRY_BASE_MS * 2 ** claim.failures)
  const { rootId, contextId } = claim
  try {
    await inTree(
      deps,
      rootId,
      async (tx, note) => {
        const isLeft = isLast && isOfModel(failure) && (await isLeftToBuiltIn(tx, rootId))
        const put = await tx
          .update(inspectionSteps)
          .set({ state: 'waiting', leaseUntil: until, failures: isLeft ? 0 : failures, failure })
          .where(isClaimOf(claim))
          .returning({ round: inspectionSteps.round })
        note.use(usage)
        if (put.length === 0) return
        if (isLast && !isLeft) note({ type: 'tree.paused', contextId, code: failure })
        else {
          if (isLeft) await leaveToBuiltIn(tx, deps, note, rootId)
          const code = isLeft ? BUILT_IN_GOES_ON : failedTryOf(failure)
          note({ type: 'call.failed', contextId, round: claim.round, code })
          await deps.jobs.enqueue(tx, 'inspection.advance', [{ rootId, contextId }], until)
        }
      },
      ['running', 'paused'],
    )
  } catch (error) {
    if (!(error instanceof TreeMovedOn)) throw error
  }
}

function isOfModel(failure: StepFailure): boolean {
  return MODEL_FAILURES.some((one) => one === failure)
}

/** Its asker wants the built-in inspector to finish what the model cannot. One that reads already has no other to leave it to. */
async function isLeftToBuiltIn(tx: Tx, rootId: string): Promise<boolean> {
  const [tree] = await tx
    .select({ policy: inspections.policy })
    .from(inspections)
    .where(eq(inspections.rootId, rootId))
  return tree?.policy.inspector === 'site' && tree.policy.onFailure === 'built-in'
}
