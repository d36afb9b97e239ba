import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { type BotRow, bots, type MatcherRow, matcherAnchors, matchers } from '@/db/schema'
import { termsOf } from '../shared/words'

/** What a matcher is held against: the public side of a context. */
export type MatchableContext = {
  isRoot: boolean
  buyerId: string
  budgetMicros: bigint
  /** Title, claim, options, tags and, for a sub-context, the teasers it is about. */
  text: string
}

export type Matcher = Pick<MatcherRow, 'anyOf' | 'scope' | 'budgetMicrosMin'>

/** 20: more answers than an inspector reads help nobody; so the cheapest bots answer. */
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
  return matcher.anyOf.some((keyword) => containsPhrase(terms, termsOf(keyword)))
}

function containsPhrase(terms: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return false
  return terms.some((_, start) => phrase.every((term, offset) => terms[start + offset] === term))
}

/** The term each keyword is indexed under: its longest, which is most often its rarest. */
export function anchorsOf(anyOf: readonly string[]): string[] {
  const anchors = anyOf.flatMap((keyword) => {
    const [longest] = termsOf(keyword).sort((a, b) => b.length - a.length || a.localeCompare(b))
    return longest === undefined ? [] : [longest]
  })
  return [...new Set(anchors)]
}

/** Stores a matcher with its anchors. */
export async function insertMatcher(tx: Tx, matcher: typeof matchers.$inferInsert): Promise<void> {
  await tx.insert(matchers).values(matcher)
  const anchors = anchorsOf(matcher.anyOf ?? [])
  if (anchors.length > 0) {
    await tx.insert(matcherAnchors).values(anchors.map((term) => ({ term, matcherId: matcher.id })))
  }
}

/**
 * For each context the bots whose matchers want it, cheapest first, at most `BOTS_PER_CONTEXT_MAX`; never the buyer's own
 * and never a paused one. Looks up the contexts' own terms, so the cost grows with the matches; two statements whatever the
 * number of contexts.
 */
export async function findBots(tx: Tx, contexts: readonly MatchableContext[]): Promise<BotRow[][]> {
  const terms = [...new Set(contexts.flatMap((context) => termsOf(context.text)))]
  if (terms.length === 0) return contexts.map(() => [])
  const candidates = await tx
    .selectDistinct({
      id: matchers.id,
      botId: matchers.botId,
      anyOf: matchers.anyOf,
      scope: matchers.scope,
      budgetMicrosMin: matchers.budgetMicrosMin,
    })
    .from(matcherAnchors)
    .innerJoin(matchers, eq(matchers.id, matcherAnchors.matcherId))
    .where(inArray(matcherAnchors.term, terms))
  const wanted = contexts.map(
    (context) =>
      new Set(
        candidates.filter((matcher) => isMatch(matcher, context)).flatMap((matcher) => matcher.botId ?? []),
      ),
  )
  const botIds = [...new Set(wanted.flatMap((ids) => [...ids]))]
  if (botIds.length === 0) return contexts.map(() => [])
  const awake = await tx
    .select()
    .from(bots)
    .where(and(inArray(bots.id, botIds), eq(bots.isPaused, false)))
    .orderBy(asc(bots.priceMicros), asc(bots.createdAt), asc(bots.id))
  return contexts.map((context, index) =>
    awake
      .filter((bot) => wanted[index]?.has(bot.id) && bot.ownerId !== context.buyerId)
      .slice(0, BOTS_PER_CONTEXT_MAX),
  )
}
