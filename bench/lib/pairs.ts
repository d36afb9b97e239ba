import { readFile } from 'node:fs/promises'
import { seededRandom } from '@/server/shared/random'
import { medianOf } from './bootstrap'

/** Runs one block and returns its figure, such as operations per second. */
export type Arm = () => Promise<number>

interface Block {
  value: number
  /** Share of the machine's time that its host gave to others; 0 where the system does not tell. */
  steal: number
  /** How long a fixed piece of work took just before. */
  calibrationMs: number
}

export interface Pair {
  a: Block
  b: Block
  ratio: number
}

/** Fewer say nothing, whatever their interval. */
const PAIRS_MIN = 3

/** Beyond these the machine was busy with something else (reliability, "Measuring side by side"). */
const STEAL_MAX = 0.05
const CALIBRATION_DEVIATION_MAX = 0.2

/**
 * Measures two arms in turn, A B B A or B A A B by the seed, so that a machine that slows down slows both. A disturbed pair
 * is measured again, up to as many times as there are pairs. On a machine that is never quiet all pairs count, and their
 * interval is as wide as they are. Returns a / b of each pair that counts. Every block is written to standard error as a line of CSV, to be kept beside the figure.
 */
export async function runPairs(
  { a, b }: { a: Arm; b: Arm },
  { pairs, seed }: { pairs: number; seed: number },
): Promise<number[]> {
  const random = seededRandom(seed)
  const done: Pair[] = []
  console.error('pair,arm,value,steal,calibration_ms')
  let isAFirst = false
  while (withoutDisturbed(done).length < pairs && done.length < 2 * pairs) {
    isAFirst = done.length % 2 === 0 ? random() < 0.5 : !isAFirst
    const first = await runBlock(isAFirst ? a : b)
    const second = await runBlock(isAFirst ? b : a)
    const [blockA, blockB] = isAFirst ? [first, second] : [second, first]
    for (const [arm, block] of [
      ['a', blockA],
      ['b', blockB],
    ] as const) {
      console.error(
        `${done.length},${arm},${block.value.toFixed(1)},${block.steal.toFixed(3)},${block.calibrationMs.toFixed(1)}`,
      )
    }
    done.push({ a: blockA, b: blockB, ratio: blockA.value / blockB.value })
  }
  const quiet = withoutDisturbed(done)
  const counted = quiet.length < PAIRS_MIN ? done : quiet
  console.error(
    `${done.length} pairs measured, ${done.length - quiet.length} disturbed, ${counted.length} count`,
  )
  return counted.map((pair) => pair.ratio)
}

/** Leaves out pairs in which the host took time away or a fixed piece of work took unusually long or short. */
export function withoutDisturbed(pairs: readonly Pair[]): Pair[] {
  const usual = medianOf(pairs.flatMap(({ a, b }) => [a.calibrationMs, b.calibrationMs]))
  const isQuiet = (block: Block) =>
    block.steal <= STEAL_MAX && Math.abs(block.calibrationMs / usual - 1) <= CALIBRATION_DEVIATION_MAX
  return pairs.filter(({ a, b }) => isQuiet(a) && isQuiet(b))
}

async function runBlock(arm: Arm): Promise<Block> {
  const calibrationMs = calibrate()
  const before = await cpuTimes()
  const value = await arm()
  const after = await cpuTimes()
  const total = after.total - before.total
  return { value, calibrationMs, steal: total > 0 ? (after.steal - before.steal) / total : 0 }
}

/** Some 50 ms of arithmetic on one core; the best of five, so that a single interruption does not count. */
function calibrate(): number {
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now()
    const random = seededRandom(1)
    let sum = 0
    for (let i = 0; i < 2_000_000; i += 1) sum += random()
    return sum > 0 ? performance.now() - startedAt : Number.NaN
  })
  return Math.min(...times)
}

/** First line of /proc/stat: the eighth number is steal. Zeros where there is no such file. */
async function cpuTimes(): Promise<{ total: number; steal: number }> {
  const stat = await readFile('/proc/stat', 'utf8').catch(() => '')
  const numbers = (stat.split('\n')[0] ?? '').split(/\s+/).slice(1).map(Number)
  // Guest time (from the ninth on) is counted in user time already.
  return { total: numbers.slice(0, 8).reduce((sum, n) => sum + n, 0), steal: numbers[7] ?? 0 }
}
