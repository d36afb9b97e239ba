import type { Tx } from '@/db/client'
import type { BotRow } from '@/db/schema'
import type { Deps } from '../../deps'
import { addressedBots } from '../../market/addressees'
import { BOTS_PER_CONTEXT_MAX, findBots } from '../../market/matching/find'
import type { MatchBots } from '../../market/matching/match-bots-port'
import type { PostedOffer } from '../../market/post-offer'
import type { Note } from '../../realtime/tree-transaction'
import { fixedDraft } from '../fixed/answer'
import { queueOf } from '../runs/bot-runner'
import { type Beginning, beginRuns, type RunPosted } from '../runs/post-bot-offers'

/**
 * Holds contexts of one tree against all standing matchers of bots and wakes those that want them. A `fixed` bot answers at
 * once, in the same transaction, since it asks nobody; the others get a job. Siblings are matched together, in a few statements.
 */
export const matchBots: MatchBots = async (tx, deps, note, contexts) => {
  // Those that are missed while bots are stopped are found when they go on (`server/operate/stop-market.ts`).
  const found = await findBots(
    tx,
    contexts.map(({ matchable }) => matchable),
  )
  const roots = contexts.filter(({ matchable }) => matchable.isRoot).map(({ id }) => id)
  const named = roots.length === 0 ? null : await addressedBots(tx, roots)
  const woken = contexts.flatMap(({ id: contextId }, index) =>
    withNamed(named?.get(contextId), found[index]).map((bot) => ({
      contextId,
      bot,
      runId: deps.ids.next('botRun'),
    })),
  )
  const pending = new Map(
    contexts.map(({ id }) => [
      id,
      woken.filter(({ bot, contextId }) => contextId === id && bot.kind !== 'fixed').length,
    ]),
  )
  const known = new Map(contexts.map((context) => [context.id, context]))
  const posted = await startRuns(tx, deps, note, woken, { pending, known })
  return contexts.map(({ id }) => ({ botsPending: pending.get(id) ?? 0, offers: posted.get(id) ?? [] }))
}

/** Those that are asked by name before those that look for it, at most as many as answer one question. */
export function withNamed(named: readonly BotRow[] = [], found: readonly BotRow[] = []): BotRow[] {
  const others = found.filter(({ id }) => named.every((bot) => bot.id !== id))
  return [...named, ...others].slice(0, BOTS_PER_CONTEXT_MAX)
}

/** A bot that is asked about a context. */
export type Woken = { contextId: string; bot: BotRow; runId: string }

/** Runs the `fixed` bots and enqueues the others. Returns what was posted, by context. */
export async function startRuns(
  tx: Tx,
  deps: Deps,
  note: Note,
  woken: readonly Woken[],
  { pending, known }: Omit<Beginning, 'asked'>,
): Promise<Map<string, PostedOffer[]>> {
  const fixed = woken.filter(({ bot }) => bot.kind === 'fixed')
  const asked = woken.filter(({ bot }) => bot.kind !== 'fixed')
  const results = await beginRuns(
    tx,
    deps,
    note,
    fixed.map(({ contextId, bot, runId }) => ({ runId, contextId, bot, drafts: [fixedDraft(deps, bot)] })),
    { asked, pending, known },
  )
  for (const queue of ['sellers.answer', 'sellers.deliver'] as const) {
    await deps.jobs.enqueue(
      tx,
      queue,
      asked.filter(({ bot }) => queueOf(bot.kind) === queue).map(({ runId }) => ({ botRunId: runId })),
    )
  }
  return postedByContext(fixed, results)
}

function postedByContext(fixed: readonly Woken[], results: readonly RunPosted[]): Map<string, PostedOffer[]> {
  const posted = new Map<string, PostedOffer[]>()
  for (const [index, { contextId }] of fixed.entries()) {
    posted.set(contextId, [...(posted.get(contextId) ?? []), ...(results[index]?.offers ?? [])])
  }
  return posted
}
