import { sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import type { Deps } from '../deps'
import { purchaseOffers } from '../ledger/purchase-offer'
import { advance, isTerminal } from '../protocol/advance'
import { type CheckedVerdict, checkVerdict, EMPTY_VERDICT, type TableOffer } from '../protocol/verdict'
import { inTree, type NewEvent, type Note, TreeMovedOn } from '../realtime/tree-transaction'
import { type Begun, beginSteps, begunEvent, type Claim, firstClaim } from './claim-step'
import { type LockedContext, type LockedStep, lockSteps, type StepInspection } from './context-store'
import { type Deciding, endContexts } from './end-context'
import type { Decided } from './inspector'
import { type Opening, openChildren } from './open-children'

/** What the inspector decided at a step that this process had claimed. */
export type Verdict = { claim: Claim; decided: Decided; milliseconds: number }

/**
 * Applies what the inspector decided at steps of one level of one tree, in one transaction that first checks that each step is
 * still the claimed one: buys, records a reason for every other offer, opens sub-contexts with part of the escrow, or ends the
 * context. Together they have the effects they would have one after the other. The next step of a context whose last child ends
 * with this is begun at once. Returns for each verdict the steps it leads to; a late answer is dropped and leads to none.
 */
export async function applyVerdicts(
  deps: Deps,
  rootId: string,
  verdicts: readonly Verdict[],
): Promise<Claim[][]> {
  try {
    return await inTree(
      deps,
      rootId,
      async (tx, note) => {
        const locked = await lockSteps(
          tx,
          verdicts.map(({ claim }) => claim.contextId),
        )
        const applied = checkAll(verdicts, locked)
        const next = applied.length > 0 ? await carryOut(tx, deps, note, applied) : new Map()
        return verdicts.map(({ claim }) => next.get(claim.contextId) ?? [])
      },
      ['running', 'paused'],
    )
  } catch (error) {
    if (error instanceof TreeMovedOn) return verdicts.map(() => [])
    throw error
  }
}

type PinnedOffer = TableOffer & { version: number }

/** A verdict that is legal, with the context as it is before and the state after. */
type Applied = {
  verdict: Verdict
  context: LockedContext
  inspection: StepInspection
  table: readonly PinnedOffer[]
  checked: CheckedVerdict
  state: LockedContext['state']
}

/** Those that are still ours, each checked against a tree that has grown by what the ones before it opened. */
function checkAll(verdicts: readonly Verdict[], locked: Map<string, LockedStep>): Applied[] {
  const applied: Applied[] = []
  let opened = 0
  for (const verdict of verdicts) {
    const { claim, decided } = verdict
    const step = locked.get(claim.contextId)
    if (!step || !isStillOurs(step, claim)) continue
    const { context, inspection } = step
    const table = tableOf(context, claim)
    const { round, childrenOpened, escrowMicros } = context.state
    const situation = {
      policy: inspection.policy,
      level: context.level,
      round,
      childrenOpened,
      treeContexts: inspection.treeContexts + opened,
      escrowMicros,
      table,
    }
    const checked = checkVerdict(situation, decided.draft)
    opened += checked.ask.length
    const { state } = advance(context.state, { type: 'verdict', round, verdict: checked })
    applied.push({ verdict, context, inspection, table, checked, state })
  }
  return applied
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

/** The pinned offers that are still open in the pinned version. */
function tableOf(context: LockedContext, claim: Claim): PinnedOffer[] {
  const pins = new Map(claim.pins.map((pin) => [pin.offerId, pin.version]))
  return context.openOffers
    .filter((offer) => pins.get(offer.id) === offer.version)
    .map((offer) => ({ offerId: offer.id, version: offer.version, priceMicros: offer.priceMicros }))
}

/** Returns the claims of the steps that follow, by the context whose verdict they follow. */
async function carryOut(
  tx: Tx,
  deps: Deps,
  note: Note,
  applied: readonly Applied[],
): Promise<Map<string, Claim[]>> {
  await closeSteps(tx, deps, applied)
  await buy(tx, deps, applied)
  const asking = applied.filter(({ state }) => !isTerminal(state.phase))
  const openings = asking.map((one): Opening => ({ ...one, decided: one.verdict.decided }))
  const opened = await openChildren(tx, deps, openings)
  const { ended, deciding } = await endContexts(
    tx,
    deps,
    applied.filter((one) => isTerminal(one.state.phase)).map(afterBuying),
    asking.map(({ context: { id }, state }) => ({ id, state })),
  )
  const begun = await beginDeciding(tx, deps, deciding)
  for (const one of applied) {
    const { id } = one.context
    const { usage } = one.verdict.decided
    note.call(usage.promptTokens + usage.completionTokens)
    for (const event of givenEvents(one)) note(event)
    for (const event of opened.get(id) ?? []) note(event)
    for (const { event, becauseOf } of ended) if (becauseOf === id) note(event)
    for (const claim of begun.get(id) ?? []) note(begunEvent(claim))
  }
  return begun
}

/** A tree that is paused begins nothing: resuming it takes up every context that waits for a step. */
async function beginDeciding(
  tx: Tx,
  deps: Deps,
  deciding: readonly Deciding[],
): Promise<Map<string, Claim[]>> {
  const claims = new Map<string, Claim[]>()
  const begun: Begun[] = []
  for (const { step, becauseOf } of deciding.filter(({ step }) => step.inspection.status === 'running')) {
    const first = await firstClaim(tx, deps, step)
    begun.push(first)
    claims.set(becauseOf, [...(claims.get(becauseOf) ?? []), first.claim])
  }
  await beginSteps(tx, deps, begun)
  return claims
}

/** Ends the steps and gives every offer its reason, in one statement. */
async function closeSteps(tx: Tx, deps: Pick<Deps, 'clock'>, applied: readonly Applied[]): Promise<void> {
  const steps = applied.map(({ verdict: { claim, decided, milliseconds } }) => ({
    context_id: claim.contextId,
    round: claim.round,
    milliseconds: Math.round(milliseconds),
    prompt_tokens: decided.usage.promptTokens,
    completion_tokens: decided.usage.completionTokens,
  }))
  const reasons = applied.flatMap(({ checked: { buy, hold, pass } }) =>
    [...buy, ...hold, ...pass].map(({ offerId, reason }) => ({ offer_id: offerId, reason })),
  )
  await tx.execute(sql`select steps_close(
    ${JSON.stringify(steps)}::jsonb, ${JSON.stringify(reasons)}::jsonb, ${deps.clock.now().toISOString()}::timestamptz)`)
}

/** Buys all that the verdicts name in one statement; the contexts of a tree have one buyer. */
async function buy(tx: Tx, deps: Deps, applied: readonly Applied[]): Promise<void> {
  const [first] = applied
  if (!first) return
  await purchaseOffers(tx, {
    buyerId: first.context.buyerId,
    way: 'inspected',
    at: deps.clock.now(),
    offers: applied.flatMap(({ checked, table, context, verdict }) => {
      const versions = new Map(table.map((offer) => [offer.offerId, offer.version]))
      return checked.buy.map(({ offerId, priceMicros }) => ({
        purchaseId: deps.ids.next('purchase'),
        offerId,
        version: versions.get(offerId) ?? 1,
        priceMicros,
        quotes: context.level > 0 ? (verdict.decided.quotes.get(offerId) ?? []) : [],
      }))
    }),
  })
}

function afterBuying({ context, checked, state }: Applied): LockedContext {
  const bought = new Set(checked.buy.map(({ offerId }) => offerId))
  return { ...context, openOffers: context.openOffers.filter(({ id }) => !bought.has(id)), state }
}

/** What became of each offer on the table. */
function givenEvents({ context: { id: contextId }, verdict: { claim }, checked }: Applied): NewEvent[] {
  const { round } = claim
  return [
    ...checked.buy.map(
      ({ offerId, priceMicros, reason }): NewEvent => ({
        type: 'offer.bought',
        contextId,
        offerId,
        amountMicros: priceMicros,
        round,
        code: reason,
      }),
    ),
    ...checked.hold.map(
      ({ offerId, reason }): NewEvent => ({ type: 'offer.held', contextId, offerId, round, code: reason }),
    ),
    ...checked.pass.map(
      ({ offerId, reason }): NewEvent => ({ type: 'offer.passed', contextId, offerId, round, code: reason }),
    ),
  ]
}

/** What is applied when a tree has used up its tokens: nothing more is bought or asked. */
export const OUT_OF_TOKENS: Decided = {
  draft: EMPTY_VERDICT,
  sealedAsks: [],
  quotes: new Map(),
  usage: { promptTokens: 0, completionTokens: 0 },
}
