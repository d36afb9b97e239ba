import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import type { Chat } from '../../llm/chat'
import type { Experiment, Value, Values } from '../experiment'
import type { Job } from '../grid'
import { parameterFields } from '../parameter-fields'
import { secondsOfSeed } from '../run-time'
import { type Done, runLogged } from './logged-run'
import type { Task } from './pool-worker'
import { readData } from './read-data'

export type Work = { experiment: Experiment; jobs: readonly Job[]; hasLog: boolean; dataFile?: string }

/** Where jobs run. Batches come back in the order of the jobs, whatever ends first. */
export interface Pool {
  run(work: Work): AsyncGenerator<Done[]>
  close(): Promise<void>
}

/** A batch takes about this long, so that handing it over costs next to nothing and little is lost when stopped. */
const BATCH_SECONDS = 0.1
const BATCH_MAX = 512
/** Batches under way for each thread: enough that none waits for the writer. */
const AHEAD = 4

/** Worker threads. */
export function threadPool(threads: number): Pool {
  const pool = new Piscina({
    filename: new URL('./pool-worker.ts', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    // Threads read TypeScript as the command does, also when something else than the command starts them.
    execArgv: ['--import', 'tsx'],
    // A run has no reason to end its thread; what does is a bug that must not be hidden by a new thread.
    idleTimeout: Number.POSITIVE_INFINITY,
  })
  return {
    run: ({ experiment, jobs, ...rest }) => {
      const size = Math.max(
        1,
        Math.min(BATCH_MAX, Math.floor(BATCH_SECONDS / secondsPerJob(experiment, jobs))),
      )
      // At the end every thread should have something to do.
      const even = Math.max(1, Math.min(size, Math.ceil(jobs.length / (threads * 2))))
      const batches = Array.from({ length: Math.ceil(jobs.length / even) }, (_, i) =>
        jobs.slice(i * even, (i + 1) * even),
      )
      const start = (batch: readonly Job[]): Promise<Done[]> => {
        const task: Task = { experiment: experiment.name, jobs: batch, ...rest }
        return pool.run(task)
      }
      return inOrder(batches, start, threads * AHEAD)
    },
    close: () => pool.destroy(),
  }
}

/** Of the longest, so that no batch is long. */
function secondsPerJob(experiment: Experiment, jobs: readonly Job[]): number {
  const fields = parameterFields(experiment)
  const points = new Set(jobs.map(({ values }) => values))
  return Math.max(...[...points].map((values) => secondsOfSeed({ ...experiment, fields }, alone(values))))
}

function alone(values: Values): Record<string, readonly Value[]> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]))
}

/** Calls of a model that are under way at once: what small servers bear. */
const CALLS_AT_ONCE = 4

/** Runs that wait for a model, side by side in this thread. */
export function modelPool(chat: Chat): Pool {
  const stopping = new AbortController()
  const limit = pLimit(CALLS_AT_ONCE)
  return {
    run: ({ experiment, jobs, hasLog, dataFile }) => {
      const tools = { chat, signal: stopping.signal, hasLog, data: dataFile && readData(dataFile) }
      const start = (job: Job): Promise<Done[]> =>
        limit(async () => [await runLogged(experiment, job, tools)])
      return inOrder(jobs, start, CALLS_AT_ONCE * AHEAD)
    },
    close: async () => stopping.abort(),
  }
}

async function* inOrder<T, R>(
  items: readonly T[],
  start: (item: T) => Promise<R>,
  ahead: number,
): AsyncGenerator<R> {
  const underWay: Promise<R>[] = []
  for (const item of items) {
    const promise = start(item)
    // Seen when its turn comes; until then a failure must not end the process.
    promise.catch(() => undefined)
    underWay.push(promise)
    const [first] = underWay
    if (first && underWay.length >= ahead) {
      underWay.shift()
      yield await first
    }
  }
  for (const promise of underWay) yield await promise
}
