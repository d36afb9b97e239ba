import { eq } from 'drizzle-orm'
import { type MatcherRow, matchers } from '@/db/schema'
import { transact } from '@/db/transact'
import type { Deps } from '../../deps'
import { isForPeople, writeItems } from '../../market/inbox/fan-out'
import { inboxTopic } from '../../market/inbox/topic'
import { APPLY_CHUNK, findOpenContexts } from '../../market/matching/apply'
import { isInAudience } from '../../market/matching/predicate'
import { readLiveBots, wakeBots } from '../runs/wake-bots'

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
  const [bot] = await readLiveBots(deps.db, [matcher.botId])
  if (!bot) return
  const { found, next } = await findOpenContexts(deps.db, matcher, { after, now: deps.clock.now(), most })
  for (const context of found) {
    if (context.phase === 'collecting' && isInAudience(bot, context.buyerId))
      await wakeBots(deps, context, [bot.id])
  }
  // Last, so that a crash repeats this chunk instead of losing it.
  if (next) await deps.jobs.enqueue(deps.db, 'market.apply-matcher', [{ matcherId: matcher.id, after: next }])
}
