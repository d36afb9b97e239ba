import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { contexts, type InspectionRow, inspectionSteps, inspections, offers } from '@/db/schema'
import type { Deps } from '../deps'
import { bm25Index } from '../llm/bm25'
import { advance, isCollected } from '../protocol/advance'
import { inTree, type Note, TreeMovedOn } from '../realtime/tree-transaction'
import { seedFrom, shuffled } from '../shared/random'
import { termsOf } from '../shared/words'
import { countOnTable, type LockedContext, lockContext, readInspection, saveState } from './context-store'
import { endContext } from './end-context'

/** Ten seconds: a dead worker's step is taken up again after that; renewed while the call runs (reliability, G4). */
export const LEASE_MS = 10_000

/** A step that this process may now call the inspector for. `attempt` is the fence: a later claim has a higher one. */
export type Claim = { rootId: string; contextId: string; round: number; attempt: number }

/**
 * Moves one context as far as it goes without the inspector. Returns a claim when it is the inspector's turn and nobody
 * else holds the step; null when there is nothing to do now. Safe to repeat and to run twice at once.
 */
export async function claimStep(deps: Deps, contextId: string): Promise<Claim | null> {
  const rootId = await rootIdOf(deps, contextId)
  if (rootId === null) return null
  try {
    return await inTree(
      deps,
      rootId,
      async (tx, note) => {
        const context = await lockContext(tx, contextId)
        const inspection = await readInspection(tx, rootId)
        if (!context || !inspection || !isMoving(inspection)) return null
        if (context.state.phase === 'collecting') return collect(tx, deps, note, context, inspection)
        if (context.state.phase === 'inspecting') return claim(tx, deps, note, context, inspection)
        return null
      },
      ['collecting', 'running'],
    )
  } catch (error) {
    // The tree was stopped or paused in this very moment; whoever did that has dealt with this context.
    if (error instanceof TreeMovedOn) return null
    throw error
  }
}

function isMoving(inspection: InspectionRow): boolean {
  return inspection.status === 'collecting' || inspection.status === 'running'
}

async function collect(
  tx: Tx,
  deps: Deps,
  note: Note,
  context: LockedContext,
  inspection: InspectionRow,
): Promise<Claim | null> {
  const [row] = await tx
    .select({
      isMatched: contexts.isMatched,
      botsPending: contexts.botsPending,
      botsUntil: contexts.botsUntil,
      peopleUntil: contexts.peopleUntil,
      quorum: contexts.quorum,
    })
    .from(contexts)
    .where(eq(contexts.id, context.id))
  if (!row) return null
  const offersOnTable = await countOnTable(tx, context.id)
  const isRoot = context.parentId === null
  const now = deps.clock.now()
  const isLate = isRoot && now >= inspection.deadlineAt
  const ready = isCollected({
    offers: offersOnTable,
    // Until matching has run nobody knows which bots will come, so one is taken to be pending.
    botsPending: row.isMatched ? row.botsPending : 1,
    now,
    botsUntil: row.botsUntil,
    peopleUntil: row.peopleUntil,
    quorum: row.quorum,
    emptyUntil: isRoot ? inspection.deadlineAt : null,
  })
  if (!ready && !isLate) return null

  const step = advance(context.state, { type: 'collected', offersOnTable })
  const next: LockedContext = { ...context, state: step.state }
  if (isRoot) note({ type: 'tree.started', contextId: context.id })
  if (step.state.phase === 'settled') {
    await endContext(tx, deps, note, next)
    return null
  }
  await saveState(tx, context.id, step.state)
  return claim(tx, deps, note, next, inspection)
}

async function claim(
  tx: Tx,
  deps: Deps,
  note: Note,
  context: LockedContext,
  inspection: InspectionRow,
): Promise<Claim | null> {
  const { id: contextId, rootId } = context
  const { round } = context.state
  const now = deps.clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const model = inspection.policy.inspector === 'built-in' ? deps.models.builtIn : deps.models.site

  const [known] = await tx
    .select({
      state: inspectionSteps.state,
      attempt: inspectionSteps.attempt,
      leaseUntil: inspectionSteps.leaseUntil,
    })
    .from(inspectionSteps)
    .where(and(eq(inspectionSteps.contextId, contextId), eq(inspectionSteps.round, round)))
  if (known) {
    if (known.state === 'done' || known.leaseUntil > now) return null
    const attempt = known.attempt + 1
    await tx
      .update(inspectionSteps)
      .set({ state: 'claimed', attempt, leaseUntil })
      .where(and(eq(inspectionSteps.contextId, contextId), eq(inspectionSteps.round, round)))
    return { rootId, contextId, round, attempt }
  }

  const seed = seedFrom(`${contextId}:${round}`)
  const shown = shuffled(await pickOffers(tx, context, inspection), seed)
  await tx.insert(inspectionSteps).values({
    contextId,
    round,
    rootId,
    state: 'claimed',
    attempt: 1,
    leaseUntil,
    shown,
    seed,
    inspectorName: model.name,
    createdAt: now,
  })
  if (shown.length > 0) {
    await tx
      .update(offers)
      .set({ firstReadAt: sql`coalesce(${offers.firstReadAt}, ${now.toISOString()}::timestamptz)` })
      .where(
        inArray(
          offers.id,
          shown.map((pin) => pin.offerId),
        ),
      )
  }
  await tx
    .update(contexts)
    .set({ inspectedAt: sql`coalesce(${contexts.inspectedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(contexts.id, contextId))
  if (round === 0 && context.parentId === null) {
    await tx.update(inspections).set({ inspectorName: model.name }).where(eq(inspections.rootId, rootId))
  }
  note({ type: 'context.inspecting', contextId, round })
  return { rootId, contextId, round, attempt: 1 }
}

/** The shortlist: chosen offers, the N most relevant by their teasers, then the M that are read (policy). */
async function pickOffers(
  tx: Tx,
  context: LockedContext,
  inspection: InspectionRow,
): Promise<{ offerId: string; version: number }[]> {
  const open = await tx
    .select({ id: offers.id, version: offers.version, teaser: offers.teaser })
    .from(offers)
    .where(and(eq(offers.contextId, context.id), eq(offers.state, 'open')))
    .orderBy(asc(offers.createdAt), asc(offers.id))
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

async function rootIdOf(deps: Pick<Deps, 'db'>, contextId: string): Promise<string | null> {
  const found = await deps.db.query.contexts.findFirst({
    columns: { rootId: true },
    where: (context) => eq(context.id, contextId),
  })
  return found?.rootId ?? null
}
