import { and, eq } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { inspectionSteps } from '@/db/schema'
import type { Deps } from '../../deps'
import { advance, isCollected, isTerminal } from '../../protocol/advance'
import { inTree, type Note, TreeMovedOn } from '../../realtime/tree-transaction'
import { modelFor } from '../step/inspector'
import { type Begun, begunEvent, type Claim, firstClaim, LEASE_MS, readTreeFor } from './begin-steps'
import { type LockedContext, type LockedStep, lockSteps } from './context-store'
import { endContexts } from './end-context'
import { moveContexts } from './move-contexts'

/** Which context of which tree. */
export type Place = { rootId: string; contextId: string }

/**
 * Moves contexts of one tree as far as they go without the inspector, those of a level in one transaction. Returns the steps
 * whose turn it is and that nobody else holds: of these contexts, and of their parents when they ended. Safe to repeat and to
 * run twice at once.
 */
export async function claimSteps(
  deps: Deps,
  rootId: string,
  contextIds: readonly string[],
): Promise<Claim[]> {
  const claims: Claim[] = []
  let pending = contextIds
  while (pending.length > 0) {
    const level = await claimDeepest(deps, rootId, pending)
    claims.push(...level.claims)
    if (level.contextIds.length === 0) break
    pending = pending.filter((id) => !level.contextIds.includes(id))
  }
  return claims
}

/** Those of the deepest level, in one transaction; says which they were. */
async function claimDeepest(
  deps: Deps,
  rootId: string,
  contextIds: readonly string[],
): Promise<{ contextIds: string[]; claims: Claim[] }> {
  try {
    return await inTree(
      deps,
      rootId,
      async (tx, note) => {
        const locked = await lockSteps(tx, contextIds)
        const claims = await moveOn(tx, deps, note, [...locked.values()])
        readTreeFor(note, claims)
        return { contextIds: [...locked.keys()], claims }
      },
      ['collecting', 'running'],
    )
  } catch (error) {
    // The tree was stopped or paused in this very moment; whoever did that has dealt with its contexts.
    if (error instanceof TreeMovedOn) return { contextIds: [], claims: [] }
    throw error
  }
}

/** Moves locked contexts of one level: begins their steps, takes over dead ones, ends those that nobody answered. */
export async function moveOn(tx: Tx, deps: Deps, note: Note, steps: readonly LockedStep[]): Promise<Claim[]> {
  const again: Claim[] = []
  const begun: Begun[] = []
  const ended: LockedContext[] = []
  for (const step of steps) {
    const due = dueStep(deps, note, step)
    if (!due) continue
    if (isTerminal(due.context.state.phase)) ended.push(due.context)
    else if (due.step) again.push(...(await claimAgain(tx, deps, due.context, due.step)))
    else begun.push(await firstClaim(tx, deps, due))
  }
  const rootId = steps[0]?.context.rootId ?? ''
  await moveContexts(tx, deps, { rootId, begun })
  for (const { claim } of begun) note(begunEvent(claim))
  const ends = await endContexts(tx, deps, { rootId, ended, begins: true })
  for (const { event } of ends.ended) note(event)
  for (const { claim } of ends.begun) note(begunEvent(claim))
  return [...again, ...begun.map(({ claim }) => claim), ...ends.begun.map(({ claim }) => claim)]
}

/** The step with its context as it goes on from here; null when it is nobody's turn. */
function dueStep(deps: Deps, note: Note, locked: LockedStep): LockedStep | null {
  const { context, inspection } = locked
  if (inspection.status !== 'collecting' && inspection.status !== 'running') return null
  if (context.state.phase === 'inspecting') return locked
  if (context.state.phase !== 'collecting' || !isReady(deps, locked)) return null
  if (context.parentId === null) {
    note({ type: 'tree.started', contextId: context.id })
    note.inspector(modelFor(deps.models, inspection).name)
  }
  const { state } = advance(context.state, { type: 'collected', offersOnTable: context.openOffers.length })
  return { ...locked, context: { ...context, state } }
}

/** Whether everybody has answered whom a context waits for, or its wait is over. */
export function isReady(deps: Pick<Deps, 'clock'>, { context, inspection, collecting }: LockedStep): boolean {
  const isRoot = context.parentId === null
  const now = deps.clock.now()
  if (isRoot && now >= inspection.deadlineAt) return true
  return isCollected({
    offers: context.openOffers.length,
    // Until matching has run nobody knows which bots will come, so one is taken to be pending.
    botsPending: collecting.isMatched ? collecting.botsPending : 1,
    now,
    botsUntil: collecting.botsUntil,
    peopleUntil: collecting.peopleUntil,
    quorum: collecting.quorum,
    emptyUntil: isRoot ? inspection.deadlineAt : null,
  })
}

/** Takes over a step whose lease has run out; nothing while somebody holds it. */
async function claimAgain(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { id: contextId, rootId, level, state: { round, escrowMicros } }: LockedContext,
  step: NonNullable<LockedStep['step']>,
): Promise<Claim[]> {
  const now = deps.clock.now()
  if (step.state === 'done' || step.leaseUntil > now) return []
  const attempt = step.attempt + 1
  await tx
    .update(inspectionSteps)
    .set({ state: 'claimed', attempt, leaseUntil: new Date(now.getTime() + LEASE_MS) })
    .where(and(eq(inspectionSteps.contextId, contextId), eq(inspectionSteps.round, round)))
  return [{ rootId, contextId, level, round, attempt, pins: step.shown, escrowMicros }]
}
