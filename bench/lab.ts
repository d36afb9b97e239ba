import { performance } from 'node:perf_hooks'
import { type Pool, threadPool } from '@/server/lab/command/pool'
import { experimentNamed } from '@/server/lab/experiments'
import { type Job, jobsOf, runJob } from '@/server/lab/grid'
import { medianFigure } from './lib/bootstrap'
import { runPairs } from './lib/pairs'
import type { Bench } from './lib/result'

/** Worlds of all sizes that the theory's row is judged by. */
const WORLDS = 'inspection-depth'
const TOOLS = { chat: null, signal: new AbortController().signal }

/** Worlds a second on one core: each with every protocol, the best by contents and the drawn ones. */
export const theoryWorlds: Bench = async ({ pairs, seconds, seed }) => {
  const experiment = experimentNamed(WORLDS)
  const arm = async () => {
    const endMs = performance.now() + seconds * 1000
    const startMs = performance.now()
    let worlds = 0
    for (let at = seed; performance.now() < endMs; at += 1) {
      for (const job of jobsOf(experiment, { seeds: [at] })) {
        await runJob(experiment, job, TOOLS)
        worlds += 1
      }
    }
    return (1000 * worlds) / (performance.now() - startMs)
  }
  await arm()
  const rates: number[] = []
  for (let block = 0; block < pairs; block += 1) rates.push(await arm())
  return [medianFigure('theory_worlds', 'worlds per second', { values: rates, seed })]
}

/** Runs a second on two threads over one: what a second core is worth to the lab. Goal: at least 1.7. */
export const labCores: Bench = async ({ pairs, seconds, seed }) => {
  const one = threadPool(1)
  const two = threadPool(2)
  try {
    const jobs = jobsOf(experimentNamed(WORLDS), { seeds: Array.from({ length: 100 }, (_, i) => seed + i) })
    // Threads start, and their code is compiled, before anything is measured.
    const rate = await throughput(two, jobs)
    await throughput(one, jobs)
    const work = Array.from(
      { length: Math.max(1, Math.ceil((rate * seconds) / jobs.length)) },
      () => jobs,
    ).flat()
    const ratios = await runPairs(
      { a: () => throughput(two, work), b: () => throughput(one, work) },
      { pairs, seed },
    )
    return [medianFigure('lab_cores', 'ratio', { values: ratios, seed })]
  } finally {
    await one.close()
    await two.close()
  }
}

/** Jobs a second. */
async function throughput(pool: Pool, jobs: readonly Job[]): Promise<number> {
  const startMs = performance.now()
  let done = 0
  for await (const batch of pool.run({ experiment: experimentNamed(WORLDS), jobs, hasLog: false })) {
    done += batch.length
  }
  return (1000 * done) / (performance.now() - startMs)
}
