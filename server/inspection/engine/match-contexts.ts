import type { Tx } from '@/db/client'
import type { Deps } from '../../deps'
import { fanOut } from '../../market/inbox/fan-out'
import type { MatchBots, Unmatched } from '../../market/matching/match-bots-port'
import { matchableContext } from '../../market/matching/read-contexts'
import { isTerminal } from '../../protocol/advance'
import { inTree, type Note, TreeMovedOn } from '../../realtime/tree-transaction'
import { claimHeld, isReading, isReady } from './claim'
import { type Claim, readTreeFor } from './claims'
import { type Held, hold } from './held'

/** How contexts are matched. */
export type Matching = {
  matchBots: MatchBots
  /** Whether those that wait for nobody begin their steps with it; otherwise each has a job of its own. */
  begins: boolean
}

/**
 * Matches contexts of one level of one tree for the first time, and moves them on. Returns the steps that are claimed with it.
 * Safe to repeat: a context is matched once.
 */
export async function matchContexts(
  deps: Deps,
  { rootId, contextIds }: { rootId: string; contextIds: readonly string[] },
  matching: Matching,
): Promise<Claim[]> {
  const match = async (tx: Tx, note: Note) => {
    const claims = await matchHeld(tx, deps, note, await hold(tx, contextIds), matching)
    readTreeFor(note, claims)
    return claims
  }
  try {
    return await inTree(deps, rootId, match, ['collecting', 'running', 'provisional'])
  } catch (error) {
    if (!(error instanceof TreeMovedOn)) throw error
    // A tree that is paused is matched all the same; it begins nothing.
    return inTree(deps, rootId, match)
  }
}

/**
 * Has contexts that this transaction holds matched: bots that answer at once have answered then, the others and people are told by
 * jobs. Those that wait for nobody begin. `matching: null` leaves all of it to a job.
 */
export async function matchHeld(
  tx: Tx,
  deps: Deps,
  note: Note,
  contexts: readonly Held[],
  matching: Matching | null,
): Promise<Claim[]> {
  const unmatched = contexts.filter(
    (context) => !context.isMatched && !isTerminal(context.state.phase) && !isReading(deps, context),
  )
  const [first] = unmatched
  if (!first) return []
  if (!matching) {
    const contextIds = unmatched.map(({ id }) => id)
    await deps.jobs.enqueue(tx, 'market.match', [{ rootId: first.rootId, contextIds }])
    return []
  }
  const now = deps.clock.now()
  const found = await matching.matchBots(
    tx,
    deps,
    note,
    unmatched.map((context) => unmatchedOf(context, now)),
  )
  await fanOut(tx, deps, unmatched)
  const matched = unmatched.map((context, index): Held => {
    const { offers = [], botsPending = 0 } = found[index] ?? {}
    const unread = offers.map((offer) => ({ ...offer, reason: null }))
    return { ...context, isMatched: true, botsPending, openOffers: [...context.openOffers, ...unread] }
  })
  return begin(tx, deps, note, matched, matching.begins)
}

function unmatchedOf(context: Held, now: Date): Unmatched {
  const { id, rootId, buyerId, budgetMicros, parentId, reopened, closesAt, inspection, teasersAbout } =
    context
  const matchable = matchableContext(context, { teasers: teasersAbout, now })
  const { phase } = context.state
  const { deadlineAt } = inspection
  const ended = { phase, endedAt: null, reopened, resolvedAt: null, closesAt }
  return { id, rootId, parentId, buyerId, ...ended, budgetMicros, deadlineAt, matchable }
}

/** Begins contexts that have just been matched; those that wait for somebody are looked at again when the wait is over. */
async function begin(
  tx: Tx,
  deps: Deps,
  note: Note,
  contexts: readonly Held[],
  begins: boolean,
): Promise<Claim[]> {
  const ready = contexts.filter((context) => context.state.phase === 'collecting' && isReady(deps, context))
  for (const context of contexts) {
    const until = waitsUntil(context)
    if (ready.includes(context) || !until) continue
    await deps.jobs.enqueue(tx, 'inspection.advance', [placeOf(context)], until)
  }
  if (begins) return claimHeld(tx, deps, note, ready)
  await deps.jobs.enqueue(tx, 'inspection.advance', ready.map(placeOf))
  return []
}

/** Null when the job that was enqueued with the question is the next to look at it: a root's wait for people ends at its deadline. */
function waitsUntil({ parentId, peopleUntil, botsUntil, botsPending }: Held): Date | null {
  if (parentId !== null) return peopleUntil ?? botsUntil
  return peopleUntil === null && botsPending > 0 ? botsUntil : null
}

const placeOf = ({ id, rootId }: Held) => ({ rootId, contextId: id })
