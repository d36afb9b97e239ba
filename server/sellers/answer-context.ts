import { asc, inArray, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { type BotRow, botRuns, contexts } from '@/db/schema'
import type { Deps } from '../deps'
import { findBots, type MatchableContext } from '../market/matching'
import { insertOffers, type Posted } from '../market/post-offer'
import { isTerminal } from '../protocol/advance'
import { inTree, type Note } from '../realtime/tree-transaction'
import type { Silence } from '../shared/seller-words'
import { openKnowledge } from './knowledge'

/**
 * Matches new contexts of one tree against all standing matchers and wakes the bots that want them. A `fixed` bot answers at
 * once, in the same transaction, since it asks nobody; an `llm` bot gets a job. Siblings are matched together, in a few
 * statements. Safe to repeat: a context is matched once.
 */
export async function matchContexts(
  deps: Deps,
  { rootId, contextIds }: { rootId: string; contextIds: readonly string[] },
): Promise<void> {
  await inTree(deps, rootId, async (tx, note) => {
    const locked = await tx
      .select()
      .from(contexts)
      .where(inArray(contexts.id, [...contextIds]))
      .orderBy(asc(contexts.id))
      .for('update')
    const fresh = locked.filter((context) => !context.isMatched && !isTerminal(context.phase))
    if (fresh.length === 0) return
    const found = await findBots(tx, await matchable(tx, fresh))
    const woken = fresh.flatMap(({ id: contextId }, index) =>
      (found[index] ?? []).map((bot) => ({ contextId, bot, runId: deps.ids.next('botRun') })),
    )
    await startRuns(tx, deps, note, woken)
    await closeMatching(
      tx,
      deps,
      rootId,
      fresh.map(({ id }) => id),
      woken,
    )
  })
}

type Context = typeof contexts.$inferSelect

async function matchable(tx: Tx, rows: readonly Context[]): Promise<MatchableContext[]> {
  const teasers = new Map<string, string[]>()
  if (rows.some((row) => row.parentId !== null)) {
    const found = await tx.execute(sql`
      select a.context_id as "contextId", o.teaser from context_about a join info_offer o on o.id = a.offer_id
      where a.context_id = any(${sql.param(rows.map((row) => row.id))}::text[])`)
    for (const { contextId, teaser } of rowsOf<{ contextId: string; teaser: string }>(found)) {
      teasers.set(contextId, [...(teasers.get(contextId) ?? []), teaser])
    }
  }
  return rows.map((row) => ({
    isRoot: row.parentId === null,
    buyerId: row.buyerId,
    budgetMicros: row.budgetMicros,
    text: [row.title, row.claim, row.body, ...row.options, ...row.tags, ...(teasers.get(row.id) ?? [])].join(
      '\n',
    ),
  }))
}

type Woken = { contextId: string; bot: BotRow; runId: string }

/** Runs the `fixed` bots and enqueues the others. */
async function startRuns(tx: Tx, deps: Deps, note: Note, woken: readonly Woken[]): Promise<void> {
  if (woken.length === 0) return
  const now = deps.clock.now()
  const fixed = woken.filter(({ bot }) => bot.kind === 'fixed')
  const asked = woken.filter(({ bot }) => bot.kind !== 'fixed')
  const posted = await insertOffers(
    tx,
    deps,
    note,
    fixed.map(({ contextId, bot, runId }) => ({
      contextId,
      sellerId: bot.ownerId,
      botId: bot.id,
      botRunId: runId,
      teaser: bot.teaser,
      privateInfo: openKnowledge(deps.cipher, bot).reveal(),
      priceMicros: bot.priceMicros,
    })),
  )
  await tx.insert(botRuns).values([
    ...asked.map(({ runId, bot, contextId }) => ({ id: runId, botId: bot.id, contextId, createdAt: now })),
    ...fixed.map(({ runId, bot, contextId }, index) => ({
      id: runId,
      botId: bot.id,
      contextId,
      createdAt: now,
      finishedAt: now,
      ...outcomeOf(posted[index]),
    })),
  ])
  await deps.jobs.enqueue(
    tx,
    'sellers.answer',
    asked.map(({ runId }) => ({ botRunId: runId })),
  )
}

/** A text that this context cannot pay for is not offered; that is silence, not failure. */
function outcomeOf(
  posted: Posted | undefined,
): { state: 'answered' } | { state: 'silent'; silence: Silence } {
  return posted?.ok ? { state: 'answered' } : { state: 'silent', silence: 'over-budget' }
}

/** Says how many bots each context waits for, and moves on those that wait for none. */
async function closeMatching(
  tx: Tx,
  deps: Deps,
  rootId: string,
  contextIds: readonly string[],
  woken: readonly Woken[],
): Promise<void> {
  const pending = contextIds.map((contextId) => ({
    contextId,
    bots: woken.filter(({ bot, contextId: of }) => of === contextId && bot.kind !== 'fixed').length,
  }))
  const rows = pending.map(({ contextId, bots }) => sql`(${contextId}::text, ${bots}::integer)`)
  await tx.execute(sql`
    update buyer_context set is_matched = true, bots_pending = matched.bots
    from (values ${sql.join(rows, sql`, `)}) as matched (id, bots) where buyer_context.id = matched.id`)
  const ready = pending.filter(({ bots }) => bots === 0)
  await deps.jobs.enqueue(
    tx,
    'inspection.advance',
    ready.map(({ contextId }) => ({ rootId, contextId })),
  )
}
