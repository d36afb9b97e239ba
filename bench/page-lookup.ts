import { performance } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '@/db/client'
import { migrate } from '@/db/migrate'
import { users } from '@/db/schema'
import { readThread } from '@/server/market/threads/read-thread'
import { medianFigure } from './lib/bootstrap'
import { FEW, growthOf, MANY } from './lib/growth'
import type { Bench } from './lib/result'
import { newDatabase, onServer } from './lib/server'

/** Questions about each page: a page of the list's length, in both arms. */
const PER_PAGE = 20
const NOW = new Date('2026-03-01T12:00:00Z')
const READER = 'reader'

/** A market of its own with so many questions, twenty about each page of the web. */
async function openMarket(serverUrl: string, questions: number): Promise<Database> {
  const url = await newDatabase(serverUrl, `pages_${questions}`)
  const database = await openDatabase({ url, dataDir: '', driver: 'postgres' })
  await migrate(database)
  await database.db.insert(users).values({ id: READER, handle: 'reader', name: 'Reader', createdAt: NOW })
  await database.db.transaction(async (tx) => {
    // The rows stand for themselves: no events, no money.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into buyer_context
        (id, root_id, level, kind, buyer_id, title, decision, claim, budget_micros, bots_until, created_at, phase, ended_at)
      select 'c' || n, 'c' || n, 0, 'root', ${READER}, 'Question number ' || n, 'belief', 'Claim number ' || n, 1000000,
        ${NOW}::timestamptz, ${NOW}::timestamptz - make_interval(mins => n), 'settled', ${NOW}::timestamptz
      from generate_series(1, ${questions}) n`)
    await tx.execute(sql`
      insert into inspection (root_id, policy, start_rule, deadline_at, token_cap, is_tree_public, status, answer_revision)
      select 'c' || n, '{}', 'manual', ${NOW}::timestamptz, 1, true, 'settled', 1 from generate_series(1, ${questions}) n`)
    await tx.execute(sql`
      insert into answer (root_id, revision, key_id, nonce, ciphertext, citations, trail, written_by, written_at)
      select 'c' || n, 1, 'k', '', '', array['o' || n], '[{"kind":"belief","probability":0.7}]', 'Bench', ${NOW}::timestamptz
      from generate_series(1, ${questions}) n`)
    await tx.execute(sql`
      insert into info_offer
        (id, context_id, root_id, seller_id, teaser, private_words, price_micros, created_at, state)
      select 'o' || n, 'c' || n, 'c' || n, ${READER}, 'What is known', 4, 1, ${NOW}::timestamptz, 'bought'
      from generate_series(1, ${questions}) n`)
    await tx.execute(sql`
      insert into thread_question (context_id, own, address, asked_at, exact, prefix, suffix)
      select 'c' || n, page, page, ${NOW}::timestamptz - make_interval(mins => n), 'Claim number ' || n, 'Before. ', ' After.'
      from generate_series(1, ${questions}) n, lateral (select 'https://news.example/articles/' || n / ${PER_PAGE} as page) named`)
    await tx.execute(sql`
      insert into page_thread (address, title, text)
      select distinct address, 'An article', 'Its text' from thread_question`)
  })
  await database.db.execute(sql`analyze`)
  return database
}

const WARM_UP_READS = 20
const READS = 25

/** Milliseconds of one thread; each read is of another page, as readers' are. */
async function readOne({ db }: Database, page: number): Promise<number> {
  const began = performance.now()
  const thread = await readThread(db, null, {
    url: `https://news.example/articles/${page}?utm_source=bench`,
    cursor: null,
  })
  const took = performance.now() - began
  if (thread.items.length !== PER_PAGE) throw new Error(`Page ${page} has ${thread.items.length} questions`)
  return took
}

/** The thread of a page at 100,000 questions / at 1,000, medians of reads in turn. Goal at most 1.5. */
export const pageLookupGrowth: Bench = ({ pairs, seed }) =>
  onServer(async (serverUrl) => {
    const few = await openMarket(serverUrl, FEW)
    const many = await openMarket(serverUrl, MANY)
    try {
      const ratios = await growthOf({
        ...{ pairs, reads: READS, warmUpReads: WARM_UP_READS },
        few: (read) => readOne(few, 1 + (read % (FEW / PER_PAGE - 1))),
        many: (read) => readOne(many, 1 + ((read * 97) % (MANY / PER_PAGE - 1))),
      })
      return [medianFigure('page_lookup_growth', 'ratio', { values: ratios, seed })]
    } finally {
      await few.close()
      await many.close()
    }
  })
