import { and, eq, sql } from 'drizzle-orm'
import { type BotRow, botRuns, bots, contexts, type MatcherRow, matchers } from '@/db/schema'
import type { Deps } from '../deps'
import { transact } from '../ledger/transact'
import { isForPeople, writeItems } from '../market/inbox/fan-out'
import { inboxTopic } from '../market/inbox/topic'
import { APPLY_CHUNK, findOpenContexts } from '../market/matching/apply'
import { BOTS_PER_CONTEXT_MAX } from '../market/matching/find'
import { isInAudience } from '../market/matching/predicate'
import type { MatchedRow } from '../market/matching/read-contexts'
import { inTree } from '../realtime/tree-transaction'
import { startRuns } from './match-bots'

type Chunk = { matcherId: string; after: string | null }

/**
 * Holds a matcher against a chunk of the open questions, and leaves the rest to another job. A person's finds go to the inbox; a
 * bot that works is asked about those that still collect offers. Safe to repeat: an item is written once, a bot is asked once.
 */
export async function applyMatcherChunk(deps: Deps, chunk: Chunk, most = APPLY_CHUNK): Promise<void> {
  const [matcher] = await deps.db.select().from(matchers).where(eq(matchers.id, chunk.matcherId))
  if (!matcher) return
  const { botId, personId } = matcher
  if (personId !== null) await applyToInbox(deps, { ...matcher, personId }, chunk, most)
  if (botId !== null) await applyToBot(deps, { ...matcher, botId }, chunk, most)
}

async function applyToInbox(
  deps: Deps,
  matcher: MatcherRow & { personId: string },
  { after }: Chunk,
  most: number,
): Promise<void> {
  const now = deps.clock.now()
  const { personId, id: matcherId } = matcher
  const told = await transact(deps.db, async (tx) => {
    const { found, next } = await findOpenContexts(tx, matcher, { after, now, most })
    const wanted = found.filter((context) => context.buyerId !== personId && isForPeople(context, now))
    if (next) await deps.jobs.enqueue(tx, 'market.apply-matcher', [{ matcherId, after: next }])
    return writeItems(
      tx,
      deps,
      wanted.map((context) => ({ personId, matcherId, contextId: context.id })),
    )
  })
  deps.bus.publishAll(told.map(inboxTopic))
}

async function applyToBot(
  deps: Deps,
  matcher: MatcherRow & { botId: string },
  { after }: Chunk,
  most: number,
): Promise<void> {
  const bot = await readLiveBot(deps.db, matcher.botId)
  if (!bot) return
  const { found, next } = await findOpenContexts(deps.db, matcher, { after, now: deps.clock.now(), most })
  for (const context of found) {
    if (context.phase === 'collecting' && isInAudience(bot, context.buyerId))
      await wakeBot(deps, bot.id, context)
  }
  // Last, so that a crash repeats this chunk instead of losing it.
  if (next) await deps.jobs.enqueue(deps.db, 'market.apply-matcher', [{ matcherId: matcher.id, after: next }])
}

async function readLiveBot(db: Deps['db'], botId: string): Promise<BotRow | null> {
  const [bot] = await db
    .select()
    .from(bots)
    .where(and(eq(bots.id, botId), eq(bots.isPaused, false)))
  return bot ?? null
}

/**
 * Asks one more bot about a context that was matched before. Nothing happens when the bot was asked before, when as many as may
 * be were, or when the context has moved on. One that has not been matched yet finds the bot by itself.
 */
async function wakeBot(deps: Deps, botId: string, { id: contextId, rootId }: MatchedRow): Promise<void> {
  await inTree(deps, rootId, async (tx, note) => {
    const [context] = await tx
      .select({ phase: contexts.phase, isMatched: contexts.isMatched })
      .from(contexts)
      .where(eq(contexts.id, contextId))
      .for('update')
    if (context?.phase !== 'collecting' || !context.isMatched) return
    const asked = await tx
      .select({ botId: botRuns.botId })
      .from(botRuns)
      .where(eq(botRuns.contextId, contextId))
    if (asked.length >= BOTS_PER_CONTEXT_MAX || asked.some((run) => run.botId === botId)) return
    const bot = await readLiveBot(tx, botId)
    if (!bot) return
    await startRuns(tx, deps, note, [{ contextId, bot, runId: deps.ids.next('botRun') }], { pending: [] })
    if (bot.kind === 'fixed') {
      // Its offer may be the one that a quorum waited for.
      await deps.jobs.enqueue(tx, 'inspection.advance', [{ rootId, contextId }])
      return
    }
    await tx
      .update(contexts)
      .set({ botsPending: sql`${contexts.botsPending} + 1` })
      .where(eq(contexts.id, contextId))
  })
}
