import jstat from 'jstat'
import { mean, sampleStandardDeviation } from 'simple-statistics'

export type Summary = {
  mean: number
  /** 95 %; both equal to the mean when the values agree, and null for a single value, which has no interval. */
  low: number | null
  high: number | null
  /** Sample standard deviation; null for a single value. */
  sd: number | null
  n: number
}

/** The mean with its 95 % interval by Student's t: with three seeds it is as wide as three seeds deserve. */
export function summaryOf(values: readonly number[]): Summary {
  const n = values.length
  if (n === 0) throw new RangeError('There is no value to summarise.')
  const middle = mean([...values])
  if (n === 1) return { mean: middle, low: null, high: null, sd: null, n }
  const sd = sampleStandardDeviation([...values])
  const half = (jstat.studentt.inv(0.975, n - 1) * sd) / Math.sqrt(n)
  return { mean: middle, low: middle - half, high: middle + half, sd, n }
}

/** Of the standard normal distribution: what lies beyond it on either side is 2.5 %. */
const Z_975 = 1.959963984540054

/** The 95 % interval of a share of `n` (Wilson's score interval). */
export function wilsonInterval(successes: number, n: number): readonly [low: number, high: number] {
  const share = successes / n
  const z2 = Z_975 * Z_975
  const middle = (share + z2 / (2 * n)) / (1 + z2 / n)
  const half = (Z_975 / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}
