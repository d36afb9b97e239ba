import { and, desc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { type AnswerTrail, answers, inspections, valuations } from '@/db/schema'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { leasedUntil, renewedLease, underLease } from '../../jobs/lease'
import { addUsage, type Model, NO_USAGE, type Recommended, type Usage } from '../../llm/model'
import { lockOwnRoot } from '../../market/edit-context'
import { readTree, type TreeRows } from '../../market/tree-rows'
import { asAsked, type CountPlan, firstOfEqual, type Known, planOf, setsToAsk } from '../../protocol/shares'
import { inTree } from '../../realtime/tree-transaction'
import { chosenModels } from '../../settings/chosen-models'
import { seedFrom } from '../../shared/random'
import type { CountInput } from '../../tree/contract'
import { type Background, createBackground } from './background'
import { RECOMMENDED_AT_ONCE, recommendKnowing } from './compose'
import { type Dossier, readDossier } from './dossier'
import { modelFor } from './inspector'

/** As for an answer: what is not had by then is left out, and the page says how much was counted. */
const TRIES = 3
const RETRY_MS = 1_000
/** Counts begun by one pass; the next pass goes on. */
const SWEEP_MAX = 20
/** Besides what was recommended after each purchase: some twenty orders of six purchases. */
const CALLS_MAX = 64
/** Of one count, and never more than the tree has left: as much as an inspection of a few offers. */
const TOKENS_MAX = 100_000
/** Sets that are asked between two that are kept, where a call takes no time. */
const FREE_AT_ONCE = 64

/**
 * Begins to count what each purchase of the latest answer was worth; asked again, it sets anew what the decision is worth to the buyer.
 *
 * @throws AppError `market.context_not_found`; `market.not_decidable` before the inspection has ended; `market.answer_revised`;
 * `inspection.nothing_to_count`; `inspection.tokens_used_up`.
 */
export async function requestCount(
  deps: Deps,
  buyerId: string,
  { rootId, revision, stakeMicros }: CountInput,
): Promise<{ rootId: string }> {
  return inTree(deps, rootId, async (tx, note) => {
    const root = await lockOwnRoot(tx, buyerId, rootId)
    if (root.phase !== 'settled') throw new AppError('market.not_decidable')
    const [found] = await tx
      .select({ answer: answers, inspection: inspections })
      .from(answers)
      .innerJoin(inspections, eq(inspections.rootId, answers.rootId))
      .where(eq(answers.rootId, rootId))
      .orderBy(desc(answers.revision))
      .limit(1)
    if (found?.answer.revision !== revision) throw new AppError('market.answer_revised')
    const { answer, inspection } = found
    if (answer.citations.length === 0 || answer.trail.at(-1)?.kind === 'open')
      throw new AppError('inspection.nothing_to_count')
    const of = and(eq(valuations.rootId, rootId), eq(valuations.revision, revision))
    const again = await tx.update(valuations).set({ stakeMicros }).where(of).returning()
    if (again.length === 0) {
      const model = countingModel(deps, inspection, answer.trailBy)
      const isFree = model === deps.models.builtIn
      if (!isFree && inspection.tokensUsed >= inspection.tokenCap)
        throw new AppError('inspection.tokens_used_up')
      await tx.insert(valuations).values({
        rootId,
        revision,
        stakeMicros,
        seed: seedFrom(`${rootId}:${revision}`),
        isFree,
        requestedAt: deps.clock.now(),
      })
      await deps.jobs.enqueue(tx, 'inspection.count', [{ rootId }])
    }
    note({ type: 'value.counted', contextId: rootId, round: revision })
    return { rootId }
  })
}

/** Whoever recommended after each purchase goes on; the tree's own model where an earlier version of the market did. */
function countingModel(deps: Deps, inspection: TreeRows['inspection'], trailBy: string): Model {
  const { builtIn } = deps.models
  return trailBy === builtIn.name ? builtIn : modelFor(deps.models, inspection)
}

/** Counts under way, of answers whose buyers asked for them. */
export function createValueCounter(deps: Deps): Background {
  return createBackground(deps, {
    what: 'a count of value',
    work: async (rootId, stopped) =>
      countValue({ ...deps, models: await chosenModels(deps) }, rootId, stopped),
    due: dueCounts,
  })
}

/** Trees with a count that nobody is at. */
export const dueCounts = (now: Date) => sql`
  select root_id as "rootId" from valuation
  where counted_at is null and (due_at is null or due_at <= ${now.toISOString()}::timestamptz)
  order by due_at nulls first limit ${SWEEP_MAX}`

type Row = typeof valuations.$inferSelect

/**
 * Asks what is recommended to who knows only some of the purchases, set after set as `setsToAsk` says, and keeps what was said. Only
 * what was bought for the same question enters a call. Under a lease; safe to repeat: what is kept is not asked again.
 */
async function countValue(deps: Deps, rootId: string, stopped: AbortSignal): Promise<void> {
  const row = await claimCount(deps, rootId)
  if (row === null) return
  const isOurs = and(
    eq(valuations.rootId, rootId),
    eq(valuations.revision, row.revision),
    eq(valuations.tries, row.tries),
    isNull(valuations.countedAt),
  )
  const renew = async () => {
    const dueAt = renewedLease(deps.clock.now(), valuations.dueAt)
    const renewed = await deps.db
      .update(valuations)
      .set({ dueAt })
      .where(isOurs)
      .returning({ rootId: valuations.rootId })
    return renewed.length > 0
  }
  await underLease(deps, renew, async (lost) => {
    const count = await readCount(deps, row)
    const ended = count ? await askAll(deps, count, AbortSignal.any([stopped, lost])) : 'done'
    if (ended === 'stopped') return
    await inTree(deps, rootId, async (tx, note) => {
      const again = ended === 'later' ? new Date(deps.clock.now().getTime() + RETRY_MS * row.tries) : null
      const set = again ? { dueAt: again } : { countedAt: deps.clock.now(), dueAt: null }
      const moved = await tx
        .update(valuations)
        .set(set)
        .where(isOurs)
        .returning({ rootId: valuations.rootId })
      if (moved.length === 0) return
      if (again) await deps.jobs.enqueue(tx, 'inspection.count', [{ rootId }], again)
      else note({ type: 'value.counted', contextId: rootId, round: row.revision })
    })
  })
}

async function claimCount(deps: Deps, rootId: string): Promise<Row | null> {
  const now = deps.clock.now()
  const [claimed] = await deps.db
    .update(valuations)
    .set({ tries: sql`${valuations.tries} + 1`, dueAt: leasedUntil(now, valuations.tries) })
    .where(
      and(
        eq(valuations.rootId, rootId),
        isNull(valuations.countedAt),
        or(isNull(valuations.dueAt), lte(valuations.dueAt, now)),
      ),
    )
    .returning()
  return claimed ?? null
}

type Count = {
  row: Row
  tree: TreeRows
  dossier: Dossier
  plan: CountPlan
  model: Model
  /** So far, by set. */
  known: Map<string, Recommended>
  countedBy: string
}

async function readCount(deps: Deps, row: Row): Promise<Count | null> {
  const { rootId, revision } = row
  const tree = await readTree(deps.db, rootId)
  const root = tree?.contexts.find(({ id }) => id === rootId)
  const [answer] = await deps.db
    .select()
    .from(answers)
    .where(and(eq(answers.rootId, rootId), eq(answers.revision, revision)))
  if (!tree || !root || !answer) return null
  const cited = new Set(answer.citations)
  const purchases = tree.purchases.filter(({ offerId }) => cited.has(offerId))
  const dossier = await readDossier(deps, { ...tree, purchases }, root)
  const plan = planOf(dossier.texts, row)
  const isBegun = row.countedBy !== ''
  return {
    row,
    tree,
    dossier,
    plan,
    model: row.isFree ? deps.models.builtIn : countingModel(deps, tree.inspection, answer.trailBy),
    known: new Map(Object.entries(isBegun ? row.known : trailKnown(dossier, answer))),
    countedBy: isBegun ? row.countedBy : answer.trailBy,
  }
}

/** What was recommended after each purchase, as sets; nothing of a trail that was imagined in one call. */
function trailKnown(
  { texts }: Dossier,
  { trail, trailBy }: { trail: AnswerTrail; trailBy: string },
): Record<string, Recommended> {
  if (trailBy === '') return {}
  const first = firstOfEqual(texts)
  const places = texts.map((_, place) => place)
  return Object.fromEntries(
    trail.flatMap((one, bought) =>
      one.kind === 'open' ? [] : [[asAsked({ first }, places.slice(0, bought)).join(), one]],
    ),
  )
}

/** `later`: its model is gone for a while. `stopped`: somebody else goes on. */
async function askAll(deps: Deps, count: Count, signal: AbortSignal): Promise<'done' | 'later' | 'stopped'> {
  const { row, tree, plan } = count
  let { known, countedBy } = count
  let [calls, tokens] = [row.calls, row.tokens]
  const left = Math.min(TOKENS_MAX, tree.inspection.tokenCap - tree.inspection.tokensUsed + row.tokens)
  const atOnce = row.isFree ? FREE_AT_ONCE : RECOMMENDED_AT_ONCE
  for (;;) {
    if (signal.aborted) return 'stopped'
    const sets = setsToAsk(plan).filter((set) => !known.has(set.join()))
    const isSpent = !row.isFree && (tokens >= left || calls >= CALLS_MAX)
    if (sets.length === 0 || isSpent) return 'done'
    const asked = await askSome(deps, count, sets.slice(0, atOnce), signal)
    // Whose lease it is not any more keeps nothing: another asks it again.
    if (signal.aborted) return 'stopped'
    calls += asked.usage.calls
    tokens += asked.usage.promptTokens + asked.usage.completionTokens
    const [mind] = asked.minds
    if (asked.minds.length === 1 && mind !== undefined && mind !== countedBy && calls === asked.usage.calls) {
      // Nothing was asked before but what was recommended on the way, by somebody else.
      known = new Map()
      countedBy = mind
    }
    const isOfOneMind = asked.minds.every((one) => one === countedBy)
    if (isOfOneMind) for (const [set, recommended] of asked.recommended) known.set(set, recommended)
    await keep(deps, count, { known, countedBy, calls, tokens, usage: asked.usage })
    // Another took over on the way: what two minds say is not one decision.
    if (!isOfOneMind || asked.isOpen) return 'done'
    if (asked.failure) return asked.failure.isTransient && row.tries < TRIES ? 'later' : 'done'
  }
}

type Some = {
  recommended: Map<string, Recommended>
  minds: string[]
  usage: Usage
  /** Somebody gives no recommendation at all, as the built-in inspector of a claim. */
  isOpen: boolean
  failure: { isTransient: boolean } | null
}

async function askSome(
  deps: Deps,
  { dossier, model, tree }: Count,
  sets: readonly Known[],
  signal: AbortSignal,
): Promise<Some> {
  const results = await Promise.all(
    sets.map(async (set) => ({ set, result: await recommendKnowing(deps, dossier, set, { model, signal }) })),
  )
  const some: Some = { recommended: new Map(), minds: [], usage: NO_USAGE, isOpen: false, failure: null }
  const minds = new Set<string>()
  for (const { set, result } of results) {
    some.usage = addUsage(some.usage, result.usage)
    if (!result.ok) {
      deps.log.warn({ rootId: tree.inspection.rootId, failure: result.failure }, 'a set was not counted')
      some.failure ??= result
      continue
    }
    minds.add(result.by ?? model.name)
    if (result.value.kind === 'open') some.isOpen = true
    else some.recommended.set(set.join(), result.value)
  }
  return { ...some, minds: [...minds] }
}

type Kept = {
  known: Map<string, Recommended>
  countedBy: string
  calls: number
  tokens: number
  usage: Usage
}

async function keep(deps: Deps, { row }: Count, { known, usage, ...kept }: Kept): Promise<void> {
  await inTree(deps, row.rootId, async (tx, note) => {
    note.use(usage)
    await tx
      .update(valuations)
      .set({ ...kept, known: Object.fromEntries(known) })
      .where(
        and(
          eq(valuations.rootId, row.rootId),
          eq(valuations.revision, row.revision),
          eq(valuations.tries, row.tries),
        ),
      )
  })
}
