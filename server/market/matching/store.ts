import { eq, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { matcherAnchors, matchers } from '@/db/schema'
import { type Anchor, anchorsOf, type Commonness, type Term, wordsToWeigh } from './anchors'
import type { MatcherQuery } from './contract'

/** How many of the newest questions say how common a word is. */
const WEIGHED_QUESTIONS = 1_000
/**
 * So many matchers may stand under one term alone: 1 % of a market of 20 000. What comes later stands there with a second term,
 * where it has one, so that a context with a popular word is not held against everybody who follows it. What has no second
 * term is found by that word alone, and nearly all of it is a match.
 */
export const TERM_HOLDERS_MAX = 200

export type NewMatcher = typeof matchers.$inferInsert

/** Stores a matcher with its anchors. */
export async function insertMatcher(
  tx: Tx,
  matcher: NewMatcher,
  holdersMax = TERM_HOLDERS_MAX,
): Promise<void> {
  const [stored] = await tx.insert(matchers).values(matcher).returning()
  if (stored) await writeAnchors(tx, stored, holdersMax)
}

/**
 * Gives a matcher other conditions, and with them other anchors. The caller holds what says that it may. Returns false when
 * there is no such matcher.
 */
export async function changeMatcher(
  tx: Tx,
  matcherId: string,
  change: { name?: string; query: MatcherQuery; at: Date },
  holdersMax = TERM_HOLDERS_MAX,
): Promise<boolean> {
  const { name, query, at } = change
  const [stored] = await tx
    .update(matchers)
    .set({ ...query, ...(name === undefined ? {} : { name }), changedAt: at })
    .where(eq(matchers.id, matcherId))
    .returning()
  if (!stored) return false
  await tx.delete(matcherAnchors).where(eq(matcherAnchors.matcherId, matcherId))
  await writeAnchors(tx, stored, holdersMax)
  return true
}

async function writeAnchors(
  tx: Tx,
  matcher: typeof matchers.$inferSelect,
  holdersMax: number,
): Promise<void> {
  const anchors = anchorsOf(matcher, await weigh(tx, wordsToWeigh(matcher)))
  const isBots = matcher.botId !== null
  const full = await fullTerms(
    tx,
    anchors.filter(({ others }) => others.length > 0).map(({ term }) => term),
    { isBots, holdersMax },
  )
  const rows = anchors.flatMap((anchor) => alsoOf(anchor, full).map((also) => ({ term: anchor.term, also })))
  if (rows.length === 0) return
  await tx.insert(matcherAnchors).values(
    rows.map((row) => ({
      ...row,
      isBots,
      budgetMicrosMin: matcher.budgetMicrosMin,
      matcherId: matcher.id,
    })),
  )
}

function alsoOf({ term, others }: Anchor, full: ReadonlySet<Term>): readonly string[] {
  return full.has(term) && others.length > 0 ? others : ['']
}

/** In how many recent questions each word occurs. Words that the database does not index are everywhere. */
async function weigh(tx: Tx, words: readonly string[]): Promise<Commonness> {
  // With one word there is nothing to choose.
  if (words.length < 2) return new Map()
  const found = await tx.execute(sql`
    with newest as (
      select search from buyer_context where parent_id is null order by created_at desc limit ${WEIGHED_QUESTIONS}
    )
    select w.word, case when numnode(q.query) = 0 then ${WEIGHED_QUESTIONS}
      else (select count(*)::int from newest where newest.search @@ q.query) end as questions
    from unnest(${sql.param([...words])}::text[]) as w(word), lateral (select plainto_tsquery('english', w.word) as query) q`)
  return new Map(rowsOf<{ word: string; questions: number }>(found).map((row) => [row.word, row.questions]))
}

/** Those of the terms that hold as many matchers as one term may hold alone. */
async function fullTerms(
  tx: Tx,
  terms: readonly Term[],
  { isBots, holdersMax }: { isBots: boolean; holdersMax: number },
): Promise<Set<Term>> {
  if (terms.length === 0) return new Set()
  const found = await tx.execute(sql`
    select t.term from unnest(${sql.param([...terms])}::text[]) as t(term)
    where (
      select count(*) from (
        select 1 from matcher_anchor a where a.term = t.term and a.is_bots = ${isBots} and a.also = ''
        limit ${holdersMax}
      ) held
    ) = ${holdersMax}`)
  return new Set(rowsOf<{ term: Term }>(found).map(({ term }) => term))
}
