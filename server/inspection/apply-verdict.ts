import { sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { contextAbout, contexts } from '@/db/schema'
import type { Deps } from '../deps'
import { carveEscrows } from '../ledger/escrow'
import { purchaseOffers } from '../ledger/purchase-offer'
import { advance } from '../protocol/advance'
import { type CheckedVerdict, checkVerdict, EMPTY_VERDICT, type TableOffer } from '../protocol/verdict'
import { inTree, type Note, TreeMovedOn } from '../realtime/tree-transaction'
import type { Claim } from './claim-step'
import {
  type LockedContext,
  type LockedStep,
  lockStep,
  type StepInspection,
  saveState,
} from './context-store'
import { endContext } from './end-context'
import type { Decided } from './inspector'

/**
 * Applies what the inspector decided, in one transaction that first checks that the step is still the claimed one: buys,
 * records a reason for every other offer, opens sub-contexts with part of the escrow, or ends the context. A late answer is
 * dropped. Returns false when it was.
 */
export async function applyVerdict(
  deps: Deps,
  claim: Claim,
  decided: Decided,
  milliseconds: number,
): Promise<boolean> {
  try {
    return await inTree(
      deps,
      claim.rootId,
      async (tx, note) => {
        const locked = await lockStep(tx, claim.contextId)
        if (!locked || !isStillOurs(locked, claim)) return false
        const { context, inspection } = locked
        note.call(decided.usage.promptTokens + decided.usage.completionTokens)
        const table = tableOf(context, claim)
        const verdict = checkVerdict(
          {
            policy: inspection.policy,
            level: context.level,
            round: context.state.round,
            childrenOpened: context.state.childrenOpened,
            treeContexts: inspection.treeContexts,
            escrowMicros: context.state.escrowMicros,
            table,
          },
          decided.draft,
        )
        await closeStep(tx, deps, claim, { decided, milliseconds, verdict })
        await carryOut(tx, deps, note, { context, inspection, verdict, decided, table, round: claim.round })
        return true
      },
      ['running', 'paused'],
    )
  } catch (error) {
    if (error instanceof TreeMovedOn) return false
    throw error
  }
}

/** The context's lock is held, and every claim takes it, so this stays true until the end of the transaction. */
function isStillOurs({ context, step }: LockedStep, claim: Claim): boolean {
  return (
    context.state.phase === 'inspecting' &&
    context.state.round === claim.round &&
    step?.state === 'claimed' &&
    step.attempt === claim.attempt
  )
}

type Closed = { decided: Decided; milliseconds: number; verdict: CheckedVerdict }

/** Ends the step and gives every offer its reason, in one statement. */
async function closeStep(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  claim: Claim,
  { decided, milliseconds, verdict }: Closed,
): Promise<void> {
  const given = [...verdict.buy, ...verdict.hold, ...verdict.pass]
  const rows = given.map(({ offerId, reason }) => sql`(${offerId}::text, ${reason}::verdict_reason)`)
  const reasons =
    rows.length > 0
      ? sql`with reasons as (
          update info_offer set reason = given.reason
          from (values ${sql.join(rows, sql`, `)}) as given (id, reason) where info_offer.id = given.id
        )`
      : sql``
  await tx.execute(sql`
    ${reasons}
    update inspection_step set state = 'done', finished_at = ${deps.clock.now().toISOString()}::timestamptz,
      milliseconds = ${Math.round(milliseconds)}, prompt_tokens = ${decided.usage.promptTokens},
      completion_tokens = ${decided.usage.completionTokens}, failure = null
    where context_id = ${claim.contextId} and round = ${claim.round}`)
}

type PinnedOffer = TableOffer & { version: number }

/** The pinned offers that are still open in the pinned version. */
function tableOf(context: LockedContext, claim: Claim): PinnedOffer[] {
  const pins = new Map(claim.pins.map((pin) => [pin.offerId, pin.version]))
  return context.openOffers
    .filter((offer) => pins.get(offer.id) === offer.version)
    .map((offer) => ({ offerId: offer.id, version: offer.version, priceMicros: offer.priceMicros }))
}

type Applied = {
  context: LockedContext
  inspection: StepInspection
  verdict: CheckedVerdict
  decided: Decided
  table: readonly PinnedOffer[]
  round: number
}

async function carryOut(tx: Tx, deps: Deps, note: Note, applied: Applied): Promise<void> {
  const { context, verdict, round } = applied
  const step = advance(context.state, { type: 'verdict', round, verdict })
  await buy(tx, deps, note, applied)
  for (const { offerId, reason } of verdict.hold) {
    note({ type: 'offer.held', contextId: context.id, offerId, round, code: reason })
  }
  for (const { offerId, reason } of verdict.pass) {
    note({ type: 'offer.passed', contextId: context.id, offerId, round, code: reason })
  }
  if (step.state.phase === 'waiting') {
    await saveState(tx, context.id, step.state)
    note({ type: 'context.waiting', contextId: context.id, round })
    await openChildren(tx, deps, note, applied)
    return
  }
  const bought = new Set(verdict.buy.map(({ offerId }) => offerId))
  const openOffers = context.openOffers.filter(({ id }) => !bought.has(id))
  await endContext(tx, deps, note, { ...context, openOffers, state: step.state })
}

async function buy(
  tx: Tx,
  deps: Deps,
  note: Note,
  { context, verdict, decided, table, round }: Applied,
): Promise<void> {
  const versions = new Map(table.map((offer) => [offer.offerId, offer.version]))
  await purchaseOffers(tx, {
    buyerId: context.buyerId,
    way: 'inspected',
    at: deps.clock.now(),
    offers: verdict.buy.map(({ offerId, priceMicros }) => ({
      purchaseId: deps.ids.next('purchase'),
      offerId,
      version: versions.get(offerId) ?? 1,
      priceMicros,
      quotes: context.level > 0 ? (decided.quotes.get(offerId) ?? []) : [],
    })),
  })
  for (const { offerId, priceMicros, reason } of verdict.buy) {
    note({
      type: 'offer.bought',
      contextId: context.id,
      offerId,
      amountMicros: priceMicros,
      round,
      code: reason,
    })
  }
}

async function openChildren(
  tx: Tx,
  deps: Deps,
  note: Note,
  { context, inspection, verdict, decided }: Applied,
): Promise<void> {
  const now = deps.clock.now()
  const { policy } = inspection
  const opened = verdict.ask.map((ask) => ({
    id: deps.ids.next('context'),
    ask,
    isSealed: isSealed(decided, ask),
  }))
  const botsUntil = new Date(now.getTime() + policy.botWaitSeconds * 1_000)
  const peopleUntil =
    policy.peopleWaitSeconds > 0 ? new Date(now.getTime() + policy.peopleWaitSeconds * 1_000) : null
  await tx.insert(contexts).values(
    opened.map(({ id, ask, isSealed: sealed }) => ({
      id,
      rootId: context.rootId,
      parentId: context.id,
      level: context.level + 1,
      kind: 'inspection' as const,
      buyerId: context.buyerId,
      title: ask.question,
      decision: 'open' as const,
      askKind: ask.kind,
      isSealed: sealed,
      budgetMicros: ask.budgetMicros,
      botsUntil,
      peopleUntil,
      createdAt: now,
    })),
  )
  await tx
    .insert(contextAbout)
    .values(opened.flatMap(({ id, ask }) => ask.about.map((offerId) => ({ contextId: id, offerId }))))
  await carveEscrows(tx, {
    parentId: context.id,
    rootId: context.rootId,
    children: opened.map(({ id, ask }) => ({ childId: id, amountMicros: ask.budgetMicros })),
    at: now,
  })
  for (const { id, ask } of opened) {
    note({ type: 'context.opened', contextId: id, amountMicros: ask.budgetMicros, code: ask.kind })
  }
  const { rootId } = context
  await deps.jobs.enqueue(tx, 'market.match', [{ rootId, contextIds: opened.map(({ id }) => id) }])
  await deps.jobs.enqueue(
    tx,
    'inspection.advance',
    opened.map(({ id }) => ({ rootId, contextId: id })),
    peopleUntil ?? botsUntil,
  )
}

/** A question that the draft did not name was never granted, so every granted one is found. */
function isSealed(decided: Decided, ask: CheckedVerdict['ask'][number]): boolean {
  const index = decided.draft.ask.findIndex(
    (wish) =>
      wish.kind === ask.kind &&
      wish.question === ask.question &&
      ask.about.every((id) => wish.about.includes(id)),
  )
  return decided.sealedAsks[index] ?? true
}

/** What is applied when a tree has used up its tokens: nothing more is bought or asked. */
export const OUT_OF_TOKENS: Decided = {
  draft: EMPTY_VERDICT,
  sealedAsks: [],
  quotes: new Map(),
  usage: { promptTokens: 0, completionTokens: 0 },
}
