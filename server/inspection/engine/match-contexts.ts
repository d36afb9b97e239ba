import { asc, inArray } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { contexts } from '@/db/schema'
import type { Deps } from '../../deps'
import { fanOut } from '../../market/inbox/fan-out'
import type { MatchBots, Matched, Unmatched } from '../../market/matching/match-bots'
import { type MatchedRow, matchableContexts, matchedColumns } from '../../market/matching/read-contexts'
import { isTerminal } from '../../protocol/advance'
import { inTree, type Note, TreeMovedOn } from '../../realtime/tree-transaction'
import { type Claim, readTreeFor } from './begin-steps'
import { isReady, moveOn } from './claim-step'
import { type LockedStep, lockSteps } from './context-store'

/** How contexts are matched. */
export type Matching = {
  matchBots: MatchBots
  /** Whether those that wait for nobody begin their steps with it; otherwise each has a job of its own. */
  begins: boolean
}

/**
 * Matches contexts of one level of one tree for the first time, and moves them on. Returns the steps that are claimed with it.
 * Safe to repeat: a context is matched once. People are found by a job of their own.
 */
export async function matchContexts(
  deps: Deps,
  { rootId, contextIds }: { rootId: string; contextIds: readonly string[] },
  { matchBots, begins }: Matching,
): Promise<Claim[]> {
  const match = (isRunning: boolean) => async (tx: Tx, note: Note) => {
    const steps = [...(await lockSteps(tx, contextIds)).values()].filter(
      ({ context, collecting }) => !collecting.isMatched && !isTerminal(context.state.phase),
    )
    if (steps.length === 0) return []
    const rows = await tx
      .select(matchedColumns)
      .from(contexts)
      .where(
        inArray(
          contexts.id,
          steps.map(({ context }) => context.id),
        ),
      )
      .orderBy(asc(contexts.id))
    const matchable = await matchableContexts(tx, rows, deps.clock.now())
    const unmatched = rows.flatMap((row, index): Unmatched[] => {
      const step = steps.find(({ context }) => context.id === row.id)
      const one = matchable[index]
      return step && one ? [unmatchedOf(row, one, step.inspection.deadlineAt)] : []
    })
    const matched = await matchBots(tx, deps, note, unmatched)
    await fanOut(tx, deps, rows)
    const claims = await goOn(tx, deps, note, withMatched(steps, unmatched, matched), begins && isRunning)
    readTreeFor(note, claims)
    return claims
  }
  try {
    return await inTree(deps, rootId, match(true), ['collecting', 'running'])
  } catch (error) {
    if (!(error instanceof TreeMovedOn)) throw error
    // A tree that is paused is matched all the same; it begins nothing.
    return inTree(deps, rootId, match(false))
  }
}

export function unmatchedOf(row: MatchedRow, matchable: Unmatched['matchable'], deadlineAt: Date): Unmatched {
  const { id, rootId, buyerId, phase, budgetMicros } = row
  return { id, rootId, buyerId, phase, budgetMicros, deadlineAt, isRoot: row.parentId === null, matchable }
}

/** Steps as they are once their contexts are matched. */
export function withMatched(
  steps: readonly LockedStep[],
  unmatched: readonly Unmatched[],
  matched: readonly Matched[],
): LockedStep[] {
  const byId = new Map(unmatched.map(({ id }, index) => [id, matched[index]]))
  return steps.map((step) => {
    const { offers = [], botsPending = 0 } = byId.get(step.context.id) ?? {}
    return {
      ...step,
      context: { ...step.context, openOffers: [...step.context.openOffers, ...offers] },
      collecting: { ...step.collecting, isMatched: true, botsPending },
    }
  })
}

/** Moves on contexts that have just been matched; those that wait for somebody are looked at again when the wait is over. */
export async function goOn(
  tx: Tx,
  deps: Deps,
  note: Note,
  steps: readonly LockedStep[],
  begins: boolean,
): Promise<Claim[]> {
  const collecting = steps.filter(({ context }) => context.state.phase === 'collecting')
  const ready = collecting.filter((step) => isReady(deps, step))
  for (const step of collecting) {
    const until = waitsUntil(step)
    if (ready.includes(step) || !until) continue
    await deps.jobs.enqueue(tx, 'inspection.advance', [placeOf(step)], until)
  }
  if (begins) return moveOn(tx, deps, note, ready)
  await deps.jobs.enqueue(tx, 'inspection.advance', ready.map(placeOf))
  return []
}

/** Null when the job that was enqueued with the question is the next to look at it: a root's wait for people ends at its deadline. */
function waitsUntil({ context, collecting }: LockedStep): Date | null {
  const { peopleUntil, botsUntil, botsPending } = collecting
  if (context.parentId !== null) return peopleUntil ?? botsUntil
  return peopleUntil === null && botsPending > 0 ? botsUntil : null
}

const placeOf = ({ context: { id, rootId } }: LockedStep) => ({ rootId, contextId: id })
