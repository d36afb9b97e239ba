import { and, asc, eq, isNull, not } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { type BotRow, botRuns, bots, contexts } from '@/db/schema'
import { decisionOf } from '../../contract/decision'
import { type AnswerQueued, QUEUE_SHOWN, type Queued, type QueuedResult } from '../../contract/queue'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { isBlockedBy, isWithheld } from '../../market/private/sight-sql'
import { inTree } from '../../realtime/tree-transaction'
import { requireBots } from '../../settings/stops'
import { readBotQuestion } from '../runs/bot-question'
import { concludeRun } from '../runs/conclude-run'
import { priceOf } from '../runs/drafts'
import { readRun } from '../runs/read-run'

/** @throws AppError `sellers.bot_not_found`, `sellers.wrong_kind`. */
async function ownQueueBot(db: Db, ownerId: string, botId: string): Promise<BotRow> {
  const [bot] = await db
    .select()
    .from(bots)
    .where(and(eq(bots.id, botId), eq(bots.ownerId, ownerId), isNull(bots.removedAt)))
  if (!bot) throw new AppError('sellers.bot_not_found')
  if (bot.kind !== 'queue') throw new AppError('sellers.wrong_kind', { details: { field: 'botId' } })
  return bot
}

/** What waits for a bot of one's own, longest first: what it may still offer on. @throws AppError as `ownQueueBot`. */
export async function listQueue(deps: Pick<Deps, 'db'>, ownerId: string, botId: string): Promise<Queued[]> {
  const bot = await ownQueueBot(deps.db, ownerId, botId)
  // It would post nothing.
  if (bot.isPaused) return []
  const waiting = await deps.db
    .select({ run: botRuns, context: contexts })
    .from(botRuns)
    .innerJoin(contexts, eq(contexts.id, botRuns.contextId))
    .where(
      and(
        eq(botRuns.botId, botId),
        eq(botRuns.state, 'awaited'),
        isNull(contexts.endedAt),
        not(isWithheld(ownerId)),
        not(isBlockedBy(contexts.buyerId, ownerId)),
      ),
    )
    .orderBy(asc(botRuns.createdAt), asc(botRuns.id))
    .limit(QUEUE_SHOWN)
  return Promise.all(
    waiting.map(async ({ run, context }) => {
      const { subject, budgetMicros, closesAt } = await readBotQuestion(deps.db, context)
      const { title, body, pages, tags } = context
      return {
        runId: run.id,
        contextId: context.id,
        question: { title, body, decision: decisionOf(context), pages, tags },
        subject: subject && { kind: subject.kind, teasers: [...subject.teasers] },
        budgetMicros,
        price: {
          rule: bot.priceRule === 'chosen' ? ('chosen' as const) : ('fixed' as const),
          usualMicros: bot.priceMicros,
          minMicros: bot.priceMicrosMin ?? bot.priceMicros,
          maxMicros: bot.priceMicrosMax ?? bot.priceMicros,
        },
        offersMax: bot.offersPerContextMax,
        closesAt: closesAt ?? null,
        waitingSince: run.createdAt,
      }
    }),
  )
}

/**
 * Answers what waits. Answered again, it says what came of the first answer and changes nothing.
 *
 * @throws AppError as `ownQueueBot` and `requireBots`; `sellers.run_not_found`.
 */
export async function answerQueued(
  deps: Deps,
  ownerId: string,
  { botId, runId, offers }: AnswerQueued,
): Promise<QueuedResult> {
  const bot = await ownQueueBot(deps.db, ownerId, botId)
  const asked = await readRun(deps, runId)
  if (asked?.bot.id !== botId) throw new AppError('sellers.run_not_found')
  await requireBots(deps.db)
  const { context } = asked
  const drafts = offers.map(({ priceMicros, ...offer }) => ({
    ...offer,
    priceMicros: priceOf(bot, priceMicros ?? null),
  }))
  const facts = { runId, botId, contextId: context.id }
  const concluded = await inTree(deps, context.rootId, (tx, note) =>
    concludeRun(tx, deps, note, facts, { kind: 'offers', drafts }),
  )
  const { state, silence } = concluded ?? (await readRun(deps, runId))?.run ?? asked.run
  return { state, silence }
}
