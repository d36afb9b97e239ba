import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import type { BotRow, ContextRow, MatcherRow } from '@/db/schema'
import { REHEARSED_QUESTIONS, type Rehearsable } from '../../contract/rehearsal'
import { readLastPublic, readPublic } from '../../market/matching/last-public'
import { isInAudience, isMatch, readContext } from '../../market/matching/predicate'
import { type MatchedRow, matchableContexts, withRecords } from '../../market/matching/read-contexts'
import { inSlices } from '../../shared/in-slices'
import { termsOf } from '../../shared/words'

export type RehearsedBot = { bot: BotRow; matcher: MatcherRow }

/**
 * The public questions that a bot would have been asked, up to ten: of those that a preview of its matcher counts, the nearest to what its
 * owner says of it, the newest first among equals. They are held against its matcher as if they were new: their age then was nothing.
 */
export async function readTriedOn(db: Db, of: RehearsedBot): Promise<Rehearsable[]> {
  const wanted = await matching(db, of, await readLastPublic(db, of.bot.ownerId))
  const shown = nearestFirst(wanted, of).slice(0, REHEARSED_QUESTIONS)
  const outcomes = await readOutcomes(
    db,
    shown.map(({ id }) => id),
  )
  return shown.map(({ id, parentId, title, budgetMicros, createdAt }) => ({
    contextId: id,
    title,
    isRoot: parentId === null,
    budgetMicros,
    createdAt,
    outcome: outcomes.get(id) ?? { offers: 0, boughtMicros: [] },
  }))
}

/** One public question; null when it is none, or none that the bot would have been asked. */
export async function readOneTriedOn(
  db: Db,
  of: RehearsedBot,
  contextId: string,
): Promise<ContextRow | null> {
  const context = await readPublic(db, of.bot.ownerId, contextId)
  return context && ((await matching(db, of, [context]))[0] ?? null)
}

/** By how many of the words that its owner tells everybody of the bot a question has. */
function nearestFirst<Row extends Pick<MatchedRow, 'title' | 'body' | 'tags'>>(
  rows: readonly Row[],
  { bot: { name, about, teaser }, matcher }: RehearsedBot,
): Row[] {
  const own = new Set(termsOf([name, about, teaser, ...matcher.anyOf].join('\n')))
  const shared = rows.map((row) => {
    const words = new Set(termsOf([row.title, row.body, ...row.tags].join('\n')))
    return { row, count: [...own].filter((word) => words.has(word)).length }
  })
  return shared.sort((a, b) => b.count - a.count).map(({ row }) => row)
}

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
    from info_offer o join inspection i on i.root_id = o.root_id
      left join purchase p on p.offer_id = o.id and i.is_tree_public
    where o.context_id = any(${sql.param([...contextIds])}::text[]) and o.state <> 'withdrawn'
    group by o.context_id`)
  return new Map(
    rowsOf<{ contextId: string; offers: number; bought: string[] }>(found).map((row) => [
      row.contextId,
      { offers: row.offers, boughtMicros: row.bought.map(BigInt) },
    ]),
  )
}
