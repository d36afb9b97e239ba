import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { type Pool, threadPool } from '@/server/lab/command/pool'
import { experimentNamed } from '@/server/lab/experiments'
import { type Job, jobsOf } from '@/server/lab/grid'
import { medianFigure } from './lib/bootstrap'
import { runPairs } from './lib/pairs'
import type { Bench } from './lib/result'
import { WORLDS, worldsPerSecond } from './lib/worlds-worker'

/** Worlds a second on one core. */
export const theoryWorlds: Bench = async ({ pairs, seconds, seed }) => {
  await worldsPerSecond(seconds, seed)
  const rates: number[] = []
  for (let block = 0; block < pairs; block += 1) rates.push(await worldsPerSecond(seconds, seed))
  return [medianFigure('theory_worlds', 'worlds per second', { values: rates, seed })]
}

/**
 * Runs a second on two threads over one: what a second core is worth to the lab. Goal: at least 1.7. Beside it, what two processes
 * that share nothing get over one, at the same work: what this machine's second core is worth to anybody.
 */
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
    return [
      medianFigure('lab_cores', 'ratio', { values: ratios, seed }),
      medianFigure('lab_cores_ceiling', 'ratio', {
        values: await ofProcesses({ pairs, seconds, seed }),
        seed,
      }),
    ]
  } finally {
    await one.close()
    await two.close()
  }
}

async function ofProcesses({ pairs, seconds, seed }: Parameters<Bench>[0]): Promise<number[]> {
  const script = path.join(import.meta.dirname, 'lib/worlds-worker.ts')
  const processes = [1, 2].map(() => fork(script, { execArgv: ['--import', 'tsx'] }))
  try {
    await Promise.all(processes.map((child) => once(child, 'message')))
    const rate = async (children: readonly ChildProcess[]) => {
      const rates = await Promise.all(
        children.map(async (child) => {
          child.send({ seconds, seed })
          const [worlds] = await once(child, 'message')
          return Number(worlds)
        }),
      )
      return rates.reduce((sum, one) => sum + one, 0)
    }
    return await runPairs({ a: () => rate(processes), b: () => rate(processes.slice(0, 1)) }, { pairs, seed })
  } finally {
    for (const child of processes) child.kill()
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
