import { type MatcherPreview, type MatcherQuery, PREVIEW_EXAMPLES } from '../../contract/matching'
import type { Deps } from '../../deps'
import { inSlices } from '../../shared/in-slices'
import { readLastPublic } from './last-public'
import { isMatch, readContext } from './predicate'
import { matchableContexts, withRecords } from './read-contexts'

/**
 * What a query would have matched, had it stood when each question was asked: of the last public contexts that others asked, sub-
 * questions that are not sealed among them. The askers' records are those of today.
 */
export async function previewMatcher(
  deps: Pick<Deps, 'db' | 'clock'>,
  personId: string,
  query: MatcherQuery,
): Promise<MatcherPreview> {
  const rows = await readLastPublic(deps.db, personId)
  // Each is looked at as it was when it was new.
  const read = await inSlices(await matchableContexts(deps.db, rows, deps.clock.now()), (context) =>
    readContext({ ...context, ageMs: 0 }),
  )
  const wanted = await inSlices(await withRecords(deps.db, read, [query]), (context) =>
    isMatch(query, context),
  )
  const matched = rows.filter((_, index) => wanted[index])
  return {
    looked: rows.length,
    matched: matched.length,
    examples: matched.slice(0, PREVIEW_EXAMPLES).map((row) => ({
      contextId: row.id,
      title: row.title,
      isRoot: row.parentId === null,
      asker: { handle: row.handle, name: row.name },
      budgetMicros: row.budgetMicros,
      createdAt: row.createdAt,
    })),
  }
}
