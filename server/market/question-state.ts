import type { QuestionState } from '../contract/market-view'
import { isTerminal, type Phase } from '../protocol/advance'
import type { TreeStatus } from '../tree/contract'

/**
 * How far a question is, as far as the viewer may know: where only the asker may watch, others learn that it is open and how it ended,
 * not when it is read, nor that something was bought.
 */
export function toldPhase(phase: Phase, canWatch: boolean): Phase {
  return canWatch || isTerminal(phase) ? phase : 'collecting'
}

/** The one word a person sees on a question. */
export function questionState(question: {
  phase: Phase
  status: TreeStatus
  isDecided: boolean
  /** Its outcome is told. */
  isResolved: boolean
  /** It was settled before, and taken up again. */
  isReopened: boolean
  /** An answer was written, or is about to be. */
  isAnswered: boolean
  /** Something was bought, as far as the viewer may know; without that there is nothing to answer from. */
  hasBought: boolean
  canWatch: boolean
}): QuestionState {
  const { status, isDecided, isResolved, isReopened, isAnswered, hasBought, canWatch } = question
  const phase = toldPhase(question.phase, canWatch)
  if (phase === 'cancelled') return 'cancelled'
  if (phase === 'failed') return 'failed'
  if (phase === 'settled') {
    if (isResolved) return 'resolved'
    return isDecided ? 'decided' : hasBought ? 'answered' : 'expired'
  }
  if (status === 'paused' && canWatch) return 'paused'
  if (isReopened && (phase === 'provisional' || phase === 'collecting')) return 'reopened'
  // What was read so far was not worth its price: it waits for better offers as it did for the first.
  if (phase === 'provisional' && !isAnswered) return 'collecting'
  return phase
}
