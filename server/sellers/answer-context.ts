import { eq, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { type BotRow, botRuns, bots, contexts, offers } from '@/db/schema'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { findBots, type MatchableContext } from '../market/matching'
import { insertOffer } from '../market/post-offer'
import { isTerminal } from '../protocol/advance'
import { inTree, type Note } from '../realtime/tree-transaction'
import { openKnowledge } from './knowledge'

/**
 * Matches a new context against all standing matchers and wakes the bots that want it. A `fixed` bot answers at once, in the
 * same transaction, since it asks nobody; an `llm` bot gets a job. Safe to repeat: a context is matched once.
 */
export async function matchContext(deps: Deps, contextId: string): Promise<void> {
  const found = await deps.db.query.contexts.findFirst({
    columns: { rootId: true },
    where: (row) => eq(row.id, contextId),
  })
  if (!found) return
  await inTree(deps, found.rootId, async (tx, note) => {
    const [context] = await tx.select().from(contexts).where(eq(contexts.id, contextId)).for('update')
    if (!context || context.isMatched || isTerminal(context.phase)) return
    const botIds = await findBots(tx, await matchable(tx, context))
    const woken =
      botIds.length > 0
        ? await tx
            .select()
            .from(bots)
            .where(sql`${bots.id} in (${list(botIds)})`)
        : []
    const byId = new Map(woken.map((bot) => [bot.id, bot]))
    const ordered = botIds.flatMap((id) => byId.get(id) ?? [])
    const pending = await startRuns(tx, deps, note, contextId, ordered)
    await tx.update(contexts).set({ isMatched: true, botsPending: pending }).where(eq(contexts.id, contextId))
    if (pending === 0) await deps.jobs.enqueue(tx, 'inspection.advance', [{ contextId }])
  })
}

async function matchable(tx: Tx, context: typeof contexts.$inferSelect): Promise<MatchableContext> {
  const about =
    context.parentId === null
      ? []
      : rowsOf<{ teaser: string }>(
          await tx.execute(sql`
            select o.teaser from context_about a join ${offers} o on o.id = a.offer_id where a.context_id = ${context.id}`),
        )
  return {
    isRoot: context.parentId === null,
    buyerId: context.buyerId,
    budgetMicros: context.budgetMicros,
    text: [
      context.title,
      context.claim,
      context.body,
      ...context.options,
      ...context.tags,
      ...about.map((row) => row.teaser),
    ].join('\n'),
  }
}

/** Runs the `fixed` bots, enqueues the others; returns how many are still to answer. */
async function startRuns(
  tx: Tx,
  deps: Deps,
  note: Note,
  contextId: string,
  woken: readonly BotRow[],
): Promise<number> {
  if (woken.length === 0) return 0
  const now = deps.clock.now()
  const waiting: string[] = []
  const runs: (typeof botRuns.$inferInsert)[] = []
  for (const bot of woken) {
    const run = { id: deps.ids.next('botRun'), botId: bot.id, contextId, createdAt: now }
    if (bot.kind === 'llm') {
      waiting.push(run.id)
      runs.push({ ...run, state: 'queued' })
    } else {
      runs.push({ ...run, ...(await answerFixed(tx, deps, note, contextId, bot)), finishedAt: now })
    }
  }
  await tx.insert(botRuns).values(runs)
  await deps.jobs.enqueue(
    tx,
    'sellers.answer',
    waiting.map((botRunId) => ({ botRunId })),
  )
  return waiting.length
}

/** A text above this context's budget is not offered; that is no failure. */
async function answerFixed(
  tx: Tx,
  deps: Deps,
  note: Note,
  contextId: string,
  bot: BotRow,
): Promise<{ state: 'answered' | 'silent'; offerId?: string }> {
  try {
    const offerId = await insertOffer(tx, deps, note, {
      contextId,
      sellerId: bot.ownerId,
      botId: bot.id,
      teaser: bot.teaser,
      privateInfo: openKnowledge(deps.cipher, bot).reveal(),
      priceMicros: bot.priceMicros,
    })
    return { state: 'answered', offerId }
  } catch (error) {
    // Checked before anything is written, so the transaction goes on.
    if (error instanceof AppError && error.code === 'market.offer_over_budget') return { state: 'silent' }
    throw error
  }
}

function list(ids: readonly string[]) {
  return sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
}
