import { eq, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { matcherAnchors, matchers } from '@/db/schema'
import type { MatcherQuery } from '../../contract/matching'
import { anchorsOf, type Commonness, wordsToWeigh } from './anchors'

/** How many of the newest questions say how common a word is. */
const WEIGHED_QUESTIONS = 1_000
export type NewMatcher = typeof matchers.$inferInsert

/** Stores a matcher with its anchors. */
export async function insertMatcher(tx: Tx, matcher: NewMatcher): Promise<void> {
  const [stored] = await tx.insert(matchers).values(matcher).returning()
  if (stored) await writeAnchors(tx, stored)
}

/**
 * Gives a matcher other conditions, and with them other anchors. The caller holds what says that it may. Returns false when
 * there is no such matcher.
 */
export async function changeMatcher(
  tx: Tx,
  matcherId: string,
  change: { name?: string; query: MatcherQuery; at: Date },
): Promise<boolean> {
  const { name, query, at } = change
  const [stored] = await tx
    .update(matchers)
    .set({ ...query, ...(name === undefined ? {} : { name }), changedAt: at })
    .where(eq(matchers.id, matcherId))
    .returning()
  if (!stored) return false
  await tx.delete(matcherAnchors).where(eq(matcherAnchors.matcherId, matcherId))
  await writeAnchors(tx, stored)
  return true
}

async function writeAnchors(tx: Tx, matcher: typeof matchers.$inferSelect): Promise<void> {
  const anchors = anchorsOf(matcher, await weigh(tx, wordsToWeigh(matcher)))
  const rows = anchors.flatMap(({ term, others }) =>
    (others.length > 0 ? others : ['']).map((also) => ({ term, also })),
  )
  if (rows.length === 0) return
  await tx.insert(matcherAnchors).values(
    rows.map((row) => ({
      ...row,
      isBots: matcher.botId !== null,
      budgetMicrosMin: matcher.budgetMicrosMin,
      matcherId: matcher.id,
    })),
  )
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
