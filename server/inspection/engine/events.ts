import type { ContextState, Effect } from '../../protocol/advance'
import type { NewEvent } from '../../realtime/tree-transaction'
import type { Opened } from './deliver'

/** The part of a delivery that the tree's events tell. */
type Told = {
  context: { id: string; state: ContextState }
  effects: readonly Effect[]
  opened: readonly Opened[]
}

/**
 * Turns effects into the tree's events, in the order in which they came about.
 *
 * @param begins Whether steps begin with it: in a tree that is paused they wait, and so does their event.
 */
export function eventsOf(delivered: readonly Told[], begins: boolean): NewEvent[] {
  return delivered.flatMap(({ context, effects, opened }) => {
    const { id: contextId, state } = context
    const events = effects.flatMap((effect): NewEvent[] =>
      eventsOfEffect(contextId, effect, { context, begins }),
    )
    if (opened.length === 0) return events
    return [
      ...events,
      { type: 'context.waiting', contextId, round: state.round },
      ...opened.map(
        ({ id, ask }): NewEvent => ({
          type: 'context.opened',
          contextId: id,
          amountMicros: ask.budgetMicros,
          code: ask.kind,
        }),
      ),
    ]
  })
}

function eventsOfEffect(
  contextId: string,
  effect: Effect,
  { context, begins }: { context: Told['context']; begins: boolean },
): NewEvent[] {
  // A verdict counts its round up; its purchases belong to the one it answered.
  const round = context.state.round - 1
  switch (effect.type) {
    case 'inspect':
      return begins ? [beginsOf(contextId, effect)] : []
    case 'answered':
      return [{ type: 'context.answered', contextId, round, code: effect.as ?? 'unchanged' }]
    case 'buy': {
      const { offerId, priceMicros: amountMicros, reason: code } = effect
      return [{ type: 'offer.bought', contextId, offerId, amountMicros, round, code }]
    }
    case 'hold':
      return [{ type: 'offer.held', contextId, offerId: effect.offerId, round, code: effect.reason }]
    case 'pass':
      return [{ type: 'offer.passed', contextId, offerId: effect.offerId, round, code: effect.reason }]
    case 'ended':
      return [{ type: endedAs(context), contextId, amountMicros: effect.returnedMicros }]
    case 'stay-open':
      return [{ type: 'sitting.ended', contextId, amountMicros: context.state.escrowMicros, round }]
    // What is reserved is for its inspector alone; how fair teasers are, for their sellers' records.
    case 'reserve':
    case 'judge-teasers':
    case 'open-child':
    case 'cancel-children':
    case 'return-escrow':
      return []
  }
}

function beginsOf(contextId: string, { round, answer }: Extract<Effect, { type: 'inspect' }>): NewEvent {
  return answer
    ? { type: 'context.answering', contextId, round, code: answer }
    : { type: 'context.inspecting', contextId, round }
}

function endedAs({ state: { phase } }: Told['context']): NewEvent['type'] {
  if (phase === 'settled') return 'context.settled'
  return phase === 'failed' ? 'context.failed' : 'context.cancelled'
}
