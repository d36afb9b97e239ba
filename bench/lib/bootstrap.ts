import { seededRandom } from '@/server/shared/random'

export interface Interval {
  median: number
  low: number
  high: number
}

/** More changes the third digit of the interval no longer. */
const RESAMPLES = 10_000

/** The median and its 95 % interval, by drawing from the values again and again (percentile bootstrap). */
export function bootstrapMedian(values: readonly number[], seed: number): Interval {
  if (values.length === 0) throw new RangeError('No values to take a median of.')
  const random = seededRandom(seed)
  const medians = Array.from({ length: RESAMPLES }, () =>
    medianOf(values.map(() => values[Math.floor(random() * values.length)] ?? Number.NaN)),
  ).sort((a, b) => a - b)
  return {
    median: medianOf(values),
    low: medians[Math.floor(RESAMPLES * 0.025)] ?? Number.NaN,
    high: medians[Math.ceil(RESAMPLES * 0.975) - 1] ?? Number.NaN,
  }
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper
}
