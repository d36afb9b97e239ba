import { performance } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '@/db/client'
import { migrate } from '@/db/migrate'
import { users } from '@/db/schema'
import { countItems } from '@/server/market/inbox/items'
import { countForYou } from '@/server/market/inbox/notices'
import { medianFigure } from './lib/bootstrap'
import { FEW, growthOf, MANY } from './lib/growth'
import type { Bench } from './lib/result'
import { newDatabase, onServer } from './lib/server'

/** What one person's alerts have found and nobody has removed yet, in both arms: what has closed goes after a month. */
const ITEMS = 200
/** Lines of "For you" of one person, in both arms, one in ten of them unread. */
const LINES = 400
/** Of questions, how many are open. */
const OPEN_SHARE = 20
const NOW = new Date('2026-03-01T12:00:00Z')
const READER = 'reader'

/** A market of its own with so many questions; the finds of as many people as make each question found once. */
async function openMarket(serverUrl: string, questions: number): Promise<Database> {
  const url = await newDatabase(serverUrl, `badge_${questions}`)
  const database = await openDatabase({ url, dataDir: '', driver: 'postgres' })
  await migrate(database)
  await database.db.insert(users).values({ id: READER, handle: 'reader', name: 'Reader', createdAt: NOW })
  const people = questions / ITEMS
  await database.db.transaction(async (tx) => {
    // The rows stand for themselves: no events, no money.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into buyer_context
        (id, root_id, level, kind, buyer_id, title, decision, budget_micros, bots_until, created_at, phase, ended_at)
      select 'c' || n, 'c' || n, 0, 'root', 'p' || n % 97, 'Question number ' || n, 'open', 1000000, ${NOW}::timestamptz,
        ${NOW}::timestamptz - make_interval(mins => n),
        case when n % ${OPEN_SHARE} = 0 then 'collecting' else 'settled' end::context_phase,
        case when n % ${OPEN_SHARE} <> 0 then ${NOW}::timestamptz - make_interval(mins => n - 1) end
      from generate_series(1, ${questions}) n`)
    await tx.execute(sql`
      insert into inspection (root_id, policy, start_rule, deadline_at, token_cap, is_tree_public, status)
      select 'c' || n, '{}', 'manual', ${NOW}::timestamptz + make_interval(mins => n % 10000 + 1), 1, true,
        case when n % ${OPEN_SHARE} = 0 then 'collecting' else 'settled' end::inspection_status
      from generate_series(1, ${questions}) n`)
    await tx.execute(sql`
      insert into inbox_item (person_id, context_id, created_at)
      select case when n % ${people} = 0 then ${READER} else 'p' || n % ${people} end, 'c' || n,
        ${NOW}::timestamptz - make_interval(mins => n)
      from generate_series(1, ${questions}) n`)
    await tx.execute(sql`
      insert into notice (id, person_id, event, cause, context_id, created_at, changed_at, read_at)
      select 'n' || n, case when n % ${people} = 0 then ${READER} else 'p' || n % ${people} end, 'question.offered',
        'question.offered:c' || n, 'c' || n, ${NOW}::timestamptz, ${NOW}::timestamptz - make_interval(mins => n),
        case when n / ${people} % 10 <> 0 then ${NOW}::timestamptz end
      from generate_series(1, ${people * LINES}) n`)
  })
  await database.db.execute(sql`vacuum analyze`)
  return database
}

/** Milliseconds of all that the badges of the header ask for. */
async function readBadges({ db }: Database): Promise<number> {
  const began = performance.now()
  const states = await countItems({ db, clock: { now: () => NOW } }, READER)
  const lines = await countForYou(db, READER)
  const took = performance.now() - began
  if (states.new === 0 || lines !== LINES / 10) throw new Error(`The badges say ${states.new} and ${lines}`)
  return took
}

const WARM_UP_READS = 20
const READS = 25

/** The badges of a member at 100,000 questions / at 1,000, medians of reads in turn. Goal at most 1.5. */
export const badgeGrowth: Bench = ({ pairs, seed }) =>
  onServer(async (serverUrl) => {
    const few = await openMarket(serverUrl, FEW)
    const many = await openMarket(serverUrl, MANY)
    try {
      const ratios = await growthOf({
        ...{ pairs, reads: READS, warmUpReads: WARM_UP_READS },
        few: () => readBadges(few),
        many: () => readBadges(many),
      })
      return [medianFigure('badge_growth', 'ratio', { values: ratios, seed })]
    } finally {
      await few.close()
      await many.close()
    }
  })
