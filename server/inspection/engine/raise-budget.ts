import { eq } from 'drizzle-orm'
import { contexts, inspections } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type { Deps } from '../../deps'
import { AppError, type ErrorCode } from '../../errors'
import { putErrands } from '../../jobs/errands'
import { raiseLeg } from '../../ledger/escrow'
import { postTransfer } from '../../ledger/post'
import { spendWithinCaps } from '../../ledger/spend-within-caps'
import { lockOwnRoot } from '../../market/edit-context'
import { putTelling } from '../../market/following/tell-followers'
import { fanOut } from '../../market/inbox/fan-out'
import type { Settle } from '../../market/once'
import { type NotRaisable, whyNotRaise } from '../../market/raising'
import { onBuyersWord } from './on-buyers-word'

const REFUSALS: Record<NotRaisable, ErrorCode> = {
  ended: 'market.context_closed',
  late: 'market.deadline_passed',
  'too-much': 'market.budget_too_large',
}

export type RaiseInput = { rootId: string; amountMicros: bigint; requestKey: string }

/**
 * The buyer puts more of their own credits into an open question: a hold of its own into the same escrow, so a reading that comes next may
 * spend it. What was too dear for what was left is read again. Sellers who know of it are told, and so is who looks for such a budget.
 * The root is locked first, as by everything that moves it: against its end one of the two comes first, and after the end nothing is held.
 * `settle` is told within the transaction what came of it.
 *
 * @throws AppError `market.context_not_found`, `market.context_closed`, `market.deadline_passed`, `market.budget_too_large`,
 * `ledger.insufficient_funds`, `actor.over_cap`, `actor.yes_needed`, `request.key_reused`.
 */
export async function raiseBudget(
  deps: Deps,
  buyerId: string,
  input: RaiseInput,
  settle?: Settle,
): Promise<{ rootId: string }> {
  const { rootId, amountMicros } = input
  return onBuyersWord(deps, buyerId, { route: 'contexts.raise', input, settle }, async (tx, note) => {
    const root = await lockOwnRoot(tx, buyerId, rootId)
    const [inspection] = await tx
      .select({ deadlineAt: inspections.deadlineAt })
      .from(inspections)
      .where(eq(inspections.rootId, rootId))
    if (!inspection) throw new AppError('market.context_not_found')
    const now = deps.clock.now()
    const why = whyNotRaise({ ...root, ...inspection }, { amountMicros, now })
    if (why) throw new AppError(REFUSALS[why])
    await spendWithinCaps(tx, deps, { questionId: rootId, amountMicros })
    const raised = root.raised + 1
    const leg = raiseLeg({ contextId: rootId, buyerId, amountMicros, raised })
    await postTransfer(tx, { leg, at: now })
    const budgetMicros = root.budgetMicros + amountMicros
    await tx.update(contexts).set({ raised, budgetMicros }).where(eq(contexts.id, rootId))
    note({ type: 'budget.raised', contextId: rootId, amountMicros })
    await recordAct(tx, deps, buyerId, { act: 'question.raised', questionId: rootId, amountMicros })
    // What has not been matched yet will be, with this budget.
    if (root.isMatched) {
      await putErrands(tx, deps, { kind: 'match-again', subjectIds: [rootId] })
      await deps.jobs.enqueue(tx, 'market.match-again', [{ contextId: rootId }])
      await fanOut(tx, deps, [root])
    }
    await putTelling(tx, deps, { kind: 'tell-raised', contextId: rootId })
    await deps.jobs.enqueue(tx, 'inspection.advance', [{ rootId, contextId: rootId }])
  })
}
