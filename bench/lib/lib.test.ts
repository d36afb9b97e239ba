import { describe, expect, test } from 'vitest'
import { bootstrapMean, bootstrapMedian, medianOf } from './bootstrap'
import { growthOf } from './growth'
import { withoutDisturbed } from './pairs'
import { jsonLine } from './result'

describe('what every bench stands on', () => {
  test('the median of an even number of values lies between the middle two', () => {
    expect(medianOf([4, 1, 3, 2])).toBe(2.5)
    expect(medianOf([3, 1, 2])).toBe(2)
  })

  test('growth is the median of the larger market over that of the smaller, read in turn, each read once and the warm-up not counted', async () => {
    const asked: string[] = []
    const arm = (name: string, slowdown: number) => async (read: number) => {
      asked.push(`${name}${read}`)
      return read < 2 ? 1_000 * slowdown ** 9 : slowdown
    }
    const ratios = await growthOf({
      ...{ pairs: 2, reads: 2, warmUpReads: 2 },
      few: arm('f', 1),
      many: arm('m', 3),
    })
    expect(ratios).toEqual([3, 3])
    expect(asked.join(' ')).toBe('f0 m0 f1 m1 f2 m2 f3 m3 f4 m4 f5 m5')
  })

  test('the interval holds the median, repeats with its seed, and closes when the values agree', () => {
    const values = [0.9, 1.1, 1.0, 1.2, 0.8, 1.05, 0.95]
    const interval = bootstrapMedian(values, 7)
    expect(interval.low).toBeLessThanOrEqual(interval.median)
    expect(interval.high).toBeGreaterThanOrEqual(interval.median)
    expect(bootstrapMedian(values, 7)).toEqual(interval)
    expect(bootstrapMedian([2, 2, 2], 1)).toEqual({ median: 2, low: 2, high: 2 })
  })

  test('the mean of shares has an interval that holds it', () => {
    const shares = [1, 1, 1, 0.9, 1, 0.8]
    const { mean, low, high } = bootstrapMean(shares, 3)
    expect(mean).toBeCloseTo(0.95)
    expect(low).toBeLessThan(mean)
    expect(high).toBeGreaterThan(mean)
  })

  test('a pair is left out in both arms when one block was disturbed', () => {
    const block = { value: 1, steal: 0, calibrationMs: 50 }
    const quiet = { a: block, b: block, ratio: 1 }
    const stolen = { ...quiet, b: { ...block, steal: 0.06 } }
    const slow = { ...quiet, a: { ...block, calibrationMs: 61 } }
    expect(withoutDisturbed([quiet, stolen, quiet, slow, quiet])).toEqual([quiet, quiet, quiet])
  })

  test('a line has exactly the six fields', () => {
    expect(jsonLine({ name: 'x', value: 1.23456, unit: 'ratio', n: 15, low: 1, high: 2 })).toBe(
      '{"name":"x","value":1.235,"unit":"ratio","n":15,"low":1,"high":2}',
    )
  })
})
