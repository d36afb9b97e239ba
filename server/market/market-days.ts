import { desc, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { marketDays } from '@/db/schema'
import { type MarketHealth, VOLATILITY_DAYS } from '../contract/records'
import type { Deps } from '../deps'
import { concentrationOf, volatilityOf } from '../protocol/resolution'
import { inspectorRecords } from './resolutions'

const DAY_MS = 24 * 3_600_000
/** A year and what a chart of one begins with; older days stay in the table. */
export const HEALTH_DAYS_MAX = 366

/**
 * Counts days that are over and are not counted yet, the earliest first, up to `most`; returns how many. A day is counted once: what the
 * page shows costs the same however much was traded. Several processes at once do no harm: a day is written once.
 */
export async function countMarketDays(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  most: number,
): Promise<number> {
  const now = clock.now()
  const today = dayOf(now)
  const next = await nextDay(db)
  if (next === null) return 0
  // Where nothing ran for years nobody misses what lies before the page.
  const first = Math.max(next.getTime(), Date.parse(today) - HEALTH_DAYS_MAX * DAY_MS)
  let counted = 0
  for (let at = first; at < Date.parse(today) && counted < most; at += DAY_MS) {
    await db
      .insert(marketDays)
      .values({ ...(await countDay(db, new Date(at))), countedAt: now })
      .onConflictDoNothing()
    counted += 1
  }
  return counted
}

const dayOf = (at: Date) => at.toISOString().slice(0, 'yyyy-mm-dd'.length)

/** The day after the last one that is counted; with none the day of the first question; null in an empty market. */
async function nextDay(db: Db): Promise<Date | null> {
  const [last] = await db
    .select({ day: marketDays.day })
    .from(marketDays)
    .orderBy(desc(marketDays.day))
    .limit(1)
  if (last) return new Date(Date.parse(last.day) + DAY_MS)
  const found = await db.execute(sql`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day from buyer_context
    where parent_id is null order by created_at limit 1`)
  const first = rowsOf<{ day: string }>(found)[0]
  return first ? new Date(Date.parse(first.day)) : null
}

type Sums = {
  trades: number
  spent: string
  median: string | null
  sellers: string[]
  buyers: string[]
  ended: number
  answered: number
  refunded: string
  misleading: number
  misleadingBought: number
}

/**
 * One day. Of trees that only their asker may watch nothing is counted: where few trade, a sum would tell of one. Neither is trade between
 * accounts that look like one hand.
 */
async function countDay(db: Db, start: Date) {
  const [from, to] = [start.toISOString(), new Date(start.getTime() + DAY_MS).toISOString()]
  const found = await db.execute(sql`
    with sold as (
      select p.buyer_id, p.seller_id, p.price_micros
      from purchase p join inspection i on i.root_id = p.root_id and i.is_tree_public
      where p.created_at >= ${from}::timestamptz and p.created_at < ${to}::timestamptz
        and not accounts_linked(p.buyer_id, p.seller_id)),
    over as (
      select c.id, exists (select from purchase p where p.root_id = c.id) as is_answered
      from buyer_context c join inspection i on i.root_id = c.id and i.is_tree_public
      where c.parent_id is null and c.phase = 'settled' and c.ended_at is not null
        and c.ended_at >= ${from}::timestamptz and c.ended_at < ${to}::timestamptz),
    misled as (
      select o.state from info_offer o
      join inspection i on i.root_id = o.root_id and i.is_tree_public
      join buyer_context c on c.id = o.root_id
      where o.first_read_at >= ${from}::timestamptz and o.first_read_at < ${to}::timestamptz and not o.is_teaser_fair
        and not accounts_linked(c.buyer_id, o.seller_id))
    select
      (select count(*)::int from sold) as trades,
      (select coalesce(sum(price_micros), 0)::text from sold) as spent,
      (select percentile_disc(0.5) within group (order by price_micros)::text from sold) as median,
      (select coalesce(array_agg(total), '{}') from (select sum(price_micros)::text as total from sold group by seller_id) s) as sellers,
      (select coalesce(array_agg(total), '{}') from (select sum(price_micros)::text as total from sold group by buyer_id) b) as buyers,
      (select count(*)::int from over) as ended,
      (select count(*)::int from over where is_answered) as answered,
      (select coalesce(sum(c.refunded_micros), 0)::text from complaint c
        join inspection i on i.root_id = c.root_id and i.is_tree_public
        where c.decided_at >= ${from}::timestamptz and c.decided_at < ${to}::timestamptz
          and not accounts_linked(c.buyer_id, c.seller_id)) as refunded,
      (select count(*)::int from misled) as misleading,
      (select count(*)::int from misled where state = 'bought') as "misleadingBought"`)
  const [sums] = rowsOf<Sums>(found)
  if (!sums) throw new Error('A day has no sums')
  return {
    day: dayOf(start),
    trades: sums.trades,
    spentMicros: BigInt(sums.spent),
    medianPriceMicros: sums.median === null ? null : BigInt(sums.median),
    sellers: sums.sellers.length,
    buyers: sums.buyers.length,
    sellersIndex: concentrationOf(sums.sellers.map(BigInt)),
    buyersIndex: concentrationOf(sums.buyers.map(BigInt)),
    ended: sums.ended,
    answered: sums.answered,
    refundedMicros: BigInt(sums.refunded),
    misleading: sums.misleading,
    misleadingBought: sums.misleadingBought,
  }
}

/** The market's figures day by day, and how its inspectors' probabilities kept their word. */
export async function readMarketHealth(db: Db): Promise<MarketHealth> {
  const rows = await db.select().from(marketDays).orderBy(desc(marketDays.day)).limit(HEALTH_DAYS_MAX)
  const days = rows.toReversed()
  const medians = days.map(({ medianPriceMicros }) => medianPriceMicros)
  return {
    days: days.map(({ countedAt: _when, ...day }, index) => ({
      ...day,
      volatility: volatilityOf(medians.slice(Math.max(0, index + 1 - VOLATILITY_DAYS), index + 1)),
    })),
    minds: await inspectorRecords(db),
  }
}
