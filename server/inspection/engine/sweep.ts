import { isNotNull, type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { ledgerState } from '@/db/schema'
import type { Deps } from '../../deps'
import { isStopped } from '../../settings/stops'
import type { Place } from './claims'
import { cancelTree } from './control'
import { passingFailures } from './resume'

/** Contexts taken up by one pass; the next pass goes on. */
const SWEEP_MAX = 100
/** A job has this long to begin its context; a context that is found later has lost its job. */
const JOB_LOST_MS = 5_000
/** A paused tree that nobody resumes gives its credits back after a week. */
export const PAUSED_DAYS_MAX = 7
const MS_PER_DAY = 24 * 3_600_000

/** How a sweep moves what it finds. */
export type Moves = {
  claim(place: Place): Promise<void>
  /** Tries a step of a paused tree again. */
  retry(place: Place): Promise<void>
  match(opened: { rootId: string; contextIds: readonly string[] }): Promise<void>
}

/**
 * Moves what must move by state and time in the tables, whatever became of its job (design, section 3). A context that it finds may
 * still be held, or not be ready: `claim` decides. While money is frozen, or an operator has stopped it, nothing begins.
 */
export async function sweepTrees(deps: Deps, moves: Moves): Promise<void> {
  if ((await isFrozen(deps.db)) || (await isStopped(deps.db, 'inspections', 'spending'))) return
  const now = deps.clock.now()
  const forgotten = rowsOf<{ rootId: string }>(await deps.db.execute(forgottenPauses(now)))
  await allOf(deps, forgotten, ({ rootId }) => cancelTree(deps, rootId))
  const unmatched = rowsOf<Place>(await deps.db.execute(unmatchedPlaces(now)))
  const due = rowsOf<Place>(await deps.db.execute(duePlaces(now)))
  await Promise.all([
    allOf(deps, unmatched, ({ rootId, contextId }) => moves.match({ rootId, contextIds: [contextId] })),
    allOf(deps, due, moves.claim),
  ])
  await allOf(deps, rowsOf<Place>(await deps.db.execute(passingFailures(now))), moves.retry)
}

/** One that fails must not keep the others: it is found again. */
async function allOf<T>(
  { log }: Pick<Deps, 'log'>,
  found: readonly T[],
  move: (one: T) => Promise<void>,
): Promise<void> {
  for (const moved of await Promise.allSettled(found.map(move))) {
    if (moved.status === 'rejected') log.error({ err: moved.reason }, 'a context was not moved on')
  }
}

async function isFrozen(db: Db): Promise<boolean> {
  const frozen = await db
    .select({ reason: ledgerState.frozenReason })
    .from(ledgerState)
    .where(isNotNull(ledgerState.frozenReason))
  return frozen.length > 0
}

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`
const before = (now: Date, ms: number) => instant(new Date(now.getTime() - ms))

/** Contexts whose matching was lost. */
export const unmatchedPlaces = (now: Date) => sql`
  select root_id as "rootId", id as "contextId" from buyer_context
  where phase = 'collecting' and not is_matched and created_at < ${before(now, JOB_LOST_MS)}
    and (pages_until is null or pages_until < ${before(now, 0)})
  order by random() limit ${SWEEP_MAX}`

/**
 * Of an open offer `o` on a context `c`: no moderator has hidden it, and the asker has not blocked its seller. Others lie on no table, as
 * `contexts_read` has it.
 */
export const isNotLeftAside = sql`not exists (select from hidden_thing h where h.kind = 'offer' and h.id = o.id)
  and not exists (select from person_mute m where m.person_id = c.buyer_id and m.other_id = o.seller_id and m.is_blocked)`

/**
 * Contexts of running trees that may move: their step is nobody's (its worker died, or it was put off and the wait is over), or
 * their wait is over: the deadline has passed, everybody has answered, or there are offers enough. A provisional root moves at its
 * deadline, or when offers came that nobody has read and the gap between two sittings is over.
 */
export function duePlaces(at: Date): SQL {
  const now = instant(at)
  const isHeld = sql`exists (
    select from inspection_step s
    where s.context_id = c.id and s.round = c.round and s.state in ('claimed', 'waiting') and s.lease_until >= ${now})`
  const isOnTable = sql`o.context_id = c.id and o.state = 'open' and exists (select from text_that_opens(o.id, o.version)) and ${isNotLeftAside}`
  const openOffers = sql`(select count(*) from info_offer o where ${isOnTable})`
  // Counted, as the open ones are: an `exists` would be hashed over all offers.
  const hasUnread = sql`(select count(*) from info_offer o
    where ${isOnTable} and o.first_read_at is null) > 0`
  const everybodyAnswered = sql`(c.people_until is null or c.people_until <= ${now})
    and (c.is_matched and c.bots_pending = 0 or c.bots_until <= ${now})
    and (c.parent_id is not null or ${openOffers} > 0)`
  return sql`
    select c.root_id as "rootId", c.id as "contextId"
    from buyer_context c join inspection i on i.root_id = c.root_id
    where c.phase in ('collecting', 'inspecting', 'provisional') and i.status in ('collecting', 'running', 'provisional') and (
      c.phase = 'inspecting' and not ${isHeld}
      or c.phase = 'provisional' and (i.deadline_at <= ${now} or c.next_sitting_at <= ${now} and ${hasUnread})
      or c.phase = 'collecting' and (
        c.parent_id is null and i.deadline_at <= ${now}
        or (c.pages_until is null or c.pages_until <= ${now})
          and (${everybodyAnswered} or c.quorum is not null and ${openOffers} >= c.quorum)))
    order by random() limit ${SWEEP_MAX}`
}

/** Paused trees at which nobody did anything for a week: that it was tried again by itself, and paused again, is nothing that anybody did. */
export const forgottenPauses = (now: Date) => sql`
  select i.root_id as "rootId" from inspection i
  where i.status = 'paused' and ${before(now, PAUSED_DAYS_MAX * MS_PER_DAY)} > (
    select max(e.at) from inspection_event e
    where e.root_id = i.root_id and e.type <> 'tree.paused' and not (e.type = 'tree.resumed' and e.code is not null))
  order by random() limit ${SWEEP_MAX}`
