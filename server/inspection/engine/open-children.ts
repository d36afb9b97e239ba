import type { Tx } from '@/db/client'
import type { Deps } from '../../deps'
import { carveLegs } from '../../ledger/escrow'
import { legsJson } from '../../ledger/post'
import { fanOut } from '../../market/inbox/fan-out'
import { type MatchedRow, matchableContext } from '../../market/matching/read-contexts'
import { openedState } from '../../protocol/advance'
import type { CheckedVerdict } from '../../protocol/verdict'
import type { NewEvent, Note } from '../../realtime/tree-transaction'
import type { Decided } from '../step/inspector'
import type { Claim } from './begin-steps'
import type { LockedContext, LockedStep, StepInspection } from './context-store'
import { goOn, type Matching, unmatchedOf, withMatched } from './match-contexts'

/** A context whose verdict asks something. */
export type Opening = {
  context: LockedContext
  inspection: StepInspection
  checked: CheckedVerdict
  decided: Decided
}

type Child = { id: string; parent: LockedContext; ask: CheckedVerdict['ask'][number]; isSealed: boolean }

/** Sub-contexts that verdicts of one tree ask for, each with its part of its parent's escrow. */
export type NewChildren = {
  children: readonly Child[]
  inspection: StepInspection
  openedAt: Date
  botsUntil: Date
  peopleUntil: Date | null
}

/** Null when nothing is asked. */
export function planChildren(
  deps: Pick<Deps, 'ids' | 'clock'>,
  openings: readonly Opening[],
): NewChildren | null {
  const children = openings.flatMap(({ context, checked, decided }): Child[] =>
    checked.ask.map((ask) => ({
      id: deps.ids.next('context'),
      parent: context,
      ask,
      isSealed: isSealed(decided, ask),
    })),
  )
  const inspection = openings[0]?.inspection
  if (!inspection || children.length === 0) return null
  const openedAt = deps.clock.now()
  const { botWaitSeconds, peopleWaitSeconds } = inspection.policy
  const after = (seconds: number) => new Date(openedAt.getTime() + seconds * 1_000)
  return {
    children,
    inspection,
    openedAt,
    botsUntil: after(botWaitSeconds),
    peopleUntil: peopleWaitSeconds > 0 ? after(peopleWaitSeconds) : null,
  }
}

/** Their rows as the function `contexts_open` takes them, and the legs that give them their budgets. */
export function childrenJson(opened: NewChildren | null): { rows: string; carves: string } {
  const children = opened?.children ?? []
  const rows = children.map(({ id, parent, ask, isSealed: is_sealed }) => ({
    id,
    parent_id: parent.id,
    level: parent.level + 1,
    title: ask.question,
    ask_kind: ask.kind,
    is_sealed,
    budget_micros: ask.budgetMicros.toString(),
    about: ask.about,
  }))
  const carved = children.map(({ id, parent, ask }) => ({
    childId: id,
    parentId: parent.id,
    amountMicros: ask.budgetMicros,
  }))
  return {
    rows: JSON.stringify(rows),
    carves: legsJson(carveLegs(children[0]?.parent.rootId ?? '', carved)),
  }
}

/** The events of what one context asks. */
export function openedEvents({ id, state }: LockedContext, opened: NewChildren | null): NewEvent[] {
  const own = (opened?.children ?? []).filter(({ parent }) => parent.id === id)
  if (own.length === 0) return []
  return [
    { type: 'context.waiting', contextId: id, round: state.round },
    ...own.map(
      ({ id: contextId, ask }): NewEvent => ({
        type: 'context.opened',
        contextId,
        amountMicros: ask.budgetMicros,
        code: ask.kind,
      }),
    ),
  ]
}

/**
 * Has new sub-contexts matched in the transaction that writes them, and begins those that wait for nobody. Returns for each step
 * that begins the context that asked.
 */
export async function matchChildren(
  tx: Tx,
  deps: Deps,
  note: Note,
  opened: NewChildren,
  { matchBots, begins }: Matching,
): Promise<{ claim: Claim; becauseOf: string }[]> {
  const rows = opened.children.map((child) => rowOf(child, opened))
  const unmatched = rows.map((row, index) => {
    const { parent, ask } = opened.children[index] ?? {}
    const teasers = ask?.about.flatMap(
      (id) => parent?.openOffers.find((offer) => offer.id === id)?.teaser ?? [],
    )
    const matchable = matchableContext(row, { teasers: teasers ?? [], now: opened.openedAt })
    return unmatchedOf(row, matchable, opened.inspection.deadlineAt)
  })
  const matched = await matchBots(tx, deps, note, unmatched)
  await fanOut(tx, deps, rows)
  const steps = opened.children.map((child) => stepOf(child, opened))
  const claims = await goOn(tx, deps, note, withMatched(steps, unmatched, matched), begins)
  const parents = new Map(opened.children.map(({ id, parent }) => [id, parent.id]))
  // A parent whose sub-contexts all end at once, because nobody answers, begins again itself.
  return claims.map((claim) => ({ claim, becauseOf: parents.get(claim.contextId) ?? claim.contextId }))
}

/** What of a sub-context's row matching reads. */
function rowOf({ id, parent, ask, isSealed }: Child, { openedAt, peopleUntil }: NewChildren): MatchedRow {
  const { rootId, buyerId, tags, pages } = parent
  return {
    id,
    rootId,
    parentId: parent.id,
    buyerId,
    title: ask.question,
    claim: '',
    body: '',
    options: [],
    tags,
    pages,
    decision: 'open',
    budgetMicros: ask.budgetMicros,
    isSealed,
    isMatched: false,
    phase: 'collecting',
    peopleUntil,
    createdAt: openedAt,
  }
}

/** A new sub-context as its row, just written, would be locked and read. */
function stepOf({ id, parent, ask }: Child, { inspection, botsUntil, peopleUntil }: NewChildren): LockedStep {
  const { rootId, buyerId, tags, pages } = parent
  const level = parent.level + 1
  return {
    context: {
      id,
      rootId,
      parentId: parent.id,
      buyerId,
      level,
      tags,
      pages,
      state: openedState(level, ask.budgetMicros),
      openOffers: [],
    },
    inspection,
    collecting: { isMatched: false, botsPending: 0, botsUntil, peopleUntil, quorum: null },
    step: null,
  }
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
