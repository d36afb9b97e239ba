import jstat from 'jstat'
import { mean, median, quantile, sampleStandardDeviation } from 'simple-statistics'
import type { Metric } from './experiment'
import { ANY_NUMBER } from './range'

export type Summary = {
  mean: number
  /** 95 %; both equal to the mean when the values agree, and null for a single value, which has no interval. */
  low: number | null
  high: number | null
  /** Sample standard deviation; null for a single value. */
  sd: number | null
  n: number
}

/** What decides the interval of some values. */
export type Measured = Pick<Metric, 'isYesOrNo' | 'isResampled'> & {
  /** What they can be at their point of the parameters. */
  range: readonly [least: number, most: number]
}

/** A number of no kind in particular. */
const ANY: Measured = { range: ANY_NUMBER }

/**
 * The mean with its 95 % interval: Wilson's for what is yes or no in each run, the middle of the runs for what is resampled
 * (bootstrap percentiles), else Student's t, as wide as three seeds deserve, and never beyond what the metric can be.
 */
export function summaryOf(values: readonly number[], metric: Measured = ANY): Summary {
  const n = values.length
  if (n === 0) throw new RangeError('There is no value to summarise.')
  const middle = mean([...values])
  if (n === 1) return { mean: middle, low: null, high: null, sd: null, n }
  const sd = sampleStandardDeviation([...values])
  const [low, high] = intervalOf(values, metric, { middle, sd, n })
  const [least, most] = metric.range
  return { mean: middle, low: Math.max(least, low), high: Math.min(most, high), sd, n }
}

function intervalOf(
  values: readonly number[],
  { isYesOrNo, isResampled }: Measured,
  { middle, sd, n }: { middle: number; sd: number; n: number },
): readonly [low: number, high: number] {
  if (isResampled) return [quantile([...values], 0.025), quantile([...values], 0.975)]
  return isYesOrNo ? wilsonInterval(middle * n, n) : studentInterval(middle, sd, n)
}

function studentInterval(middle: number, sd: number, n: number): readonly [low: number, high: number] {
  const half = (jstat.studentt.inv(0.975, n - 1) * sd) / Math.sqrt(n)
  return [middle - half, middle + half]
}

/** Of the standard normal distribution: what lies beyond it on either side is 2.5 %. */
const Z_975 = 1.959963984540054

/** The 95 % interval of a share of `n` (Wilson's score interval). */
export function wilsonInterval(successes: number, n: number): readonly [low: number, high: number] {
  const share = successes / n
  const z2 = Z_975 * Z_975
  const middle = (share + z2 / (2 * n)) / (1 + z2 / n)
  const half = (Z_975 / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))
  // None and all are ends of their intervals; computed, they miss by a rounding.
  return [share <= 0 ? 0 : middle - half, share >= 1 ? 1 : middle + half]
}

/**
 * The median with the narrowest pair of values, alike far from the ends, that holds the true one with 95 % (of a binomial); null
 * for fewer than six values, of which no pair does.
 */
export function medianOf(values: readonly number[]): {
  ours: number
  interval: readonly [low: number, high: number] | null
} {
  const sorted = values.toSorted((a, b) => a - b)
  const n = sorted.length
  // How many of n values lie below the true median, at most `left`: the tail that is left out on either side.
  let [left, tail, term] = [0, 0, 0.5 ** n]
  while (tail + term <= 0.025) {
    tail += term
    term *= (n - left) / (left + 1)
    left += 1
  }
  const [low, high] = [sorted[left - 1], sorted[n - left]]
  return { ours: median(sorted), interval: low === undefined || high === undefined ? null : [low, high] }
}
