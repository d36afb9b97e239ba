import { describe, expect, it } from 'vitest'
import { fairPercent } from '@/components/offer/fair-percent'
import { REASONS } from '@/server/protocol/verdict'
import { BUDGET_STEPS } from '@/server/sellers/selling/learning'
import {
  askingInWords,
  budgetInWords,
  comparedInWords,
  endInWords,
  periodInWords,
  usageInWords,
} from './selling-words'

const CREDIT = 1_000_000n
const usually = { lowMicros: CREDIT / 5n, highMicros: CREDIT / 2n }

describe('what a seller reads', () => {
  it('is a hundred per cent fair only without a fault', () => {
    expect(fairPercent({ judged: 1_000, misleading: 1 })).toBe(99)
    expect(fairPercent({ judged: 1_000, misleading: 0 })).toBe(100)
    expect(fairPercent({ judged: 212, misleading: 8 })).toBe(96)
  })

  it('has a name for every budget a question can have', () => {
    const names = BUDGET_STEPS.map((_, step) => budgetInWords({ asks: 'open', budgetStep: step }))
    names.push(budgetInWords({ asks: 'open', budgetStep: BUDGET_STEPS.length }))
    expect(new Set(names).size).toBe(BUDGET_STEPS.length + 1)
    expect(names.every((name) => name !== '')).toBe(true)
  })

  it('says what others are paid, and that a lower price is no cure below that', () => {
    expect(comparedInWords(2n * CREDIT, usually)).toBe('Usually bought at 0.20–0.50, you asked 2.00.')
    expect(comparedInWords(CREDIT / 4n, usually)).toMatch(/^You asked 0\.25, no more than others/)
    const kind = { asks: 'open', budgetStep: 1 } as const
    const row = { kind, unbought: 3, tooDear: 1, askedMicros: CREDIT, usually: null }
    expect(askingInWords(row)).toBe('You usually asked 1.00. Too few offers were bought to compare.')
  })

  it('says of every ended offer why, in a sentence without codes', () => {
    for (const reason of REASONS) {
      const words = endInWords({
        state: 'passed',
        reason,
        wasPriceObstacle: reason === 'over-budget',
        way: null,
      })
      expect(words).toMatch(/^[A-Z].*\. The price was (not )?the obstacle\.$/)
      expect(words).not.toContain(`${reason}.`)
    }
    expect(endInWords({ state: 'open', reason: null, wasPriceObstacle: null, way: null })).toBeNull()
    expect(endInWords({ state: 'bought', reason: null, wasPriceObstacle: null, way: 'unseen' })).toContain(
      'without',
    )
  })

  it('names periods by their first day, in UTC', () => {
    expect(periodInWords('2026-03-02', 'week')).toBe('week from 2 Mar 2026')
    expect(periodInWords('2026-03-01', 'month')).toBe('Mar 2026')
  })

  it('never adds up credits and dollars', () => {
    const figures = { earnedMicros: 3n * CREDIT } as Parameters<typeof usageInWords>[0]['figures']
    const use = { figures }
    expect(usageInWords({ ...use, tokens: 0, costMicroUsd: 0n })).toBe(
      'It earned 3.00 credits and used no model.',
    )
    expect(usageInWords({ ...use, tokens: 1_200, costMicroUsd: 0n })).toContain('not known')
    expect(usageInWords({ ...use, tokens: 1_200, costMicroUsd: 2_100n })).toMatch(
      /3\.00 credits .*1,200 tokens.*\$0\.0021/,
    )
  })
})
