import { inArray, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { type MatcherRow, matcherAnchors, matchers } from '@/db/schema'
import { termsOf } from '../shared/words'

/** What a matcher is held against: the public side of a context. */
export type MatchableContext = {
  isRoot: boolean
  buyerId: string
  budgetMicros: bigint
  /** Title, claim, options, tags and, for a sub-context, the teasers it is about. */
  text: string
}

export type Matcher = Pick<MatcherRow, 'id' | 'botId' | 'keywords' | 'scope' | 'budgetMicrosMin'>

/** 20: more answers than an inspector reads help nobody; the cheapest bots are kept by the caller's order. */
export const BOTS_PER_CONTEXT_MAX = 20

/**
 * The one predicate: index and preview both end here. A keyword matches when all its terms occur, for a phrase next to each
 * other and in order.
 */
export function isMatch(matcher: Matcher, context: MatchableContext): boolean {
  if (matcher.scope === 'roots' && !context.isRoot) return false
  if (matcher.scope === 'sub-contexts' && context.isRoot) return false
  if (context.budgetMicros < matcher.budgetMicrosMin) return false
  const terms = termsOf(context.text)
  return matcher.keywords.some((keyword) => containsPhrase(terms, termsOf(keyword)))
}

function containsPhrase(terms: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return false
  return terms.some((_, start) => phrase.every((term, offset) => terms[start + offset] === term))
}

/** The term each keyword is indexed under: its longest, which is most often its rarest. */
export function anchorsOf(keywords: readonly string[]): string[] {
  const anchors = keywords.flatMap((keyword) => {
    const [longest] = termsOf(keyword).sort((a, b) => b.length - a.length || a.localeCompare(b))
    return longest === undefined ? [] : [longest]
  })
  return [...new Set(anchors)]
}

/** Stores a matcher with its anchors. */
export async function insertMatcher(tx: Tx, matcher: Matcher): Promise<void> {
  await tx.insert(matchers).values(matcher)
  const anchors = anchorsOf(matcher.keywords)
  if (anchors.length > 0) {
    await tx.insert(matcherAnchors).values(anchors.map((term) => ({ term, matcherId: matcher.id })))
  }
}

/**
 * Bots whose matchers want this context, oldest first, at most `BOTS_PER_CONTEXT_MAX`; never the buyer's own and never a
 * paused one. Looks up the context's own terms, so the cost grows with the matches.
 */
export async function findBots(tx: Tx, context: MatchableContext): Promise<string[]> {
  const terms = [...new Set(termsOf(context.text))]
  if (terms.length === 0) return []
  const candidates = await tx
    .selectDistinct({
      id: matchers.id,
      botId: matchers.botId,
      keywords: matchers.keywords,
      scope: matchers.scope,
      budgetMicrosMin: matchers.budgetMicrosMin,
    })
    .from(matcherAnchors)
    .innerJoin(matchers, sql`${matchers.id} = ${matcherAnchors.matcherId}`)
    .where(inArray(matcherAnchors.term, terms))
  const botIds = [
    ...new Set(candidates.filter((matcher) => isMatch(matcher, context)).map((matcher) => matcher.botId)),
  ]
  if (botIds.length === 0) return []
  const found = await tx.execute(sql`
    select id from bot
    where id in (${sql.join(
      botIds.map((id) => sql`${id}`),
      sql`, `,
    )}) and not is_paused and owner_id <> ${context.buyerId}
    order by price_micros, created_at, id limit ${BOTS_PER_CONTEXT_MAX}`)
  return rowsOf<{ id: string }>(found).map((bot) => bot.id)
}
