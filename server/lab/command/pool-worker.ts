import { experimentNamed } from '../experiments'
import type { Job } from '../grid'
import { type Done, runLogged } from './logged-run'
import { readData } from './read-data'

export type Task = { experiment: string; jobs: readonly Job[]; hasLog: boolean; dataFile?: string }

/** Runs a batch in a worker thread. */
export default async function runBatch({ experiment, jobs, hasLog, dataFile }: Task): Promise<Done[]> {
  const found = experimentNamed(experiment)
  const signal = new AbortController().signal
  const data = dataFile === undefined ? undefined : readData(dataFile)
  const done: Done[] = []
  for (const job of jobs) done.push(await runLogged(found, job, { chat: null, signal, data, hasLog }))
  return done
}
