import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { sellerRecords, users } from '@/db/schema'
import {
  LEADERS_SHOWN,
  type Leaderboard,
  type LeaderboardInput,
  type SellerRecord,
  TOPICS_SHOWN,
} from '../../contract/records'
import type { Deps } from '../../deps'
import { shareShown } from '../complaints/rules'
import { ALL_SEASONS, ALL_TOPICS, seasonOf } from './seasons'

type Row = typeof sellerRecords.$inferSelect

const ORDER = {
  standing: { by: sellerRecords.standing, of: sellerRecords.bought },
  value: { by: sellerRecords.value, of: sellerRecords.valued },
  bits: { by: sellerRecords.bits, of: sellerRecords.scored },
} as const

/** The sellers who lead, by one measure, in one season and topic; and which seasons and topics there are. */
export async function readLeaderboard(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { by, season, topic }: LeaderboardInput,
): Promise<Leaderboard> {
  const order = ORDER[by]
  const isHere = and(eq(sellerRecords.season, season), eq(sellerRecords.topic, topic))
  const rows = await db
    .select({ record: sellerRecords, handle: users.handle, name: users.name })
    .from(sellerRecords)
    .innerJoin(users, and(eq(users.id, sellerRecords.sellerId), isNull(users.deletedAt)))
    .where(and(isHere, gt(order.of, 0)))
    .orderBy(desc(order.by), desc(order.of), asc(users.handle))
    .limit(LEADERS_SHOWN)
  const seasons = await db
    .selectDistinct({ season: sellerRecords.season })
    .from(sellerRecords)
    .where(and(ne(sellerRecords.season, ALL_SEASONS), eq(sellerRecords.topic, ALL_TOPICS)))
    .orderBy(desc(sellerRecords.season))
  const topics = await db
    .select({ topic: sellerRecords.topic })
    .from(sellerRecords)
    .where(and(eq(sellerRecords.season, season), ne(sellerRecords.topic, ALL_TOPICS)))
    .groupBy(sellerRecords.topic)
    .orderBy(desc(sql`sum(${sellerRecords.bought})`), asc(sellerRecords.topic))
    .limit(TOPICS_SHOWN)
  const now = seasonOf(clock.now())
  return {
    leaders: rows.map(({ record, handle, name }) => ({ ...viewOf(record), seller: { handle, name } })),
    seasons: [ALL_SEASONS, ...new Set([now, ...seasons.map((one) => one.season)])],
    topics: topics.map((one) => one.topic),
  }
}

/** One seller's record of all time: all topics first, then those with the most sales. */
export async function recordsOf(db: Db, sellerId: string): Promise<SellerRecord[]> {
  const rows = await db
    .select()
    .from(sellerRecords)
    .where(and(eq(sellerRecords.sellerId, sellerId), eq(sellerRecords.season, ALL_SEASONS)))
    .orderBy(desc(sql`${sellerRecords.topic} = ''`), desc(sellerRecords.bought), asc(sellerRecords.topic))
    .limit(TOPICS_SHOWN)
  return rows.map(viewOf)
}

/** As an inspector is shown it: how earlier sales held up, and of how many. */
export type ShownRecord = { standing: number; bought: number }

/**
 * By seller, the record in the one of these topics where they sold most; in all topics where they sold in none of these. Who sold nothing yet
 * has none.
 */
export async function recordsFor(
  db: Db,
  { sellerIds, topics }: { sellerIds: readonly string[]; topics: readonly string[] },
): Promise<Map<string, ShownRecord>> {
  if (sellerIds.length === 0) return new Map()
  const rows = await db
    .select({
      sellerId: sellerRecords.sellerId,
      standing: sellerRecords.standing,
      bought: sellerRecords.bought,
    })
    .from(sellerRecords)
    .where(
      and(
        eq(sellerRecords.season, ALL_SEASONS),
        inArray(sellerRecords.topic, [ALL_TOPICS, ...topics]),
        inArray(sellerRecords.sellerId, [...new Set(sellerIds)]),
        gt(sellerRecords.bought, 0),
      ),
    )
    // The last one of a seller is kept: of the topics the one with most sales, and of all topics only where there is no other.
    .orderBy(asc(sql`${sellerRecords.topic} <> ''`), asc(sellerRecords.bought), desc(sellerRecords.topic))
  return new Map(
    rows.map(({ sellerId, standing, bought }) => [sellerId, { standing: rounded(standing), bought }]),
  )
}

/** Two places: a third would tell of one sale among a hundred. */
const rounded = (standing: number) => Math.round(standing * 100) / 100

function viewOf(row: Row): SellerRecord {
  const { topic, read, bought, buyers, rated, useful, standing, value, valued, bits, scored } = row
  return {
    topic,
    ...{ read, bought, buyers, rated, useful, value, valued, bits, scored },
    standing: rounded(standing),
    refundShare: shareShown(row.refundedMicros, row.spentMicros),
  }
}
