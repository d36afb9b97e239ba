import { and, arrayContains, arrayOverlaps, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '@/db/client'
import { contexts, contextTerms, matcherAnchors } from '@/db/schema'
import { EVERY, termsOfContext } from './anchors'
import { readContext } from './predicate'
import { type MatchableRow, matchableContext } from './read-contexts'

/** What an index can hold in one entry, with room: a keyword is far shorter, an address need not be. */
const TERM_CHARS_MAX = 500
/** Instead of its terms, for a question from before they were kept: every matcher looks at it. Written by a migration. */
const UNREAD = '?'

/** Keeps the terms that matchers find an open question by, in the transaction that writes its text. */
export async function writeTerms(tx: Db, root: MatchableRow): Promise<void> {
  const context = matchableContext(root, { teasers: [], now: root.createdAt })
  const terms = termsOfContext(readContext(context)).map((term) =>
    term.length <= TERM_CHARS_MAX ? term : [...term].slice(0, TERM_CHARS_MAX).join(''),
  )
  await tx
    .insert(contextTerms)
    .values({ contextId: root.id, terms })
    .onConflictDoUpdate({ target: contextTerms.contextId, set: { terms } })
}

/** Drops the terms of questions that have ended, at most `most`; returns how many: no matcher looks for those any more. */
export async function dropEndedTerms(db: Db, most: number): Promise<number> {
  const ended = db
    .select({ id: contextTerms.contextId })
    .from(contextTerms)
    .innerJoin(contexts, eq(contexts.id, contextTerms.contextId))
    .where(isNotNull(contexts.endedAt))
    .limit(most)
  const gone = await db
    .delete(contextTerms)
    .where(inArray(contextTerms.contextId, ended))
    .returning({ id: contextTerms.contextId })
  return gone.length
}

/** Up to so many questions are named one by one; where there are more, they are met often enough on the way. */
export const NAMED_MAX = 2_000

/**
 * A condition on a root's id that holds for every open question with an anchor of the matcher, and for few others; none for a matcher
 * that could match any.
 */
export async function underAnchors(
  db: Db,
  matcherId: string,
  rootId: AnyPgColumn,
  namedMax: number,
): Promise<SQL | undefined> {
  const anchors = await db
    .select({ term: cut(matcherAnchors.term), also: cut(matcherAnchors.also) })
    .from(matcherAnchors)
    .where(eq(matcherAnchors.matcherId, matcherId))
  if (anchors.some(({ term, also }) => term === EVERY && also === '')) return undefined
  const { terms } = contextTerms
  const hasAnchor = or(
    arrayOverlaps(terms, [UNREAD, ...anchors.filter(({ also }) => also === '').map(({ term }) => term)]),
    ...[...Map.groupBy(anchors, ({ term }) => term)].flatMap(([term, rows]) => {
      const others = rows.map(({ also }) => also).filter((also) => also !== '')
      return others.length === 0 ? [] : [and(arrayContains(terms, [term]), arrayOverlaps(terms, others))]
    }),
  )
  const named = await db
    .select({ id: contextTerms.contextId })
    .from(contextTerms)
    .where(hasAnchor)
    .limit(namedMax + 1)
  if (named.length <= namedMax) return sql`${rootId} = any(${sql.param(named.map(({ id }) => id))}::text[])`
  // Not a join: whoever walks the questions in order stops when it has enough of them.
  return sql`(select ${hasAnchor} from ${contextTerms} where ${contextTerms.contextId} = ${rootId})`
}

const cut = (column: AnyPgColumn) => sql<string>`left(${column}, ${sql.raw(String(TERM_CHARS_MAX))})`
