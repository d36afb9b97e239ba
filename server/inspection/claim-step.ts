import { and, eq, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { inspectionSteps, inspections } from '@/db/schema'
import type { Deps } from '../deps'
import { bm25Index } from '../llm/bm25'
import { advance, isCollected, isTerminal } from '../protocol/advance'
import { inTree, type NewEvent, type Note, TreeMovedOn } from '../realtime/tree-transaction'
import { seedFrom, shuffled } from '../shared/random'
import { termsOf } from '../shared/words'
import { type LockedContext, type LockedStep, lockSteps, type StepInspection } from './context-store'
import { endContexts, enqueueDeciding } from './end-context'
import { modelFor } from './inspector'

/** Ten seconds: a dead worker's step is taken up again after that; renewed while the call runs (reliability, G4). */
export const LEASE_MS = 10_000

/** An offer as it is read: a later change of it would be another version. */
export type Pin = { offerId: string; version: number }

/** A step that this process may now call the inspector for. `attempt` is the fence: a later claim has a higher one. */
export type Claim = {
  rootId: string
  contextId: string
  level: number
  round: number
  attempt: number
  /** In the order they are shown. */
  pins: Pin[]
  escrowMicros: bigint
}

/** Which context of which tree. */
export type Place = { rootId: string; contextId: string }

/**
 * Moves contexts of one tree as far as they go without the inspector, those of a level in one transaction. Returns for each,
 * in the order given, a claim when it is the inspector's turn and nobody else holds the step; null when there is nothing to do now. Safe to repeat
 * and to run twice at once.
 */
export async function claimSteps(
  deps: Deps,
  rootId: string,
  contextIds: readonly string[],
): Promise<(Claim | null)[]> {
  const claims = new Map<string, Claim>()
  let pending = contextIds
  while (pending.length > 0) {
    const level = await claimDeepest(deps, rootId, pending)
    for (const claim of level.claims) claims.set(claim.contextId, claim)
    if (level.contextIds.length === 0) break
    pending = pending.filter((id) => !level.contextIds.includes(id))
  }
  return contextIds.map((contextId) => claims.get(contextId) ?? null)
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
        const claims: Claim[] = []
        const begun: Begun[] = []
        const ended: LockedContext[] = []
        for (const step of locked.values()) {
          const due = await dueStep(tx, deps, note, step)
          if (!due) continue
          if (isTerminal(due.context.state.phase)) ended.push(due.context)
          else if (due.step) claims.push(...(await claimAgain(tx, deps, due.context, due.step)))
          else begun.push(await firstClaim(tx, deps, due))
        }
        await beginSteps(tx, deps, begun)
        for (const { claim } of begun) note(begunEvent(claim))
        const ends = await endContexts(tx, deps, ended)
        for (const { event } of ends.ended) note(event)
        await enqueueDeciding(tx, deps, ends.deciding)
        return { contextIds: [...locked.keys()], claims: [...claims, ...begun.map(({ claim }) => claim)] }
      },
      ['collecting', 'running'],
    )
  } catch (error) {
    // The tree was stopped or paused in this very moment; whoever did that has dealt with its contexts.
    if (error instanceof TreeMovedOn) return { contextIds: [], claims: [] }
    throw error
  }
}

/** The step with its context as it goes on from here; null when it is nobody's turn. */
async function dueStep(tx: Tx, deps: Deps, note: Note, locked: LockedStep): Promise<LockedStep | null> {
  const { context, inspection } = locked
  if (inspection.status !== 'collecting' && inspection.status !== 'running') return null
  if (context.state.phase === 'inspecting') return locked
  if (context.state.phase !== 'collecting' || !isReady(deps, locked)) return null
  if (context.parentId === null) {
    note({ type: 'tree.started', contextId: context.id })
    const { name } = modelFor(deps.models, inspection)
    await tx.update(inspections).set({ inspectorName: name }).where(eq(inspections.rootId, context.rootId))
  }
  const { state } = advance(context.state, { type: 'collected', offersOnTable: context.openOffers.length })
  return { ...locked, context: { ...context, state } }
}

function isReady(deps: Pick<Deps, 'clock'>, { context, inspection, collecting }: LockedStep): boolean {
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

/** The first claim of a step, with the seed of the order in which its offers are shown. */
export type Begun = { claim: Claim; seed: number; inspectorName: string }

export async function firstClaim(tx: Tx, deps: Deps, { context, inspection }: LockedStep): Promise<Begun> {
  const { id: contextId, rootId, level } = context
  const { round, escrowMicros } = context.state
  const seed = seedFrom(`${contextId}:${round}`)
  const pins = shuffled(await pickOffers(tx, context, inspection), seed)
  const inspectorName = modelFor(deps.models, inspection).name
  return { claim: { rootId, contextId, level, round, attempt: 1, pins, escrowMicros }, seed, inspectorName }
}

/** Writes first claims: from now on their offers are frozen and their contexts are being inspected. */
export async function beginSteps(tx: Tx, deps: Pick<Deps, 'clock'>, begun: readonly Begun[]): Promise<void> {
  const [first] = begun
  if (!first) return
  const now = deps.clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const steps = begun.map(({ claim: { contextId, round, pins }, seed }) => ({
    context_id: contextId,
    round,
    shown: pins,
    seed,
  }))
  await tx.execute(sql`select steps_begin(
    ${JSON.stringify(steps)}::jsonb, ${first.claim.rootId}, ${first.inspectorName},
    ${leaseUntil.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)`)
}

export function begunEvent({ contextId, round }: Claim): NewEvent {
  return { type: 'context.inspecting', contextId, round }
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
