import { and, eq } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { inspectionSteps } from '@/db/schema'
import type { Deps } from '../../deps'
import { type ContextEvent, inspectOf, isCollected } from '../../protocol/advance'
import { inTree, type Note, TreeMovedOn } from '../../realtime/tree-transaction'
import { inspectorNow } from '../step/inspector'
import { carryOut } from './carry-out'
import { type Claim, LEASE_MS, type Place, readTreeFor } from './claims'
import { type Delivered, type Delivery, deliver } from './deliver'
import { FAILURES_MAX, pause, waitOn } from './failed-step'
import { type Held, hold } from './held'

/**
 * Moves a context as far as it goes without the inspector: begins its step when everybody was heard, takes over a step whose worker
 * died, ends it when nobody answered. Returns the steps whose turn it is and that nobody else holds: its own, or its parent's when
 * it ended. Safe to repeat and to run twice at once.
 */
export async function claim(deps: Deps, { rootId, contextId }: Place): Promise<Claim[]> {
  try {
    return await inTree(
      deps,
      rootId,
      async (tx, note) => {
        const claims = await claimHeld(tx, deps, note, await hold(tx, [contextId]))
        readTreeFor(note, claims)
        return claims
      },
      ['collecting', 'running', 'provisional'],
    )
  } catch (error) {
    // The tree was stopped or paused in this very moment; whoever did that has dealt with its contexts.
    if (error instanceof TreeMovedOn) return []
    throw error
  }
}

/** Does what `claim` does, for contexts of one level that this transaction holds. */
export async function claimHeld(tx: Tx, deps: Deps, note: Note, contexts: readonly Held[]): Promise<Claim[]> {
  const again: Claim[] = []
  const due: Delivery[] = []
  const begun: Delivered[] = []
  for (const context of contexts.filter(mayMove)) {
    const { id: contextId, state, step, openOffers } = context
    if (state.phase === 'collecting' && isReady(deps, context)) {
      await noteStart(tx, deps, note, context)
      // After the deadline nobody can offer any more: this sitting is the last.
      if (isLate(deps, context) && openOffers.length > 0) due.push({ contextId, event: { type: 'enough' } })
      due.push({ contextId, event: { type: 'collected', offersOnTable: openOffers.length } })
    }
    if (state.phase === 'provisional' && (isLate(deps, context) || !isReading(deps, context)))
      due.push(...afterSitting(deps, context).map((event) => ({ contextId, event })))
    if (state.phase !== 'inspecting') continue
    if (step) again.push(...(await claimAgain(tx, deps, note, context, step)))
    // It was due while its tree was paused.
    else begun.push({ context, effects: [inspectOf(state)], opened: [] })
  }
  const held = new Map(contexts.map((context) => [context.id, context]))
  const delivered = await deliver(tx, deps.ids, held, due)
  const carried = await carryOut(tx, deps, note, [...begun, ...delivered])
  return [...again, ...carried.begun]
}

/** While money is frozen nothing begins: what a call decides could not be written. */
function mayMove({ inspection: { status, isFrozen } }: Held): boolean {
  return !isFrozen && (status === 'collecting' || status === 'running' || status === 'provisional')
}

async function noteStart(tx: Tx, deps: Deps, note: Note, { id, parentId, inspection }: Held): Promise<void> {
  if (parentId !== null) return
  note({ type: 'tree.started', contextId: id })
  note.inspector(await inspectorNow(tx, deps, inspection))
}

/**
 * What a root does between two sittings: it reads offers that have come when the gap is over, and ends at its deadline. What came
 * shortly before that is read all the same, in a last sitting.
 */
function afterSitting(deps: Pick<Deps, 'clock'>, context: Held): ContextEvent[] {
  const { openOffers, nextSittingAt } = context
  const isOver = isLate(deps, context)
  const isTime = isOver || nextSittingAt === null || deps.clock.now() >= nextSittingAt
  return [
    ...((hasUnread(context) || canAffordMore(context)) && isTime
      ? [{ type: 'wake' as const, offersOnTable: openOffers.length }]
      : []),
    ...(isOver ? [{ type: 'enough' as const }] : []),
  ]
}

/** Offers that can be bought and that no sitting has shown. */
export function hasUnread({ openOffers, readOffers }: Held): boolean {
  return openOffers.some(({ id }) => !readOffers.includes(id))
}

/** Its budget was raised, and what was too dear for what was left is not any more: it is read again. */
function canAffordMore({ raised, openOffers, state }: Held): boolean {
  return (
    raised > 0 &&
    openOffers.some(
      ({ reason, priceMicros }) => reason === 'over-budget' && priceMicros <= state.escrowMicros,
    )
  )
}

/** A root's deadline has passed. */
export function isLate(deps: Pick<Deps, 'clock'>, { parentId, inspection: { deadlineAt } }: Held): boolean {
  return parentId === null && deps.clock.now() >= deadlineAt
}

/** Whether the pages that a root is about are still waited for. */
export function isReading(deps: Pick<Deps, 'clock'>, { pagesUntil }: Pick<Held, 'pagesUntil'>): boolean {
  return pagesUntil !== null && deps.clock.now() < pagesUntil
}

/** Whether everybody has answered whom a context waits for, or its wait is over. */
export function isReady(deps: Pick<Deps, 'clock'>, context: Held): boolean {
  if (isLate(deps, context)) return true
  if (isReading(deps, context)) return false
  const isRoot = context.parentId === null
  const { deadlineAt } = context.inspection
  const now = deps.clock.now()
  const { botsUntil, peopleUntil, quorum } = context
  return isCollected({
    offers: context.openOffers.length,
    // Until matching has run nobody knows which bots will come, so one is taken to be pending.
    botsPending: context.isMatched ? context.botsPending : 1,
    now,
    botsUntil,
    peopleUntil,
    quorum,
    emptyUntil: isRoot ? deadlineAt : null,
  })
}

/**
 * Takes over a step whose lease has run out; nothing while somebody holds it. A worker that was lost with it counts as a failure:
 * a step that kills whoever runs it would be paid for without end.
 */
async function claimAgain(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  note: Note,
  context: Held,
  step: NonNullable<Held['step']>,
): Promise<Claim[]> {
  const { id: contextId, rootId, state } = context
  const { round, escrowMicros, answerStage } = state
  const now = deps.clock.now()
  if (step.state === 'done' || step.leaseUntil > now) return []
  const failures = step.failures + (step.state === 'claimed' ? 1 : 0)
  const isLost = step.state === 'claimed' && failures >= FAILURES_MAX
  const isPaused = isLost && (await pause(tx, note, context, 'lost'))
  const attempt = step.attempt + 1
  await tx
    .update(inspectionSteps)
    .set({
      state: isPaused ? 'waiting' : 'claimed',
      attempt,
      failures,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      ...(isLost ? { failure: 'lost' as const } : {}),
    })
    .where(and(eq(inspectionSteps.contextId, contextId), eq(inspectionSteps.round, round)))
  if (isPaused) return []
  const place = { rootId, contextId, round, answerStage }
  return [{ ...place, attempt, failures, pins: step.shown, escrowMicros, isStandIn: isLost }]
}

/** Claims a step of a paused tree whose failure may have passed by now; the tree stays paused until its verdict is there. */
export async function claimRetry(deps: Deps, { rootId, contextId }: Place): Promise<Claim[]> {
  try {
    return await inTree(
      deps,
      rootId,
      async (tx, note) => {
        const [context] = await hold(tx, [contextId])
        if (context?.inspection.status !== 'paused' || context.inspection.isFrozen) return []
        const { state, step } = context
        if (state.phase !== 'inspecting' || !step || step.leaseUntil > deps.clock.now()) return []
        if (step.state === 'waiting') {
          const claims = await claimAgain(tx, deps, note, context, step)
          return claims.map((claimed) => ({ ...claimed, isRetry: true }))
        }
        if (step.state === 'claimed') await waitOn(tx, deps, context, step.failures + 1)
        return []
      },
      ['paused'],
    )
  } catch (error) {
    if (error instanceof TreeMovedOn) return []
    throw error
  }
}
