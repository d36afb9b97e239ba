import { performance } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '@/db/client'
import { migrate } from '@/db/migrate'
import { corpusDocuments } from '@/db/schema'
import { sealLabel } from '@/server/sellers/corpus/labels'
import { INDEX_VERSION, writeCounts, writePassages } from '@/server/sellers/corpus/passages'
import { searchPassages } from '@/server/sellers/corpus/search'
import { blindTerms } from '@/server/sellers/corpus/terms'
import { B, K1, rawWeight } from '@/server/sellers/corpus/weights'
import { createCipher } from '@/server/shared/cipher'
import { randomIds } from '@/server/shared/ids'
import { bootstrapMean, medianFigure } from './lib/bootstrap'
import { runPairs } from './lib/pairs'
import type { Bench, BenchOptions, BenchResult } from './lib/result'
import { onServer } from './lib/server'
import { wordOf, type ZipfCorpus, zipfCorpus } from './lib/zipf-corpus'

const PASSAGES = 100_000
const QUESTIONS = 200
/** Asked in each block: a plain query takes a tenth of a second. */
const QUESTIONS_TIMED = 40
const TOP = 10
const BOT = 'bot_bench'
const DOCUMENT = 'doc_bench'
const CHUNK = 2_000
const SEAL_KEYS = `bench:${Buffer.alloc(32, 1).toString('base64')}`
const cipher = createCipher(SEAL_KEYS)

/**
 * A question over 100 000 passages of one bot on Postgres, as the bot asks it, against a plain `ts_rank` over the same rows and
 * index with the same limit (goal: at most as long), and the share of the true best ten by BM25 that it finds (goal: 0.95).
 */
export const corpusSearch: Bench = async (options) => {
  const corpus = zipfCorpus({ passages: PASSAGES, questions: QUESTIONS, seed: options.seed })
  return onServer(
    async (url) => {
      const database = await openDatabase({ url, dataDir: '', driver: 'postgres' })
      try {
        await migrate(database)
        await fill(database, corpus)
        return [await measureTime(database, corpus, options), await measureRecall(database, corpus, options)]
      } finally {
        await database.close()
      }
    },
    ['-c', 'shared_buffers=512MB'],
  )
}

/** As the product writes it, but the index and the counts once at the end. */
async function fill({ db }: Database, { passages }: ZipfCorpus): Promise<void> {
  const began = performance.now()
  const place = { botId: BOT, documentId: DOCUMENT }
  await db.execute(
    sql`insert into users (id, handle, name, created_at) values ('bench', 'bench', 'Bench', now())`,
  )
  await db.execute(sql`
    insert into bot (id, owner_id, kind, name, knowledge_key_id, knowledge_sealed, price_micros, created_at)
    values (${BOT}, 'bench', 'corpus', 'Bench', '', '', 1000000, now())`)
  await db.insert(corpusDocuments).values({
    id: DOCUMENT,
    botId: BOT,
    ...sealLabel(cipher, DOCUMENT, { name: 'bench.txt', title: 'Bench' }),
    indexVersion: INDEX_VERSION,
    mediaType: 'text/plain',
    bytes: 1,
    state: 'ready',
    passagesTotal: PASSAGES,
    createdAt: new Date(),
  })
  await db.execute(sql`drop index corpus_passage_terms`)
  const holders = new Map<string, number>()
  for (let from = 0; from < passages.length; from += CHUNK) {
    const chunk = passages.slice(from, from + CHUNK).map((words, index) => {
      const terms = [...words].map(wordOf)
      for (const term of new Set(terms)) holders.set(term, (holders.get(term) ?? 0) + 1)
      return { position: from + index, section: '', text: terms.join(' '), words: terms.length, terms }
    })
    await db.transaction((tx) => writePassages(tx, { ids: randomIds, cipher }, place, chunk))
  }
  await db.transaction((tx) => writeCounts(tx, { cipher }, BOT, holders))
  await db.execute(sql`create index corpus_passage_terms on corpus_passage using gin (terms)`)
  await db.execute(sql`vacuum analyze corpus_passage`)
  await db.execute(sql`analyze corpus_term`)
  console.error(`filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`)
}

const ours = ({ db }: Database, terms: readonly string[]) =>
  searchPassages({ db, cipher }, { botId: BOT, terms, limit: TOP })

function plain({ db }: Database, terms: readonly string[]) {
  const query = terms
    .map(blindTerms(cipher, BOT))
    .map((term) => `'${term}'`)
    .join(' | ')
  return db.execute(sql`
    select id from corpus_passage where bot_id = ${BOT} and terms @@ ${query}::tsquery
    order by ts_rank(terms, ${query}::tsquery) desc limit ${TOP}`)
}

/** A block asks the same questions once each, so that both arms answer the same. */
async function measureTime(
  database: Database,
  { questions }: ZipfCorpus,
  options: BenchOptions,
): Promise<BenchResult> {
  const asked = questions.slice(0, QUESTIONS_TIMED).map((words) => words.map(wordOf))
  const arm = (ask: (terms: readonly string[]) => Promise<unknown>) => async () => {
    const began = performance.now()
    for (const terms of asked) await ask(terms)
    return (performance.now() - began) / asked.length
  }
  const arms = { a: arm((terms) => ours(database, terms)), b: arm((terms) => plain(database, terms)) }
  console.error('warm-up')
  await arms.a()
  await arms.b()
  const ratios = await runPairs(arms, options)
  return medianFigure('corpus_vs_ts_rank', 'ratio', { values: ratios, seed: options.seed })
}

/** The mean share over all questions; its interval is that of the mean of resamples. */
async function measureRecall(
  database: Database,
  corpus: ZipfCorpus,
  options: BenchOptions,
): Promise<BenchResult> {
  const shares: number[] = []
  for (const words of corpus.questions) {
    const best = bestScores(corpus.passages, words)
    const least = best.at(-1) ?? 0
    const { hits: ranked } = await ours(database, words.map(wordOf))
    // Scores and not ids: of passages that score alike either is right. Postgres adds in another order.
    const hits = ranked.filter(({ score }) => score >= least - 1e-6).length
    shares.push(best.length === 0 ? 1 : Math.min(1, hits / best.length))
  }
  const { mean, low, high } = bootstrapMean(shares, options.seed)
  return { name: 'corpus_recall_at_10', value: mean, unit: 'share', n: shares.length, low, high }
}

/** The best scores by BM25 over every passage, highest first. */
function bestScores(passages: readonly Uint32Array[], words: readonly number[]): number[] {
  const meanLength = passages.reduce((sum, passage) => sum + passage.length, 0) / passages.length
  const place = new Map(words.map((word, index) => [word, index]))
  const counts = passages.map((passage) => countIn(passage, place))
  const weights = words.map((_, index) =>
    rawWeight(passages.length, counts.filter((count) => count !== null && (count[index] ?? 0) > 0).length),
  )
  const scores = passages.flatMap((passage, index) => {
    const count = counts[index]
    if (!count) return []
    const norm = K1 * (1 - B + (B * passage.length) / meanLength)
    const score = weights.reduce((sum, weight, term) => {
      const times = count[term] ?? 0
      return sum + (weight * times * (K1 + 1)) / (times + norm)
    }, 0)
    return [score]
  })
  return scores.sort((a, b) => b - a).slice(0, TOP)
}

function countIn(passage: Uint32Array, place: ReadonlyMap<number, number>): number[] | null {
  let counts: number[] | null = null
  for (const word of passage) {
    const index = place.get(word)
    if (index === undefined) continue
    counts ??= Array.from({ length: place.size }, () => 0)
    counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}
