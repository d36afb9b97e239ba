import { eq } from 'drizzle-orm'
import { botRuns, bots } from '@/db/schema'
import type { Deps } from '../../deps'
import type { BotKind } from '../../words/sellers'
import { deliverRun } from '../webhook/deliver'
import { answerRun } from './answer-run'

/** Runs of one process under way at once; what comes above that waits. */
const RUNS_AT_ONCE = 128
/** Of one owner, so that one slow server, or one owner with fifty, holds up nobody else. */
const RUNS_OF_OWNER = 8
/** How long a run waits for a place. */
const PLACE_WAIT_MS = 1_000
/** Longer than any run takes. If this process dies before it has concluded, the run is taken up again then. */
const SAFETY_MS = 60_000
/** Longer than all tries of a webhook. A run that a fault of ours keeps from ending is left alone after that. */
const SAFE_FOR_MS = 12 * 3_600_000

/**
 * Bots being asked. A job only says that a run may begin; the call of a model or an owner's server goes on after it, so the
 * queue's workers never wait for a slow one. A second job, due when the run must be over, is what is left after a crash.
 */
export interface AnsweringRuns {
  /** Begins a run, or one more try of it; it goes on after this returns. Throws once it is stopped. */
  begin(botRunId: string): Promise<void>
  /** Waits until no run of this process is under way. */
  idle(): Promise<void>
  /** Stops runs under way; their safety jobs take them up elsewhere. */
  stop(): Promise<void>
}

export function createAnsweringRuns(deps: Deps): AnsweringRuns {
  const stopping = new AbortController()
  const running = new Map<string, { ownerId: string; work: Promise<void> }>()

  async function begin(botRunId: string): Promise<void> {
    // Not silently: a job that ends well leaves the queue, and this one is for another worker.
    if (stopping.signal.aborted) throw new Error('No more runs begin here')
    const [found] = await deps.db
      .select({
        state: botRuns.state,
        createdAt: botRuns.createdAt,
        kind: bots.kind,
        ownerId: bots.ownerId,
      })
      .from(botRuns)
      .innerJoin(bots, eq(bots.id, botRuns.botId))
      .where(eq(botRuns.id, botRunId))
    if (!found || (found.state !== 'queued' && found.state !== 'awaited') || running.has(botRunId)) return
    const { ownerId, kind, createdAt } = found
    const ofOwner = [...running.values()].filter((run) => run.ownerId === ownerId).length
    if (running.size >= RUNS_AT_ONCE || ofOwner >= RUNS_OF_OWNER) {
      await enqueueLater(botRunId, kind, PLACE_WAIT_MS)
      return
    }
    const work = run(botRunId, kind, deps.clock.now().getTime() - createdAt.getTime())
      .catch((error: unknown) => {
        // The safety job tries it again.
        deps.log.error({ err: error, botRunId }, 'a run failed')
      })
      .finally(() => running.delete(botRunId))
    running.set(botRunId, { ownerId, work })
  }

  async function run(botRunId: string, kind: BotKind, ageMs: number): Promise<void> {
    // Ever later, so that one which always breaks is tried a dozen times and not for ever.
    if (ageMs < SAFE_FOR_MS) await enqueueLater(botRunId, kind, Math.max(SAFETY_MS, ageMs))
    if (kind === 'webhook') await deliverRun(deps, botRunId, stopping.signal)
    else await answerRun(deps, botRunId, stopping.signal)
  }

  async function enqueueLater(botRunId: string, kind: BotKind, ms: number): Promise<void> {
    const at = new Date(deps.clock.now().getTime() + ms)
    await deps.jobs.enqueue(deps.db, queueOf(kind), [{ botRunId }], at)
  }

  const idle = async () => {
    while (running.size > 0) await Promise.all([...running.values()].map(({ work }) => work))
  }
  return {
    begin,
    idle,
    async stop() {
      stopping.abort()
      await idle()
    },
  }
}

/** Owners' servers have a queue of their own: their tries come again over hours. */
export const queueOf = (kind: BotKind) => (kind === 'webhook' ? 'sellers.deliver' : 'sellers.answer')
