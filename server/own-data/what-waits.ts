import { sql } from 'drizzle-orm'
import { type Db, rowsOf, type Tx } from '@/db/client'
import type { Deletion, Hindrance } from '../contract/own-data'
import { AppError } from '../errors'
import { OPEN_PHASES } from '../protocol/advance'

type Waits = Deletion['waitsFor']
type WaitRow = { what: Hindrance; count: number; until: string | Date | null }

const phases = sql`array[${sql.join(
  OPEN_PHASES.map((phase) => sql`${phase}`),
  sql`, `,
)}]::context_phase[]`

/**
 * What somebody's account waits for before it can be deleted: money that is on its way, and what others were promised. All of it ends,
 * most by itself.
 */
export async function readWhatWaits(db: Db | Tx, personId: string): Promise<Waits> {
  const found = await db.execute(sql`
    select 'last-operator' as what, 1 as count, null::timestamptz as until from users u
      where u.id = ${personId} and u.role = 'operator' and not exists (select from users o where o.role = 'operator' and o.id <> u.id)
    union all select 'demo', 1, null from users u where u.id = ${personId} and u.is_demo
    union all select 'open-questions', count(*)::int, max(i.deadline_at) from inspection i join buyer_context c on c.id = i.root_id
      where c.buyer_id = ${personId} and i.status not in ('settled', 'cancelled', 'failed') having count(*) > 0
    union all select 'read-offers', count(*)::int, max(i.deadline_at)
      from info_offer o join buyer_context c on c.id = o.context_id join inspection i on i.root_id = o.root_id
      where o.seller_id = ${personId} and o.state = 'open' and o.first_read_at is not null and c.phase = any (${phases})
      having count(*) > 0
    union all select 'pending-earnings', count(*)::int, max(p.clears_at) from purchase p
      where p.seller_id = ${personId} and p.clears_at is not null and p.cleared_at is null having count(*) > 0
    union all select 'open-complaints', count(*)::int, max(c.decide_until) from complaint c
      where c.buyer_id = ${personId} and c.outcome is null having count(*) > 0
    union all select 'open-games', count(*)::int, null from game g
      where g.ended_at is null and (g.asker_id = ${personId} or exists (
        select from game_seat s where s.game_id = g.id and s.person_id = ${personId})) having count(*) > 0`)
  return rowsOf<WaitRow>(found).map(({ what, count, until }) => ({
    what,
    count,
    until: until === null ? null : new Date(until),
  }))
}

/** What each is refused with: what to do, or how long to wait. */
const REFUSALS = {
  'last-operator': 'account.last_operator',
  demo: 'account.demo',
  'open-questions': 'account.open_questions',
  'read-offers': 'account.read_offers',
  'pending-earnings': 'account.pending_earnings',
  'open-complaints': 'account.open_complaints',
  'open-games': 'account.open_games',
} as const satisfies Record<Hindrance, string>

/** @throws AppError `account.*` for the first that it waits for. */
export async function requireNothingWaits(db: Db | Tx, personId: string): Promise<void> {
  const [first] = await readWhatWaits(db, personId)
  if (!first) return
  const { what, count, until } = first
  throw new AppError(REFUSALS[what], {
    details: { count: String(count), until: until === null ? '' : inWords(until) },
  })
}

/** Of 2031-05-01T09:30:00.000Z what is read as a minute. */
const UTC_MINUTE_CHARS = 16
const inWords = (at: Date) => `${at.toISOString().slice(0, UTC_MINUTE_CHARS).replace('T', ' ')} UTC`

/** What an account waits for, what goes with it, and what stays. */
export async function viewDeletion(db: Db, personId: string): Promise<Deletion> {
  const found = await db.execute(sql`
    select
      (select coalesce(sum(balance_micros), 0)::text from ledger_account
        where id in ('user:' || ${personId}::text, 'allowance:' || ${personId}::text)) as available,
      (select count(*)::int from info_offer where seller_id = ${personId} and state <> 'bought' and forgotten_at is null) as unbought,
      (select count(*)::int from info_offer where seller_id = ${personId} and state = 'bought') as sold,
      (select count(*)::int from bot where owner_id = ${personId} and removed_at is null) as bots,
      (select count(*)::int from corpus_document d join bot b on b.id = d.bot_id where b.owner_id = ${personId}) as documents,
      (select count(*)::int from access_key where person_id = ${personId} and revoked_at is null) as keys,
      (select count(*)::int from buyer_context where buyer_id = ${personId} and parent_id is null) as questions`)
  type Counts = Record<'unbought' | 'sold' | 'bots' | 'documents' | 'keys' | 'questions', number> & {
    available: string
  }
  const [counts] = rowsOf<Counts>(found)
  if (!counts) throw new AppError('market.person_not_found')
  return {
    waitsFor: await readWhatWaits(db, personId),
    goes: {
      availableMicros: BigInt(counts.available),
      unboughtOffers: counts.unbought,
      bots: counts.bots,
      documents: counts.documents,
      keys: counts.keys,
    },
    stays: { questions: counts.questions, soldOffers: counts.sold },
  }
}
