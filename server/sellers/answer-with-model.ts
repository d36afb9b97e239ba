import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { botRuns, bots, contextAbout, contexts, offers } from '@/db/schema'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import type { OfferReply, OfferTask } from '../llm/model'
import { decisionOf, TEASER_CHARS_MAX, TEASER_CHARS_MIN } from '../market/contract'
import { insertOffer } from '../market/post-offer'
import { sellerView } from '../protocol/information-set'
import { inTree, type Note } from '../realtime/tree-transaction'
import { BOT_FAILURES_MAX } from './contract'
import { openKnowledge } from './knowledge'

/** Two tries: a bot that is late helps nobody, the context waits for it. */
const TRIES = 2
const RETRY_MS = 500
/** Below the wait that a sub-question has for bots by default. */
const CALL_TIMEOUT_MS = 30_000
const TOKEN_BYTES = 9

/**
 * Lets an `llm` bot answer one context: public text in, an offer or silence out. A failure posts nothing and counts against
 * the bot; three in a row pause it. Safe to repeat: a finished run stays finished.
 */
export async function answerWithModel(deps: Deps, botRunId: string): Promise<void> {
  const [run] = await deps.db.select().from(botRuns).where(eq(botRuns.id, botRunId))
  if (run?.state !== 'queued') return
  const [bot] = await deps.db.select().from(bots).where(eq(bots.id, run.botId))
  const [context] = await deps.db.select().from(contexts).where(eq(contexts.id, run.contextId))
  if (!bot || !context) return
  const about = await deps.db.select().from(contextAbout).where(eq(contextAbout.contextId, context.id))
  const { teasersOf } = sellerView(about.map((row) => row.offerId))
  const teasers =
    teasersOf.length > 0
      ? await deps.db.select({ teaser: offers.teaser }).from(offers).where(inArray(offers.id, teasersOf))
      : []
  const task: OfferTask = {
    prompt: openKnowledge(deps.cipher, bot).reveal(),
    question: {
      title: context.title,
      body: context.body,
      decision: decisionOf(context),
      pages: context.pages,
    },
    subject: context.askKind ? { kind: context.askKind, teasers: teasers.map((row) => row.teaser) } : null,
    budgetMicros: context.budgetMicros,
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
  }
  const reply = await ask(deps, task)
  await inTree(deps, context.rootId, (tx, note) =>
    finish(tx, deps, note, { runId: run.id, botId: bot.id, contextId: context.id, reply }),
  )
}

type Reply = { ok: true; value: OfferReply } | { ok: false; failure: string }

async function ask(deps: Deps, task: OfferTask): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await deps.models.site.offer(task, AbortSignal.timeout(CALL_TIMEOUT_MS))
    if (result.ok) return { ok: true, value: usable(result.value) }
    if (!result.isTransient || attempt === TRIES) return { ok: false, failure: result.failure }
    await sleep(RETRY_MS)
  }
}

/** A reply that could not be posted by a person is not posted by a bot either. */
function usable(reply: OfferReply): OfferReply {
  if (!reply) return null
  const teaser = reply.teaser.trim().slice(0, TEASER_CHARS_MAX)
  const privateInfo = reply.privateInfo.trim()
  return teaser.length >= TEASER_CHARS_MIN && privateInfo !== '' ? { teaser, privateInfo } : null
}

type Finish = { runId: string; botId: string; contextId: string; reply: Reply }

async function finish(
  tx: Tx,
  deps: Deps,
  note: Note,
  { runId, botId, contextId, reply }: Finish,
): Promise<void> {
  const [context] = await tx.select().from(contexts).where(eq(contexts.id, contextId)).for('update')
  const [run] = await tx
    .select({ state: botRuns.state })
    .from(botRuns)
    .where(eq(botRuns.id, runId))
    .for('update')
  const [bot] = await tx.select().from(bots).where(eq(bots.id, botId)).for('update')
  if (!context || !bot || run?.state !== 'queued') return
  const posted =
    reply.ok && reply.value ? await post(tx, deps, note, bot, { contextId, runId, ...reply.value }) : null
  await tx
    .update(botRuns)
    .set({
      state: reply.ok ? (posted ? 'answered' : 'silent') : 'failed',
      silence: reply.ok && !posted ? 'nothing-to-say' : null,
      failure: reply.ok ? null : reply.failure,
      attempt: sql`${botRuns.attempt} + 1`,
      finishedAt: deps.clock.now(),
    })
    .where(eq(botRuns.id, runId))
  const failures = reply.ok ? 0 : bot.failures + 1
  await tx
    .update(bots)
    .set({
      failures,
      ...(failures >= BOT_FAILURES_MAX ? { isPaused: true, pausedFor: 'failures' as const } : {}),
    })
    .where(eq(bots.id, botId))
  const botsPending = Math.max(0, context.botsPending - 1)
  await tx.update(contexts).set({ botsPending }).where(eq(contexts.id, contextId))
  if (botsPending === 0 && context.phase === 'collecting') {
    await deps.jobs.enqueue(tx, 'inspection.advance', [{ rootId: context.rootId, contextId }])
  }
}

/** Null when the context has closed meanwhile or cannot pay the bot's price: silence, not failure. */
async function post(
  tx: Tx,
  deps: Deps,
  note: Note,
  bot: typeof bots.$inferSelect,
  reply: { contextId: string; runId: string; teaser: string; privateInfo: string },
): Promise<string | null> {
  try {
    return await insertOffer(tx, deps, note, {
      contextId: reply.contextId,
      sellerId: bot.ownerId,
      botId: bot.id,
      botRunId: reply.runId,
      teaser: reply.teaser,
      privateInfo: reply.privateInfo,
      priceMicros: bot.priceMicros,
    })
  } catch (error) {
    // All of these are found out before anything is written, so the transaction goes on.
    if (error instanceof AppError && error.code.startsWith('market.')) return null
    throw error
  }
}
