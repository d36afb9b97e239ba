import { eq, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { type BotRow, webhookDeliveries, webhooks } from '@/db/schema'
import { DEAD_AFTER_MS, RETRY_DELAYS_MS } from '../../contract/webhook'
import type { Deps } from '../../deps'
import { inboxTopic } from '../../market/inbox/topic'
import { inTree } from '../../realtime/tree-transaction'
import { crashpoint } from '../../shared/crashpoint'
import { readBotQuestion } from '../runs/bot-question'
import { concludeRun, type Outcome, pauseFor } from '../runs/conclude-run'
import { type RunAsked, readRun } from '../runs/read-run'
import { admitRun } from '../runs/spend'
import { closingOf, endedUnanswered, waitEnd, waitOn } from '../runs/wait-on'
import { callWebhook, mayPass, type Try } from './call'
import { messageFor } from './message'

type Delivery = typeof webhookDeliveries.$inferSelect

/**
 * Tries to deliver a question to its bot's server: once each time it is due, with the same id. After a first try that
 * failed the context waits no longer; tries go on over hours while it takes offers, and a late success is posted if it still
 * does. A server that answers later is waited for as long. Safe to repeat: what was delivered or given up stays so.
 */
export async function deliverRun(deps: Deps, botRunId: string, stop: AbortSignal): Promise<void> {
  const asked = await readRun(deps, botRunId)
  if (!asked || (asked.run.state !== 'queued' && asked.run.state !== 'awaited')) return
  const [hook] = await deps.db.select().from(webhooks).where(eq(webhooks.botId, asked.bot.id))
  const delivery = await openDelivery(deps, asked)
  const closesAt = await closingOf(deps, asked.context)
  if (delivery.state === 'delivered') return waitOn(deps, asked, closesAt)
  const silence = closesAt === null ? endedUnanswered(asked.run) : await whyNotTry(deps, asked)
  if (!hook || silence) {
    await record(deps, asked, { delivery, outcome: silence ?? { kind: 'silent', silence: 'paused' } })
    return
  }
  const question = await readBotQuestion(deps.db, asked.context)
  const message = messageFor(deps, asked.bot, question, { type: 'question', id: botRunId })
  const tried = await callWebhook(deps, { bot: asked.bot, hook, message }, stop)
  crashpoint('run.after_call')
  if (stop.aborted) return
  const now = deps.clock.now()
  const outcome = outcomeOf(tried, delivery, { now, closesAt: closesAt ?? now })
  await record(deps, asked, { delivery, tried, outcome })
}

/** The delivery of a run has the run's id: it is sent as `webhook-id`. */
async function openDelivery(deps: Deps, { run, bot }: RunAsked): Promise<Delivery> {
  await deps.db
    .insert(webhookDeliveries)
    .values({ id: run.id, botId: bot.id, botRunId: run.id, createdAt: deps.clock.now() })
    .onConflictDoNothing()
  const [delivery] = await deps.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, run.id))
  if (!delivery) throw new Error(`Run ${run.id} has no delivery`)
  return delivery
}

async function whyNotTry(deps: Deps, { run, bot }: RunAsked): Promise<Outcome | null> {
  const silence = await admitRun(deps, run.id, { bot, tokens: 0 })
  return silence && { kind: 'silent', silence }
}

/**
 * An unreachable server does not count towards the failures that pause a bot in a row: a restart of a minute may meet three
 * questions. It is what makes an address dead in the end.
 */
function outcomeOf(
  { said, failure }: Try,
  { attempt }: Delivery,
  { now, closesAt }: { now: Date; closesAt: Date },
): Outcome {
  if (said?.kind === 'later') return { kind: 'awaited', failure: null, until: waitEnd(now, closesAt) }
  if (said) return { kind: 'offers', drafts: said.drafts }
  const reason = failure ?? 'unreachable'
  if (!mayPass(reason)) return { kind: 'failed', failure: reason, isForgiven: reason === 'gone' }
  const isLast = attempt >= RETRY_DELAYS_MS.length
  return isLast
    ? { kind: 'failed', failure: reason, isForgiven: true }
    : { kind: 'awaited', failure: reason, until: afterDelay(now, attempt) }
}

type Recorded = { delivery: Delivery; outcome: Outcome; tried?: Try }

/** Writes what came of it, all at once: the run's end or wait, the log, the next try, and how the address stands. */
async function record(deps: Deps, { run, bot, context }: RunAsked, recorded: Recorded): Promise<void> {
  const { delivery, outcome, tried } = recorded
  await inTree(deps, context.rootId, async (tx, note) => {
    const facts = { runId: run.id, botId: bot.id, contextId: context.id }
    const concluded = await concludeRun(tx, deps, note, facts, outcome)
    const now = deps.clock.now()
    const isTriedAgain =
      concluded?.state === 'awaited' && outcome.kind === 'awaited' && outcome.failure !== null
    const nextTryAt = isTriedAgain ? outcome.until : null
    await tx
      .update(webhookDeliveries)
      .set({
        state: stateAfter(outcome, tried, nextTryAt),
        nextTryAt,
        ...(tried ? { ...logOf(tried), attempt: sql`${webhookDeliveries.attempt} + 1`, lastTryAt: now } : {}),
      })
      .where(eq(webhookDeliveries.id, delivery.id))
    if (nextTryAt) await deps.jobs.enqueue(tx, 'sellers.deliver', [{ botRunId: run.id }], nextTryAt)
    if (tried) await recordAddress(tx, deps, bot, tried)
  })
  // Its owner may have been told that it is paused.
  if (tried?.failure) deps.bus.publish(inboxTopic(bot.ownerId))
}

/**
 * Gives up what is still to be tried of runs that have ended, up to `most`: nobody would come for it. A run's end does so itself; this
 * finds what a market left behind before it did. Returns how many.
 */
export async function giveUpLost({ db }: Pick<Deps, 'db'>, most: number): Promise<number> {
  const given = await db.execute(sql`
    update webhook_delivery set state = 'given-up', next_try_at = null
    where id in (
      select d.id from webhook_delivery d join bot_run r on r.id = d.bot_run_id
      where d.state = 'queued' and r.state not in ('queued', 'awaited')
      limit ${most})
    returning id`)
  return rowsOf(given).length
}

function stateAfter(outcome: Outcome, tried: Try | undefined, nextTryAt: Date | null): Delivery['state'] {
  if (!tried) return 'given-up'
  if (tried.said) return 'delivered'
  if (nextTryAt) return 'queued'
  return outcome.kind === 'failed' && tried.failure && mayPass(tried.failure) ? 'given-up' : 'failed'
}

/** What of a try stands in the log: never a word of the reply. */
export function logOf({ httpStatus, failure, durationMs, replyBytes }: Try) {
  return { httpStatus, failure, durationMs, replyBytes }
}

function afterDelay(now: Date, attempt: number): Date {
  return new Date(now.getTime() + (RETRY_DELAYS_MS[attempt] ?? 0))
}

/** A success makes the address well; failures over days, or its own word that it is gone, end it. */
async function recordAddress(tx: Tx, deps: Deps, bot: BotRow, { failure }: Try): Promise<void> {
  const now = deps.clock.now()
  const isReached = failure === null || !(mayPass(failure) || failure === 'gone')
  const [hook] = await tx
    .update(webhooks)
    .set({
      failingSince: isReached
        ? null
        : sql`coalesce(${webhooks.failingSince}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(webhooks.botId, bot.id))
    .returning({ failingSince: webhooks.failingSince })
  const since = hook?.failingSince
  const isDead = failure === 'gone' || (since && now.getTime() - since.getTime() >= DEAD_AFTER_MS)
  if (isDead) await pauseFor(tx, deps, bot, 'dead-address')
}
