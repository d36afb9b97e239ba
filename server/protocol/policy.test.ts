import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY, nextSittingAt, policySchema } from './policy'

const MINUTE_MS = 60_000
const START = new Date('2026-03-04T12:00:00Z')
const minutes = (count: number) => new Date(START.getTime() + count * MINUTE_MS)

describe('the times of sittings', () => {
  const policy = { maxSittings: 5, sittingGapSeconds: 60 }
  const nextAt = (sittingsLeft: number, deadlineAt = minutes(600)) =>
    nextSittingAt(policy, { sittingsLeft, now: START, deadlineAt })

  it('lie twice as far apart each time, and the last is the deadline', () => {
    expect([4, 3, 2, 1].map((left) => nextAt(left))).toEqual([
      minutes(1),
      minutes(2),
      minutes(4),
      minutes(600),
    ])
  })

  it('lie never after the deadline', () => {
    expect(nextAt(2, minutes(3))).toEqual(minutes(3))
  })

  it('are not spaced with a gap of 0', () => {
    const deadlineAt = minutes(600)
    const eager = { ...policy, sittingGapSeconds: 0 }
    expect(nextSittingAt(eager, { sittingsLeft: 1, now: START, deadlineAt })).toEqual(START)
  })
})

it('a policy that was stored before there were sittings has one', () => {
  const { maxSittings: _sittings, sittingGapSeconds: _gap, ...stored } = DEFAULT_POLICY
  expect(policySchema.parse(stored).maxSittings).toBe(1)
})
