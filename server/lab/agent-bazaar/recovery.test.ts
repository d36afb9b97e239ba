import { describe, expect, it } from 'vitest'
import { crashRecoveryTime, recoveryTime } from './recovery'

const times = (count: number, value: number) => Array.from({ length: count }, () => value)

/** B14: the rule on made-up series; the shock is at step 10. */
describe('recovery', () => {
  it('is the first later step within a tenth of what was usual', () => {
    expect(recoveryTime([...times(10, 1), ...times(6, 0.5), ...times(4, 0.9)], 10)).toBe(6)
    expect(recoveryTime([...times(10, 1), ...times(6, 0.5), ...times(4, 0.89)], 10)).toBe(9)
  })

  it('looks at the five steps before only, and never at the step of the shock itself', () => {
    expect(recoveryTime([...times(5, 9), ...times(5, 1), 1, 0.2, 1], 10)).toBe(2)
  })

  it('allows 0.05 where a tenth is less, below zero too', () => {
    expect(recoveryTime([...times(10, 0), 1, 0.06, 0.05], 10)).toBe(2)
    expect(recoveryTime([...times(10, -5_000), -16_000, -5_400, -9_000], 10)).toBe(1)
  })

  it('is never for a Crash that lost more than one further firm', () => {
    const markups = [...times(10, 0.5), 0, ...times(9, 0.5)]
    expect(crashRecoveryTime(markups, [...times(10, 5), ...times(10, 4)], 10)).toBe(1)
    expect(crashRecoveryTime(markups, [...times(10, 5), ...times(10, 3)], 10)).toBe(9)
  })

  it('counts 74 steps in 100 days after a shock on day 25 that is never overcome, as the published cache does', () => {
    expect(recoveryTime([...times(25, 0.9), ...times(75, 0.5)], 25)).toBe(74)
  })
})
