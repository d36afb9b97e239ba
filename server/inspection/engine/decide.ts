import { decisions } from '@/db/schema'
import { decisionOf } from '../../contract/decision'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { lockOwnRoot } from '../../market/edit-context'
import { optionsOf, statementOf } from '../../protocol/decision'
import { inTree } from '../../realtime/tree-transaction'
import type { DecideInput } from '../../tree/contract'

/**
 * Records what the buyer did in the end; a later decision replaces the earlier one.
 *
 * @throws AppError `market.context_not_found`, `market.not_decidable` before the inspection has ended, `market.forecast_closed`,
 * `market.outcome_told`, `request.invalid` when the decision does not fit the question.
 */
export async function recordDecision(
  deps: Deps,
  buyerId: string,
  input: DecideInput,
): Promise<{ rootId: string }> {
  return inTree(deps, input.rootId, async (tx, note) => {
    const context = await lockOwnRoot(tx, buyerId, input.rootId)
    if (context.phase !== 'settled') throw new AppError('market.not_decidable')
    const now = deps.clock.now()
    // What is told of it once it is closed, or known, would not be a forecast.
    if (context.closesAt !== null && now >= context.closesAt) throw new AppError('market.forecast_closed')
    if (context.resolvedAt !== null) throw new AppError('market.outcome_told')
    const decision = decisionOf(context)
    const options = optionsOf(decision)
    if (options.length > 0 && (input.option === null || input.option >= options.length)) {
      throw new AppError('request.invalid', { details: { field: 'option' } })
    }
    const isOfProbability = statementOf(decision) !== null
    if (isOfProbability && input.percent === null) {
      throw new AppError('request.invalid', { details: { field: 'percent' } })
    }
    if (contradictsItself(input))
      throw new AppError('market.decision_contradicts', { details: { field: 'percent' } })
    const values = {
      buyerId,
      option: options.length > 0 ? input.option : null,
      percent: isOfProbability ? input.percent : null,
      verdict: decision.kind === 'belief' ? (input.verdict ?? null) : null,
      note: input.note,
      decidedAt: now,
    }
    await tx
      .insert(decisions)
      .values({ rootId: context.id, ...values })
      .onConflictDoUpdate({ target: decisions.rootId, set: values })
    note({ type: 'decision.recorded', contextId: context.id })
    return { rootId: context.id }
  })
}

/** `percent` is the chance that the claim is true. */
function contradictsItself({ verdict, percent }: Pick<DecideInput, 'verdict' | 'percent'>): boolean {
  if (percent === null) return false
  return (verdict === 'true' && percent < EVEN_PERCENT) || (verdict === 'false' && percent > EVEN_PERCENT)
}
const EVEN_PERCENT = 50
