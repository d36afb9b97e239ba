import type { JobHandlers, JobPayload, Jobs, QueueName } from './jobs'

/** A job that was enqueued and not yet delivered. */
export type WaitingJob = {
  [N in QueueName]: { name: N; payload: JobPayload<N>; startAfter: Date | null }
}[QueueName]

/**
 * A queue held in memory, so that whoever has it decides when jobs run: tests and the demo market, which move their own
 * clock. What is enqueued in a transaction that is undone is delivered all the same: handlers find nothing to do, as after
 * a repeat.
 */
export type MemoryQueue = {
  jobs: Jobs
  /** Oldest first. */
  waiting: WaitingJob[]
}

export function memoryQueue(): MemoryQueue {
  const waiting: WaitingJob[] = []
  return {
    waiting,
    jobs: {
      async enqueue(_tx, name, payloads, startAfter) {
        for (const payload of payloads)
          waiting.push({ name, payload, startAfter: startAfter ?? null } as WaitingJob)
      },
    },
  }
}

/** Runs one job. */
export function deliver<N extends QueueName>(
  handlers: JobHandlers,
  job: { name: N; payload: JobPayload<N> },
): Promise<void> {
  return handlers[job.name](job.payload)
}
