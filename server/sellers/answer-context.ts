import { asc, inArray, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { type BotRow, botRuns, contexts } from '@/db/schema'
import type { Deps } from '../deps'
import { fanOut } from '../market/inbox/fan-out'
import { findBots } from '../market/matching/find'
import { matchableContexts, matchedColumns } from '../market/matching/read-contexts'
import { isTerminal } from '../protocol/advance'
import { inTree, type Note } from '../realtime/tree-transaction'
import { queueOf } from './answering-runs'
import { fixedDraft } from './fixed/answer'
import { postBotOffers } from './post-bot-offers'

/**
 * Matches new contexts of one tree against all standing matchers and wakes the bots that want them. A `fixed` bot answers at
 * once, in the same transaction, since it asks nobody; an `llm` bot gets a job. Siblings are matched together, in a few
 * statements; people are found by a job of their own. Safe to repeat: a context is matched once.
 */
export async function matchContexts(
  deps: Deps,
  { rootId, contextIds }: { rootId: string; contextIds: readonly string[] },
): Promise<void> {
  await inTree(deps, rootId, async (tx, note) => {
    const locked = await tx
      .select(matchedColumns)
      .from(contexts)
      .where(inArray(contexts.id, [...contextIds]))
      .orderBy(asc(contexts.id))
      .for('update')
    const fresh = locked.filter((context) => !context.isMatched && !isTerminal(context.phase))
    if (fresh.length === 0) return
    const found = await findBots(tx, await matchableContexts(tx, fresh, deps.clock.now()))
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
    await fanOut(tx, deps, fresh)
  })
}

type Woken = { contextId: string; bot: BotRow; runId: string }

/** Runs the `fixed` bots and enqueues the others. */
export async function startRuns(tx: Tx, deps: Deps, note: Note, woken: readonly Woken[]): Promise<void> {
  if (woken.length === 0) return
  const now = deps.clock.now()
  const fixed = woken.filter(({ bot }) => bot.kind === 'fixed')
  const asked = woken.filter(({ bot }) => bot.kind !== 'fixed')
  const posted = await postBotOffers(
    tx,
    deps,
    note,
    fixed.map(({ contextId, bot, runId }) => ({ runId, contextId, bot, drafts: [fixedDraft(deps, bot)] })),
  )
  await tx.insert(botRuns).values([
    ...asked.map(({ runId, bot, contextId }) => ({ id: runId, botId: bot.id, contextId, createdAt: now })),
    ...fixed.map(({ runId, bot, contextId }, index) => ({
      id: runId,
      botId: bot.id,
      contextId,
      createdAt: now,
      finishedAt: now,
      state: posted[index]?.silence ? ('silent' as const) : ('answered' as const),
      silence: posted[index]?.silence ?? null,
    })),
  ])
  for (const queue of ['sellers.answer', 'sellers.deliver'] as const) {
    await deps.jobs.enqueue(
      tx,
      queue,
      asked.filter(({ bot }) => queueOf(bot.kind) === queue).map(({ runId }) => ({ botRunId: runId })),
    )
  }
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
