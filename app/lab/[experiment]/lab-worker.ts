import type { Outcome, Value } from '@/server/lab/experiment'
import { experimentNamed } from '@/server/lab/experiments'
import { type Job, jobsOf, runJob } from '@/server/lab/grid'

/** Runs an experiment beside the page, so that the page stays alive and can stop it. */

export type LabTask = {
  experiment: string
  set: Readonly<Record<string, readonly Value[]>>
  seeds: readonly number[]
}

export type LabRun = Job & Outcome

/** `runs` are those since the last message; `of` is how many there are to be. */
export type LabMessage =
  | { type: 'progress' | 'done'; runs: readonly LabRun[]; of: number }
  | { type: 'failed'; reason: string }

/** Often enough for the eye, rarely enough to cost nothing. */
const PROGRESS_MS = 100

self.addEventListener('message', ({ data }: MessageEvent<LabTask>) => {
  runAll(data).catch((error: unknown) =>
    send({ type: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  )
})

async function runAll({ experiment: name, set, seeds }: LabTask): Promise<void> {
  const experiment = experimentNamed(name)
  const jobs = jobsOf(experiment, { set, seeds })
  const tools = { chat: null, signal: new AbortController().signal }
  let runs: LabRun[] = []
  let toldMs = 0
  for (const job of jobs) {
    runs.push({ ...job, ...(await runJob(experiment, job, tools)) })
    if (performance.now() - toldMs < PROGRESS_MS) continue
    toldMs = performance.now()
    send({ type: 'progress', runs, of: jobs.length })
    runs = []
  }
  send({ type: 'done', runs, of: jobs.length })
}

function send(message: LabMessage): void {
  self.postMessage(message)
}
