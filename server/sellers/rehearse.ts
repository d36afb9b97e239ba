import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { type BotRow, bots, contexts, type MatcherRow, matchers } from '@/db/schema'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { NO_USAGE } from '../llm/model'
import { PREVIEW_CONTEXTS } from '../market/matching/contract'
import { isInAudience, isMatch, readContext } from '../market/matching/predicate'
import {
  type MatchedRow,
  matchableContexts,
  matchedColumns,
  withRecords,
} from '../market/matching/read-contexts'
import { ANSWERERS } from './answerers'
import type { BotAnswer, BotQuestion } from './answering'
import { readBotQuestion } from './bot-question'
import { usableDrafts } from './drafts'
import { openKnowledge } from './knowledge'
import { REHEARSED_QUESTIONS, type Rehearsable, type Rehearsal } from './rehearsal/contract'
import { admitRehearsal, expectedTokens, settleRehearsal } from './spend'

/** Longer than any kind of bot is given for a real question. */
const CALL_TIMEOUT_MS = 60_000

type OwnBot = { bot: BotRow; matcher: MatcherRow }

/**
 * The newest past public questions that one's own bot would have been asked, up to ten. They are held against its matcher as
 * if they were new: their age then was nothing.
 *
 * @throws AppError `sellers.bot_not_found`.
 */
export async function listRehearsable(deps: Deps, ownerId: string, botId: string): Promise<Rehearsable[]> {
  const own = await readOwnBot(deps.db, ownerId, botId)
  const past = await deps.db
    .select(matchedColumns)
    .from(contexts)
    .where(isPast)
    .orderBy(desc(contexts.createdAt), contexts.id)
    .limit(PREVIEW_CONTEXTS)
  const wanted = (await matching(deps.db, own, past)).slice(0, REHEARSED_QUESTIONS)
  const outcomes = await readOutcomes(
    deps.db,
    wanted.map(({ id }) => id),
  )
  return wanted.map(({ id, title, budgetMicros, createdAt }) => ({
    contextId: id,
    title,
    budgetMicros,
    createdAt,
    outcome: outcomes.get(id) ?? { offers: 0, boughtMicros: [] },
  }))
}

/**
 * Asks one's own bot a past public question, as it would be asked a new one, and posts nothing: no run, no offer, no event, no
 * money. Tokens count towards the day's cap, put aside before the call, and past the cap it is as silent as at work.
 *
 * @throws AppError `sellers.bot_not_found`; `sellers.not_rehearsable` for a question that is not among the past public ones
 * its matcher wants.
 */
export async function rehearse(
  deps: Deps,
  ownerId: string,
  { botId, contextId }: { botId: string; contextId: string },
): Promise<Rehearsal> {
  const own = await readOwnBot(deps.db, ownerId, botId)
  const found = await deps.db
    .select()
    .from(contexts)
    .where(and(isPast, eq(contexts.id, contextId)))
  const [context] = await matching(deps.db, own, found)
  if (!context) throw new AppError('sellers.not_rehearsable')
  const { bot } = own
  const asked = await readBotQuestion(deps.db, context)
  const aside = await admitRehearsal(deps, bot, expectedTokens(openKnowledge(deps.cipher, bot).reveal()))
  if (!aside) return tokenCapReached(contextId)
  const answer = await askOwnBot(deps, bot, asked)
  const spend = answer.kind === 'later' ? UNUSED : answer
  await deps.db.transaction((tx) => settleRehearsal(tx, aside, spend))
  return rehearsalOf(bot, asked, answer)
}

/** Roots that have ended: what was asked is public, and nothing said now can reach anybody. */
const isPast = and(isNull(contexts.parentId), isNotNull(contexts.endedAt))

async function readOwnBot(db: Db, ownerId: string, botId: string): Promise<OwnBot> {
  const [own] = await db
    .select({ bot: bots, matcher: matchers })
    .from(bots)
    .innerJoin(matchers, eq(matchers.botId, bots.id))
    .where(and(eq(bots.id, botId), eq(bots.ownerId, ownerId)))
  if (!own) throw new AppError('sellers.bot_not_found')
  return own
}

/** Those of the rows that the bot would have been asked. */
async function matching<Row extends MatchedRow>(
  db: Db,
  { bot, matcher }: OwnBot,
  rows: readonly Row[],
): Promise<Row[]> {
  const read = (await matchableContexts(db, rows, new Date(0))).map((context) =>
    readContext({ ...context, ageMs: 0 }),
  )
  const recorded = await withRecords(db, read, [matcher])
  return rows.filter((row, index) => {
    const context = recorded[index]
    return context !== undefined && isInAudience(bot, row.buyerId) && isMatch(matcher, context)
  })
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

function tokenCapReached(contextId: string): Rehearsal {
  const { usage, costMicroUsd } = UNUSED
  return {
    contextId,
    state: 'silent',
    silence: 'token-cap',
    failure: null,
    offers: [],
    ...usage,
    costMicroUsd,
  }
}

/** The same call as a run's; a fault of ours is logged and shown as one. */
async function askOwnBot(deps: Deps, bot: BotRow, asked: BotQuestion): Promise<BotAnswer> {
  const runId = deps.ids.next('botRun')
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS)
  try {
    return await ANSWERERS[bot.kind](deps, bot, asked, { runId, signal, isRehearsal: true })
  } catch (error) {
    deps.log.error({ err: error, runId, botId: bot.id }, 'a bot could not be rehearsed')
    return { kind: 'failed', failure: 'internal', ...UNUSED }
  }
}

const UNUSED = { usage: NO_USAGE, costMicroUsd: 0n }

/** What the answer would have come to: the caps and the budget hold as they do at work. */
function rehearsalOf(bot: BotRow, asked: BotQuestion, answer: BotAnswer): Rehearsal {
  const { usage, costMicroUsd } = answer.kind === 'later' ? UNUSED : answer
  const base = {
    contextId: asked.contextId,
    silence: null,
    failure: null,
    offers: [],
    ...usage,
    costMicroUsd,
  }
  switch (answer.kind) {
    case 'later':
      return { ...base, state: 'awaited' }
    case 'failed':
      return { ...base, state: 'failed', failure: answer.failure }
    case 'silent':
      return { ...base, state: 'silent', silence: 'nothing-to-say', failure: answer.note ?? null }
    case 'offers': {
      const failure = answer.note ?? null
      const paid = usableDrafts(answer.offers).filter(({ priceMicros }) => priceMicros <= asked.budgetMicros)
      if (paid.length > 0)
        return { ...base, state: 'answered', failure, offers: paid.slice(0, bot.offersPerContextMax) }
      const silence = answer.offers.length > 0 ? 'over-budget' : 'nothing-to-say'
      return { ...base, state: 'silent', silence, failure }
    }
  }
}
