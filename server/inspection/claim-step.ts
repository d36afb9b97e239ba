import { and, eq, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { inspectionSteps, inspections } from '@/db/schema'
import type { Deps } from '../deps'
import { bm25Index } from '../llm/bm25'
import { advance, isCollected } from '../protocol/advance'
import { inTree, type Note, TreeMovedOn } from '../realtime/tree-transaction'
import { seedFrom, shuffled } from '../shared/random'
import { termsOf } from '../shared/words'
import { type LockedContext, type LockedStep, lockStep, type StepInspection } from './context-store'
import { endContext } from './end-context'
import { modelFor } from './inspector'

/** Ten seconds: a dead worker's step is taken up again after that; renewed while the call runs (reliability, G4). */
export const LEASE_MS = 10_000

/** An offer as it is read: a later change of it would be another version. */
export type Pin = { offerId: string; version: number }

/** A step that this process may now call the inspector for. `attempt` is the fence: a later claim has a higher one. */
export type Claim = {
  rootId: string
  contextId: string
  round: number
  attempt: number
  /** In the order they are shown. */
  pins: Pin[]
  escrowMicros: bigint
}

/** Which context of which tree. */
export type Place = { rootId: string; contextId: string }

/**
 * Moves one context as far as it goes without the inspector. Returns a claim when it is the inspector's turn and nobody
 * else holds the step; null when there is nothing to do now. Safe to repeat and to run twice at once.
 */
export async function claimStep(deps: Deps, { rootId, contextId }: Place): Promise<Claim | null> {
  try {
    return await inTree(
      deps,
      rootId,
      async (tx, note) => {
        const locked = await lockStep(tx, contextId)
        if (!locked || !isMoving(locked.inspection)) return null
        const { phase } = locked.context.state
        if (phase === 'collecting') return collect(tx, deps, note, locked)
        return phase === 'inspecting' ? claim(tx, deps, note, locked) : null
      },
      ['collecting', 'running'],
    )
  } catch (error) {
    // The tree was stopped or paused in this very moment; whoever did that has dealt with this context.
    if (error instanceof TreeMovedOn) return null
    throw error
  }
}

function isMoving(inspection: StepInspection): boolean {
  return inspection.status === 'collecting' || inspection.status === 'running'
}

async function collect(tx: Tx, deps: Deps, note: Note, locked: LockedStep): Promise<Claim | null> {
  const { context, inspection, collecting } = locked
  const offersOnTable = context.openOffers.length
  const isRoot = context.parentId === null
  const now = deps.clock.now()
  const isLate = isRoot && now >= inspection.deadlineAt
  const isReady = isCollected({
    offers: offersOnTable,
    // Until matching has run nobody knows which bots will come, so one is taken to be pending.
    botsPending: collecting.isMatched ? collecting.botsPending : 1,
    now,
    botsUntil: collecting.botsUntil,
    peopleUntil: collecting.peopleUntil,
    quorum: collecting.quorum,
    emptyUntil: isRoot ? inspection.deadlineAt : null,
  })
  if (!isReady && !isLate) return null

  const { state } = advance(context.state, { type: 'collected', offersOnTable })
  const next: LockedContext = { ...context, state }
  if (isRoot) {
    note({ type: 'tree.started', contextId: context.id })
    const { name } = modelFor(deps.models, inspection)
    await tx.update(inspections).set({ inspectorName: name }).where(eq(inspections.rootId, context.rootId))
  }
  if (state.phase === 'settled') {
    await endContext(tx, deps, note, next)
    return null
  }
  return claim(tx, deps, note, { ...locked, context: next })
}

async function claim(tx: Tx, deps: Deps, note: Note, locked: LockedStep): Promise<Claim | null> {
  const { context, inspection, step } = locked
  const { id: contextId, rootId } = context
  const { round, escrowMicros } = context.state
  const now = deps.clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  if (step) {
    if (step.state === 'done' || step.leaseUntil > now) return null
    const attempt = step.attempt + 1
    await tx
      .update(inspectionSteps)
      .set({ state: 'claimed', attempt, leaseUntil })
      .where(and(eq(inspectionSteps.contextId, contextId), eq(inspectionSteps.round, round)))
    return { rootId, contextId, round, attempt, pins: step.shown, escrowMicros }
  }
  const seed = seedFrom(`${contextId}:${round}`)
  const pins = shuffled(await pickOffers(tx, context, inspection), seed)
  await tx.insert(inspectionSteps).values({
    contextId,
    round,
    rootId,
    state: 'claimed',
    attempt: 1,
    leaseUntil,
    shown: pins,
    seed,
    inspectorName: modelFor(deps.models, inspection).name,
    createdAt: now,
  })
  await markRead(tx, context, pins, now)
  note({ type: 'context.inspecting', contextId, round })
  return { rootId, contextId, round, attempt: 1, pins, escrowMicros }
}

/** From now on these offers are frozen and the context is being inspected; one statement. */
async function markRead(tx: Tx, context: LockedContext, pins: readonly Pin[], now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const ids = pins.map((pin) => pin.offerId)
  await tx.execute(sql`
    with frozen as (
      update info_offer set first_read_at = coalesce(first_read_at, ${at})
      where id = any(${sql.param(ids)}::text[])
    )
    update buyer_context set phase = 'inspecting', inspected_at = coalesce(inspected_at, ${at}) where id = ${context.id}`)
}

/** The shortlist: chosen offers, the N most relevant by their teasers, then the M that are read (policy). */
async function pickOffers(tx: Tx, context: LockedContext, inspection: StepInspection): Promise<Pin[]> {
  const open = context.openOffers
  const chosen = context.parentId === null ? inspection.chosenOffers : null
  const candidates = chosen ? open.filter((offer) => chosen.includes(offer.id)) : open
  const { shortlistMax, readMax } = inspection.policy
  const limit = Math.min(shortlistMax, readMax)
  if (candidates.length <= limit) return candidates.map(({ id, version }) => ({ offerId: id, version }))
  const found = await tx.execute(
    sql`select title || ' ' || claim || ' ' || body as question from buyer_context where id = ${context.id}`,
  )
  const question = rowsOf<{ question: string }>(found)[0]?.question ?? ''
  const scores = bm25Index(candidates.map((offer) => termsOf(offer.teaser))).scores(termsOf(question))
  return candidates
    .map((offer, index) => ({ offer, score: scores[index] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ offer }) => ({ offerId: offer.id, version: offer.version }))
}
