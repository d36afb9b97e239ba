import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inSlices } from '@/server/shared/in-slices'
import { type Db, rowsOf } from '../client'
import { botAudience, bots, type MatcherRow, matchers } from '../schema'
import { call, listOf, record, tableRow, texts } from './codec'

const matcherRow = tableRow(getTableColumns(matchers))

const foundBot = record({
  botId: z.string(),
  ownerId: z.string(),
  audience: z.enum(botAudience.enumValues),
  audiencePeople: z.array(z.string()),
  wanted: matcherRow,
  /** Of the cheapest only. */
  bot: tableRow(getTableColumns(bots)).nullable(),
})

const foundBots = listOf(foundBot)

export type FoundBot = z.output<typeof foundBot>

/** Matchers of bots that want one of the terms within the budget, cheapest bot first; the first `most` with the bot's row. */
export function botsFound(
  db: Db,
  {
    terms,
    budgetMicros,
    buyerId,
    most,
  }: { terms: readonly string[]; budgetMicros: bigint; buyerId: string; most: number },
): Promise<FoundBot[]> {
  return call(
    db,
    sql`bots_found(${texts(terms)}, ${bigint(budgetMicros)}, ${buyerId}, ${most}::integer)`,
    foundBots,
  )
}

/** Where a page of matchers ends: in the order of the index. */
export type Place = { budgetMicrosMin: bigint; matcherId: string }

/** At most `most` matchers of people that want one of the terms within the budget, after a place. */
export async function matchersOfPeople(
  db: Db,
  {
    terms,
    budgetMicros,
    after,
    most,
  }: { terms: readonly string[]; budgetMicros: bigint; after: Place; most: number },
): Promise<MatcherRow[]> {
  const found = await db.execute(sql`
    select row_to_json(f) as matcher
    from matchers_of_people(${texts(terms)}, ${bigint(budgetMicros)}, ${bigint(after.budgetMicrosMin)}, ${after.matcherId},
      ${most}::integer) f`)
  return inSlices(rowsOf<{ matcher: unknown }>(found), ({ matcher }) => matcherRow.parse(matcher))
}

function bigint(value: bigint): SQL {
  return sql`${value.toString()}::bigint`
}
