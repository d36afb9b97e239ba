import { inArray } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { botsFound, type FoundBot, matchersOfPeople, type Place } from '@/db/functions/matching'
import { type BotRow, bots, type MatcherRow } from '@/db/schema'
import { inSlices } from '../../shared/in-slices'
import { termsOfContext } from './anchors'
import { isInAudience, isMatch, type MatchableContext, type ReadContext, readContext } from './predicate'
import { withRecords } from './read-contexts'

/** 20: more answers than an inspector reads help nobody; so the cheapest bots answer. */
export const BOTS_PER_CONTEXT_MAX = 20

/** A matcher with its bot's owner and audience. */
type BotCandidate = MatcherRow & Omit<FoundBot, 'wanted'>

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
  const found = await botsFound(db, {
    terms,
    budgetMicros: largest,
    buyerId: first.buyerId,
    most: BOTS_PER_CONTEXT_MAX,
  })
  const candidates = found.map(({ wanted, ...bot }): BotCandidate => ({ ...wanted, ...bot }))
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
  for (const { botId, bot } of candidates) if (bot && ids.has(botId)) rows.set(botId, bot)
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
  const candidates = await matchersOfPeople(db, {
    terms: termsOfContext(read),
    budgetMicros: context.budgetMicros,
    after: after ?? { budgetMicrosMin: -1n, matcherId: '' },
    most,
  })
  const [recorded = read] = await withRecords(db, [read], candidates)
  const people = new Map<string, MatcherRow>()
  const wanted = await inSlices(
    candidates,
    (candidate) => candidate.personId !== context.buyerId && isMatch(candidate, recorded),
  )
  for (const candidate of candidates.filter((_, index) => wanted[index])) {
    if (candidate.personId === null) continue
    const known = people.get(candidate.personId)
    if (!known || candidate.createdAt < known.createdAt) people.set(candidate.personId, candidate)
  }
  const last = candidates.length === most ? candidates.at(-1) : undefined
  return {
    people: [...people].map(([personId, { id }]) => ({ personId, matcherId: id })),
    next: last ? { budgetMicrosMin: last.budgetMicrosMin, matcherId: last.id } : null,
  }
}
