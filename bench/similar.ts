import { performance } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '@/db/client'
import { migrate } from '@/db/migrate'
import { users } from '@/db/schema'
import { similarQuestions } from '@/server/market/question-cards'
import { seededRandom } from '@/server/shared/random'
import { medianFigure } from './lib/bootstrap'
import { FEW, growthOf, MANY } from './lib/growth'
import type { Bench } from './lib/result'
import { newDatabase, onServer } from './lib/server'
import { wordOf } from './lib/zipf-corpus'

const NOW = new Date('2026-03-01T12:00:00Z')
const READER = 'reader'
/** Words of a title that are no stop words. */
const TITLE_WORDS = 8
/** The frequencies of words fall as Zipf and Mandelbrot found; the most frequent is in about one title of six. */
const VOCABULARY = 50_000
const HEAD = 30
/** Rows of one statement. */
const SLICE = 5_000

function titlesOf(count: number, seed: number): string[] {
  const random = seededRandom(seed)
  const word = () => wordOf(Math.floor((HEAD + 1) * ((VOCABULARY + HEAD) / (HEAD + 1)) ** random() - HEAD))
  return Array.from({ length: count }, () => Array.from({ length: TITLE_WORDS }, word).join(' '))
}

/** A market of its own with so many questions, whose titles have words as people's have. */
async function openMarket(serverUrl: string, titles: readonly string[]): Promise<Database> {
  const url = await newDatabase(serverUrl, `similar_${titles.length}`)
  const database = await openDatabase({ url, dataDir: '', driver: 'postgres' })
  await migrate(database)
  await database.db.insert(users).values({ id: READER, handle: 'reader', name: 'Reader', createdAt: NOW })
  await database.db.transaction(async (tx) => {
    // The rows stand for themselves: no events, no money.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (let from = 0; from < titles.length; from += SLICE) {
      const rows = titles.slice(from, from + SLICE).map((title, place) => ({ n: from + place + 1, title }))
      await tx.execute(sql`
        insert into buyer_context
          (id, root_id, level, kind, buyer_id, title, decision, budget_micros, bots_until, created_at, phase, ended_at)
        select 'c' || n, 'c' || n, 0, 'root', ${READER}, title, 'open', 1000000, ${NOW}::timestamptz,
          ${NOW}::timestamptz - make_interval(mins => n), 'settled', ${NOW}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as asked(n integer, title text)`)
    }
    await tx.execute(sql`
      insert into inspection (root_id, policy, start_rule, deadline_at, token_cap, is_tree_public, status)
      select id, '{}', 'manual', ${NOW}::timestamptz, 1, true, 'settled' from buyer_context`)
  })
  await database.db.execute(sql`vacuum analyze`)
  return database
}

/** Milliseconds until what is like it stands beside what somebody types. */
async function readOne({ db }: Database, text: string): Promise<number> {
  const began = performance.now()
  await similarQuestions(db, null, { text, pages: [] })
  return performance.now() - began
}

const WARM_UP_READS = 10
const READS = 15

/** Similar questions while somebody types, at 100,000 questions / at 1,000, medians of reads in turn. Goal at most 1.5. */
export const similarGrowth: Bench = ({ pairs, seed }) =>
  onServer(async (serverUrl) => {
    const titles = titlesOf(MANY, seed)
    const few = await openMarket(serverUrl, titles.slice(0, FEW))
    const many = await openMarket(serverUrl, titles)
    // Typed anew, of the same words: few repeat what is there.
    const typed = titlesOf(WARM_UP_READS + pairs * READS, seed + 1)
    try {
      const ratios = await growthOf({
        ...{ pairs, reads: READS, warmUpReads: WARM_UP_READS },
        few: (read) => readOne(few, typed[read] ?? ''),
        many: (read) => readOne(many, typed[read] ?? ''),
      })
      return [medianFigure('similar_growth', 'ratio', { values: ratios, seed })]
    } finally {
      await few.close()
      await many.close()
    }
  })
