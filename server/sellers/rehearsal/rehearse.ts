import { and, eq } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { type BotRow, bots, matchers } from '@/db/schema'
import type { OwnQuestion, OwnRehearsal, Rehearsable, Rehearsal, WouldSay } from '../../contract/rehearsal'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { NO_USAGE, type Tokens } from '../../llm/model'
import { isMatch, readContext } from '../../market/matching/predicate'
import { matchableContext } from '../../market/matching/read-contexts'
import { prosesOf } from '../../prose/renderer'
import { requireBots } from '../../settings/stops'
import { openKnowledge } from '../bots/knowledge'
import type { BotAnswer, BotDraft, BotQuestion } from '../runs/answerer'
import { readBotQuestion } from '../runs/bot-question'
import { usableDrafts } from '../runs/drafts'
import { ANSWERERS } from '../runs/kinds'
import { admitRehearsal, expectedTokens, settleRehearsal } from '../runs/spend'
import { type RehearsedBot, readOneTriedOn, readTriedOn } from './tried-on'

/** Longer than any kind of bot is given for a real question. */
const CALL_TIMEOUT_MS = 60_000

/** What one's own bot can be rehearsed on. @throws AppError `sellers.bot_not_found`. */
export async function listRehearsable(deps: Deps, ownerId: string, botId: string): Promise<Rehearsable[]> {
  return readTriedOn(deps.db, await readOwnBot(deps.db, ownerId, botId))
}

/**
 * Asks one's own bot a public question, as it would be asked a new one, and posts nothing: no run, no offer, no event, no
 * money. Tokens count towards the day's cap, put aside before the call, and past the cap it is as silent as at work.
 *
 * @throws AppError `sellers.bot_not_found`; `sellers.not_rehearsable` for a question that is not among the public ones
 * its matcher wants; and as `requireBots`.
 */
export async function rehearse(
  deps: Deps,
  ownerId: string,
  { botId, contextId }: { botId: string; contextId: string },
): Promise<Rehearsal> {
  const own = await readOwnBot(deps.db, ownerId, botId)
  const context = await readOneTriedOn(deps.db, own, contextId)
  if (!context) throw new AppError('sellers.not_rehearsable')
  return { contextId, ...(await wouldSay(deps, own.bot, await readBotQuestion(deps.db, context))) }
}

/**
 * As `rehearse`, with a question that its owner has made up and that is kept nowhere. It is put to the bot whether or not it would
 * have woken it, and says which.
 *
 * @throws AppError `sellers.bot_not_found`, and as `requireBots`.
 */
export async function rehearseOwn(
  deps: Deps,
  ownerId: string,
  { botId, question, budgetMicros }: OwnQuestion,
): Promise<OwnRehearsal> {
  const { bot, matcher } = await readOwnBot(deps.db, ownerId, botId)
  const now = deps.clock.now()
  const text = { title: question, body: '', pages: [], tags: [] }
  const nobodysYet = { id: '', parentId: null, buyerId: '', createdAt: now }
  const context = matchableContext(
    { ...nobodysYet, ...text, claim: '', needs: '', options: [], decision: 'open', budgetMicros },
    { teasers: [], now },
  )
  // Of the sort that the bot answers: a made-up question has no tree to be a sub-question in.
  const isRoot = matcher.scope !== 'sub-contexts'
  return {
    wakesIt: isMatch(matcher, readContext({ ...context, isRoot })),
    ...(await wouldSay(deps, bot, {
      contextId: '',
      askerId: null,
      question: { ...text, decision: { kind: 'open' } },
      tags: text.tags,
      subject: null,
      budgetMicros,
    })),
  }
}

async function readOwnBot(db: Db, ownerId: string, botId: string): Promise<RehearsedBot> {
  const [own] = await db
    .select({ bot: bots, matcher: matchers })
    .from(bots)
    .innerJoin(matchers, eq(matchers.botId, bots.id))
    .where(and(eq(bots.id, botId), eq(bots.ownerId, ownerId)))
  if (!own) throw new AppError('sellers.bot_not_found')
  return own
}

type Spent = { usage: Tokens; costMicroUsd: bigint }
const UNUSED: Spent = { usage: NO_USAGE, costMicroUsd: 0n }

/** Calls the bot within its day's tokens, and counts what it used. */
async function wouldSay(deps: Deps, bot: BotRow, asked: BotQuestion): Promise<WouldSay> {
  await requireBots(deps.db)
  const aside = await admitRehearsal(deps, bot, expectedTokens(openKnowledge(deps.cipher, bot).reveal()))
  if (!aside) return { ...saidNothing(UNUSED), state: 'silent', silence: 'token-cap' }
  const answer = await askOwnBot(deps, bot, asked)
  const spend = answer.kind === 'later' ? UNUSED : answer
  await deps.db.transaction((tx) => settleRehearsal(tx, aside, spend))
  const { offers = [], ...outcome } = outcomeOf(bot, asked, answer)
  const proses = await prosesOf(
    deps.prose,
    offers.map((offer) => offer.privateInfo),
  )
  return {
    ...saidNothing(spend),
    ...outcome,
    offers: offers.map((offer, index) => ({ ...offer, privateProse: proses[index] ?? [] })),
  }
}

const saidNothing = ({ usage: { promptTokens, completionTokens }, costMicroUsd }: Spent) => ({
  silence: null,
  failure: null,
  offers: [],
  promptTokens,
  completionTokens,
  costMicroUsd,
})

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

type Outcome = Pick<WouldSay, 'state'> &
  Partial<Pick<WouldSay, 'silence' | 'failure'>> & { offers?: BotDraft[] }

/** What the answer would have come to: the caps and the budget hold as they do at work. */
function outcomeOf(bot: BotRow, asked: BotQuestion, answer: BotAnswer): Outcome {
  switch (answer.kind) {
    case 'later':
      return { state: 'awaited' }
    case 'failed':
      return { state: 'failed', failure: answer.failure }
    case 'silent':
      return { state: 'silent', silence: 'nothing-to-say', failure: answer.note ?? null }
    case 'offers': {
      const failure = answer.note ?? null
      const paid = usableDrafts(answer.offers).filter(({ priceMicros }) => priceMicros <= asked.budgetMicros)
      if (paid.length > 0)
        return { state: 'answered', failure, offers: paid.slice(0, bot.offersPerContextMax) }
      const silence = answer.offers.length > 0 ? 'over-budget' : 'nothing-to-say'
      return { state: 'silent', silence, failure }
    }
  }
}
