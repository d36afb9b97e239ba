import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tooLittleFor } from '@/components/question/budget-words'
import { AMOUNT_MICROS_MAX, BUDGET_MICROS_MIN, parseCredits } from '@/server/shared/money'

const amount = fc.bigInt({ min: 0n, max: AMOUNT_MICROS_MAX })

function read(text: string | undefined): bigint | null {
  const parsed = parseCredits(text ?? '')
  return parsed.ok ? parsed.micros : null
}

describe('what is said of a budget above what one has', () => {
  it('is nothing while there is enough', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [budgetMicros, availableMicros] = a < b ? [a, b] : [b, a]
        expect(tooLittleFor({ budgetMicros, availableMicros })).toBe(null)
      }),
    )
  })

  it('names what one has and what is missing, to the micro, and only advice that would work', () => {
    fc.assert(
      fc.property(
        amount,
        fc.bigInt({ min: 1n, max: AMOUNT_MICROS_MAX }),
        (availableMicros, missingMicros) => {
          const words = tooLittleFor({ budgetMicros: availableMicros + missingMicros, availableMicros }) ?? ''
          const [, has, missing] = /^You have (.+) credits available, (.+) too few\./.exec(words) ?? []
          expect(read(has)).toBe(availableMicros)
          expect(read(missing)).toBe(missingMicros)
          const lower = /Lower the budget to (.+) or less/.exec(words)?.[1]
          if (availableMicros < BUDGET_MICROS_MIN) expect(lower).toBeUndefined()
          else expect(tooLittleFor({ budgetMicros: read(lower) ?? -1n, availableMicros })).toBe(null)
        },
      ),
    )
  })

  it('reads as a person would say it', () => {
    expect(tooLittleFor({ budgetMicros: 150_000_000n, availableMicros: 100_000_000n })).toBe(
      'You have 100.00 credits available, 50.00 too few. Lower the budget to 100.00 or less, or wait until an open question of yours ends.',
    )
  })
})
