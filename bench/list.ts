import { performance } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '@/db/client'
import { migrate } from '@/db/migrate'
import { users } from '@/db/schema'
import { LIST_TABS } from '@/server/contract/limits'
import type { ListInput } from '@/server/contract/market'
import { listQuestions } from '@/server/market/question-cards'
import { medianFigure } from './lib/bootstrap'
import { FEW, growthOf, MANY } from './lib/growth'
import type { Bench } from './lib/result'
import { newDatabase, onServer } from './lib/server'

/** Of questions, how many are open: the others have ended, as in a market that has run for a while. */
const OPEN_SHARE = 20
const NOW = new Date('2026-03-01T12:00:00Z')
const READER = 'reader'

type Tab = ListInput['tab']
/** What a stranger may open. */
const TABS = LIST_TABS.filter((tab) => tab !== 'mine' && tab !== 'sub-questions')

/** A market of its own with so many questions, one in twenty of them open, each with an offer but every third open one. */
async function openMarket(serverUrl: string, questions: number): Promise<Database> {
  const url = await newDatabase(serverUrl, `list_${questions}`)
  const database = await openDatabase({ url, dataDir: '', driver: 'postgres' })
  await migrate(database)
  await database.db.insert(users).values({ id: READER, handle: 'reader', name: 'Reader', createdAt: NOW })
  await database.db.transaction(async (tx) => {
    // The rows stand for themselves: no events, no money.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into buyer_context
        (id, root_id, level, kind, buyer_id, title, decision, budget_micros, bots_until, created_at, phase, ended_at)
      select 'c' || n, 'c' || n, 0, 'root', ${READER}, 'Question number ' || n, 'open', 1000000 * (n % 97 + 1), ${NOW}::timestamptz,
        ${NOW}::timestamptz - make_interval(mins => n),
        case when n % ${OPEN_SHARE} = 0 then 'collecting' else 'settled' end::context_phase,
        case when n % ${OPEN_SHARE} <> 0 then ${NOW}::timestamptz - make_interval(mins => n - 1) end
      from generate_series(1, ${questions}) n`)
    await tx.execute(sql`
      insert into inspection (root_id, policy, start_rule, deadline_at, token_cap, is_tree_public, status)
      select 'c' || n, '{}', 'manual', ${NOW}::timestamptz + make_interval(mins => n % 10000), 1, true,
        case when n % ${OPEN_SHARE} = 0 then 'collecting' else 'settled' end::inspection_status
      from generate_series(1, ${questions}) n`)
    await tx.execute(sql`
      insert into question_reading (context_id, readings)
      select 'c' || n, n % 997 + 1 from generate_series(1, ${questions}) n`)
    await tx.execute(sql`
      insert into info_offer
        (id, context_id, root_id, seller_id, teaser, private_words, price_micros, created_at)
      select 'o' || n, 'c' || n, 'c' || n, ${READER}, 'What is known', 4, 1, ${NOW}::timestamptz
      from generate_series(1, ${questions}) n where n % (${OPEN_SHARE} * 3) <> 0`)
  })
  await database.db.execute(sql`analyze`)
  return database
}

/** Milliseconds of the first page and the one after it, as a reader who goes on takes them. */
async function readPages({ db }: Database, tab: Tab): Promise<number> {
  const input = { tab, query: '', tag: null, decision: null }
  const began = performance.now()
  const { nextCursor } = await listQuestions(db, null, { ...input, cursor: null }, NOW)
  await listQuestions(db, null, { ...input, cursor: nextCursor }, NOW)
  return performance.now() - began
}

const WARM_UP_READS = 10
const READS = 15

/**
 * Two pages of the list at 100,000 questions / the same at 1,000, medians of reads in turn, for each of its orders. Goal at most 1.5.
 */
export const listGrowth: Bench = ({ pairs, seed }) =>
  onServer(async (serverUrl) => {
    const few = await openMarket(serverUrl, FEW)
    const many = await openMarket(serverUrl, MANY)
    try {
      const results = []
      for (const tab of TABS) {
        const ratios = await growthOf({
          ...{ pairs, reads: READS, warmUpReads: WARM_UP_READS },
          few: () => readPages(few, tab),
          many: () => readPages(many, tab),
        })
        results.push(medianFigure(`list_growth_${tab}`, 'ratio', { values: ratios, seed }))
      }
      return results
    } finally {
      await few.close()
      await many.close()
    }
  })
