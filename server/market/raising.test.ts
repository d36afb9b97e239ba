import { describe, expect, it } from 'vitest'
import { PHASES } from '../protocol/advance'
import { AMOUNT_MICROS_MAX } from '../shared/money'
import { whyNotRaise } from './raising'

const NOW = new Date('2026-03-01T12:00:00Z')
const LATER = new Date('2026-03-01T12:00:01Z')
const ONE = 1_000_000n

describe('more for an open question', () => {
  it.each(PHASES)('while it is %s', (phase) => {
    const isOver = ['settled', 'cancelled', 'failed'].includes(phase)
    const root = { phase, budgetMicros: ONE, deadlineAt: LATER }
    expect(whyNotRaise(root, { amountMicros: ONE, now: NOW })).toBe(isOver ? 'ended' : null)
  })

  it('until its deadline, when nobody can offer any more', () => {
    const root = { phase: 'provisional' as const, budgetMicros: ONE, deadlineAt: NOW }
    expect(whyNotRaise(root, { amountMicros: ONE, now: NOW })).toBe('late')
  })

  it('up to the largest amount there is', () => {
    const root = { phase: 'collecting' as const, budgetMicros: AMOUNT_MICROS_MAX - ONE, deadlineAt: LATER }
    expect(whyNotRaise(root, { amountMicros: ONE, now: NOW })).toBeNull()
    expect(whyNotRaise(root, { amountMicros: ONE + 1n, now: NOW })).toBe('too-much')
  })
})
