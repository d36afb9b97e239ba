import { and, count, eq, isNull } from 'drizzle-orm'
import { botRuns, contexts, inboxItems } from '@/db/schema'
import type { Reach } from '../contract/market-view'
import type { Deps } from '../deps'
import { AppError } from '../errors'

/**
 * Whom a question of one's own has reached: bots that were asked and what they did, people whose alerts have found it. Numbers only.
 *
 * @throws AppError `market.context_not_found` for a question of somebody else, and for a sub-question.
 */
export async function readReach(
  { db }: Pick<Deps, 'db'>,
  askerId: string,
  contextId: string,
): Promise<Reach> {
  const own = await db.$count(
    contexts,
    and(eq(contexts.id, contextId), eq(contexts.buyerId, askerId), isNull(contexts.parentId)),
  )
  if (own === 0) throw new AppError('market.context_not_found')
  const [runs, peopleTold] = await Promise.all([
    db
      .select({ state: botRuns.state, runs: count() })
      .from(botRuns)
      .where(eq(botRuns.contextId, contextId))
      .groupBy(botRuns.state),
    db.$count(inboxItems, eq(inboxItems.contextId, contextId)),
  ])
  const runsIn = (...states: (typeof runs)[number]['state'][]) =>
    runs.reduce((sum, { state, runs: some }) => (states.includes(state) ? sum + some : sum), 0)
  return {
    botsLooking: runsIn('queued', 'awaited'),
    botsLooked: runsIn('answered', 'silent', 'failed'),
    botsAnswered: runsIn('answered'),
    peopleTold,
  }
}
