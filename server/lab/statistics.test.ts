import { expect, it } from 'vitest'
import { ANY_NUMBER, SHARE } from './range'
import { medianOf, summaryOf, wilsonInterval } from './statistics'

it('gives Student’s interval: two values are wide, many are narrow', () => {
  const two = summaryOf([1, 3])
  expect(two.mean).toBe(2)
  // t(0.975, 1) = 12.7062, s = √2, n = 2.
  expect(two.high).toBeCloseTo(2 + 12.7062, 3)
  expect(summaryOf([5]).low).toBeNull()
  expect(summaryOf([4, 4, 4])).toMatchObject({ mean: 4, low: 4, high: 4, sd: 0 })
})

it('gives no interval beyond what a metric can be', () => {
  const values = [1, 1, 1, 1, 0.8]
  expect(summaryOf(values).high).toBeGreaterThan(1)
  expect(summaryOf(values, { range: SHARE }).high).toBe(1)
  expect(summaryOf([0, 0, 0.2], { range: SHARE }).low).toBe(0)
  expect(summaryOf([0, 0, 0.2], { range: [-1, 1] }).low).toBeLessThan(0)
})

it('counts what is yes or no in each run as a share of the runs', () => {
  const values = Array.from({ length: 50 }, (_, i) => Number(i < 37))
  const { mean, low, high } = summaryOf(values, { range: SHARE, isYesOrNo: true })
  expect(mean).toBeCloseTo(0.74)
  expect([low, high]).toEqual(wilsonInterval(37, 50))
  // That all of three say no does not prove that none would say yes.
  const none = summaryOf([0, 0, 0], { range: SHARE, isYesOrNo: true })
  expect(none.low).toBe(0)
  expect(none.high).toBeCloseTo(0.56, 2)
})

it('does not grow surer of a data set by drawing it again more often', () => {
  const drawn = (n: number) => Array.from({ length: n }, (_, i) => (i % 100) / 100)
  const [few, many] = [drawn(200), drawn(20_000)].map((values) =>
    summaryOf(values, { range: ANY_NUMBER, isResampled: true }),
  )
  expect([few?.low, few?.high]).toEqual([many?.low, many?.high])
  expect(many?.low).toBeCloseTo(0.02, 9)
  expect(many?.high).toBeCloseTo(0.97, 2)
})

it('gives the interval of the human–human agreement as the specification has it', () => {
  const [low, high] = wilsonInterval(37, 50)
  expect(low).toBeCloseTo(0.6, 2)
  expect(high).toBeCloseTo(0.84, 2)
})

it('bounds a median by the second and the ninth of ten values, and by none of five', () => {
  // P(at most 1 of 10 below) = 11/1024, at most 2: 56/1024, more than 2.5 %.
  expect(medianOf([10, 1, 9, 2, 8, 3, 7, 4, 6, 5])).toEqual({ ours: 5.5, interval: [2, 9] })
  expect(medianOf([1, 2, 3, 4, 5, 6]).interval).toEqual([1, 6])
  expect(medianOf([1, 2, 3, 4, 5]).interval).toBeNull()
})

it('begins at none and ends at all, to the last digit', () => {
  for (let n = 1; n <= 2_000; n += 1) {
    expect(wilsonInterval(0, n)[0]).toBe(0)
    expect(wilsonInterval(n, n)[1]).toBe(1)
  }
})
