import type { Value, Values } from '@/server/lab/experiment'
import { experimentNamed } from '@/server/lab/experiments'
import { jobsOf, runJob } from '@/server/lab/grid'

/** Runs an experiment beside the page, so that the page stays alive and can stop it. */

export type LabTask = {
  experiment: string
  set: Readonly<Record<string, readonly Value[]>>
  seeds: readonly number[]
}

export type LabRun = { seed: number; values: Values; metrics: Readonly<Record<string, number>> }

export type LabMessage =
  | { type: 'progress'; done: number; runs: number }
  | { type: 'done'; runs: readonly LabRun[] }
  | { type: 'failed'; reason: string }

/** Often enough for the eye, rarely enough to cost nothing. */
const PROGRESS_MS = 100

self.addEventListener('message', ({ data }: MessageEvent<LabTask>) => {
  runAll(data).then(
    (runs) => send({ type: 'done', runs }),
    (error: unknown) =>
      send({ type: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  )
})

async function runAll({ experiment: name, set, seeds }: LabTask): Promise<LabRun[]> {
  const experiment = experimentNamed(name)
  const jobs = jobsOf(experiment, { set, seeds })
  const tools = { chat: null, signal: new AbortController().signal }
  const runs: LabRun[] = []
  let toldMs = 0
  for (const job of jobs) {
    const { metrics } = await runJob(experiment, job, tools)
    runs.push({ ...job, metrics })
    if (performance.now() - toldMs < PROGRESS_MS) continue
    toldMs = performance.now()
    send({ type: 'progress', done: runs.length, runs: jobs.length })
  }
  return runs
}

function send(message: LabMessage): void {
  self.postMessage(message)
}
