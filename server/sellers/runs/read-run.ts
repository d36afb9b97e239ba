import { eq } from 'drizzle-orm'
import { type BotRow, botRuns, bots, contexts } from '@/db/schema'
import type { Deps } from '../../deps'

/** A run with its bot and context, as they stand. */
export type RunAsked = {
  run: typeof botRuns.$inferSelect
  bot: BotRow
  context: typeof contexts.$inferSelect
}

export async function readRun(deps: Pick<Deps, 'db'>, botRunId: string): Promise<RunAsked | null> {
  const [found] = await deps.db
    .select({ run: botRuns, bot: bots, context: contexts })
    .from(botRuns)
    .innerJoin(bots, eq(bots.id, botRuns.botId))
    .innerJoin(contexts, eq(contexts.id, botRuns.contextId))
    .where(eq(botRuns.id, botRunId))
  return found ?? null
}
