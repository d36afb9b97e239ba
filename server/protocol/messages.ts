import type { ContextEvent, Effect } from './advance'

/** What one context of a tree says to another. Whoever drives a tree delivers each of them once. */
export type Message =
  | {
      type: 'child-ended'
      contextId: string
      childId: string
      returnedMicros: bigint
      returnedMillibits: number
    }
  | { type: 'cancel'; contextId: string }

/** What the effects of a context's step say to others of its tree. `openChildren` are its children that have not ended. */
export function messagesAfter(
  context: { id: string; parentId: string | null },
  effects: readonly Effect[],
  openChildren: readonly string[],
): Message[] {
  return effects.flatMap((effect): Message[] => {
    if (effect.type === 'cancel-children') {
      return openChildren.map((contextId) => ({ type: 'cancel', contextId }))
    }
    if (effect.type !== 'ended' || context.parentId === null) return []
    const { returnedMicros, returnedMillibits } = effect
    const returned = { returnedMicros, returnedMillibits }
    return [{ type: 'child-ended', contextId: context.parentId, childId: context.id, ...returned }]
  })
}

/** A message as the event that `advance` takes. */
export function eventOf(message: Message, offersOnTable: number): ContextEvent {
  if (message.type === 'cancel') return { type: 'cancel' }
  const { returnedMicros, returnedMillibits } = message
  return { type: 'child-ended', returnedMicros, returnedMillibits, offersOnTable }
}
