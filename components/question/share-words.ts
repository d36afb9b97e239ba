import { questionStateWord } from '@/components/question/question-state'
import type { ContextView } from '@/server/contract/market-view'
import { formatCredits } from '@/server/shared/money'
import { counted } from '@/server/words/amounts'

type Shared = Pick<ContextView, 'state' | 'budgetMicros' | 'offers' | 'body' | 'asker'>

/** Where a question stands, as it may be told to anybody: a private tree says nothing more than its page does. */
export function factsOf({ state, budgetMicros, offers }: Omit<Shared, 'body' | 'asker'>): string[] {
  return [questionStateWord(state), `${formatCredits(budgetMicros)} credits`, counted(offers, 'offer')]
}

/** As much as a page of results shows. */
const DESCRIPTION_CHARS_MAX = 160

/** A line about a question for those who have not opened it: its own words where it has some. */
export function descriptionOf(view: Shared): string {
  const body = view.body.replace(/\s+/g, ' ').trim()
  if (body === '') return `${view.asker.name} asks: ${factsOf(view).join(', ')}.`
  return body.length > DESCRIPTION_CHARS_MAX ? `${body.slice(0, DESCRIPTION_CHARS_MAX - 1).trimEnd()}…` : body
}
