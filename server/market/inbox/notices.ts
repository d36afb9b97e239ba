import { and, count, desc, eq, inArray, isNull, lte, not, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { bots, contexts, games, inspections, notices, offers } from '@/db/schema'
import { INBOX_PAGE_SIZE, type Notice } from '../../contract/inbox'
import { TOLD_AT_QUESTION } from '../../contract/notice-line'
import type { Deps } from '../../deps'
import { NOTICE_EVENTS, type NoticeEvent, TOPIC_OF_EVENT } from '../../words/notices'
import { isListed, isWithheld, namedQuestion, showsTeaser } from '../private/sight-sql'
import { readSwitches } from './switches'
import { inboxTopic } from './topic'

/** The lines of "For you": what list, badge and "mark all read" have in common. */
export async function shownTo(db: Db, personId: string): Promise<SQL | undefined> {
  const switches = await readSwitches(db, personId)
  const topics = switches.filter(({ onSite }) => onSite).map(({ topic }) => topic)
  return and(
    eq(notices.personId, personId),
    inArray(notices.event, eventsOf(topics)),
    not(isOfUnwanted(personId)),
  )
}

/** Tells of one question alone that a matcher found, and that is hidden or of somebody whom this person has muted since. */
const isOfUnwanted = (
  personId: string,
) => sql<boolean>`(${notices.event} = 'question.matched' and ${notices.count} = 1 and exists (
  select from ${contexts} where ${contexts.id} = ${notices.contextId} and not ${isListed(personId)}))`

function eventsOf(topics: readonly string[]): NoticeEvent[] {
  return NOTICE_EVENTS.filter((event) => topics.includes(TOPIC_OF_EVENT[event]))
}

/** The badge of "For you": how many unread lines its list has. */
export async function countForYou(db: Db, personId: string): Promise<number> {
  const [unread] = await countedLines(db, await shownTo(db, personId))
  return unread?.lines ?? 0
}

/** Exported for the test of its plan. */
export function countedLines(db: Db, shown: SQL | undefined) {
  return db
    .select({ lines: count() })
    .from(notices)
    .where(and(shown, isNull(notices.readAt)))
}

/** One page of "For you", what changed last first. */
export async function listNotices(
  db: Db,
  personId: string,
  input: { cursor: string | null },
): Promise<{ items: Notice[]; nextCursor: string | null }> {
  const rows = await db
    .select()
    .from(notices)
    .where(and(await shownTo(db, personId), afterCursor(input.cursor)))
    .orderBy(desc(notices.changedAt), desc(notices.id))
    .limit(INBOX_PAGE_SIZE + 1)
  const page = rows.slice(0, INBOX_PAGE_SIZE)
  const last = rows.length > INBOX_PAGE_SIZE ? page.at(-1) : undefined
  return {
    items: await viewNotices(db, personId, page),
    nextCursor: last ? `${last.changedAt.getTime()}.${last.id}` : null,
  }
}

function afterCursor(cursor: string | null): SQL | undefined {
  const [, ms, id] = cursor?.match(/^(\d{1,15})\.(\w+)$/) ?? []
  if (!ms || !id) return undefined
  const at = new Date(Number(ms)).toISOString()
  return sql`(${notices.changedAt}, ${notices.id}) < (${at}::timestamptz, ${id})`
}

/** The first unread lines of "For you" of all but these events, what changed last first. */
export async function listUnread(
  db: Db,
  personId: string,
  { most, without }: { most: number; without: readonly NoticeEvent[] },
): Promise<Notice[]> {
  const rows = await db
    .select()
    .from(notices)
    .where(and(await shownTo(db, personId), isNull(notices.readAt), notInArray(notices.event, [...without])))
    .orderBy(desc(notices.changedAt), desc(notices.id))
    .limit(most)
  return viewNotices(db, personId, rows)
}

/** The lines that the page of a question shows: of a sub-question whose words this person may not see, the page of its root does. */
function toldAt(db: Db, personId: string, questionId: string): SQL | undefined {
  const root = db.select({ id: contexts.rootId }).from(contexts).where(eq(contexts.id, questionId))
  const named = db
    .select({ id: contexts.id })
    .from(contexts)
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(and(inArray(contexts.rootId, root), eq(namedQuestion(personId).id, questionId)))
  return and(inArray(notices.event, [...TOLD_AT_QUESTION]), inArray(notices.contextId, named))
}

/** When what is unread at the page of a question changed last; null where all is read. */
export async function unreadAt(db: Db, personId: string, questionId: string): Promise<Date | null> {
  const [last] = await db
    .select({ changedAt: notices.changedAt })
    .from(notices)
    .where(and(await shownTo(db, personId), isNull(notices.readAt), toldAt(db, personId, questionId)))
    .orderBy(desc(notices.changedAt))
    .limit(1)
  return last?.changedAt ?? null
}

/** Marks lines read: these, those of one event, those that the page of a question shows as of a moment, or all that the list shows. */
export async function markRead(
  deps: Pick<Deps, 'db' | 'clock' | 'bus'>,
  personId: string,
  which: { ids: string[] } | { event: NoticeEvent } | { questionId: string; asOf: Date } | 'all',
): Promise<{ marked: number }> {
  const marked = await deps.db
    .update(notices)
    .set({ readAt: deps.clock.now() })
    .where(and(await shownTo(deps.db, personId), isNull(notices.readAt), chosen(deps.db, personId, which)))
    .returning({ id: notices.id })
  if (marked.length > 0) deps.bus.publish(inboxTopic(personId))
  return { marked: marked.length }
}

function chosen(db: Db, personId: string, which: Parameters<typeof markRead>[2]): SQL | undefined {
  if (which === 'all') return undefined
  if ('ids' in which) return inArray(notices.id, which.ids)
  return 'event' in which
    ? eq(notices.event, which.event)
    : and(toldAt(db, personId, which.questionId), lte(notices.changedAt, which.asOf))
}

type Row = typeof notices.$inferSelect

/** Rows with what they are about, as far as this person may see it. */
export async function viewNotices(db: Db, personId: string, rows: readonly Row[]): Promise<Notice[]> {
  const titles = await readTitles(db, personId, idsOf(rows, 'contextId'))
  const offerRows = await readOffers(db, personId, idsOf(rows, 'offerId'))
  const botRows = await readBots(db, personId, idsOf(rows, 'botId'))
  const gameRows = await readGames(db, idsOf(rows, 'gameId'))
  return rows.map((row) => ({
    id: row.id,
    event: row.event,
    count: row.count,
    amountMicros: row.amountMicros,
    reason: row.reason,
    context: titles.get(row.contextId ?? '') ?? null,
    offer: offerRows.find((offer) => offer.id === row.offerId) ?? null,
    bot: botRows.find((bot) => bot.id === row.botId) ?? null,
    game: gameRows.find((game) => game.id === row.gameId) ?? null,
    changedAt: row.changedAt,
    isRead: row.readAt !== null,
  }))
}

function idsOf(rows: readonly Row[], column: 'contextId' | 'offerId' | 'botId' | 'gameId'): string[] {
  return [...new Set(rows.map((row) => row[column]).filter((id) => id !== null))]
}

type Title = { id: string; title: string }

/** A sub-question whose words this person may not see is named by the question it belongs to, which is public. */
async function readTitles(db: Db, personId: string, ids: readonly string[]): Promise<Map<string, Title>> {
  if (ids.length === 0) return new Map()
  const { id, title } = namedQuestion(personId)
  const found = await db
    .select({ contextId: contexts.id, named: { id, title } })
    .from(contexts)
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(and(inArray(contexts.id, [...ids]), not(isWithheld(personId))))
  return new Map(found.map(({ contextId, named }) => [contextId, named]))
}

/** One's own teasers, and others as far as this person may read them. */
async function readOffers(db: Db, personId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({ id: offers.id, teaser: offers.teaser })
    .from(offers)
    .innerJoin(contexts, eq(contexts.id, offers.contextId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(and(inArray(offers.id, [...ids]), showsTeaser(personId)))
}

async function readBots(db: Db, personId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({ id: bots.id, name: bots.name })
    .from(bots)
    .where(and(inArray(bots.id, [...ids]), eq(bots.ownerId, personId)))
}

/** Only who has a part in a game is told of it, and sees it whoever hid it. */
async function readGames(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({ id: games.id, title: games.title })
    .from(games)
    .where(inArray(games.id, [...ids]))
}
