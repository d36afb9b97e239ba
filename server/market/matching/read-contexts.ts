import { eq, inArray } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { type ContextRow, contextAbout, contexts, offers } from '@/db/schema'
import { askerRecords, NO_RECORD } from '../asker-record'
import type { MatchableContext, Query, ReadContext } from './predicate'

/** What of a context's row is read to match it and to see whether it still may be. */
export const matchedColumns = {
  id: contexts.id,
  rootId: contexts.rootId,
  parentId: contexts.parentId,
  buyerId: contexts.buyerId,
  title: contexts.title,
  claim: contexts.claim,
  needs: contexts.needs,
  body: contexts.body,
  options: contexts.options,
  tags: contexts.tags,
  pages: contexts.pages,
  decision: contexts.decision,
  budgetMicros: contexts.budgetMicros,
  isSealed: contexts.isSealed,
  isMatched: contexts.isMatched,
  phase: contexts.phase,
  peopleUntil: contexts.peopleUntil,
  createdAt: contexts.createdAt,
}

export type MatchedRow = Pick<ContextRow, keyof typeof matchedColumns>

/** What of it is read to match it. */
export type MatchableRow = Omit<MatchedRow, 'rootId' | 'isSealed' | 'isMatched' | 'phase' | 'peopleUntil'>

/** Contexts as matchers see them, at this moment, without the asker's record. One statement when there are sub-contexts. */
export async function matchableContexts(
  db: Db,
  rows: readonly MatchedRow[],
  now: Date,
): Promise<MatchableContext[]> {
  const subIds = rows.filter((row) => row.parentId !== null).map((row) => row.id)
  const about =
    subIds.length > 0
      ? await db
          .select({ contextId: contextAbout.contextId, teaser: offers.teaser })
          .from(contextAbout)
          .innerJoin(offers, eq(offers.id, contextAbout.offerId))
          .where(inArray(contextAbout.contextId, subIds))
      : []
  const teasers = Map.groupBy(about, ({ contextId }) => contextId)
  return rows.map((row) =>
    matchableContext(row, { teasers: (teasers.get(row.id) ?? []).map(({ teaser }) => teaser), now }),
  )
}

/**
 * One context as matchers see it; `teasers` are those of the offers that a sub-context is about. The tags and pages of a
 * sub-context are its parent's: they are conditions of their own, and no words of its text.
 */
export function matchableContext(
  row: MatchableRow,
  { teasers, now }: { teasers: readonly string[]; now: Date },
): MatchableContext {
  const isRoot = row.parentId === null
  return {
    contextId: row.id,
    isRoot,
    buyerId: row.buyerId,
    budgetMicros: row.budgetMicros,
    decision: row.decision,
    text: [row.title, row.claim, row.needs, row.body, ...row.options, ...(isRoot ? row.tags : teasers)].join(
      '\n',
    ),
    tags: row.tags,
    pages: row.pages,
    ageMs: now.getTime() - row.createdAt.getTime(),
    record: null,
  }
}

/** Adds the askers' records when one of the queries asks for them; most do not, and then nothing is read. */
export async function withRecords(
  db: Db,
  contexts: readonly ReadContext[],
  queries: readonly Pick<Query, 'inspectedPercentMin' | 'boughtPercentMin'>[],
): Promise<ReadContext[]> {
  const isAsked = queries.some((query) => query.inspectedPercentMin > 0 || query.boughtPercentMin > 0)
  if (!isAsked) return [...contexts]
  const records = await askerRecords(
    db,
    contexts.map(({ buyerId }) => buyerId),
  )
  return contexts.map((context) => ({ ...context, record: records.get(context.buyerId) ?? NO_RECORD }))
}
