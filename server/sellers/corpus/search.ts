import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import type { Deps } from '../../deps'
import { weightsOf } from './fit'
import { blindTerms } from './terms'
import { B, K1, type WeightedTerm, weighTerms } from './weights'

/**
 * Passages of one bot by BM25 over stemmed terms: the first stage of the Information Bazaar's vendor (lab, A.3: k1 1.5,
 * b 0.75, ε 0.25, best first, top k). What differs from it: terms instead of tokens (`terms.ts`), every term of a question
 * counts once, a small corpus is reckoned among fifty passages (`weights.ts`), and what is silent is told by a share and not by a
 * score (`fit.ts`).
 *
 * Two statements. The first reads the counts of the question's terms. The second takes candidates from the full-text
 * index by the rarest terms, which give a passage most of its score, and scores those alone: a passage that shares only
 * frequent words with the question is seldom among the best, and scoring all that share any would read a tenth of the corpus.
 */

/**
 * Passages looked at for one question, roughly. Measured over 100 000 passages: 1 000 find 0.93 of the true best ten,
 * 2 000 0.98, 3 000 0.99, 5 000 0.997.
 */
const CANDIDATES = 3_000
/** Longer questions are searched by their rarest terms. */
export const QUERY_TERMS_MAX = 24

export type SearchHit = { passageId: string; score: number }

/** Passages, best first, and what each term of the question weighs among them. */
export type Hits = { hits: SearchHit[]; weights: Map<string, number> }

export async function searchPassages(
  { db, cipher }: Pick<Deps, 'db' | 'cipher'>,
  { botId, terms, limit }: { botId: string; terms: readonly string[]; limit: number },
): Promise<Hits> {
  const blind = blindTerms(cipher, botId)
  const corpus = await readCounts(db, botId, terms.map(blind))
  if (corpus.found.length === 0) return { hits: [], weights: new Map() }
  const weighted = await weighTerms(corpus.found, corpus.passages, (size) => meanWeight(db, botId, size))
  const used = weighted.slice(0, QUERY_TERMS_MAX)
  const found = await db.execute(sql`
    select id as "passageId", score from (
      select id, ${scoreOf(used)} as score
      from (
        select id, terms, ${K1}::float8 * (${1 - B}::float8 + ${B}::float8 * length / ${corpus.meanLength}::float8) as norm
        from corpus_passage
        where bot_id = ${botId} and terms @@ ${candidateQuery(botId, used)}::tsquery
      ) candidate
    ) scored
    order by score desc, id
    limit ${limit}`)
  const known = new Map(weighted.map(({ term, weight }) => [term, weight]))
  const inTheClear = new Map(
    terms.flatMap((term) => [[term, known.get(blind(term))] as const]).filter(isKnown),
  )
  return {
    hits: rowsOf<SearchHit>(found),
    weights: weightsOf(terms, { known: inTheClear, passages: corpus.passages }),
  }
}

const isKnown = (entry: readonly [string, number | undefined]): entry is readonly [string, number] =>
  entry[1] !== undefined

type Counts = { passages: number; meanLength: number; found: { term: string; passages: number }[] }

/** Of the whole corpus from its documents, of the terms from their counts: nothing is counted at the question. */
async function readCounts(db: Db, botId: string, terms: readonly string[]): Promise<Counts> {
  const rows = rowsOf<{ passages: number; length: number; term: string; holders: number }>(
    await db.execute(sql`
      select size.passages, size.length, corpus_term.term, corpus_term.passages as holders
      from (
        select coalesce(sum(passages_done), 0)::integer as passages, coalesce(sum(terms_total), 0)::float8 as length
        from corpus_document where bot_id = ${botId}
      ) size
      join corpus_term on corpus_term.bot_id = ${botId} and corpus_term.term = any(${sql.param([...terms])}::text[])`),
  )
  const { passages = 0, length = 0 } = rows[0] ?? {}
  return {
    passages,
    meanLength: Math.max(1, length / Math.max(1, passages)),
    found: rows.map((row) => ({ term: row.term, passages: row.holders })),
  }
}

/** Asked for only when a term is in more than half of the passages, so it may read all counts of the bot. */
async function meanWeight(db: Db, botId: string, corpus: number): Promise<number> {
  const found = await db.execute(sql`
    select avg(ln(${corpus}::float8 - passages + 0.5) - ln(passages + 0.5)) as mean
    from corpus_term where bot_id = ${botId}`)
  return rowsOf<{ mean: number | null }>(found)[0]?.mean ?? 0
}

/** Blind terms are letters and digits, so quoting them is enough. */
const lexeme = (term: string) => `'${term}'`

/**
 * Which passages are looked at: those with one of the rarest terms, as many terms as stay below `CANDIDATES` passages; when
 * even the rarest term has more, those with it and another term. The bot's own lexeme keeps the index from reading
 * passages of other bots.
 */
export function candidateQuery(botId: string, weighted: readonly WeightedTerm[]): string {
  const rare: string[] = []
  let passages = 0
  for (const one of weighted) {
    passages += one.passages
    if (passages > CANDIDATES) break
    rare.push(lexeme(one.term))
  }
  const [first, ...rest] = weighted.map(({ term }) => lexeme(term))
  const wanted =
    rare.length > 0 ? rare.join(' | ') : rest.length > 0 ? `${first} & (${rest.join(' | ')})` : first
  return `${lexeme(botId)} & (${wanted})`
}

/**
 * BM25 of a row with `terms` and `norm`. Postgres has no function for how often a lexeme stands in a vector; unpacking the
 * vector took three times as long as `ts_rank`, which for a single lexeme of weight 1 is (1 + 1/4 + 1/9 + … + 1/f²) · 6/π²
 * and so tells its frequency f: `width_bucket` reads it off.
 */
function scoreOf(weighted: readonly WeightedTerm[]) {
  const parts = weighted.map(({ term, weight }) => {
    const frequency = sql`width_bucket(ts_rank('{1,1,1,1}', terms, ${lexeme(term)}::tsquery)::float8, ${FREQUENCY_STEPS}::float8[])`
    return sql`${weight * (K1 + 1)}::float8 * (1 - norm / (${frequency} + norm))`
  })
  return sql.join(parts, sql` + `)
}

/** More often than this no word stands in a passage of a few hundred; BM25 has long stopped counting. */
const FREQUENCY_MAX = 100

/** Between the ranks of a word that stands f − 1 and f times, for f from 1 on. */
const FREQUENCY_STEPS = (() => {
  const steps: number[] = []
  let rank = 0
  for (let frequency = 1; frequency <= FREQUENCY_MAX; frequency += 1) {
    const more = 6 / Math.PI ** 2 / frequency ** 2
    steps.push(rank + more / 2)
    rank += more
  }
  return `{${steps.join(',')}}`
})()
