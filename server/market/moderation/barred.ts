import { sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { suspended } from '../../actors/actor'
import { AppError } from '../../errors'

/** Who sells what to whom, as far as moderation asks. */
type Sale = { sellerId: string; botId: string | null; buyerId: string; rootId: string }

type Row = {
  why: 'suspended' | 'blocked' | 'hidden'
  who: string
  whose: string | null
  ms: string | number | null
}

/**
 * Why each of these may not be offered, or null: the seller, or the bot, has no right to sell now; the asker has blocked the seller;
 * the question is hidden. One statement for all.
 */
export async function barredSales(tx: Tx, sales: readonly Sale[], now: Date): Promise<(AppError | null)[]> {
  if (sales.length === 0) return []
  const list = (values: readonly string[]) => sql`${sql.param([...new Set(values)])}::text[]`
  const sellers = list(sales.map(({ sellerId }) => sellerId))
  const bots = list(sales.flatMap(({ botId }) => botId ?? []))
  const found = rowsOf<Row>(
    await tx.execute(sql`
      select 'suspended' as why, coalesce(s.bot_id, s.person_id) as who, null as whose, extract(epoch from max(s.until)) * 1000 as ms
      from suspension s
      where s.person_id = any(${sellers}) and s.suspended_right = 'sell' and s.lifted_at is null
        and s.until > ${now.toISOString()}::timestamptz and (s.bot_id is null or s.bot_id = any(${bots}))
      group by 2
      union all
      select 'blocked', m.other_id, m.person_id, null from person_mute m
      where m.is_blocked and m.other_id = any(${sellers}) and m.person_id = any(${list(sales.map(({ buyerId }) => buyerId))})
      union all
      select 'hidden', h.id, null, null from hidden_thing h
      where h.kind = 'question' and h.id = any(${list(sales.map(({ rootId }) => rootId))})`),
  )
  return sales.map(({ sellerId, botId, buyerId, rootId }) => {
    const taken = found.filter(({ why, who }) => why === 'suspended' && (who === sellerId || who === botId))
    if (taken.length > 0) return suspended(new Date(Math.max(...taken.map(({ ms }) => Number(ms)))))
    if (found.some(({ why, who, whose }) => why === 'blocked' && who === sellerId && whose === buyerId))
      return new AppError('market.blocked')
    return found.some(({ why, who }) => why === 'hidden' && who === rootId)
      ? new AppError('market.question_hidden')
      : null
  })
}
