import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { rowsOf } from '@/db/client'
import { botRuns, bots } from '@/db/schema'
import type { Deps } from '../../deps'
import { leasedUntil, renewedLease, underLease } from '../../jobs/lease'
import { inTree } from '../../realtime/tree-transaction'
import { isStopped } from '../../settings/stops'
import type { BotKind } from '../../words/sellers'
import { deliverRun } from '../webhook/deliver'
import { askBot } from './ask-bot'
import { concludeRun } from './conclude-run'
import { readRun } from './read-run'

/** Runs of one process under way at once; what comes above that waits. */
const RUNS_AT_ONCE = 128
/** Of one owner, so that one slow server, or one owner with fifty, holds up nobody else. */
const RUNS_OF_OWNER = 8
/** How long a run waits for a place. */
const PLACE_WAIT_MS = 1_000
/** A run that was begun so often and never got anywhere, which takes hours, has failed: nobody waits for it any more. */
const TRIES_MAX = 12

/**
 * Bots being asked. A job only says that a run may begin; the call of a model or an owner's server goes on after it, so the
 * queue's workers never wait for a slow one. What is due stands in the runs' own rows: whoever begins one moves that on by a
 * lease, so it is due again when this process dies, whatever became of the job.
 */
export interface BotRunner {
  /** Begins a run, or one more try of it; it goes on after this returns. Throws once it is stopped. */
  begin(botRunId: string): Promise<void>
  /** Begins what is due, as far as there are places. */
  sweep(): Promise<void>
  /** Waits until no run of this process is under way. */
  idle(): Promise<void>
  /** Stops runs under way; they are taken up elsewhere when their leases run out. */
  stop(): Promise<void>
}

type Begun = { id: string; kind: BotKind; ownerId: string }

export function createBotRunner(deps: Deps): BotRunner {
  const stopping = new AbortController()
  const running = new Map<string, { ownerId: string; work: Promise<void> }>()

  const hasPlace = (ownerId: string) => running.size < RUNS_AT_ONCE && runsOf(ownerId) < RUNS_OF_OWNER
  const runsOf = (ownerId: string) => [...running.values()].filter((run) => run.ownerId === ownerId).length

  async function begin(botRunId: string): Promise<void> {
    // Not silently: a job that ends well leaves the queue, and this one is for another worker.
    if (stopping.signal.aborted) throw new Error('No more runs begin here')
    const [found] = await deps.db
      .select({ kind: bots.kind, ownerId: bots.ownerId })
      .from(botRuns)
      .innerJoin(bots, eq(bots.id, botRuns.botId))
      .where(and(eq(botRuns.id, botRunId), isNotNull(botRuns.dueAt)))
    if (!found || running.has(botRunId) || (await isStopped(deps.db, 'bots'))) return
    if (hasPlace(found.ownerId)) return start({ id: botRunId, ...found })
    const at = new Date(deps.clock.now().getTime() + PLACE_WAIT_MS)
    await deps.jobs.enqueue(deps.db, queueOf(found.kind), [{ botRunId }], at)
  }

  function start(begun: Begun): void {
    const work = run(begun)
      .catch((error: unknown) => {
        // It is due again when its lease has run out.
        deps.log.error({ err: error, botRunId: begun.id }, 'a run failed')
      })
      .finally(() => running.delete(begun.id))
    running.set(begun.id, { ownerId: begun.ownerId, work })
  }

  async function run({ id, kind }: Begun): Promise<void> {
    const claimed = await claimRun(deps, id)
    if (!claimed) return
    if (claimed.tries > TRIES_MAX) return giveUp(deps, id)
    await underLease(
      deps,
      () => renewRun(deps, id, claimed.attempt),
      () => (kind === 'webhook' ? deliverRun(deps, id, stopping.signal) : askBot(deps, id, stopping.signal)),
    )
  }

  const idle = async () => {
    while (running.size > 0) await Promise.all([...running.values()].map(({ work }) => work))
  }
  return {
    begin,
    idle,
    async sweep() {
      if (await isStopped(deps.db, 'bots')) return
      const owners = new Set([...running.values()].map(({ ownerId }) => ownerId))
      const full = [...owners].filter((ownerId) => !hasPlace(ownerId))
      const found = await deps.db.execute(dueRuns(deps.clock.now(), full, RUNS_AT_ONCE - running.size))
      for (const due of rowsOf<Begun>(found)) {
        if (!stopping.signal.aborted && !running.has(due.id) && hasPlace(due.ownerId)) start(due)
      }
    },
    async stop() {
      stopping.abort()
      await idle()
    },
  }
}

/** Runs that nobody has, of owners who have a place. */
export const dueRuns = (now: Date, fullOwners: readonly string[], most: number) => sql`
  select r.id, b.kind, b.owner_id as "ownerId"
  from bot_run r join bot b on b.id = r.bot_id
  where r.due_at <= ${now.toISOString()}::timestamptz and b.owner_id <> all (${sql.param(fullOwners)}::text[])
  order by r.due_at limit ${most}`

/** Null when the run is not due, has ended, or somebody else has it. */
async function claimRun(deps: Deps, runId: string): Promise<{ attempt: number; tries: number } | null> {
  const now = deps.clock.now()
  const [claimed] = await deps.db
    .update(botRuns)
    .set({ tries: sql`${botRuns.tries} + 1`, dueAt: leasedUntil(now, botRuns.tries) })
    .where(and(eq(botRuns.id, runId), lte(botRuns.dueAt, now)))
    .returning({ attempt: botRuns.attempt, tries: botRuns.tries })
  return claimed ?? null
}

/** The attempt goes up when a try is concluded: what is due after that is not this lease's. */
async function renewRun(deps: Deps, runId: string, attempt: number): Promise<boolean> {
  const renewed = await deps.db
    .update(botRuns)
    .set({ dueAt: renewedLease(deps.clock.now(), botRuns.dueAt) })
    .where(
      and(eq(botRuns.id, runId), eq(botRuns.attempt, attempt), inArray(botRuns.state, ['queued', 'awaited'])),
    )
    .returning({ id: botRuns.id })
  return renewed.length > 0
}

async function giveUp(deps: Deps, runId: string): Promise<void> {
  const asked = await readRun(deps, runId)
  if (!asked) return
  const { bot, context } = asked
  const outcome = { kind: 'failed', failure: 'internal', isForgiven: true } as const
  await inTree(deps, context.rootId, (tx, note) =>
    concludeRun(tx, deps, note, { runId, botId: bot.id, contextId: context.id }, outcome),
  )
}

/** Owners' servers have a queue of their own: their tries come again over hours. */
export const queueOf = (kind: BotKind) => (kind === 'webhook' ? 'sellers.deliver' : 'sellers.answer')
