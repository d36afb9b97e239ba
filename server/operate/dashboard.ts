import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import type { Dashboard } from '../contract/operate'
import type { Deps } from '../deps'
import type { Health } from '../health'
import { frozenAccounts } from '../ledger/freeze'
import { countQueue } from '../market/moderation/read-cases'
import { readStops } from '../settings/stops'

/** Two weeks show a trend and fit a phone. */
const DAYS_SHOWN = 14

type QueueRow = { name: string; waiting: number; oldest: string | Date | null }

/** What waits, each with the age of the oldest: by rows that say themselves what is due, so that a lost job is seen too. */
async function readQueues(db: Db, now: Date): Promise<Dashboard['queues']> {
  const at = sql`${now.toISOString()}::timestamptz`
  const found = await db.execute(sql`
    select 'questions to match' as name, count(*)::int as waiting, min(created_at) as oldest
      from buyer_context where phase = 'collecting' and not is_matched
    union all select 'bots to ask', count(*)::int, min(due_at) from bot_run where due_at <= ${at}
    union all select 'steps to take up', count(*)::int, min(lease_until)
      from inspection_step where state in ('claimed', 'waiting') and lease_until <= ${at}
    union all select 'answers to write', count(*)::int, min(ended_at)
      from inspection where answer_revision > 0 and answered_at is null
    union all select 'documents to read', count(*)::int, min(due_at) from corpus_document where due_at <= ${at}
    union all select 'pages to read', count(*)::int, min(due_at) from context_page where due_at <= ${at}
    union all select 'mails to send', count(*)::int, min(created_at) from mail where state = 'queued'
    union all select 'errands', count(*)::int, min(due_at) from errand where due_at <= ${at}`)
  return rowsOf<QueueRow>(found).map(({ name, waiting, oldest }) => ({
    name,
    waiting,
    oldestAt: oldest === null ? null : new Date(oldest),
  }))
}

async function readModelDays(db: Db): Promise<Dashboard['modelDays']> {
  const found = await db.execute(sql`
    select day::text as day, tokens::text as tokens, micro_usd::text as usd from model_use
    where payer = 'site' order by day desc limit ${DAYS_SHOWN}`)
  return rowsOf<{ day: string; tokens: string; usd: string }>(found).map(({ day, tokens, usd }) => ({
    day,
    tokens: Number(tokens),
    microUsd: BigInt(usd),
  }))
}

type GrowthRow = Dashboard['growth'][number]

async function readGrowth(db: Db, now: Date): Promise<GrowthRow[]> {
  const perDay = (table: string, where: string) => sql`(
    select count(*)::int from ${sql.identifier(table)}
    where created_at >= d.begins and created_at < d.begins + interval '1 day' and ${sql.raw(where)})`
  const found = await db.execute(sql`
    select to_char(d.begins at time zone 'UTC', 'YYYY-MM-DD') as day,
      ${perDay('users', 'not is_demo')} as people, ${perDay('buyer_context', 'parent_id is null')} as questions,
      ${perDay('info_offer', 'true')} as offers, ${perDay('purchase', 'true')} as purchases
    from (
      select (date_trunc('day', ${now.toISOString()}::timestamptz at time zone 'UTC') - make_interval(days => n)) at time zone 'UTC' as begins
      from generate_series(0, ${DAYS_SHOWN - 1}) n) d
    order by d.begins desc`)
  return rowsOf<GrowthRow>(found)
}

async function readBooks(
  db: Db,
): Promise<Pick<Dashboard['books'], 'issuedMicros' | 'heldMicros' | 'feesMicros'>> {
  const found = await db.execute(sql`
    select
      (select coalesce(sum(case when from_account = 'issuance' then amount_micros else -amount_micros end), 0)::text
        from ledger_transfer where from_account = 'issuance' or to_account = 'issuance') as issued,
      (select coalesce(sum(balance_micros), 0)::text from ledger_account where kind not in ('issuance', 'fees')) as held,
      (select coalesce(sum(case when to_account = 'fees' then amount_micros else -amount_micros end), 0)::text
        from ledger_transfer where from_account = 'fees' or to_account = 'fees') as fees`)
  const [books] = rowsOf<{ issued: string; held: string; fees: string }>(found)
  return {
    issuedMicros: BigInt(books?.issued ?? 0),
    heldMicros: BigInt(books?.held ?? 0),
    feesMicros: BigInt(books?.fees ?? 0),
  }
}

/** How the market does: whether it is up, what waits, what the model cost, whether the books add up, whether it grows. */
export async function readDashboard(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  health: Health,
): Promise<Dashboard> {
  const now = clock.now()
  const [queues, modelDays, growth, books, frozen, moderationWaiting, stopped] = await Promise.all([
    readQueues(db, now),
    readModelDays(db),
    readGrowth(db, now),
    readBooks(db),
    frozenAccounts(db),
    countQueue(db),
    readStops(db),
  ])
  return {
    status: health.status,
    version: health.version,
    database: health.database.words,
    upSince: health.upSince,
    hasWorker: health.worker.here,
    model: health.model.name,
    books: { isOk: health.ledger.ok, checkedAt: health.ledger.checkedAt, frozenAccounts: frozen, ...books },
    queues,
    modelDays,
    growth,
    moderationWaiting,
    stopped,
  }
}
