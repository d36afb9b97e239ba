import { seededRandom } from '@/server/shared/random'
import type { BenchResult } from './result'

export interface Interval {
  median: number
  low: number
  high: number
}

/** More changes the third digit of the interval no longer. */
const RESAMPLES = 10_000

/** The median and its 95 % interval, by drawing from the values again and again (percentile bootstrap). */
export function bootstrapMedian(values: readonly number[], seed: number): Interval {
  return { median: medianOf(values), ...intervalOf(medianOf, values, seed) }
}

/** One figure: the median of what was measured, with its interval. */
export function medianFigure(
  name: string,
  unit: string,
  { values, seed }: { values: readonly number[]; seed: number },
): BenchResult {
  const { median, low, high } = bootstrapMedian(values, seed)
  return { name, value: median, unit, n: values.length, low, high }
}

/** As `bootstrapMedian`, for the mean: of shares that are mostly one, the median says nothing. */
export function bootstrapMean(
  values: readonly number[],
  seed: number,
): { mean: number; low: number; high: number } {
  return { mean: meanOf(values), ...intervalOf(meanOf, values, seed) }
}

function intervalOf(
  figureOf: (values: readonly number[]) => number,
  values: readonly number[],
  seed: number,
): { low: number; high: number } {
  if (values.length === 0) throw new RangeError('No values to resample.')
  const random = seededRandom(seed)
  const figures = Array.from({ length: RESAMPLES }, () =>
    figureOf(values.map(() => values[Math.floor(random() * values.length)] ?? Number.NaN)),
  ).sort((a, b) => a - b)
  return {
    low: figures[Math.floor(RESAMPLES * 0.025)] ?? Number.NaN,
    high: figures[Math.ceil(RESAMPLES * 0.975) - 1] ?? Number.NaN,
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper
}
