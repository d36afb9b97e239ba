import { isTerminal, type Phase } from '../protocol/advance'
import { AMOUNT_MICROS_MAX } from '../shared/money'

/** Why nothing more can be put into a question's budget. */
export type NotRaisable = 'ended' | 'late' | 'too-much'

/**
 * Whether more may be put into a root's budget now: while it is open and somebody can still offer, up to the largest amount there is.
 * Pure; the deadline is the last moment, as it is for an offer.
 */
export function whyNotRaise(
  root: { phase: Phase; budgetMicros: bigint; deadlineAt: Date },
  { amountMicros, now }: { amountMicros: bigint; now: Date },
): NotRaisable | null {
  if (isTerminal(root.phase)) return 'ended'
  if (now >= root.deadlineAt) return 'late'
  return root.budgetMicros + amountMicros > AMOUNT_MICROS_MAX ? 'too-much' : null
}
