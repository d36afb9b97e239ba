import { sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import type { Deps } from '../../deps'
import { inMarketWords } from '../../ledger/errors'
import { carveLeg, releaseLeg } from '../../ledger/escrow'
import { type Leg, legRows } from '../../ledger/post'
import { purchaseRows, type Wanted } from '../../ledger/purchase-offer'
import type { Effect } from '../../protocol/advance'
import type { Note } from '../../realtime/tree-transaction'
import { type Decided, modelFor } from '../step/inspector'
import { type Claim, LEASE_MS } from './claims'
import type { Delivered } from './deliver'
import { eventsOf } from './events'
import { type Held, heldOf } from './held'
import { type Shown, shortlist } from './shortlist'

/** The verdict that effects come from, with what the protocol does not know of it. */
export type Verdict = { claim: Claim; decided: Decided; milliseconds: number }

export type CarriedOut = {
  /** Steps that this process may now call the inspector for. */
  begun: Claim[]
  /** Sub-contexts that were opened, held. */
  opened: Held[]
}

/**
 * Carries out the effects of one transaction on a tree: buys, gives offers their reasons, opens sub-contexts with part of the escrow,
 * returns escrows, writes states, claims the steps that are due, and notes the events. Nothing else in the market does any of
 * this. One round trip, one more when a settled root wants its answer. In a tree that does not run no step is begun: it waits for
 * whoever resumes it.
 *
 * @param verdict Whose effects they are; none when a context begins, or the tree is cancelled.
 * @throws AppError as `postTransfers` and `purchaseOffers`.
 */
export async function carryOut(
  tx: Tx,
  deps: Deps,
  note: Note,
  delivered: readonly Delivered[],
  verdict?: Verdict,
): Promise<CarriedOut> {
  const [first] = delivered
  if (!first) return { begun: [], opened: [] }
  const { rootId, buyerId, inspection } = first.context
  const { policy, status } = inspection
  const now = deps.clock.now()
  const later = (ms: number) => new Date(now.getTime() + ms).toISOString()
  // A root that begins sets its tree going.
  const begins = status === 'running' || status === 'collecting'
  const steps = begins ? delivered.flatMap(dueStep) : []
  const inspectorName = modelFor(deps.models, inspection).name
  const rows = {
    closed: verdict ? closedRow(verdict) : {},
    reasons: reasonsOf(delivered),
    purchases: purchaseRows(purchasesOf(deps, delivered, verdict)),
    opened: delivered.flatMap(openedRows),
    legs: legRows(legsOf(delivered)),
    states: Object.fromEntries(delivered.map(({ context }) => [context.id, stateRow(context, delivered)])),
    begun: steps.map(({ context, shown: { pins, seed, equals } }) => ({
      contextId: context.id,
      round: context.state.round,
      shown: pins,
      seed,
      equals,
      inspector: inspectorName,
    })),
  }
  const peopleUntil = policy.peopleWaitSeconds > 0 ? later(policy.peopleWaitSeconds * 1_000) : null
  const result = await inMarketWords(
    tx.execute(sql`select inspection_carry_out(
      ${JSON.stringify(rows)}::jsonb, ${rootId}, ${buyerId}, ${later(policy.botWaitSeconds * 1_000)}::timestamptz,
      ${peopleUntil}::timestamptz, ${later(LEASE_MS)}::timestamptz, ${now.toISOString()}::timestamptz) as opened`),
  )
  for (const event of eventsOf(delivered, begins)) note(event)
  if (delivered.some(isSettledRoot)) await deps.jobs.enqueue(tx, 'inspection.answer', [{ rootId }])
  const ids = rows.opened.map(({ id }) => id)
  return {
    begun: steps.map(claimOf),
    opened: ids.length > 0 ? heldOf(rowsOf<{ opened: unknown }>(result)[0]?.opened, ids) : [],
  }
}

type DueStep = { context: Held; shown: Shown }

function dueStep({ context, effects }: Delivered): DueStep[] {
  return effects.some(({ type }) => type === 'inspect') ? [{ context, shown: shortlist(context) }] : []
}

function claimOf({ context: { id: contextId, rootId, state }, shown: { pins } }: DueStep): Claim {
  const { round, escrowMicros } = state
  return { rootId, contextId, round, attempt: 1, failures: 0, pins, escrowMicros }
}

function closedRow({ claim, decided: { usage }, milliseconds }: Verdict): object {
  const { contextId, round } = claim
  return { [contextId]: { round, milliseconds: Math.round(milliseconds), ...usage } }
}

/** What is bought has its reason with the purchase. */
function reasonsOf(delivered: readonly Delivered[]): Record<string, string> {
  const given = delivered.flatMap(({ effects }) =>
    effects.flatMap((effect) =>
      effect.type === 'hold' || effect.type === 'pass' ? [[effect.offerId, effect.reason]] : [],
    ),
  )
  return Object.fromEntries(given)
}

/** A purchase below the root remembers which unbought offers it repeats: it stays sealed for them (design, section 5). */
function purchasesOf(deps: Pick<Deps, 'ids'>, delivered: readonly Delivered[], verdict?: Verdict): Wanted[] {
  const versions = new Map(verdict?.claim.pins.map(({ offerId, version }) => [offerId, version]))
  return delivered.flatMap(({ context, effects }) =>
    effects.flatMap((effect): Wanted[] => {
      if (effect.type !== 'buy') return []
      const { offerId, priceMicros, reason } = effect
      const quotes = context.level > 0 ? (verdict?.decided.quotes.get(offerId) ?? []) : []
      const version = versions.get(offerId) ?? 1
      return [{ purchaseId: deps.ids.next('purchase'), offerId, version, priceMicros, reason, quotes }]
    }),
  )
}

function openedRows({ context, opened }: Delivered) {
  return opened.map(({ id, ask }) => ({
    id,
    parentId: context.id,
    level: context.level + 1,
    title: ask.question,
    askKind: ask.kind,
    isSealed: ask.isSealed ?? true,
    budgetMicros: ask.budgetMicros.toString(),
    about: ask.about,
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
        ? releaseLeg({
            ...context,
            amountMicros: effect.amountMicros,
            isCancelled: context.state.phase === 'cancelled',
          })
        : [],
    ),
  )
  return [...carved, ...released]
}

/** As the last delivery leaves it. `unread` is the reason of offers that nobody gave a verdict on, when the context has ended. */
function stateRow({ id }: Held, delivered: readonly Delivered[]): object {
  const own = delivered.filter(({ context }) => context.id === id)
  const state = own.at(-1)?.context.state
  if (!state) throw new Error(`Nothing was delivered to ${id}`)
  const { phase, round, childrenOpened, openChildren } = state
  const hasEnded = own.some(({ effects }) => effects.some(({ type }) => type === 'ended'))
  const unread = phase === 'settled' ? 'not-read' : 'no-verdict'
  return { phase, round, childrenOpened, openChildren, ...(hasEnded ? { unread } : {}) }
}

function isSettledRoot({ context: { parentId, state }, effects }: Delivered): boolean {
  const isEnd = ({ type }: Effect) => type === 'ended'
  return parentId === null && state.phase === 'settled' && effects.some(isEnd)
}
