import { desc, eq, sql } from 'drizzle-orm'
import { type Db, rowsOf, type Tx } from '@/db/client'
import { botPriceMoves, bots } from '@/db/schema'
import {
  type Demand,
  PRICE_MOVES_SHOWN,
  type PriceMove,
  priceByDemand,
  READS_A_LOOK,
} from '../../contract/price-by-demand'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'

/** What an inspection did is dated up to an hour before it happened (`told_at` in `db/functions/tree.sql`). */
const TOLD_LATE_MS = 3_600_000

/**
 * Looks at the demand for bots whose price follows it, `most` at a time; returns for how many it looked. One look counts what was decided
 * since the look before, up to an hour ago, in questions that everybody may watch, and nothing between accounts that look like one hand:
 * all that a price tells can be counted by anybody. Several processes at once do no harm.
 */
export async function followDemand({ db, clock }: Pick<Deps, 'db' | 'clock'>, most: number): Promise<number> {
  const until = new Date(clock.now().getTime() - TOLD_LATE_MS)
  const due = rowsOf<{ botId: string }>(await db.execute(demandOf(until, { most })))
  for (const { botId } of due) await db.transaction((tx) => look(tx, botId, until))
  return due.length
}

async function look(tx: Tx, botId: string, until: Date): Promise<void> {
  const [bot] = await tx.select().from(bots).where(eq(bots.id, botId)).for('no key update')
  const [demand] = rowsOf<Demand>(await tx.execute(demandOf(until, { most: 1, botId })))
  if (!bot || !demand) return
  const { priceMicrosMin: minMicros, priceMicrosMax: maxMicros } = bot
  if (minMicros === null || maxMicros === null) return
  const { reads, sold } = demand
  const priceMicros = priceByDemand(bot.priceMicros, { reads, sold }, { minMicros, maxMicros })
  await tx.update(bots).set({ priceMicros }).where(eq(bots.id, botId))
  await tx.insert(botPriceMoves).values({ botId, at: until, priceMicros, reads, sold })
}

/** Bots that follow demand and whose offers were read often enough since the last look: how often, and how many were bought. */
const demandOf = (until: Date, { most, botId }: { most: number; botId?: string }) => sql`
  select b.id as "botId", count(*)::int as reads, count(*) filter (where o.state = 'bought')::int as sold
  from bot b
  cross join lateral (select max(m.at) as at from bot_price_move m where m.bot_id = b.id) last
  join info_offer o on o.bot_id = b.id and o.first_read_at is not null and o.state in ('bought', 'passed')
    and o.ended_at > last.at and o.ended_at <= ${until.toISOString()}::timestamptz
  join inspection i on i.root_id = o.root_id and i.is_tree_public
  join buyer_context root on root.id = o.root_id
  where b.price_rule::text = 'follows-demand' and b.removed_at is null
    and ${botId === undefined ? sql`true` : sql`b.id = ${botId}`}
    and not accounts_linked(root.buyer_id, o.seller_id)
  group by b.id having count(*) >= ${READS_A_LOOK} order by b.id limit ${most}`

/** The owner sets the price that the bot follows demand from; demand before counts no more. */
export async function setStartingPrice(
  tx: Tx,
  { botId, priceMicros, at }: { botId: string; priceMicros: bigint; at: Date },
): Promise<void> {
  const start = { priceMicros, reads: 0, sold: 0 }
  await tx
    .insert(botPriceMoves)
    .values({ botId, at, ...start })
    .onConflictDoUpdate({ target: [botPriceMoves.botId, botPriceMoves.at], set: start })
}

/** How the price of a bot moved, newest first; none of one that does not follow demand. @throws AppError `sellers.bot_not_found`. */
export async function listPriceMoves(db: Db, viewer: string | null, botId: string): Promise<PriceMove[]> {
  const [bot] = await db
    .select({ ownerId: bots.ownerId, rule: bots.priceRule, pausedFor: bots.pausedFor })
    .from(bots)
    .where(eq(bots.id, botId))
  if (!bot || (bot.pausedFor === 'not-live' && bot.ownerId !== viewer))
    throw new AppError('sellers.bot_not_found')
  if (bot.rule !== 'follows-demand') return []
  const { at, priceMicros, reads, sold } = botPriceMoves
  return db
    .select({ at, priceMicros, reads, sold })
    .from(botPriceMoves)
    .where(eq(botPriceMoves.botId, botId))
    .orderBy(desc(at))
    .limit(PRICE_MOVES_SHOWN)
}
