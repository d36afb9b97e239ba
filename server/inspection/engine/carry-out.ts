import type { Tx } from '@/db/client'
import {
  type BegunStep,
  carryOutCall,
  inspectionCarryOut,
  type OpenedContext,
  type SavedState,
} from '@/db/functions/inspection'
import type { Leg } from '@/db/functions/ledger'
import type { PurchaseItem } from '@/db/functions/market'
import type { Deps } from '../../deps'
import { inMarketWords } from '../../ledger/errors'
import { carveLeg, releaseLegs } from '../../ledger/escrow'
import { purchaseItem } from '../../ledger/purchase-offer'
import { countsOf, type Effect } from '../../protocol/advance'
import { nextSittingAt } from '../../protocol/policy'
import type { Reason } from '../../protocol/verdict'
import type { Note } from '../../realtime/tree-transaction'
import { type Decided, inspectorNow } from '../step/inspector'
import { type Claim, LEASE_MS } from './claims'
import type { Delivered } from './deliver'
import { eventsOf } from './events'
import { type Held, heldOf } from './held'
import { type Shown, shortlist } from './shortlist'

/** A verdict with what the protocol does not know of it: the claim, the cost and the time of its call. */
export type Verdict = { claim: Claim; decided: Decided; milliseconds: number }

export type CarriedOut = {
  /** Steps that this process may call the inspector for once the transaction is committed. */
  begun: Claim[]
  /** Sub-contexts that were opened, held. */
  opened: Held[]
}

/**
 * Carries out the effects of one transaction on a tree: buys, gives offers their reasons, opens sub-contexts with part of the escrow,
 * returns escrows, writes states, claims the steps that are due, and notes the events. Nothing else in the market does any of
 * this. Written with the events, when the transaction ends: sellers whom many trees buy from at once are locked for its commit alone.
 * Sub-contexts are opened at once, for they are matched next. In a tree that does not run no step is begun: it waits for
 * whoever resumes it.
 *
 * @param of.verdict The verdict that the effects come from; none when a context begins or the tree is cancelled.
 * @param of.isAct A person did it: it has its own moment, which tells nothing of what was read.
 * @throws AppError as `postTransfers` and `purchaseOffers`; so does the end of the transaction.
 */
export async function carryOut(
  tx: Tx,
  deps: Deps,
  note: Note,
  delivered: readonly Delivered[],
  { verdict, isAct = false }: { verdict?: Verdict; isAct?: boolean } = {},
): Promise<CarriedOut> {
  const [first] = delivered
  if (!first) return { begun: [], opened: [] }
  const { rootId, buyerId, inspection } = first.context
  const { policy, status } = inspection
  // A root that begins sets its tree going.
  const begins = status === 'running' || status === 'provisional' || status === 'collecting'
  const steps = begins ? await dueSteps(tx, deps, delivered) : []
  // A model may be offered no longer since the tree began.
  const inspector = await inspectorNow(tx, deps, inspection)
  if (steps.length > 0) note.inspector(inspector)
  const at = deps.clock.now()
  const after = (ms: number) => new Date(at.getTime() + ms)
  const rows = {
    closed: new Map(verdict ? [closedStep(verdict, delivered)] : []),
    reasons: reasonsOf(delivered),
    teasers: teasersOf(delivered),
    purchases: purchasesOf(deps, delivered, verdict),
    opened: delivered.flatMap(openedContexts),
    legs: legsOf(delivered),
    states: new Map(delivered.map(({ context: { id } }) => [id, stateOf(id, delivered, at)])),
    begun: steps.map((step) => begunStep(step, inspector)),
  }
  const { botWaitSeconds, peopleWaitSeconds } = policy
  const written = {
    rows,
    rootId,
    buyerId,
    botsUntil: after(botWaitSeconds * 1_000),
    peopleUntil: peopleWaitSeconds > 0 ? after(peopleWaitSeconds * 1_000) : null,
    leaseUntil: after(LEASE_MS),
    at,
    isAct,
  }
  if (isAct) note.act()
  for (const event of eventsOf(delivered, begins)) note(event)
  if (delivered.some(endsSitting)) await deps.jobs.enqueue(tx, 'inspection.answer', [{ rootId }])
  const nextAt = rows.states.get(rootId)?.nextSittingAt
  if (nextAt) await deps.jobs.enqueue(tx, 'inspection.advance', [{ rootId, contextId: rootId }], nextAt)
  const begun = steps.map(claimOf)
  if (rows.opened.length === 0) {
    note.write({ call: carryOutCall(written), inWords: inMarketWords })
    return { begun, opened: [] }
  }
  const found = await inMarketWords(inspectionCarryOut(tx, written))
  const openedIds = rows.opened.map(({ id }) => id)
  return { begun, opened: found ? heldOf(found, openedIds) : [] }
}

type DueStep = { context: Held; shown: Shown }

async function dueSteps(tx: Tx, deps: Deps, delivered: readonly Delivered[]): Promise<DueStep[]> {
  const steps: DueStep[] = []
  for (const { context, effects } of delivered) {
    if (effects.some(({ type }) => type === 'inspect'))
      steps.push({ context, shown: await shownTo(tx, deps, context) })
  }
  return steps
}

/** Who writes an answer from what was bought is shown no offers. */
async function shownTo(tx: Tx, deps: Deps, context: Held): Promise<Shown> {
  return context.state.answerStage > 0 ? { pins: [], seed: 0 } : shortlist(tx, deps, context)
}

function claimOf({ context: { id: contextId, rootId, state }, shown: { pins } }: DueStep): Claim {
  const { round, escrowMicros, answerStage } = state
  return { rootId, contextId, round, answerStage, attempt: 1, failures: 0, pins, escrowMicros }
}

function begunStep({ context: { id: contextId, state }, shown }: DueStep, inspector: string): BegunStep {
  const { pins, seed } = shown
  return { contextId, round: state.round, shown: pins, seed, inspector }
}

function closedStep(
  { claim: { contextId, round }, decided, milliseconds }: Verdict,
  delivered: readonly Delivered[],
) {
  const reserved = delivered.flatMap(({ context, effects }) =>
    context.id === contextId
      ? effects.flatMap((effect) => (effect.type === 'reserve' ? effect.offerIds : []))
      : [],
  )
  const bought = delivered.flatMap(({ context, effects }) =>
    context.id === contextId
      ? effects.flatMap((effect) => (effect.type === 'buy' ? effect.offerId : []))
      : [],
  )
  const { usage, inspector, promptVersion, opinions } = decided
  const step = {
    round,
    milliseconds: Math.round(milliseconds),
    inspector,
    promptVersion,
    ...usage,
    reserved,
    // What an opinion would have bought besides is nobody's to know.
    opinions: opinions.map(({ inspector, wanted }) => ({
      inspector,
      bought: bought.filter((offerId) => wanted.includes(offerId)),
    })),
  }
  return [contextId, step] as const
}

/** Reasons of offers that were held or passed. A purchase carries its own. */
function reasonsOf(delivered: readonly Delivered[]): Map<string, Reason> {
  const reasons = new Map<string, Reason>()
  for (const effect of delivered.flatMap(({ effects }) => effects)) {
    if (effect.type === 'hold' || effect.type === 'pass') reasons.set(effect.offerId, effect.reason)
  }
  return reasons
}

/** Whether teasers keep to their texts, by offer. */
function teasersOf(delivered: readonly Delivered[]): Map<string, boolean> {
  const judged = delivered.flatMap(({ effects }) =>
    effects.flatMap((effect) => (effect.type === 'judge-teasers' ? effect.teasers : [])),
  )
  return new Map(judged.map(({ offerId, isFair }) => [offerId, isFair]))
}

/** A purchase below the root remembers which unbought offers it repeats: it stays sealed for them (design, section 5). */
function purchasesOf(
  deps: Pick<Deps, 'ids' | 'env'>,
  delivered: readonly Delivered[],
  verdict?: Verdict,
): PurchaseItem[] {
  const versions = new Map(verdict?.claim.pins.map(({ offerId, version }) => [offerId, version]))
  return delivered.flatMap(({ context, effects }) =>
    effects.flatMap((effect): PurchaseItem[] => {
      if (effect.type !== 'buy') return []
      const { offerId, priceMicros, reason } = effect
      const quotes = context.level > 0 ? (verdict?.decided.quotes.get(offerId) ?? []) : []
      const version = versions.get(offerId) ?? 1
      const wanted = { purchaseId: deps.ids.next('purchase'), offerId, version, priceMicros, reason, quotes }
      return [purchaseItem(wanted, deps.env.EARNINGS_PENDING_HOURS)]
    }),
  )
}

function openedContexts({ context, opened }: Delivered): OpenedContext[] {
  return opened.map(({ id, ask: { question, kind, millibits, budgetMicros, about } }) => ({
    id,
    parentId: context.id,
    level: context.level + 1,
    title: question,
    askKind: kind,
    millibitsLeft: millibits,
    budgetMicros,
    about,
  }))
}

/** Budgets go down before escrows come up. */
function legsOf(delivered: readonly Delivered[]): Leg[] {
  const carved = delivered.flatMap(({ context: { id: parentId, rootId }, opened }) =>
    opened.map(({ id, ask }) => carveLeg({ childId: id, parentId, rootId, amountMicros: ask.budgetMicros })),
  )
  const released = delivered.flatMap(({ context, effects }) =>
    effects.flatMap((effect) =>
      effect.type === 'return-escrow'
        ? releaseLegs({
            ...context,
            amountMicros: effect.amountMicros,
            isCancelled: context.state.phase === 'cancelled',
          })
        : [],
    ),
  )
  return [...carved, ...released]
}

/** The state of a context as the last delivery left it. */
function stateOf(contextId: string, delivered: readonly Delivered[], now: Date): SavedState {
  const own = delivered.filter(({ context }) => context.id === contextId)
  const last = own.at(-1)?.context
  if (!last) throw new Error(`Nothing was delivered to ${contextId}`)
  const { state, inspection } = last
  const { phase, sittingsLeft } = state
  const { policy, deadlineAt } = inspection
  const isOpen = phase === 'provisional'
  const saved = {
    phase,
    ...countsOf(state),
    // From what set this one off: when it ended is the inspector's to choose.
    nextSittingAt: isOpen
      ? nextSittingAt(policy, { sittingsLeft, now: inspection.toldAt ?? now, deadlineAt })
      : null,
  }
  const hasEnded = own.some(({ effects }) => effects.some(({ type }) => type === 'ended'))
  return hasEnded ? { ...saved, unread: phase === 'settled' ? 'not-read' : 'no-verdict' } : saved
}

/** A sitting of a root is over: its answer may be wanted. */
function endsSitting({ context: { parentId, state }, effects }: Delivered): boolean {
  const isEnd = ({ type }: Effect) => type === 'stay-open' || (type === 'ended' && state.phase === 'settled')
  return parentId === null && effects.some(isEnd)
}
