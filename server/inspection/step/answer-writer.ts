import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { rowsOf } from '@/db/client'
import type { Deps } from '../../deps'
import { writeAnswer } from './answer'

/** Trees taken up by one pass; the next pass goes on. */
const SWEEP_MAX = 100

/**
 * Answers being written. A job only says that one may begin, so the queue's workers never wait for a model; what is to be written
 * is found in the tables, whatever became of the job.
 */
export interface AnswerWriter {
  /** Begins the answer of a settled tree; it goes on after this returns. Throws once it is stopped. */
  begin(rootId: string): void
  /** Begins what is due: settled trees that nobody writes the answer of. */
  sweep(): Promise<void>
  /** Waits until no answer is being written in this process. */
  idle(): Promise<void>
  /** Stops the calls under way; they are begun again elsewhere when their leases run out. */
  stop(): Promise<void>
}

export function createAnswerWriter(deps: Deps): AnswerWriter {
  const limit = pLimit(deps.env.MODEL_CALLS_AT_ONCE)
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  function begin(rootId: string): void {
    // Not silently: a job that ends well leaves the queue, and this one is for another worker.
    if (stopping.signal.aborted) throw new Error('No more answers begin here')
    if (running.has(rootId)) return
    // It is claimed once it has its place, so that until then another process may have it.
    const work = limit(async () => {
      if (!stopping.signal.aborted) await writeAnswer(deps, rootId, stopping.signal)
    })
      .catch((error: unknown) => {
        // It is due again when its lease has run out.
        deps.log.error({ err: error, rootId }, 'an answer failed')
      })
      .finally(() => running.delete(rootId))
    running.set(rootId, work)
  }

  const idle = async () => {
    while (running.size > 0) await Promise.all(running.values())
  }
  return {
    begin,
    idle,
    async sweep() {
      const found = await deps.db.execute(dueAnswers(deps.clock.now()))
      for (const { rootId } of rowsOf<{ rootId: string }>(found)) begin(rootId)
    },
    async stop() {
      stopping.abort()
      await idle()
    },
  }
}

/** Trees whose answer, or its next revision, nobody writes. */
export const dueAnswers = (now: Date) => sql`
  select root_id as "rootId" from inspection
  where answer_revision > 0 and answered_at is null
    and (answer_due_at is null or answer_due_at <= ${now.toISOString()}::timestamptz)
  order by answer_due_at nulls first limit ${SWEEP_MAX}`
