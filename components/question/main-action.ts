import { isBetweenReadings } from '@/components/question/open-words'
import type { ContextView } from '@/server/contract/market-view'

/** The one thing a person most likely wants to do on a question's page now. */
export type MainAction =
  | { kind: 'start' }
  | { kind: 'resume' }
  | { kind: 'watch' }
  | { kind: 'decide' }
  | { kind: 'offer' }
  | { kind: 'sign-in' }
  /** Shown, but not to be pressed; `why` stands beside it. */
  | { kind: 'none'; label: string; why: string }

const OFFER_LABEL = 'Make an offer'

/** Main action by role and state; null when there is nothing left to do. `view.can` decides, this only chooses. */
export function mainActionOf(view: ContextView): MainAction | null {
  return view.isYours && view.parentId === null ? buyerAction(view) : sellerAction(view)
}

function buyerAction(view: ContextView): MainAction | null {
  if (view.can.resume) return { kind: 'resume' }
  if (view.can.decide && view.state !== 'decided') return { kind: 'decide' }
  if (view.can.start) return { kind: 'start' }
  switch (view.state) {
    case 'collecting':
      // With nothing to read yet there is nothing to press; the terms say when the reading begins.
      return isBetweenReadings(view) && view.can.seeTree ? { kind: 'watch' } : null
    case 'inspecting':
    case 'waiting':
    case 'provisional':
    case 'reopened':
    case 'paused':
      return view.can.seeTree ? { kind: 'watch' } : null
    default:
      return null
  }
}

function sellerAction(view: ContextView): MainAction | null {
  // Counter-offers are few: most come to read it.
  if (view.reopening && view.can.seeTree) return { kind: 'watch' }
  switch (view.can.offer) {
    case null:
      return { kind: 'offer' }
    case 'signed-out':
      return { kind: 'sign-in' }
    case 'own':
      return { kind: 'none', label: OFFER_LABEL, why: 'You cannot sell to yourself.' }
    case 'deadline':
      return { kind: 'none', label: OFFER_LABEL, why: 'The deadline has passed.' }
    case 'closed':
      if (view.can.seeTree) return { kind: 'watch' }
      return { kind: 'none', label: OFFER_LABEL, why: 'This question takes no more offers.' }
  }
}
