import path from 'node:path'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'

/** Starting a thread is not counted; loading takes a second on a slow machine. */
export const START_MS_MAX = 15_000
/** Kept for the next task; loading takes half a second. */
const IDLE_MS = 60_000

export type ThreadOptions = {
  /** From the root of the project, for example `server/prose/thread.ts`; its default export runs a task. */
  file: string
  threads: number
  /** Of heap for each; a thread that wants more ends. */
  megabytes: number
  /** For one task, without the start of its thread. */
  timeoutMs: number
}

export type Threads<Task, Reply> = {
  /** Null when it took too long, or more memory than it may. */
  run(task: Task): Promise<Reply | null>
  /** Tasks that have not begun. */
  waiting(): number
  close(): Promise<void>
}

/**
 * Threads with limits of time and memory for what strangers wrote, so that no text holds up the event loop that serves pages. A
 * production build does not know of threads: their file is loaded as it is, by the loader that the commands run with, from the
 * folder the process was started in, which is the project's for every script (as with the migrations). `first` is a task that
 * costs nothing and has a new thread load what it needs.
 */
export function boundedThreads<Task, Reply>(options: ThreadOptions & { first: Task }): Threads<Task, Reply> {
  const { file, threads, megabytes, timeoutMs, first } = options
  const limit = pLimit(threads)
  const pool = new Piscina({
    // Without the comment a build would copy whatever this name could be: the whole project.
    filename: path.join(/* turbopackIgnore: true */ process.cwd(), file),
    execArgv: ['--import', 'tsx'],
    minThreads: 0,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  // A thread that dies at rest is replaced; without a listener its error would end the process.
  pool.on('error', () => undefined)
  return {
    run: (task) =>
      limit(async () => {
        try {
          // The clock runs while the text is read, not while its thread is started.
          if (pool.threads.length < threads && pool.idleThreads === 0)
            await pool.run(first, { signal: AbortSignal.timeout(START_MS_MAX) })
          return await pool.run(task, { signal: AbortSignal.timeout(timeoutMs) })
        } catch {
          // Too slow, or more memory than it may have: the thread has ended, and the next task gets a new one.
          return null
        }
      }),
    waiting: () => limit.pendingCount,
    close: () => pool.destroy(),
  }
}
