import type { QuestionState } from '../contract/market'
import type { Phase } from '../protocol/advance'
import type { TreeStatus } from '../tree/contract'

/** The one word a person sees on a question. */
export function questionState(question: {
  phase: Phase
  status: TreeStatus
  isDecided: boolean
  /** An answer was written, or is about to be. */
  isAnswered: boolean
  /** Something was bought, as far as the viewer may know; without that there is nothing to answer from. */
  hasBought: boolean
}): QuestionState {
  const { phase, status, isDecided, isAnswered, hasBought } = question
  if (phase === 'cancelled') return 'cancelled'
  if (phase === 'failed') return 'failed'
  if (phase === 'settled') return isDecided ? 'decided' : hasBought ? 'answered' : 'unanswered'
  if (status === 'paused') return 'paused'
  // What was read so far was not worth its price: it waits for better offers as it did for the first.
  if (phase === 'provisional' && !isAnswered) return 'collecting'
  return phase
}
