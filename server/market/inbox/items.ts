import { and, count, desc, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { contexts, inboxItems, inspections, matchers, users } from '@/db/schema'
import type { HomeItem } from '../../contract/home'
import { INBOX_PAGE_SIZE, INBOX_STATES, type InboxItem, type InboxState } from '../../contract/inbox'
import type { Deps } from '../../deps'
import { askerCounts, NO_COUNTS } from '../asker-record'
import { isMuted, opensPage } from '../private/sight-sql'
import { canWatch, heldMicros } from '../question-cards'
import { inboxTopic } from './topic'

/** Until when offers are taken: a root's deadline, a sub-question's wait for people. */
const closesAt = sql`case when ${contexts.parentId} is null then ${inspections.deadlineAt}
  else coalesce(${contexts.peopleUntil}, ${contexts.botsUntil}) end`

/**
 * Where an item stands, the first of these that holds: its person has an offer there, written by hand; it takes no offers any
 * more or is older than its matcher looks for; it was ignored; it was seen. The one place that says it, for lists and counts.
 */
const stateAt = (now: Date) => sql<InboxState>`case
  when exists (
    select 1 from info_offer o
    where o.context_id = ${contexts.id} and o.seller_id = ${inboxItems.personId} and o.bot_id is null
      and o.state <> 'withdrawn'
  ) then 'answered'
  when ${contexts.phase} in ('settled', 'cancelled', 'failed') or ${closesAt} <= ${now.toISOString()}::timestamptz
    or ${contexts.createdAt} + ${matchers.ageHoursMax} * interval '1 hour' < ${now.toISOString()}::timestamptz then 'expired'
  when ${inboxItems.ignoredAt} is not null then 'ignored'
  when ${inboxItems.seenAt} is not null then 'seen'
  else 'new' end`

/** When an item expired that now has: the first of what `stateAt` goes by. */
const expiredAt = sql`least(${contexts.endedAt}, ${closesAt}, ${contexts.createdAt} + ${matchers.ageHoursMax} * interval '1 hour')`

/**
 * A sub-question that has ended in a tree that is not public is nobody else's to see any more; its item is in no list then.
 * Sealed ones never come in.
 */
const ofPerson = (personId: string) =>
  and(
    eq(inboxItems.personId, personId),
    eq(contexts.isSealed, false),
    opensPage(personId),
    not(isMuted(personId, contexts.buyerId)),
  )

function selectItems({ db, clock }: Pick<Deps, 'db' | 'clock'>, personId: string) {
  return db
    .select({
      contextId: contexts.id,
      rootId: contexts.rootId,
      isRoot: sql<boolean>`${contexts.parentId} is null`,
      title: contexts.title,
      decision: contexts.decision,
      tags: contexts.tags,
      buyerId: contexts.buyerId,
      asker: { handle: users.handle, name: users.name },
      budgetMicros: contexts.budgetMicros,
      leftMicros: heldMicros(personId).as('left_micros'),
      offers: sql<number>`(
        select count(*)::int from info_offer o where o.context_id = ${contexts.id} and o.state <> 'withdrawn')`,
      isAnswered: sql<boolean>`
        ${contexts.phase} = 'provisional' and ${inspections.answerRevision} > 0 and ${canWatch(personId)}`,
      isAddressed: sql<boolean>`exists (
        select from context_addressee named
        where named.context_id = ${contexts.id} and named.person_id = ${inboxItems.personId} and named.bot_id is null)`,
      matcher: { id: matchers.id, name: matchers.name },
      state: stateAt(clock.now()),
      matchedAt: inboxItems.createdAt,
      closesAt: closesAt.mapWith(contexts.createdAt),
    })
    .from(inboxItems)
    .innerJoin(contexts, eq(contexts.id, inboxItems.contextId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .innerJoin(users, eq(users.id, contexts.buyerId))
    .leftJoin(matchers, eq(matchers.id, inboxItems.matcherId))
    .$dynamic()
}

type ItemRow = Awaited<ReturnType<typeof selectItems>>[number]

async function withRecords(deps: Pick<Deps, 'db'>, rows: readonly ItemRow[]): Promise<HomeItem[]> {
  const records = await askerCounts(
    deps.db,
    rows.map(({ buyerId }) => buyerId),
  )
  return rows.map(({ buyerId, leftMicros, ...item }) => ({
    ...item,
    leftMicros: BigInt(leftMicros),
    record: records.get(buyerId) ?? NO_COUNTS,
  }))
}

/** One page of "To answer" in one state, what was found last first. */
export async function listItems(
  deps: Pick<Deps, 'db' | 'clock'>,
  personId: string,
  input: { state: InboxState; cursor: string | null },
): Promise<{ items: InboxItem[]; nextCursor: string | null }> {
  const rows = await selectItems(deps, personId)
    .where(and(ofPerson(personId), eq(stateAt(deps.clock.now()), input.state), isAfter(input.cursor)))
    .orderBy(desc(inboxItems.createdAt), desc(inboxItems.contextId))
    .limit(INBOX_PAGE_SIZE + 1)
  const last = rows.length > INBOX_PAGE_SIZE ? rows[INBOX_PAGE_SIZE - 1] : undefined
  return {
    items: await withRecords(deps, rows.slice(0, INBOX_PAGE_SIZE)),
    nextCursor: last ? `${last.matchedAt.getTime()}_${last.contextId}` : null,
  }
}

/** Among so many that were found last the best are looked for: what is left of a budget has no index, and older ones have closed. */
const BEST_OF = 200

/** The new items with most credits left. */
export async function bestItems(
  deps: Pick<Deps, 'db' | 'clock'>,
  personId: string,
  most: number,
): Promise<HomeItem[]> {
  const newest = deps.db
    .select({ contextId: inboxItems.contextId })
    .from(inboxItems)
    .where(eq(inboxItems.personId, personId))
    .orderBy(desc(inboxItems.createdAt))
    .limit(BEST_OF)
  const rows = await selectItems(deps, personId)
    .where(
      and(ofPerson(personId), inArray(inboxItems.contextId, newest), eq(stateAt(deps.clock.now()), 'new')),
    )
    .orderBy(desc(heldMicros(personId)), desc(inboxItems.createdAt), desc(inboxItems.contextId))
    .limit(most)
  return withRecords(deps, rows)
}

function isAfter(cursor: string | null): SQL | undefined {
  const match = cursor === null ? null : /^(\d{1,15})_(.+)$/.exec(cursor)
  if (!match) return undefined
  const at = new Date(Number(match[1])).toISOString()
  return sql`(${inboxItems.createdAt}, ${inboxItems.contextId}) < (${at}::timestamptz, ${match[2]})`
}

/** How many items are in each state: the lengths of the whole lists. */
export async function countItems(
  deps: Pick<Deps, 'db' | 'clock'>,
  personId: string,
): Promise<Record<InboxState, number>> {
  const rows = await countedItems(deps, personId)
  const itemsIn = (wanted: InboxState) => rows.find((row) => row.state === wanted)?.items ?? 0
  const [fresh, seen, ignored, answered, expired] = INBOX_STATES.map(itemsIn)
  return {
    new: fresh ?? 0,
    seen: seen ?? 0,
    ignored: ignored ?? 0,
    answered: answered ?? 0,
    expired: expired ?? 0,
  }
}

/** Exported for the test of its plan. */
export function countedItems({ db, clock }: Pick<Deps, 'db' | 'clock'>, personId: string) {
  return db
    .select({ state: stateAt(clock.now()).as('state'), items: count() })
    .from(inboxItems)
    .innerJoin(contexts, eq(contexts.id, inboxItems.contextId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .leftJoin(matchers, eq(matchers.id, inboxItems.matcherId))
    .where(ofPerson(personId))
    .groupBy(sql`1`)
}

/** How long an expired item can still be looked at. */
export const KEEP_EXPIRED_DAYS = 30
const MS_PER_DAY = 86_400_000
/**
 * Removes items, ignored ones too, that expired `KEEP_EXPIRED_DAYS` ago: at most `most` of them; returns how many. Answered ones stay, a
 * person's history.
 */
export async function pruneExpired(deps: Pick<Deps, 'db' | 'clock' | 'bus'>, most: number): Promise<number> {
  const now = deps.clock.now()
  const last = new Date(now.getTime() - KEEP_EXPIRED_DAYS * MS_PER_DAY).toISOString()
  const old = deps.db
    .select({ personId: inboxItems.personId, contextId: inboxItems.contextId })
    .from(inboxItems)
    .innerJoin(contexts, eq(contexts.id, inboxItems.contextId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .leftJoin(matchers, eq(matchers.id, inboxItems.matcherId))
    .where(and(sql`${expiredAt} <= ${last}::timestamptz`, eq(stateAt(now), 'expired')))
    .limit(most)
  const gone = await deps.db
    .delete(inboxItems)
    .where(sql`(${inboxItems.personId}, ${inboxItems.contextId}) in ${old}`)
    .returning({ personId: inboxItems.personId })
  deps.bus.publishAll([...new Set(gone.map(({ personId }) => inboxTopic(personId)))])
  return gone.length
}

type MarkDeps = Pick<Deps, 'db' | 'clock' | 'bus'>

/** Marks one's own items; those that are not in the inbox are left out. Marking as seen leaves ignored ones ignored. */
export async function markItems(
  deps: MarkDeps,
  personId: string,
  { contextIds, as }: { contextIds: readonly string[]; as: 'seen' | 'ignored' | 'new' },
): Promise<{ marked: number }> {
  const now = deps.clock.now()
  const marks = {
    seen: { seenAt: now },
    ignored: { ignoredAt: now },
    new: { seenAt: null, ignoredAt: null },
  }
  return mark(deps, personId, marks[as], inArray(inboxItems.contextId, [...contextIds]))
}

/** Marks everything seen that is neither seen nor ignored. */
export async function markAllSeen(deps: MarkDeps, personId: string): Promise<{ marked: number }> {
  return mark(
    deps,
    personId,
    { seenAt: deps.clock.now() },
    and(isNull(inboxItems.seenAt), isNull(inboxItems.ignoredAt)),
  )
}

async function mark(
  deps: MarkDeps,
  personId: string,
  change: Partial<Pick<typeof inboxItems.$inferSelect, 'seenAt' | 'ignoredAt'>>,
  which: SQL | undefined,
): Promise<{ marked: number }> {
  const marked = await deps.db
    .update(inboxItems)
    .set(change)
    .where(and(eq(inboxItems.personId, personId), which))
    .returning({ contextId: inboxItems.contextId })
  // The person's other windows.
  if (marked.length > 0) deps.bus.publish(inboxTopic(personId))
  return { marked: marked.length }
}
