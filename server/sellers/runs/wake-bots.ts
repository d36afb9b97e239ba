import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { type BotRow, botRuns, bots, contexts } from '@/db/schema'
import type { Deps } from '../../deps'
import { BOTS_PER_CONTEXT_MAX } from '../../market/matching/find'
import { barredSales } from '../../market/moderation/barred'
import type { Phase } from '../../protocol/advance'
import { inTree } from '../../realtime/tree-transaction'
import { startRuns } from '../matching/match-bots'

/** Those of the bots that work, in the order of their ids. */
export async function readLiveBots(db: Db, botIds: readonly string[]): Promise<BotRow[]> {
  const found = await db
    .select()
    .from(bots)
    .where(and(inArray(bots.id, [...botIds]), eq(bots.isPaused, false)))
  return botIds.flatMap((id) => found.find((bot) => bot.id === id) ?? [])
}

/** Bots are asked while somebody will read what they say: a root that is provisional reads it in its next sitting. */
export function takesBots(phase: Phase): boolean {
  return phase === 'collecting' || phase === 'provisional'
}

/**
 * Asks more bots about a context that was matched before, the first ones first, until as many were asked as may be. A bot that was
 * asked before is left out, whatever it said, and one whose offer would not be taken. Nothing happens when the context has moved on, or has not been matched yet: then
 * its first matching finds them.
 */
export async function wakeBots(
  deps: Deps,
  { id: contextId, rootId }: { id: string; rootId: string },
  botIds: readonly string[],
): Promise<void> {
  if (botIds.length === 0) return
  await inTree(deps, rootId, async (tx, note) => {
    const [context] = await tx
      .select({ phase: contexts.phase, isMatched: contexts.isMatched, buyerId: contexts.buyerId })
      .from(contexts)
      .where(eq(contexts.id, contextId))
      .for('update')
    if (!context?.isMatched || !takesBots(context.phase)) return
    const runs = await tx
      .select({ botId: botRuns.botId })
      .from(botRuns)
      .where(eq(botRuns.contextId, contextId))
    const asked = new Set(runs.map((run) => run.botId))
    const live = await readLiveBots(
      tx,
      botIds.filter((id) => !asked.has(id)),
    )
    const sales = live.map(({ id, ownerId }) => ({
      sellerId: ownerId,
      botId: id,
      buyerId: context.buyerId,
      rootId,
    }))
    const barred = await barredSales(tx, sales, deps.clock.now())
    const woken = live
      .filter((_, index) => barred[index] === null)
      .slice(0, Math.max(0, BOTS_PER_CONTEXT_MAX - asked.size))
      .map((bot) => ({ contextId, bot, runId: deps.ids.next('botRun') }))
    if (woken.length === 0) return
    await startRuns(tx, deps, note, woken, { pending: new Map() })
    const awaited = woken.filter(({ bot }) => bot.kind !== 'fixed').length
    if (awaited > 0)
      await tx
        .update(contexts)
        .set({ botsPending: sql`${contexts.botsPending} + ${awaited}` })
        .where(eq(contexts.id, contextId))
    // An offer that was posted at once may be the one that a quorum waited for.
    if (awaited < woken.length) await deps.jobs.enqueue(tx, 'inspection.advance', [{ rootId, contextId }])
  })
}
