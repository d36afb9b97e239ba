import type { Tx } from '@/db/client'
import type { Deps } from '../../deps'
import { advance, isTerminal } from '../../protocol/advance'
import type { NewEvent } from '../../realtime/tree-transaction'
import { type Begun, type Claim, firstClaim } from './begin-steps'
import { type LockedContext, type LockedStep, lockSteps } from './context-store'
import { moveContexts } from './move-contexts'

/** The end of a context as an event, and whose end brought it about: its own, or that of the last child below it. */
export type Ended = { event: NewEvent; becauseOf: string }

/** A context whose last child has ended, so that the inspector is due again. */
type Deciding = { step: LockedStep; becauseOf: string }

/** A step that was begun because of a context's end. */
export type BegunAfter = { claim: Claim; becauseOf: string }

type Ending = { context: LockedContext; becauseOf: string }

type Ends = {
  rootId: string
  /** Contexts of one level whose states have become terminal. */
  ended: readonly LockedContext[]
  /** Their parents, when the caller has locked them. */
  parents?: ReadonlyMap<string, LockedStep>
  /** Whether a parent that is to decide again begins its step with this; not while the whole tree is being ended. */
  begins: boolean
}

/**
 * Carries out the ends of contexts of one level: what was not bought is passed, the escrow goes to the parent (or the buyer),
 * and the parent hears of it. Ends of ancestors that follow are carried out too, level by level. A parent that is to decide
 * again in a tree that does not run is left to whoever resumes it.
 *
 * Returns the events, in the order in which the contexts would have ended one after the other, and the steps that were begun.
 */
export async function endContexts(
  tx: Tx,
  deps: Deps,
  { rootId, ended, parents, begins }: Ends,
): Promise<{ ended: Ended[]; begun: BegunAfter[] }> {
  const endings: Ending[] = []
  const goingOn: LockedContext[] = []
  const deciding: Deciding[] = []
  let level: Ending[] = ended.map((context) => ({ context, becauseOf: context.id }))
  let known = parents
  while (level.length > 0) {
    endings.push(...level)
    const told = await tellParents(tx, level, known)
    goingOn.push(...told.goingOn)
    deciding.push(...told.deciding)
    level = told.ending
    known = undefined
  }

  const place = new Map(ended.map(({ id }, index) => [id, index]))
  const inOrder = endings.toSorted(
    (a, b) =>
      (place.get(a.becauseOf) ?? 0) - (place.get(b.becauseOf) ?? 0) || b.context.level - a.context.level,
  )
  const running = begins ? deciding.filter(({ step }) => step.inspection.status === 'running') : []
  const begun: (BegunAfter & { begun: Begun })[] = []
  for (const { step, becauseOf } of running) {
    const first = await firstClaim(tx, deps, step)
    begun.push({ begun: first, claim: first.claim, becauseOf })
  }
  const returned = await moveContexts(tx, deps, {
    rootId,
    states: [
      ...inOrder.map(({ context: { id, state } }) => ({ id, state, unread: unreadIn(state) })),
      ...goingOn.map(({ id, state }) => ({ id, state })),
    ],
    released: inOrder.map(({ context }) => ({
      ...context,
      isCancelled: context.state.phase === 'cancelled',
    })),
    begun: begun.map((one) => one.begun),
  })
  const decided = inOrder.filter(
    ({ context }) => context.parentId === null && context.state.phase === 'settled',
  )
  await deps.jobs.enqueue(
    tx,
    'inspection.answer',
    decided.map(({ context }) => ({ rootId: context.id })),
  )
  return {
    ended: inOrder.map(({ context: { id, state }, becauseOf }) => ({
      becauseOf,
      event: { type: eventOf(state), contextId: id, amountMicros: returned.get(id) ?? 0n },
    })),
    begun: begun.map(({ claim, becauseOf }) => {
      const received = inOrder.filter(({ context }) => context.parentId === claim.contextId)
      const richerBy = received.reduce((sum, { context }) => sum + (returned.get(context.id) ?? 0n), 0n)
      return { becauseOf, claim: { ...claim, escrowMicros: claim.escrowMicros + richerBy } }
    }),
  }
}

/** What their children's ends mean for the parents: some end as well, some go on, and of those some decide again. */
async function tellParents(
  tx: Tx,
  children: readonly Ending[],
  known?: ReadonlyMap<string, LockedStep>,
): Promise<{ ending: Ending[]; goingOn: LockedContext[]; deciding: Deciding[] }> {
  const ending: Ending[] = []
  const goingOn: LockedContext[] = []
  const deciding: Deciding[] = []
  const parentIds = [...new Set(children.flatMap(({ context }) => context.parentId ?? []))]
  const locked = known ?? (await lockSteps(tx, parentIds))
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
