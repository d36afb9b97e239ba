import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { inspections, ledgerState } from '@/db/schema'
import type { Deps } from '../../deps'
import type { Place } from './claims'
import { cancelTree } from './control'
import { resumePaused } from './resume'

/** Contexts taken up by one pass; the next pass goes on. */
const SWEEP_MAX = 100
/** A job has this long to begin its context; a context that is found later has lost its job. */
const JOB_LOST_MS = 5_000
/** A paused tree that nobody resumes gives its credits back after a week. */
const PAUSED_DAYS_MAX = 7
const MS_PER_DAY = 24 * 3_600_000

/** How a sweep moves what it finds. */
export type Moves = {
  claim(place: Place): Promise<void>
  match(opened: { rootId: string; contextIds: readonly string[] }): Promise<void>
}

/**
 * Moves what must move by state and time in the tables, whatever became of its job (design, section 3). A context that it finds may
 * still be held, or not be ready: `claim` decides. While money is frozen nothing begins.
 */
export async function sweepTrees(deps: Deps, moves: Moves): Promise<void> {
  await endForgottenPauses(deps)
  if (!(await isFrozen(deps.db))) {
    const unmatched = await unmatchedPlaces(deps)
    const due = await duePlaces(deps)
    // One that fails must not keep the others: it is found again.
    const moved = await Promise.allSettled([
      ...unmatched.map(({ rootId, contextId }) => moves.match({ rootId, contextIds: [contextId] })),
      ...due.map(moves.claim),
    ])
    for (const one of moved) {
      if (one.status === 'rejected') deps.log.error({ err: one.reason }, 'a context was not moved on')
    }
    await resumePaused(deps)
  }
}

async function isFrozen(db: Db): Promise<boolean> {
  const frozen = await db
    .select({ reason: ledgerState.frozenReason })
    .from(ledgerState)
    .where(isNotNull(ledgerState.frozenReason))
  return frozen.length > 0
}

/** Contexts whose matching was lost. */
async function unmatchedPlaces(deps: Deps): Promise<Place[]> {
  const before = new Date(deps.clock.now().getTime() - JOB_LOST_MS)
  const found = await deps.db.execute(sql`
    select root_id as "rootId", id as "contextId" from buyer_context
    where phase = 'collecting' and not is_matched and created_at < ${before.toISOString()}::timestamptz
    order by random() limit ${SWEEP_MAX}`)
  return rowsOf<Place>(found)
}

/**
 * Contexts of running trees that may move: their step is nobody's (its worker died, or it was put off and the wait is over), or
 * their wait is over: the deadline has passed, everybody has answered, or there are offers enough.
 */
async function duePlaces(deps: Deps): Promise<Place[]> {
  const now = sql`${deps.clock.now().toISOString()}::timestamptz`
  const isHeld = sql`exists (
    select from inspection_step s
    where s.context_id = c.id and s.round = c.round and s.state in ('claimed', 'waiting') and s.lease_until >= ${now})`
  const openOffers = sql`(select count(*) from info_offer o where o.context_id = c.id and o.state = 'open')`
  const everybodyAnswered = sql`(c.people_until is null or c.people_until <= ${now})
    and (c.is_matched and c.bots_pending = 0 or c.bots_until <= ${now})
    and (c.parent_id is not null or ${openOffers} > 0)`
  const found = await deps.db.execute(sql`
    select c.root_id as "rootId", c.id as "contextId"
    from buyer_context c join inspection i on i.root_id = c.root_id
    where c.phase in ('collecting', 'inspecting') and i.status in ('collecting', 'running') and (
      c.phase = 'inspecting' and not ${isHeld}
      or c.phase = 'collecting' and (
        c.parent_id is null and i.deadline_at <= ${now} or ${everybodyAnswered} or ${openOffers} >= c.quorum))
    order by random() limit ${SWEEP_MAX}`)
  return rowsOf<Place>(found)
}

async function endForgottenPauses(deps: Deps): Promise<void> {
  const limit = new Date(deps.clock.now().getTime() - PAUSED_DAYS_MAX * MS_PER_DAY)
  const forgotten = await deps.db
    .select({ rootId: inspections.rootId })
    .from(inspections)
    .where(
      and(
        eq(inspections.status, 'paused'),
        // That it was tried again by itself, and paused again, is nothing that anybody did.
        sql`(select max(e.at) from inspection_event e where e.root_id = ${inspections.rootId} and e.type <> 'tree.paused'
          and not (e.type = 'tree.resumed' and e.code is not null)) < ${limit.toISOString()}::timestamptz`,
      ),
    )
    .limit(SWEEP_MAX)
  for (const { rootId } of forgotten) await cancelTree(deps, rootId)
}
