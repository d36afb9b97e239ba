import { expect, it } from 'vitest'
import { summaryOf, wilsonInterval } from './statistics'

it('gives Student’s interval: two values are wide, many are narrow', () => {
  const two = summaryOf([1, 3])
  expect(two.mean).toBe(2)
  // t(0.975, 1) = 12.7062, s = √2, n = 2.
  expect(two.high).toBeCloseTo(2 + 12.7062, 3)
  expect(summaryOf([5]).low).toBeNull()
  expect(summaryOf([4, 4, 4])).toMatchObject({ mean: 4, low: 4, high: 4, sd: 0 })
})

it('gives the interval of the human–human agreement as the specification has it', () => {
  const [low, high] = wilsonInterval(37, 50)
  expect(low).toBeCloseTo(0.6, 2)
  expect(high).toBeCloseTo(0.84, 2)
})
