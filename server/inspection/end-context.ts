import type { Tx } from '@/db/client'
import type { Deps } from '../deps'
import { releaseEscrows } from '../ledger/escrow'
import { advance, isTerminal } from '../protocol/advance'
import type { NewEvent } from '../realtime/tree-transaction'
import { type LockedContext, type LockedStep, lockSteps, type SavedState, saveStates } from './context-store'

type EndDeps = Pick<Deps, 'clock' | 'jobs'>

/** The end of a context as an event, and whose end brought it about: its own, or that of the last child below it. */
export type Ended = { event: NewEvent; becauseOf: string }

/** A context whose last child has ended, so that the inspector is due again, with its escrow as it is now. */
export type Deciding = { step: LockedStep; becauseOf: string }

type Ending = { context: LockedContext; becauseOf: string }

/**
 * Carries out the ends of contexts of one level whose states have become terminal: what was not bought is passed, the escrow
 * goes to the parent (or the buyer), and the parent hears of it. Ends of ancestors that follow are carried out too, level by
 * level. Returns the events, in the order in which the contexts would have ended one after the other, and the parents that
 * decide again: they wait for a step, which is the caller's to begin.
 *
 * @param others states of contexts that go on, written in the same statement.
 */
export async function endContexts(
  tx: Tx,
  deps: EndDeps,
  ended: readonly LockedContext[],
  others: readonly SavedState[] = [],
): Promise<{ ended: Ended[]; deciding: Deciding[] }> {
  const at = deps.clock.now()
  const endings: Ending[] = []
  const goingOn: LockedContext[] = []
  const deciding: Deciding[] = []
  let level: Ending[] = ended.map((context) => ({ context, becauseOf: context.id }))
  while (level.length > 0) {
    endings.push(...level)
    const parents = await tellParents(tx, level)
    goingOn.push(...parents.goingOn)
    deciding.push(...parents.deciding)
    level = parents.ending
  }

  const place = new Map(ended.map(({ id }, index) => [id, index]))
  const inOrder = endings.toSorted(
    (a, b) =>
      (place.get(a.becauseOf) ?? 0) - (place.get(b.becauseOf) ?? 0) || b.context.level - a.context.level,
  )
  const saved = [
    ...others,
    ...inOrder.map(({ context: { id, state } }) => ({ id, state, unread: unreadIn(state) })),
    ...goingOn.map(({ id, state }) => ({ id, state })),
  ]
  await saveStates(tx, saved, at)
  const returned = await releaseEscrows(tx, {
    contexts: inOrder.map(({ context }) => ({
      ...context,
      isCancelled: context.state.phase === 'cancelled',
    })),
    at,
  })
  const decided = inOrder.filter(
    ({ context }) => context.parentId === null && context.state.phase === 'settled',
  )
  await deps.jobs.enqueue(
    tx,
    'inspection.answer',
    decided.map(({ context }) => ({ rootId: context.id })),
  )
  const returnedTo = new Map<string | null, bigint>()
  for (const [index, { context }] of inOrder.entries()) {
    const before = returnedTo.get(context.parentId) ?? 0n
    returnedTo.set(context.parentId, before + (returned[index]?.amountMicros ?? 0n))
  }
  return {
    ended: inOrder.map(({ context: { id, state }, becauseOf }, index) => ({
      becauseOf,
      event: { type: eventOf(state), contextId: id, amountMicros: returned[index]?.amountMicros ?? 0n },
    })),
    deciding: deciding.map(({ step, becauseOf }) => ({
      becauseOf,
      step: { ...step, context: richer(step.context, returnedTo.get(step.context.id) ?? 0n) },
    })),
  }
}

function richer(context: LockedContext, byMicros: bigint): LockedContext {
  return { ...context, state: { ...context.state, escrowMicros: context.state.escrowMicros + byMicros } }
}

/** Has the inspector decide again, in a step that whoever works begins. */
export async function enqueueDeciding(tx: Tx, deps: EndDeps, deciding: readonly Deciding[]): Promise<void> {
  await deps.jobs.enqueue(
    tx,
    'inspection.advance',
    deciding.map(({ step: { context } }) => ({ rootId: context.rootId, contextId: context.id })),
  )
}

/** What their children's ends mean for the parents: some end as well, some go on, and of those some decide again. */
async function tellParents(
  tx: Tx,
  children: readonly Ending[],
): Promise<{ ending: Ending[]; goingOn: LockedContext[]; deciding: Deciding[] }> {
  const ending: Ending[] = []
  const goingOn: LockedContext[] = []
  const deciding: Deciding[] = []
  const parentIds = [...new Set(children.flatMap(({ context }) => context.parentId ?? []))]
  const locked = await lockSteps(tx, parentIds)
  for (const parentId of parentIds) {
    const step = locked.get(parentId)
    if (!step) throw new Error(`Context ${parentId} has a child but no row`)
    const parent = step.context
    let { state } = parent
    for (const { becauseOf } of children.filter(({ context }) => context.parentId === parentId)) {
      // The ledger moves the money and says how much; the state carries none of it.
      const heard = {
        type: 'child-ended',
        returnedMicros: 0n,
        offersOnTable: parent.openOffers.length,
      } as const
      const heardOf = advance(state, heard)
      state = heardOf.state
      const context = { ...parent, state }
      if (heardOf.effects.some(({ type }) => type === 'ended')) ending.push({ context, becauseOf })
      if (heardOf.effects.some(({ type }) => type === 'inspect'))
        deciding.push({ step: { ...step, context }, becauseOf })
    }
    if (ending.at(-1)?.context.id !== parentId) goingOn.push({ ...parent, state })
  }
  return { ending, goingOn, deciding }
}

/** The reason of offers nobody gave a verdict on: they came after the last reading, or the tree was stopped before. */
function unreadIn(state: LockedContext['state']): 'not-read' | 'no-verdict' {
  return state.phase === 'settled' ? 'not-read' : 'no-verdict'
}

function eventOf({ phase }: LockedContext['state']): NewEvent['type'] {
  if (!isTerminal(phase)) throw new Error(`A context is ended in phase ${phase}`)
  if (phase === 'settled') return 'context.settled'
  return phase === 'cancelled' ? 'context.cancelled' : 'context.failed'
}
