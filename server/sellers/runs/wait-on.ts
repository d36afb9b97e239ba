import { and, eq } from 'drizzle-orm'
import { botRuns, inspections } from '@/db/schema'
import type { Deps } from '../../deps'
import { isTerminal } from '../../protocol/advance'
import { inTree } from '../../realtime/tree-transaction'
import { concludeRun, type Outcome } from './conclude-run'
import type { RunAsked } from './read-run'

/** How often an answer that may still come is looked for once the wait for bots is over. */
const LOOK_AGAIN_MS = 60_000

/** An answer comes later, from its owner's server or by the bot's queue: it is waited for as long as the context takes offers. */
export async function waitOn(
  deps: Deps,
  { run, bot, context }: RunAsked,
  closesAt: Date | null,
): Promise<void> {
  if (closesAt === null) {
    const facts = { runId: run.id, botId: bot.id, contextId: context.id }
    await inTree(deps, context.rootId, (tx, note) => concludeRun(tx, deps, note, facts, endedUnanswered(run)))
    return
  }
  await deps.db
    .update(botRuns)
    .set({ dueAt: waitEnd(deps.clock.now(), closesAt), tries: 0 })
    .where(and(eq(botRuns.id, run.id), eq(botRuns.state, 'awaited')))
}

/** When an answer that may still come is looked for again. */
export const waitEnd = (now: Date, closesAt: Date) =>
  closesAt > now ? closesAt : new Date(now.getTime() + LOOK_AGAIN_MS)

/** Until when a context takes offers, as far as it is known: for a sub-question while it waits for bots; null when it takes none. */
export async function closingOf(deps: Deps, context: RunAsked['context']): Promise<Date | null> {
  if (isTerminal(context.phase)) return null
  if (context.parentId !== null) return context.botsUntil
  const [tree] = await deps.db
    .select({ deadlineAt: inspections.deadlineAt })
    .from(inspections)
    .where(eq(inspections.rootId, context.rootId))
  return tree !== undefined && deps.clock.now() < tree.deadlineAt ? tree.deadlineAt : null
}

/** The question closed before a try succeeded: it failed if one had been made. */
export function endedUnanswered({ failure }: RunAsked['run']): Outcome {
  return failure === null
    ? { kind: 'silent', silence: 'closed' }
    : { kind: 'failed', failure, isForgiven: true }
}
