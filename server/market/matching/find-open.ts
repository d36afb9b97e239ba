import { and, arrayOverlaps, asc, eq, gt, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '@/db/client'
import { contexts, inspections, type MatcherRow } from '@/db/schema'
import { OPEN_PHASES } from '../../protocol/advance'
import { inSlices } from '../../shared/in-slices'
import { NAMED_MAX, underAnchors } from './context-terms'
import { isMatch, readContext } from './predicate'
import { type MatchedRow, matchableContexts, matchedColumns, withRecords } from './read-contexts'

/** A stretch of the walk over open trees: at most so many, after a place. */
type Walk = { after: string | null; now: Date; most: number }

export type OpenMatch = MatchedRow & { closesAt: Date }

/**
 * The open contexts that a matcher wants, out of the next `most` trees that come into question, those that end soonest first. `next`
 * is where to go on, null at the end. The database leaves out what lacks the matcher's anchors, its budget or its age; what is left is
 * read, and the predicate decides.
 */
export async function findOpenContexts(
  db: Db,
  matcher: MatcherRow,
  { after, now, most, namedMax = NAMED_MAX }: Walk & { namedMax?: number },
): Promise<{ found: OpenMatch[]; next: string | null }> {
  const trees = await candidateTrees(db, matcher, { after, now, most, namedMax })
  const deadlines = new Map(trees.map((tree) => [tree.rootId, tree.deadlineAt]))
  const rows = await db
    .select({ ...matchedColumns, botsUntil: contexts.botsUntil })
    .from(contexts)
    .where(and(inArray(contexts.rootId, [...deadlines.keys()]), ...narrowed(matcher, now)))
    .orderBy(asc(contexts.id))
  const open = rows
    .map(({ botsUntil, ...row }) => ({
      ...row,
      closesAt: row.parentId === null ? (deadlines.get(row.rootId) ?? now) : (row.peopleUntil ?? botsUntil),
    }))
    .filter(({ closesAt }) => now < closesAt)
  const read = await inSlices(await matchableContexts(db, open, now), readContext)
  const wanted = await inSlices(await withRecords(db, read, [matcher]), (context) =>
    isMatch(matcher, context),
  )
  const last = trees.length === most ? trees.at(-1) : undefined
  return {
    found: open.filter((_, index) => wanted[index]),
    next: last ? `${last.deadlineAt.getTime()}_${last.rootId}` : null,
  }
}

const MS_PER_HOUR = 3_600_000
const OPEN_STATUSES = ['collecting', 'running', 'provisional', 'paused'] as const

/** The next trees with a root that is found by an anchor, or with a sub-context that may be wanted. */
async function candidateTrees(
  db: Db,
  matcher: MatcherRow,
  { after, now, most, namedMax }: Walk & { namedMax: number },
): Promise<{ rootId: string; deadlineAt: Date }[]> {
  const place = { rootId: inspections.rootId, deadlineAt: inspections.deadlineAt }
  const order = [asc(inspections.deadlineAt), asc(inspections.rootId)]
  const hasAnchor = await underAnchors(db, matcher.id, contexts.id, namedMax)
  // One status at a time: in that order an index has them.
  const byRoot = (status: (typeof OPEN_STATUSES)[number]) =>
    db
      .select(place)
      .from(inspections)
      .innerJoin(contexts, eq(contexts.id, inspections.rootId))
      .where(
        and(
          eq(inspections.status, status),
          isAfter(after),
          gt(inspections.deadlineAt, now),
          ...narrowed(matcher, now),
          hasAnchor,
        ),
      )
      .orderBy(...order)
      .limit(most)
  const bySub = db
    .selectDistinct(place)
    .from(inspections)
    .innerJoin(contexts, eq(contexts.rootId, inspections.rootId))
    .where(
      and(
        inArray(inspections.status, [...OPEN_STATUSES]),
        isAfter(after),
        gt(inspections.treeContexts, 1),
        isNotNull(contexts.parentId),
        ...narrowed(matcher, now),
      ),
    )
    .orderBy(...order)
    .limit(most)
  return union(byRoot('collecting'), byRoot('running'), byRoot('provisional'), byRoot('paused'), bySub)
    .orderBy(...order)
    .limit(most)
}

/** What the database can leave out before a text is read; the predicate asks again. */
function narrowed(matcher: MatcherRow, now: Date): (SQL | undefined)[] {
  const { scope, tags, decisions, budgetMicrosMin, ageHoursMax } = matcher
  const oldest = ageHoursMax === null ? null : new Date(now.getTime() - ageHoursMax * MS_PER_HOUR)
  return [
    inArray(contexts.phase, OPEN_PHASES),
    gte(contexts.budgetMicros, budgetMicrosMin),
    oldest ? gte(contexts.createdAt, oldest) : undefined,
    scope === 'roots' ? isNull(contexts.parentId) : undefined,
    scope === 'sub-contexts' ? isNotNull(contexts.parentId) : undefined,
    tags.length > 0 ? arrayOverlaps(contexts.tags, tags) : undefined,
    decisions.length > 0 ? sql`${contexts.decision}::text = any(${sql.param(decisions)}::text[])` : undefined,
  ]
}

function isAfter(place: string | null): SQL | undefined {
  const match = place === null ? null : /^(\d{1,15})_(.+)$/.exec(place)
  if (!match) return undefined
  const at = new Date(Number(match[1])).toISOString()
  return sql`(${inspections.deadlineAt}, ${inspections.rootId}) > (${at}::timestamptz, ${match[2]})`
}
