import { and, count, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { bots, complaints, contexts, follows, matchers, notices, purchases } from '@/db/schema'
import {
  HOME_DAYS,
  HOME_ROWS_MAX,
  type Home,
  type HomeBot,
  type HomeQuestion,
  TOLD_ELSEWHERE,
} from '../contract/home'
import type { Deps } from '../deps'
import { pendingOf } from '../ledger/queries'
import { EARNED } from './complaints/record'
import { followedNews } from './following/followed-news'
import { bestItems, countItems } from './inbox/items'
import { countForYou, listUnread } from './inbox/notices'
import { selectCards, toCard } from './question-cards'

const DAY_MS = 86_400_000

/** What a member's first page tells: their open questions, what happened, what waits for their answer, what they and their bots earned. */
export async function readHome(deps: Pick<Deps, 'db' | 'clock'>, personId: string): Promise<Home> {
  const { db } = deps
  const since = new Date(deps.clock.now().getTime() - HOME_DAYS * DAY_MS)
  const [
    questions,
    openQuestions,
    news,
    unread,
    toAnswer,
    states,
    alerts,
    sold,
    pending,
    worked,
    following,
    followed,
  ] = await Promise.all([
    openQuestionsOf(db, personId),
    db.$count(contexts, isOwnOpen(personId)),
    listUnread(db, personId, { most: HOME_ROWS_MAX, without: TOLD_ELSEWHERE }),
    countForYou(db, personId),
    bestItems(deps, personId, HOME_ROWS_MAX),
    countItems(deps, personId),
    db.$count(matchers, eq(matchers.personId, personId)),
    soldSince(db, personId, since),
    pendingOf(db, personId),
    botsSince(db, personId, since),
    followedNews(db, personId, { since, most: HOME_ROWS_MAX }),
    db.$count(follows, eq(follows.personId, personId)),
  ])
  return {
    questions,
    openQuestions,
    news,
    unread,
    toAnswer,
    waiting: states.new,
    hasAlerts: alerts > 0,
    ...sold,
    ...pending,
    bots: worked.slice(0, HOME_ROWS_MAX),
    ownBots: worked.length,
    following,
    followed,
  }
}

const isOwnOpen = (personId: string) =>
  and(isNull(contexts.parentId), eq(contexts.buyerId, personId), isNull(contexts.endedAt))

async function openQuestionsOf(db: Db, personId: string): Promise<HomeQuestion[]> {
  const rows = await selectCards(db, personId)
    .where(isOwnOpen(personId))
    .orderBy(desc(contexts.createdAt), contexts.id)
    .limit(HOME_ROWS_MAX)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const unread = await db
    .select({ contextId: notices.contextId, event: notices.event, count: notices.count })
    .from(notices)
    .where(and(eq(notices.personId, personId), isNull(notices.readAt), inArray(notices.contextId, ids)))
  return rows.map((row) => {
    const own = unread.filter(({ contextId }) => contextId === row.id)
    return {
      ...toCard(row, personId),
      newOffers: own.find(({ event }) => event === 'question.offered')?.count ?? 0,
      hasNewAnswer: own.some(({ event }) => event === 'question.answered' || event === 'question.revised'),
    }
  })
}

async function soldSince(db: Db, personId: string, since: Date) {
  const [sold] = await db
    .select({
      sales: count(),
      earnedMicros: sql`coalesce(sum(${EARNED}), 0)`.mapWith(BigInt),
    })
    .from(purchases)
    .leftJoin(complaints, eq(complaints.offerId, purchases.offerId))
    .where(and(eq(purchases.sellerId, personId), gte(purchases.createdAt, since)))
  return { sales: sold?.sales ?? 0, earnedMicros: sold?.earnedMicros ?? 0n }
}

/** All bots that stand, those that earned most first; there are at most `BOTS_PER_PERSON_MAX`. */
async function botsSince(db: Db, ownerId: string, since: Date): Promise<HomeBot[]> {
  const from = sql`${since.toISOString()}::timestamptz`
  const asked = sql<number>`(
    select count(*)::int from bot_run r where r.bot_id = bot.id and r.created_at >= ${from})`
  const offered = sql<number>`(
    select count(*)::int from info_offer o where o.bot_id = bot.id and o.created_at >= ${from} and o.state <> 'withdrawn')`
  const bought = sql<number>`(
    select count(*)::int from info_offer o where o.bot_id = bot.id and o.created_at >= ${from} and o.state = 'bought')`
  const earned = sql`(
    select coalesce(sum(p.price_micros - p.fee_micros - coalesce(c.refunded_micros, 0)), 0)
    from info_offer o join purchase p on p.offer_id = o.id left join complaint c on c.offer_id = o.id
    where o.bot_id = bot.id and o.created_at >= ${from})`
  return db
    .select({
      id: bots.id,
      name: bots.name,
      pausedFor: bots.pausedFor,
      asked: asked.as('asked'),
      offers: offered.as('offers'),
      bought: bought.as('bought'),
      earnedMicros: earned.mapWith(BigInt).as('earned'),
    })
    .from(bots)
    .where(and(eq(bots.ownerId, ownerId), isNull(bots.removedAt)))
    .orderBy(sql`earned desc, offers desc, asked desc`, bots.name, bots.id)
}
