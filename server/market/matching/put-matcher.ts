import { eq } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { matchers } from '@/db/schema'
import type { Deps } from '../../deps'
import { putErrands } from '../../jobs/errands'

/** Has a new or changed matcher, or that of a bot which goes live, held against the questions that are open already. */
export async function putMatcher(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'clock'>,
  matcherId: string,
): Promise<void> {
  await putErrands(tx, deps, { kind: 'apply-matcher', subjectIds: [matcherId] })
  await deps.jobs.enqueue(tx, 'market.apply-matcher', [{ matcherId }])
}

/** The same for whoever knows the bot only. */
export async function putMatcherOfBot(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'clock'>,
  botId: string,
): Promise<void> {
  const found = await tx.select({ id: matchers.id }).from(matchers).where(eq(matchers.botId, botId))
  for (const { id } of found) await putMatcher(tx, deps, id)
}
