import { sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import type { Deps } from '../../deps'
import { bm25Index } from '../../llm/built-in/bm25'
import { undercut } from '../../market/equal-offers'
import type { TreeRows } from '../../market/tree-rows'
import type { NewEvent, Note } from '../../realtime/tree-transaction'
import { seedFrom, shuffled } from '../../shared/random'
import { termsOf } from '../../shared/words'
import { modelFor, type Pin } from '../step/inspector'
import type { LockedContext, LockedStep, OpenOffer, StepInspection } from './context-store'

/** Ten seconds: a dead worker's step is taken up again after that; renewed while the call runs (reliability, G4). */
export const LEASE_MS = 10_000

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
  /** The tree as the claim leaves it, when it was read with it. */
  tree?: TreeRows
}

/** The first claim of a step, before it is written. */
export type Begun = {
  claim: Claim
  /** Of the order in which its offers are shown. */
  seed: number
  inspectorName: string
  /** Offers whose very words it shows at a lower price. */
  equals: string[]
}

/** Chooses what a step shows. Nothing is written; `moveContexts` begins it. */
export async function firstClaim(tx: Tx, deps: Deps, { context, inspection }: LockedStep): Promise<Begun> {
  const { id: contextId, rootId, level } = context
  const { round, escrowMicros } = context.state
  const seed = seedFrom(`${contextId}:${round}`)
  const { read, equals } = await pickOffers(tx, context, inspection)
  const pins = shuffled(
    read.map(({ id, version }) => ({ offerId: id, version })),
    seed,
  )
  const inspectorName = modelFor(deps.models, inspection).name
  return {
    claim: { rootId, contextId, level, round, attempt: 1, pins, escrowMicros },
    seed,
    inspectorName,
    equals: equals.map(({ id }) => id),
  }
}

/** Has the tree read with the events, for the steps that this transaction begins. */
export function readTreeFor(note: Note, claims: readonly Claim[]): void {
  if (claims.length === 0) return
  note.readTree((tree) => {
    for (const claim of claims) claim.tree = tree
  })
}

/** Steps as the function `steps_begin` takes them. */
export function begunJson(begun: readonly Begun[]): string {
  return JSON.stringify(
    begun.map(({ claim: { contextId, round, pins }, seed, equals }) => ({
      context_id: contextId,
      round,
      shown: pins,
      seed,
      equals,
    })),
  )
}

export function begunEvent({ contextId, round }: Claim): NewEvent {
  return { type: 'context.inspecting', contextId, round }
}

/**
 * The shortlist: chosen offers, of equal texts the cheapest, then the N most relevant by their teasers, of these the M that are
 * read (policy).
 */
async function pickOffers(
  tx: Tx,
  context: LockedContext,
  inspection: StepInspection,
): Promise<{ read: readonly OpenOffer[]; equals: OpenOffer[] }> {
  const open = context.openOffers
  const chosen = context.parentId === null ? inspection.chosenOffers : null
  const wanted = chosen ? open.filter((offer) => chosen.includes(offer.id)) : open
  const equals = undercut(wanted)
  const candidates = wanted.filter((offer) => !equals.includes(offer))
  const { shortlistMax, readMax } = inspection.policy
  const limit = Math.min(shortlistMax, readMax)
  if (candidates.length <= limit) return { read: candidates, equals }
  const found = await tx.execute(
    sql`select title || ' ' || claim || ' ' || body as question from buyer_context where id = ${context.id}`,
  )
  const question = rowsOf<{ question: string }>(found)[0]?.question ?? ''
  const scores = bm25Index(candidates.map((offer) => termsOf(offer.teaser))).scores(termsOf(question))
  const read = candidates
    .map((offer, index) => ({ offer, score: scores[index] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ offer }) => offer)
  return { read, equals }
}
