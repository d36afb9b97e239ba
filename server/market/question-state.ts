import type { QuestionState } from '../contract/market'
import type { Phase } from '../protocol/advance'
import type { TreeStatus } from '../tree/contract'

/** The one word a person sees on a question. */
export function questionState(question: {
  phase: Phase
  status: TreeStatus
  isDecided: boolean
}): QuestionState {
  const { phase, status, isDecided } = question
  if (phase === 'cancelled') return 'cancelled'
  if (phase === 'failed') return 'failed'
  if (phase === 'settled') return isDecided ? 'decided' : 'answered'
  if (status === 'paused') return 'paused'
  return phase
}
