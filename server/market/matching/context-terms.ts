import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { contextTerms } from '@/db/schema'
import { termsOfContext } from './anchors'
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

/** The ids of questions that have an anchor of a matcher: all it can match, and few others. */
export function questionsUnderAnchors(matcherId: string): SQL {
  const cut = (column: 'term' | 'also') => sql`left(a.${sql.identifier(column)}, ${TERM_CHARS_MAX})`
  return sql`(
    select t.context_id
    from (
      select term, also from matcher_anchor where matcher_id = ${matcherId} union all select ${UNREAD}, ''
    ) a
    join context_terms t
      on t.terms @> case when a.also = '' then array[${cut('term')}] else array[${cut('term')}, ${cut('also')}] end)`
}
