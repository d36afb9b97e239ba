import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { ARRIVALS_PER_CONSUMER, CODE_PRESET, type CrashConfig } from '@/server/lab/agent-bazaar/crash/config'
import { firmsOf, stabilizer, undercutter } from '@/server/lab/agent-bazaar/crash/scripted'
import { simulateCrash } from '@/server/lab/agent-bazaar/crash/simulate'
import { medianFigure } from './lib/bootstrap'
import { runPairs } from './lib/pairs'
import type { Bench } from './lib/result'

const FIRMS = 5
const TIMES = 10

/** A year of the Crash with so many times the firms and consumers, discovery limits as they are; all firms stabilise. */
async function year(times: number, seed: number): Promise<void> {
  const consumers = times * CODE_PRESET.consumers
  const config: CrashConfig = {
    ...CODE_PRESET,
    consumers,
    arrivals: ARRIVALS_PER_CONSUMER * consumers,
    // With all competitors in sight the views alone would grow with the square.
    firmsDiscover: 3,
  }
  const firms = times * FIRMS
  const run = await simulateCrash(
    config,
    seed,
    firmsOf(
      firms,
      firms,
      () => stabilizer(),
      () => undercutter(),
    ),
  )
  if (run.days !== config.days) throw new Error(`The market ended on day ${run.days} of ${config.days}.`)
}

const execute = promisify(execFile)

/**
 * CPU seconds of one scripted year (365 days, defaults, k = 5), the first in a fresh process: nothing is warm. The published
 * code takes 6.3. Goal at most 0.06 (lab, a hundredth).
 */
export const labCrashYear: Bench = async ({ pairs, seed }) => {
  const script = path.join(import.meta.dirname, 'lib/crash-year.ts')
  const seconds: number[] = []
  for (let run = 0; run < pairs; run += 1) {
    const { stdout } = await execute(process.execPath, ['--import', 'tsx', script, String(seed + run)])
    seconds.push(Number(stdout))
  }
  return [medianFigure('lab_crash_year', 's', { values: seconds, seed })]
}

/** CPU time of a year with ten times the firms and consumers / of ten years. Goal at most 1.3. */
export const labGrowth: Bench = async (options) => {
  const arm = (times: number, years: number) => {
    let seed = options.seed
    return async () => {
      const until = performance.now() + options.seconds * 1_000
      const before = process.cpuUsage()
      let rounds = 0
      while (performance.now() < until) {
        for (let one = 0; one < years; one += 1) {
          seed += 1
          await year(times, seed)
        }
        rounds += 1
      }
      const { user, system } = process.cpuUsage(before)
      return (user + system) / rounds
    }
  }
  const arms = { a: arm(TIMES, 1), b: arm(1, TIMES) }
  // Both are compiled before either is measured.
  await arms.a()
  await arms.b()
  const ratios = await runPairs(arms, options)
  return [medianFigure('lab_growth', 'ratio', { values: ratios, seed: options.seed })]
}
