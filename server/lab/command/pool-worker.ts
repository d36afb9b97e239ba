import { experimentNamed } from '../experiments'
import type { Job } from '../grid'
import { type Done, runLogged } from './logged-run'

export type Task = { experiment: string; jobs: readonly Job[]; hasLog: boolean }

/** Runs a batch in a worker thread. */
export default async function runBatch({ experiment, jobs, hasLog }: Task): Promise<Done[]> {
  const found = experimentNamed(experiment)
  const signal = new AbortController().signal
  const done: Done[] = []
  for (const job of jobs) done.push(await runLogged(found, job, { chat: null, signal, hasLog }))
  return done
}
