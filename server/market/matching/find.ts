import { getTableColumns, inArray, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { type JsonRow, jsonReader } from '@/db/from-json'
import { type BotRow, bots, matchers } from '@/db/schema'
import { inSlices } from '../../shared/in-slices'
import type { Audience } from '../../words/sellers'
import { termsOfContext } from './anchors'
import {
  isInAudience,
  isMatch,
  type MatchableContext,
  type Query,
  type ReadContext,
  readContext,
} from './predicate'
import { withRecords } from './read-contexts'

/** 20: more answers than an inspector reads help nobody; so the cheapest bots answer. */
export const BOTS_PER_CONTEXT_MAX = 20

/** A matcher's conditions in rows of `db.execute`. */
const queryColumns = (matcher: string) => {
  const column = (name: string) => sql`(${sql.raw(matcher)}).${sql.identifier(name)}`
  return sql`${column('any_of')} as "anyOf", ${column('all_of')} as "allOf", ${column('none_of')} as "noneOf",
    ${column('tags')} as tags, ${column('page_prefixes')} as "pagePrefixes", ${column('decisions')} as decisions,
    ${column('scope')} as scope, ${column('budget_micros_min')} as "budgetMicrosMin",
    ${column('inspected_percent_min')} as "inspectedPercentMin", ${column('bought_percent_min')} as "boughtPercentMin",
    ${column('age_hours_max')} as "ageHoursMax"`
}

type QueryRow = Omit<Query, 'budgetMicrosMin'> & { budgetMicrosMin: string }

const queryOfRow = (row: QueryRow): Query => ({ ...row, budgetMicrosMin: BigInt(row.budgetMicrosMin) })

/** A matcher's row. */
const readMatcher = jsonReader(getTableColumns(matchers))

/** A matcher with its bot, as the function `bots_found` returns it. */
type FoundJson = {
  bot_id: string
  owner_id: string
  audience: Audience
  audience_people: string[]
  wanted: JsonRow
  /** Of those that are cheap enough to be chosen for most contexts. */
  bot: JsonRow | null
}

type BotCandidate = Query & {
  botId: string
  ownerId: string
  audience: Audience
  audiencePeople: string[]
  bot: JsonRow | null
}

const candidateOf = (found: FoundJson): BotCandidate => ({
  ...readMatcher(found.wanted),
  botId: found.bot_id,
  ownerId: found.owner_id,
  audience: found.audience,
  audiencePeople: found.audience_people,
  bot: found.bot,
})

const readBot = jsonReader(getTableColumns(bots))

/**
 * For each context of one tree the bots whose matchers want it, cheapest first, at most `BOTS_PER_CONTEXT_MAX`; never the buyer's
 * own, never a paused one, never for a buyer whom its owner does not serve. Looks up each term once that any of the contexts has,
 * so the cost grows with the matches and siblings in like words cost little more than one; one statement whatever the number of
 * contexts, one more when bots are chosen that are not among the cheapest found, and one when a matcher asks for the asker's record.
 */
export async function findBots(db: Db, contexts: readonly MatchableContext[]): Promise<BotRow[][]> {
  const [first] = contexts
  if (!first) return []
  const read = contexts.map(readContext)
  const terms = [...new Set(read.flatMap(termsOfContext))]
  const budgets = contexts.map(({ budgetMicros }) => budgetMicros)
  const largest = budgets.reduce((most, budget) => (budget > most ? budget : most))
  const result = await db.execute(sql`
    select bots_found(${sql.param(terms)}::text[], ${largest.toString()}::bigint, ${first.buyerId},
      ${BOTS_PER_CONTEXT_MAX}::integer) as found`)
  const candidates = (rowsOf<{ found: FoundJson[] | null }>(result)[0]?.found ?? []).map(candidateOf)
  if (candidates.length === 0) return contexts.map(() => [])
  const recorded = await withRecords(db, read, candidates)
  const chosen = recorded.map((context) => chooseBots(context, candidates))
  const rows = await readBots(db, new Set(chosen.flat()), candidates)
  return chosen.map((botIds) => botIds.flatMap((id) => rows.get(id) ?? []))
}

async function readBots(
  db: Db,
  ids: ReadonlySet<string>,
  candidates: readonly BotCandidate[],
): Promise<Map<string, BotRow>> {
  const rows = new Map<string, BotRow>()
  for (const { botId, bot } of candidates) if (bot && ids.has(botId)) rows.set(botId, readBot(bot))
  const missing = [...ids].filter((id) => !rows.has(id))
  if (missing.length === 0) return rows
  for (const bot of await db.select().from(bots).where(inArray(bots.id, missing))) rows.set(bot.id, bot)
  return rows
}

function chooseBots(context: ReadContext, candidates: readonly BotCandidate[]): string[] {
  const chosen: string[] = []
  for (const candidate of candidates) {
    if (chosen.length === BOTS_PER_CONTEXT_MAX) break
    if (isInAudience(candidate, context.buyerId) && isMatch(candidate, context)) chosen.push(candidate.botId)
  }
  return chosen
}

/** Where a page of matchers ends: in the order of the index. */
export type Place = { budgetMicrosMin: bigint; matcherId: string }

type PersonCandidate = QueryRow & { id: string; personId: string; createdAt: string }

/** A person whose matcher wants a context. */
export type FoundPerson = { personId: string; matcherId: string }

/**
 * The people whose matchers want a context, out of at most `most` candidates after a place; each person once, by their oldest
 * matcher there, never the buyer. `next` is where to go on, null at the end.
 */
export async function findPeople(
  db: Db,
  context: MatchableContext,
  { after, most }: { after: Place | null; most: number },
): Promise<{ people: FoundPerson[]; next: Place | null }> {
  const read = readContext(context)
  const start = after ?? { budgetMicrosMin: -1n, matcherId: '' }
  const found = await db.execute(sql`
    select f.id, f.person_id as "personId", f.created_at as "createdAt", ${queryColumns('f')}
    from matchers_of_people(${sql.param(termsOfContext(read))}::text[], ${context.budgetMicros.toString()}::bigint,
      ${start.budgetMicrosMin.toString()}::bigint, ${start.matcherId}, ${most}) f`)
  const candidates = rowsOf<PersonCandidate>(found)
  const [recorded = read] = await withRecords(db, [read], candidates)
  const people = new Map<string, PersonCandidate>()
  const wanted = await inSlices(
    candidates,
    (candidate) => candidate.personId !== context.buyerId && isMatch(queryOfRow(candidate), recorded),
  )
  for (const candidate of candidates.filter((_, index) => wanted[index])) {
    const known = people.get(candidate.personId)
    if (!known || candidate.createdAt < known.createdAt) people.set(candidate.personId, candidate)
  }
  const last = candidates.length === most ? candidates.at(-1) : undefined
  return {
    people: [...people.values()].map(({ id, personId }) => ({ personId, matcherId: id })),
    next: last ? { budgetMicrosMin: BigInt(last.budgetMicrosMin), matcherId: last.id } : null,
  }
}
