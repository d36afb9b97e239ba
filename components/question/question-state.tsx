import { type MarketState, statusOf } from '@/components/status/status'
import { StatusChip } from '@/components/status/status-chip'
import type { QuestionState } from '@/server/contract/market-view'

const CHIPS: Record<QuestionState, { state: MarketState; word?: string }> = {
  collecting: { state: 'collecting' },
  inspecting: { state: 'inspecting' },
  waiting: { state: 'waiting' },
  provisional: { state: 'provisional' },
  reopened: { state: 'provisional', word: 'taken up again' },
  paused: { state: 'paused' },
  answered: { state: 'settled' },
  expired: { state: 'unanswered' },
  // What its asker chose stands on its page.
  decided: { state: 'settled' },
  resolved: { state: 'settled', word: 'outcome known' },
  cancelled: { state: 'cancelled' },
  failed: { state: 'failed' },
}

export type QuestionStateChipProps = { state: QuestionState; bare?: boolean; className?: string }

/** Where a question stands, with the icon and colour it has everywhere. */
export function QuestionStateChip({ state, ...rest }: QuestionStateChipProps) {
  return <StatusChip {...CHIPS[state]} {...rest} />
}

/** The same where there is room for the usual word alone. */
export function marketStateOf(state: QuestionState): MarketState {
  return CHIPS[state].state
}

/** The same as a word. */
export function questionStateWord(state: QuestionState): string {
  const chip = CHIPS[state]
  return chip.word ?? statusOf(chip.state).word
}

/** Nothing changes on its own any more. */
export function hasEnded(state: QuestionState): boolean {
  return (
    state === 'answered' ||
    state === 'expired' ||
    state === 'decided' ||
    state === 'resolved' ||
    state === 'cancelled' ||
    state === 'failed'
  )
}
