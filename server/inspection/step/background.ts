import type { SQL } from 'drizzle-orm'
import pLimit from 'p-limit'
import { rowsOf } from '@/db/client'
import type { Deps } from '../../deps'

/**
 * Work on trees that goes on by itself. A job only says that it may begin, so the queue's workers never wait for a model; what is to be
 * done is found in the tables, whatever became of the job.
 */
export interface Background {
  /** Begins on a tree; it goes on after this returns. Throws once it is stopped. */
  begin(rootId: string): void
  /** Begins what is due and nobody is at. */
  sweep(): Promise<void>
  /** Waits until nothing is under way in this process. */
  idle(): Promise<void>
  /** Stops the calls under way; they are begun again elsewhere when their leases run out. */
  stop(): Promise<void>
}

type Work = {
  /** What failed, for the log. */
  what: string
  work: (rootId: string, stopped: AbortSignal) => Promise<void>
  /** Selects "rootId" of what is due. */
  due: (now: Date) => SQL
}

export function createBackground(deps: Deps, { what, work, due }: Work): Background {
  const limit = pLimit(deps.env.MODEL_CALLS_AT_ONCE)
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  function begin(rootId: string): void {
    // Not silently: a job that ends well leaves the queue, and this one is for another worker.
    if (stopping.signal.aborted) throw new Error(`Nothing more begins here: ${what}`)
    if (running.has(rootId)) return
    // It is claimed once it has its place, so that until then another process may have it.
    const begun = limit(async () => {
      if (!stopping.signal.aborted) await work(rootId, stopping.signal)
    })
      .catch((error: unknown) => {
        // It is due again when its lease has run out.
        deps.log.error({ err: error, rootId }, `${what} failed`)
      })
      .finally(() => running.delete(rootId))
    running.set(rootId, begun)
  }

  const idle = async () => {
    while (running.size > 0) await Promise.all(running.values())
  }
  return {
    begin,
    idle,
    async sweep() {
      const found = await deps.db.execute(due(deps.clock.now()))
      for (const { rootId } of rowsOf<{ rootId: string }>(found)) begin(rootId)
    },
    async stop() {
      stopping.abort()
      await idle()
    },
  }
}
