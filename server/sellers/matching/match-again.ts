import { eq } from 'drizzle-orm'
import { contexts } from '@/db/schema'
import type { Deps } from '../../deps'
import { doErrand } from '../../jobs/errands'
import { addressedBots } from '../../market/addressees'
import { recheckItems } from '../../market/inbox/recheck-items'
import { findBots } from '../../market/matching/find'
import { matchableContexts, matchedColumns } from '../../market/matching/read-contexts'
import { takesBots, wakeBots } from '../runs/wake-bots'
import { withNamed } from './match-bots'

/**
 * Holds an edited question against the standing matchers once more: bots that want it now and were not asked yet are asked, as
 * far as there is room among those that may be; then the inboxes that have it are gone through, a chunk and a job for the rest.
 * People who look for it now are found by `market.fan-out`. Safe to repeat: a bot is asked once about a context.
 */
export async function matchAgain(deps: Deps, contextId: string): Promise<void> {
  const goesOn = await doErrand(deps, { kind: 'match-again', subjectId: contextId }, async (after) => {
    if (after === null) await findMoreBots(deps, contextId)
    return { next: await recheckItems(deps, { contextId, after }) }
  })
  if (goesOn) await deps.jobs.enqueue(deps.db, 'market.match-again', [{ contextId }])
}

async function findMoreBots(deps: Deps, contextId: string): Promise<void> {
  const [context] = await deps.db.select(matchedColumns).from(contexts).where(eq(contexts.id, contextId))
  if (!context?.isMatched || !takesBots(context.phase)) return
  const [found = []] = await findBots(deps.db, await matchableContexts(deps.db, [context], deps.clock.now()))
  const named = context.parentId === null ? await addressedBots(deps.db, [contextId]) : null
  await wakeBots(
    deps,
    context,
    withNamed(named?.get(contextId), found).map(({ id }) => id),
  )
}
