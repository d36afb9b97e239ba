import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { experimentNamed } from '@/server/lab/experiments'
import { jobsOf, runJob } from '@/server/lab/grid'

/** Worlds of all sizes that the theory's row is judged by. */
export const WORLDS = 'inspection-depth'

/** Worlds a second on the core that this runs on, for so long: each with every protocol, the best by contents and the drawn ones. */
export async function worldsPerSecond(seconds: number, seed: number): Promise<number> {
  const experiment = experimentNamed(WORLDS)
  const tools = { chat: null, signal: new AbortController().signal }
  const startMs = performance.now()
  let worlds = 0
  for (let at = seed; performance.now() < startMs + seconds * 1_000; at += 1) {
    for (const job of jobsOf(experiment, { seeds: [at] })) {
      await runJob(experiment, job, tools)
      worlds += 1
    }
  }
  return (1_000 * worlds) / (performance.now() - startMs)
}

/** As a process of its own: warm when it says so, and then a rate for each message with seconds and seed. */
async function serve(): Promise<void> {
  await worldsPerSecond(1, 1)
  process.send?.('warm')
  while (process.connected) {
    const [{ seconds, seed }] = await once(process, 'message')
    process.send?.(await worldsPerSecond(seconds, seed))
  }
}

if (process.send && process.argv[1] === import.meta.filename) serve()
