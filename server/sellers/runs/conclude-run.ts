import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { type BotRow, botRuns, bots, contexts, webhookDeliveries } from '@/db/schema'
import { BOT_FAILURES_MAX } from '../../contract/bots'
import type { Deps } from '../../deps'
import { tellBotPaused } from '../../market/inbox/tell-people'
import { bitsLeft } from '../../protocol/bits'
import type { Note } from '../../realtime/tree-transaction'
import type { PauseReason, RunState, Silence } from '../../words/sellers'
import { type WeighedDraft, withChoice } from './choose-passage'
import { usableDrafts } from './drafts'
import { postBotOffers, type RunPosted } from './post-bot-offers'
import { countSpend, type Spend } from './spend'

/** What a run comes to. */
export type Outcome =
  | { kind: 'offers'; drafts: readonly WeighedDraft[]; note?: string }
  | { kind: 'silent'; silence: Silence; note?: string }
  /**
   * The answer may still come. Without a failure the owner's server has said so, and the context waits for it as long as it
   * waits for bots at all; after a failed try it does not wait. It is looked at again at `until`.
   */
  | { kind: 'awaited'; failure: string | null; until: Date }
  /** `isForgiven`: not the bot's own fault, so it does not count towards the failures that pause it. */
  | { kind: 'failed'; failure: string; isForgiven?: boolean }

export type Concluded = { state: RunState; silence: Silence | null }

type RunFacts = { runId: string; botId: string; contextId: string }

const FREE: Spend = { usage: { promptTokens: 0, completionTokens: 0 }, costMicroUsd: 0n }

/** True while the context counts a run among the bots it waits for. */
const isWaitedFor = (run: { state: RunState; failure: string | null }) =>
  run.state === 'queued' || (run.state === 'awaited' && run.failure === null)

/**
 * Ends a run, or leaves it awaited: posts its offers, pays what they tell, counts what it spent and whether it failed, and moves the context on when it
 * was the last one waited for. Safe to repeat: null when the run had ended before, and nothing is done then. Call it in a tree
 * transaction; locks the context, the run and the bot, in this order.
 */
export async function concludeRun(
  tx: Tx,
  deps: Deps,
  note: Note,
  { runId, botId, contextId }: RunFacts,
  outcome: Outcome,
  spend: Spend = FREE,
): Promise<Concluded | null> {
  const [context] = await tx.select().from(contexts).where(eq(contexts.id, contextId)).for('update')
  const [run] = await tx
    .select({ state: botRuns.state, failure: botRuns.failure })
    .from(botRuns)
    .where(eq(botRuns.id, runId))
    .for('update')
  const [bot] = await tx.select().from(bots).where(eq(bots.id, botId)).for('no key update')
  if (!context || !bot || !run || (run.state !== 'queued' && run.state !== 'awaited')) return null
  const at = deps.clock.now()
  const { drafts, spent } = withChoice(context, outcome.kind === 'offers' ? outcome.drafts : [])
  const posted =
    outcome.kind === 'offers'
      ? await postBotOffers(tx, deps, note, [
          { runId, contextId, bot, drafts: bot.isPaused ? [] : usableDrafts(drafts) },
        ])
      : []
  if (posted[0]?.offers.some(({ chosenAmong }) => chosenAmong !== null)) {
    const millibitsLeft = bitsLeft(context.millibitsLeft, spent)
    await tx.update(contexts).set({ millibitsLeft }).where(eq(contexts.id, contextId))
  }
  const concluded = concludedAs(outcome, posted[0], { bot, wasAwaited: run.state === 'awaited' })
  const failure = ('failure' in outcome ? outcome.failure : outcome.note) ?? null
  await tx
    .update(botRuns)
    .set({
      ...concluded,
      failure,
      attempt: sql`${botRuns.attempt} + 1`,
      dueAt: outcome.kind === 'awaited' ? outcome.until : null,
      tries: 0,
      ...spend.usage,
      costMicroUsd: spend.costMicroUsd,
      finishedAt: concluded.state === 'awaited' ? null : at,
    })
    .where(eq(botRuns.id, runId))
  if (bot.kind === 'webhook' && concluded.state !== 'awaited') await endDelivery(tx, runId, outcome)
  await countSpend(tx, { botId, at }, spend)
  await countFailure(tx, deps, bot, outcome)
  const wasWaitedFor = isWaitedFor(run)
  const isFreed = wasWaitedFor && !isWaitedFor({ state: concluded.state, failure })
  const botsPending = Math.max(0, context.botsPending - (isFreed ? 1 : 0))
  if (isFreed) await tx.update(contexts).set({ botsPending }).where(eq(contexts.id, contextId))
  const hasPosted = concluded.state === 'answered'
  const isReady = (isFreed && botsPending === 0) || (hasPosted && (!wasWaitedFor || context.quorum !== null))
  const isRead = isReady && context.phase === 'collecting'
  if (isRead || (hasPosted && context.phase === 'provisional')) {
    await deps.jobs.enqueue(tx, 'inspection.advance', [{ rootId: context.rootId, contextId }])
  }
  return concluded
}

/** Nobody tries to deliver what has ended; a server that answered by itself has it. Whoever tried writes more of it afterwards. */
async function endDelivery(tx: Tx, runId: string, { kind }: Outcome): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: kind === 'offers' ? 'delivered' : 'given-up', nextTryAt: null })
    .where(and(eq(webhookDeliveries.botRunId, runId), eq(webhookDeliveries.state, 'queued')))
}

function concludedAs(
  outcome: Outcome,
  posted: RunPosted | undefined,
  { bot, wasAwaited }: { bot: BotRow; wasAwaited: boolean },
): Concluded {
  switch (outcome.kind) {
    case 'offers': {
      if (posted && posted.offers.length > 0) return { state: 'answered', silence: null }
      const silence = bot.isPaused ? 'paused' : (posted?.silence ?? 'nothing-to-say')
      return { state: 'silent', silence: wasAwaited && silence === 'closed' ? 'too-late' : silence }
    }
    case 'silent':
      return { state: 'silent', silence: outcome.silence }
    case 'awaited':
      return { state: 'awaited', silence: null }
    case 'failed':
      return { state: 'failed', silence: null }
  }
}

async function countFailure(tx: Tx, deps: Deps, bot: BotRow, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'awaited' || (outcome.kind === 'failed' && outcome.isForgiven)) return
  const failures = outcome.kind === 'failed' ? bot.failures + 1 : 0
  if (outcome.kind === 'silent' && outcome.silence !== 'nothing-to-say') return
  if (failures === bot.failures) return
  await tx.update(bots).set({ failures }).where(eq(bots.id, bot.id))
  if (failures >= BOT_FAILURES_MAX) await pauseFor(tx, deps, bot, 'failures')
}

/**
 * Pauses a bot that cannot work, and tells its owner, in the caller's transaction; nothing when it stands still already. Hint to
 * `inboxTopic(bot.ownerId)` after the commit.
 */
export async function pauseFor(
  tx: Tx,
  deps: Deps,
  bot: Pick<BotRow, 'id' | 'ownerId'>,
  reason: Extract<PauseReason, 'failures' | 'dead-address'>,
): Promise<void> {
  const paused = await tx
    .update(bots)
    .set({ isPaused: true, pausedFor: reason })
    .where(and(eq(bots.id, bot.id), eq(bots.isPaused, false)))
    .returning({ id: bots.id })
  if (paused.length > 0) await tellBotPaused(tx, deps, bot)
}
