import { eq } from 'drizzle-orm'
import { type MatcherRow, matchers } from '@/db/schema'
import { transact } from '@/db/transact'
import type { Deps } from '../../deps'
import { doErrand } from '../../jobs/errands'
import { isForPeople, writeItems } from '../../market/inbox/fan-out'
import { inboxTopic } from '../../market/inbox/topic'
import { findOpenContexts } from '../../market/matching/find-open'
import { isInAudience } from '../../market/matching/predicate'
import { readLiveBots, takesBots, wakeBots } from '../runs/wake-bots'

/** Open trees read by one job, of those that an index cannot tell do not match: some hundred texts, so that no job is long. */
const APPLY_CHUNK = 100

type Chunk = { matcherId: string; after: string | null }

/** Holds a matcher against the open questions, as far as that has not been done: a chunk, and a job for the rest. */
export async function applyMatcher(deps: Deps, matcherId: string): Promise<void> {
  const errand = { kind: 'apply-matcher', subjectId: matcherId } as const
  const goesOn = await doErrand(deps, errand, async (after) => ({
    next: await applyMatcherChunk(deps, { matcherId, after }),
  }))
  if (goesOn) await deps.jobs.enqueue(deps.db, 'market.apply-matcher', [{ matcherId }])
}

/**
 * Holds a matcher against a chunk of the open questions; returns where to go on, null at the end. A person's finds go to the inbox; a
 * bot that works is asked about those that still collect offers. Safe to repeat: an item is written once, a bot is asked once.
 */
export async function applyMatcherChunk(
  deps: Deps,
  chunk: Chunk,
  most = APPLY_CHUNK,
): Promise<string | null> {
  const [matcher] = await deps.db.select().from(matchers).where(eq(matchers.id, chunk.matcherId))
  if (!matcher) return null
  const { botId, personId } = matcher
  if (personId !== null) return applyToInbox(deps, { ...matcher, personId }, chunk, most)
  return botId === null ? null : applyToBot(deps, { ...matcher, botId }, chunk, most)
}

async function applyToInbox(
  deps: Deps,
  matcher: MatcherRow & { personId: string },
  { after }: Chunk,
  most: number,
): Promise<string | null> {
  const now = deps.clock.now()
  const { personId, id: matcherId } = matcher
  const { told, next } = await transact(deps.db, async (tx) => {
    const { found, next: last } = await findOpenContexts(tx, matcher, { after, now, most })
    const wanted = found.filter((context) => context.buyerId !== personId && isForPeople(context, now))
    const items = wanted.map((context) => ({ personId, matcherId, contextId: context.id }))
    return { told: await writeItems(tx, deps, items), next: last }
  })
  deps.bus.publishAll(told.map(inboxTopic))
  return next
}

async function applyToBot(
  deps: Deps,
  matcher: MatcherRow & { botId: string },
  { after }: Chunk,
  most: number,
): Promise<string | null> {
  const [bot] = await readLiveBots(deps.db, [matcher.botId])
  if (!bot) return null
  const { found, next } = await findOpenContexts(deps.db, matcher, { after, now: deps.clock.now(), most })
  for (const context of found) {
    if (takesBots(context.phase) && isInAudience(bot, context.buyerId))
      await wakeBots(deps, context, [bot.id])
  }
  return next
}
