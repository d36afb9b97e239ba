import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Db, rowsOf } from '@/db/client'
import { type BotRow, type ContextRow, contexts, inspections, type MatcherRow, offers } from '@/db/schema'
import { PREVIEW_CONTEXTS } from '../../contract/matching'
import { REHEARSED_QUESTIONS, type Rehearsable } from '../../contract/rehearsal'
import { isInAudience, isMatch, readContext } from '../../market/matching/predicate'
import {
  type MatchedRow,
  matchableContexts,
  matchedColumns,
  withRecords,
} from '../../market/matching/read-contexts'
import { opensPage, showsTeaser } from '../../market/private/sight-sql'
import { inSlices } from '../../shared/in-slices'

export type RehearsedBot = { bot: BotRow; matcher: MatcherRow }

/**
 * The newest past public questions that a bot would have been asked, up to ten. They are held against its matcher as if they were
 * new: their age then was nothing.
 */
export async function readPastQuestions(db: Db, of: RehearsedBot): Promise<Rehearsable[]> {
  // By an index of roots: of sub-questions there is none by age.
  const roots = db
    .select({ id: contexts.id })
    .from(contexts)
    .where(and(isNull(contexts.parentId), isNotNull(contexts.endedAt)))
    .orderBy(desc(contexts.createdAt), contexts.id)
    .limit(PREVIEW_CONTEXTS)
  const past = await db
    .select(matchedColumns)
    .from(contexts)
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(and(inArray(contexts.rootId, roots), isPast))
    .orderBy(desc(contexts.createdAt), contexts.id)
    .limit(PREVIEW_CONTEXTS)
  const wanted = (await matching(db, of, past)).slice(0, REHEARSED_QUESTIONS)
  const outcomes = await readOutcomes(
    db,
    wanted.map(({ id }) => id),
  )
  return wanted.map(({ id, parentId, title, budgetMicros, createdAt }) => ({
    contextId: id,
    title,
    isRoot: parentId === null,
    budgetMicros,
    createdAt,
    outcome: outcomes.get(id) ?? { offers: 0, boughtMicros: [] },
  }))
}

/** One past public question; null when it is none, or none that the bot would have been asked. */
export async function readPastQuestion(
  db: Db,
  of: RehearsedBot,
  contextId: string,
): Promise<ContextRow | null> {
  const found = await db
    .select({ context: contexts })
    .from(contexts)
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(and(isPast, eq(contexts.id, contextId)))
  const rows = found.map(({ context }) => context)
  return (await matching(db, of, rows))[0] ?? null
}

// A bot is shown the teasers that a sub-question is about, so they too must be what everybody may read.
const above = {
  contexts: alias(contexts, 'above'),
  inspections: alias(inspections, 'above_inspection'),
  offers: alias(offers, 'above_offer'),
}
const isAboutHidden = sql`exists (
  select 1 from context_about about
    join info_offer ${above.offers} on ${above.offers.id} = about.offer_id
    join buyer_context ${above.contexts} on ${above.contexts.id} = ${above.offers.contextId}
    join inspection ${above.inspections} on ${above.inspections.rootId} = ${above.contexts.rootId}
  where about.context_id = ${contexts.id} and not ${showsTeaser(null, above)})`

/**
 * What has ended and is public: nothing said now can reach anybody. Roots are; a sub-question is when everybody may watch its tree
 * and nothing of it is sealed. To be read with its inspection beside it.
 */
const isPast = and(isNotNull(contexts.endedAt), opensPage(null), sql`not ${isAboutHidden}`)

/** Those of the rows that the bot would have been asked. */
async function matching<Row extends MatchedRow>(
  db: Db,
  { bot, matcher }: RehearsedBot,
  rows: readonly Row[],
): Promise<Row[]> {
  const read = await inSlices(await matchableContexts(db, rows, new Date(0)), (context) =>
    readContext({ ...context, ageMs: 0 }),
  )
  const recorded = await withRecords(db, read, [matcher])
  const wanted = await inSlices(
    recorded,
    (context) => isInAudience(bot, context.buyerId) && isMatch(matcher, context),
  )
  return rows.filter((_, index) => wanted[index])
}

async function readOutcomes(
  db: Db,
  contextIds: readonly string[],
): Promise<Map<string, Rehearsable['outcome']>> {
  if (contextIds.length === 0) return new Map()
  const found = await db.execute(sql`
    select o.context_id as "contextId", count(*)::int as offers,
      coalesce(array_agg(p.price_micros::text order by p.created_at) filter (where p.id is not null), '{}') as bought
    from info_offer o left join purchase p on p.offer_id = o.id
    where o.context_id = any(${sql.param([...contextIds])}::text[]) and o.state <> 'withdrawn'
    group by o.context_id`)
  return new Map(
    rowsOf<{ contextId: string; offers: number; bought: string[] }>(found).map((row) => [
      row.contextId,
      { offers: row.offers, boughtMicros: row.bought.map(BigInt) },
    ]),
  )
}
