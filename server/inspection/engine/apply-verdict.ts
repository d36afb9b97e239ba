import { sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import type { Deps } from '../../deps'
import { inMarketWords } from '../../ledger/errors'
import { purchasesJson, type Wanted } from '../../ledger/purchase-offer'
import { advance, isTerminal } from '../../protocol/advance'
import { type CheckedVerdict, checkVerdict, EMPTY_VERDICT, type TableOffer } from '../../protocol/verdict'
import { inTree, type NewEvent, type Note, TreeMovedOn } from '../../realtime/tree-transaction'
import type { Decided } from '../step/inspector'
import { begunEvent, type Claim, readTreeFor } from './begin-steps'
import {
  type LockedContext,
  type LockedStep,
  lockSteps,
  readSteps,
  type StepInspection,
  type StepsJson,
  statesJson,
} from './context-store'
import { endContexts } from './end-context'
import type { Matching } from './match-contexts'
import {
  childrenJson,
  matchChildren,
  type NewChildren,
  type Opening,
  openedEvents,
  planChildren,
} from './open-children'

/** What the inspector decided at a step that this process had claimed. */
export type Verdict = { claim: Claim; decided: Decided; milliseconds: number }

/**
 * Applies what the inspector decided at steps of one level of one tree, in one transaction that first checks that each step is
 * still the claimed one: buys, records a reason for every other offer, opens sub-contexts with part of the escrow and has them
 * matched, or ends the context. Together they have the effects they would have one after the other. Steps that follow (of a
 * context whose last child ends with this, of a sub-context that waits for nobody) are begun at once. Returns for each verdict
 * the steps it leads to; a late answer is dropped and leads to none.
 *
 * @param matching null leaves the matching of sub-contexts to a job.
 */
export async function applyVerdicts(
  deps: Deps,
  rootId: string,
  verdicts: readonly Verdict[],
  matching: Matching | null,
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
        const next = applied.length > 0 ? await carryOut(tx, deps, note, applied, matching) : new Map()
        readTreeFor(note, [...next.values()].flat())
        return verdicts.map(({ claim }) => next.get(claim.contextId) ?? [])
      },
      ['running', 'paused'],
    )
  } catch (error) {
    if (error instanceof TreeMovedOn) return verdicts.map(() => [])
    if (!matching || verdicts.every(({ decided }) => decided.draft.ask.length === 0)) throw error
    // What goes wrong in matching must not cost a verdict that was paid for.
    deps.log.warn({ err: error, rootId }, 'verdicts are applied without matching what they ask')
    return applyVerdicts(deps, rootId, verdicts, null)
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
  matching: Matching | null,
): Promise<Map<string, Claim[]>> {
  const ending = applied.filter(({ state }) => isTerminal(state.phase))
  const asking = applied.filter(({ state }) => !isTerminal(state.phase))
  const opened = planChildren(
    deps,
    asking.map((one): Opening => ({ ...one, decided: one.verdict.decided })),
  )
  const parents = await writeVerdicts(tx, deps, { applied, ending, asking, opened })
  const { rootId } = applied[0]?.context ?? { rootId: '' }
  const ends = await endContexts(tx, deps, { rootId, ended: ending.map(afterBuying), parents, begins: true })
  for (const one of applied) {
    const { id } = one.context
    const { usage } = one.verdict.decided
    note.call(usage.promptTokens + usage.completionTokens)
    for (const event of givenEvents(one)) note(event)
    if (asking.includes(one)) for (const event of openedEvents(afterVerdict(one), opened)) note(event)
    for (const { event, becauseOf } of ends.ended) if (becauseOf === id) note(event)
    for (const { claim, becauseOf } of ends.begun) if (becauseOf === id) note(begunEvent(claim))
  }
  const matched = opened ? await matchOpened(tx, deps, note, opened, matching) : []
  const byContext = Map.groupBy([...ends.begun, ...matched], ({ becauseOf }) => becauseOf)
  return new Map([...byContext].map(([id, begun]) => [id, begun.map(({ claim }) => claim)]))
}

/** Writes all that verdicts say, in one round trip; locks and returns the parents of those that end. */
async function writeVerdicts(
  tx: Tx,
  deps: Deps,
  {
    applied,
    ending,
    asking,
    opened,
  }: Record<'applied' | 'ending' | 'asking', readonly Applied[]> & { opened: NewChildren | null },
): Promise<Map<string, LockedStep>> {
  const [first] = applied
  if (!first) return new Map()
  const { rows, carves } = childrenJson(opened)
  const parentIds = [...new Set(ending.flatMap(({ context }) => context.parentId ?? []))]
  const states = asking.map(({ context: { id }, state }) => ({ id, state }))
  const written = await inMarketWords(
    tx.execute(sql`select verdicts_carry_out(
      ${stepsJson(applied)}::jsonb, ${reasonsJson(applied)}::jsonb, ${purchasesJson(bought(deps, applied))}::jsonb,
      ${rows}::jsonb, ${carves}::jsonb, ${statesJson(states)}::jsonb, ${sql.param(parentIds)}::text[],
      ${first.context.rootId}, ${first.context.buyerId}, ${opened?.botsUntil.toISOString() ?? null}::timestamptz,
      ${opened?.peopleUntil?.toISOString() ?? null}::timestamptz, ${deps.clock.now().toISOString()}::timestamptz) as parents`),
  )
  return readSteps(rowsOf<{ parents: StepsJson | null }>(written)[0]?.parents ?? null, parentIds)
}

/** Has sub-contexts matched now, or by a job when that is not wanted here or the tree has stopped. */
async function matchOpened(
  tx: Tx,
  deps: Deps,
  note: Note,
  opened: NewChildren,
  matching: Matching | null,
): Promise<{ claim: Claim; becauseOf: string }[]> {
  if (matching?.begins && opened.inspection.status === 'running') {
    return matchChildren(tx, deps, note, opened, matching)
  }
  const contextIds = opened.children.map(({ id }) => id)
  const rootId = opened.children[0]?.parent.rootId ?? ''
  await deps.jobs.enqueue(tx, 'market.match', [{ rootId, contextIds }])
  return []
}

function stepsJson(applied: readonly Applied[]): string {
  const steps = applied.map(({ verdict: { claim, decided, milliseconds } }) => [
    claim.contextId,
    {
      round: claim.round,
      milliseconds: Math.round(milliseconds),
      prompt_tokens: decided.usage.promptTokens,
      completion_tokens: decided.usage.completionTokens,
    },
  ])
  return JSON.stringify(Object.fromEntries(steps))
}

/** What is bought has its reason with the purchase. */
function reasonsJson(applied: readonly Applied[]): string {
  const given = applied.flatMap(({ checked: { hold, pass } }) => [...hold, ...pass])
  return JSON.stringify(Object.fromEntries(given.map(({ offerId, reason }) => [offerId, reason])))
}

/** All that the verdicts buy; the contexts of a tree have one buyer. */
function bought(deps: Pick<Deps, 'ids'>, applied: readonly Applied[]): Wanted[] {
  return applied.flatMap(({ checked, table, context, verdict }) => {
    const versions = new Map(table.map((offer) => [offer.offerId, offer.version]))
    return checked.buy.map(({ offerId, priceMicros, reason }) => ({
      purchaseId: deps.ids.next('purchase'),
      offerId,
      reason,
      version: versions.get(offerId) ?? 1,
      priceMicros,
      quotes: context.level > 0 ? (verdict.decided.quotes.get(offerId) ?? []) : [],
    }))
  })
}

const afterVerdict = ({ context, state }: Applied): LockedContext => ({ ...context, state })

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
