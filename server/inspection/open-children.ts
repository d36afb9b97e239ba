import { sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import type { Deps } from '../deps'
import { carveEscrows } from '../ledger/escrow'
import type { CheckedVerdict } from '../protocol/verdict'
import type { NewEvent } from '../realtime/tree-transaction'
import type { LockedContext, StepInspection } from './context-store'
import type { Decided } from './inspector'

/** A context whose verdict asks something. */
export type Opening = {
  context: LockedContext
  inspection: StepInspection
  checked: CheckedVerdict
  decided: Decided
}

type Child = { id: string; parent: LockedContext; ask: CheckedVerdict['ask'][number]; isSealed: boolean }

/**
 * Opens the sub-contexts that verdicts of one tree ask for, each with its part of its parent's escrow, and has them matched and
 * begun when their wait is over; a few statements whatever their number. Returns the events of each parent.
 */
export async function openChildren(
  tx: Tx,
  deps: Deps,
  openings: readonly Opening[],
): Promise<Map<string, NewEvent[]>> {
  const [first] = openings
  if (!first) return new Map()
  const { rootId } = first.context
  const { policy } = first.inspection
  const now = deps.clock.now()
  const children = openings.flatMap(({ context, checked, decided }): Child[] =>
    checked.ask.map((ask) => ({
      id: deps.ids.next('context'),
      parent: context,
      ask,
      isSealed: isSealed(decided, ask),
    })),
  )
  const botsUntil = new Date(now.getTime() + policy.botWaitSeconds * 1_000)
  const peopleUntil =
    policy.peopleWaitSeconds > 0 ? new Date(now.getTime() + policy.peopleWaitSeconds * 1_000) : null
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
  await tx.execute(sql`select contexts_open(
    ${JSON.stringify(rows)}::jsonb, ${rootId}, ${first.context.buyerId}, ${botsUntil.toISOString()}::timestamptz,
    ${peopleUntil?.toISOString() ?? null}::timestamptz, ${now.toISOString()}::timestamptz)`)
  await carveEscrows(tx, {
    rootId,
    children: children.map(({ id, parent, ask }) => ({
      childId: id,
      parentId: parent.id,
      amountMicros: ask.budgetMicros,
    })),
    at: now,
  })
  await deps.jobs.enqueue(tx, 'market.match', [{ rootId, contextIds: children.map(({ id }) => id) }])
  await deps.jobs.enqueue(
    tx,
    'inspection.advance',
    children.map(({ id }) => ({ rootId, contextId: id })),
    peopleUntil ?? botsUntil,
  )
  return new Map(
    openings.map(({ context: { id, state } }) => [
      id,
      [
        { type: 'context.waiting', contextId: id, round: state.round },
        ...children.filter(({ parent }) => parent.id === id).map(openedEvent),
      ],
    ]),
  )
}

function openedEvent({ id, ask }: Child): NewEvent {
  return { type: 'context.opened', contextId: id, amountMicros: ask.budgetMicros, code: ask.kind }
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
