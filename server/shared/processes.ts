import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Tinypool } from 'tinypool'
import type { FairLimits } from './fair-queue'
import { fairTurns } from './fair-turns'

/** Starting a process is not counted; loading takes a second on a slow machine. */
export const START_MS_MAX = 15_000
/** Kept for the next task; loading takes half a second. */
const IDLE_MS = 60_000
/**
 * Beyond its heap: Node and the loader take about 100, what was just allocated 50, bytes outside the heap (a file of the largest
 * size and its copies) the rest.
 */
const ROOM_MEGABYTES = 256

export type ProcessOptions = {
  /** From the root of the project, for example `server/prose/child.ts`; its default export runs a task. */
  file: string
  processes: number
  /** How many may wait, of one person and of all; left out where one caller has all of it to itself. */
  turns?: Omit<FairLimits, 'atOnce'>
  /** Of heap for each; with all that is outside of its heap, a process has `ROOM_MEGABYTES` more. */
  megabytes: number
  /** For one task, without the start of its process. */
  timeoutMs: number
}

/** Null when it took too long, or more memory than it may, or ended its process in another way; and once all is closed. */
export type Run<Task, Reply> = (task: Task, timeoutMs?: number) => Promise<Reply | null>

export type Processes<Task, Reply> = {
  run: Run<Task, Reply>
  /**
   * One task after another, when it is this person's turn (`who`).
   *
   * @throws NoTurnError when so many wait already, of this person or in all.
   */
  inTurn<Result>(who: string, work: (run: Run<Task, Reply>) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Whoever sends all the tasks there are bounds them, and has them done in its own order. */
const OF_ONE_CALLER = { ofOneAtOnce: Infinity, ofOneWaitingMax: Infinity, waitingMax: Infinity }

/**
 * Child processes with limits of time and memory for what strangers wrote, so that no text holds up the event loop that serves pages,
 * or takes the market with it: a worker thread that runs out of memory fast enough ends the whole process, whatever its
 * `resourceLimits` say. A child knows none of the market's environment, ends with the market (`in-child.ts`), and is killed when a
 * task is not done in time. A production build does not know of children: their file is loaded as it is, by the loader that the
 * commands run with, from the folder the process was started in, which is the project's for every script (as with the migrations).
 * `first` is a task that costs nothing and has a new process load what it needs.
 */
export function boundedProcesses<Task, Reply>(
  options: ProcessOptions & { first: Task },
): Processes<Task, Reply> {
  const { file, processes, megabytes, first, turns = OF_ONE_CALLER } = options
  const queue = fairTurns({ ...turns, atOnce: processes })
  // Without the comment a build would copy whatever these names could be: the whole project.
  const inProject = (name: string) => path.join(/* turbopackIgnore: true */ process.cwd(), name)
  const pool = new Tinypool({
    runtime: 'child_process',
    filename: inProject(file),
    execArgv: [
      `--max-old-space-size=${megabytes}`,
      '--import',
      'tsx',
      '--import',
      pathToFileURL(inProject('server/shared/in-child.ts')).href,
    ],
    env: { RESIDENT_MEGABYTES_MAX: String(megabytes + ROOM_MEGABYTES) },
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: processes,
    concurrentTasksPerWorker: 1,
    idleTimeout: IDLE_MS,
  })
  // A process that dies at rest is replaced when the next task comes; without a listener its error would end this one.
  pool.on('error', () => undefined)
  let isClosed = false
  const run: Run<Task, Reply> = async (task, timeoutMs = options.timeoutMs) => {
    if (isClosed) return null
    try {
      // The clock runs while the text is read, not while its process is started.
      if (pool.threads.length < queue.running())
        await pool.run(first, { signal: AbortSignal.timeout(START_MS_MAX) })
      return await pool.run(task, { signal: AbortSignal.timeout(timeoutMs) })
    } catch {
      // Too slow, or more memory than it may have: the process has ended, and the next task gets a new one.
      return null
    }
  }
  return {
    inTurn: (who, work) => queue.inTurn(who, () => work(run)),
    run: (task, timeoutMs) => queue.inTurn('', () => run(task, timeoutMs)),
    close: () => {
      isClosed = true
      return pool.destroy()
    },
  }
}
