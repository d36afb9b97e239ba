import { decisions } from '@/db/schema'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { lockOwnRoot } from '../../market/edit-context'
import { inTree } from '../../realtime/tree-transaction'
import type { DecideInput } from '../../tree/contract'

/**
 * Records what the buyer did in the end; a later decision replaces the earlier one.
 *
 * @throws AppError `market.context_not_found`, `market.not_decidable` before the inspection has ended, `request.invalid`
 * when the decision does not fit the question.
 */
export async function recordDecision(
  deps: Deps,
  buyerId: string,
  input: DecideInput,
): Promise<{ rootId: string }> {
  return inTree(deps, input.rootId, async (tx, note) => {
    const context = await lockOwnRoot(tx, buyerId, input.rootId)
    if (context.phase !== 'settled') throw new AppError('market.not_decidable')
    if (context.decision === 'choice' && (input.option === null || input.option >= context.options.length)) {
      throw new AppError('request.invalid', { details: { field: 'option' } })
    }
    if (context.decision === 'belief' && input.percent === null) {
      throw new AppError('request.invalid', { details: { field: 'percent' } })
    }
    const values = {
      buyerId,
      option: context.decision === 'choice' ? input.option : null,
      percent: context.decision === 'belief' ? input.percent : null,
      note: input.note,
      decidedAt: deps.clock.now(),
    }
    await tx
      .insert(decisions)
      .values({ rootId: context.id, ...values })
      .onConflictDoUpdate({ target: decisions.rootId, set: values })
    note({ type: 'decision.recorded', contextId: context.id })
    return { rootId: context.id }
  })
}
