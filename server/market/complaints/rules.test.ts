import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMPLAINT_ANSWERS, COMPLAINT_KINDS } from '../../words/complaints'
import { CAP_FLOOR_MICROS, deadlinesFrom, isHeard, ownPartOf, refundLeft, ruleOn, shareShown } from './rules'

const FILED = new Date('2026-01-05T09:00:00Z')
const micros = fc.bigInt({ min: 0n, max: 10n ** 12n })
const heard = fc.record({
  kind: fc.constantFrom(...COMPLAINT_KINDS),
  answer: fc.constantFrom(null, ...COMPLAINT_ANSWERS),
  isTeaserFair: fc.constantFrom(null, true, false),
  pendingMicros: fc.bigInt({ min: 1n, max: 10n ** 12n }),
})
const later = (hours: number) => new Date(FILED.getTime() + hours * 3_600_000)

describe('what a rule decides', () => {
  it('is never more than what is pending, and nothing before both were heard', () => {
    fc.assert(
      fc.property(heard, fc.integer({ min: 0, max: 400 }), (facts, hours) => {
        const complaint = { ...facts, ...deadlinesFrom(FILED) }
        const ruled = ruleOn(complaint, later(hours))
        if (ruled === null) return
        expect(ruled.refundMicros >= 0n && ruled.refundMicros <= facts.pendingMicros).toBe(true)
        expect(isHeard(complaint, later(hours))).toBe(true)
      }),
    )
  })

  it('comes in the end, whatever was said', () => {
    fc.assert(
      fc.property(heard, (facts) => {
        const deadlines = deadlinesFrom(FILED)
        expect(ruleOn({ ...facts, ...deadlines }, deadlines.decideUntil)).not.toBeNull()
      }),
    )
  })

  it.each([
    ['agreed', 'false', null, 1, { refundMicros: 9n, by: 'seller' }],
    [null, 'teaser-unfair', false, 71, null],
    [null, 'teaser-unfair', false, 72, { refundMicros: 9n, by: 'inspector' }],
    ['contested', 'teaser-unfair', false, 1, { refundMicros: 9n, by: 'inspector' }],
    ['contested', 'teaser-unfair', true, 100, null],
    // Whether what is said is true the inspector does not tell.
    ['contested', 'false', false, 100, null],
    ['contested', 'false', null, 240, { refundMicros: 0n, by: 'time' }],
    [null, 'false', null, 239, null],
    [null, 'false', null, 240, { refundMicros: 4n, by: 'time' }],
  ] as const)(
    'of an answer %s to %s, teaser fair %s, after %i hours is %o',
    (answer, kind, isTeaserFair, hours, ruled) => {
      const complaint = { answer, kind, isTeaserFair, pendingMicros: 9n, ...deadlinesFrom(FILED) }
      expect(ruleOn(complaint, later(hours))).toEqual(ruled)
    },
  )
})

describe('what a buyer may have back', () => {
  it('is a fifth of what was spent, or the floor, and less by all that came back', () => {
    fc.assert(
      fc.property(micros, micros, (spentMicros, refundedMicros) => {
        const left = refundLeft({ spentMicros, refundedMicros })
        const cap = spentMicros / 5n > CAP_FLOOR_MICROS ? spentMicros / 5n : CAP_FLOOR_MICROS
        expect(left).toBe(cap > refundedMicros ? cap - refundedMicros : 0n)
      }),
    )
  })

  it('goes to their own credits as far as these were spent, the rest to the allowance of the day', () => {
    fc.assert(
      fc.property(
        micros,
        micros,
        fc.array(micros, { maxLength: 6 }),
        (spentMicros, allowanceMicros, refunds) => {
          let returnedMicros = 0n
          let left = spentMicros
          for (const wanted of refunds) {
            const refund = wanted < left ? wanted : left
            const own = ownPartOf(refund, { spentMicros, allowanceMicros, returnedMicros })
            expect(own >= 0n && own <= refund).toBe(true)
            returnedMicros += own
            left -= refund
          }
          const ownSpent = spentMicros > allowanceMicros ? spentMicros - allowanceMicros : 0n
          expect(returnedMicros <= ownSpent).toBe(true)
        },
      ),
    )
  })
})

it('a share is shown in steps that hide a single purchase, and never as less than it is', () => {
  fc.assert(
    fc.property(micros, fc.bigInt({ min: 1n, max: 10n ** 12n }), (part, whole) => {
      const shown = shareShown(part, whole)
      expect(shown % 5).toBe(0)
      if (part <= whole) expect(BigInt(shown) * whole >= part * 100n).toBe(true)
      expect(shown === 0).toBe(part === 0n)
    }),
  )
  expect([shareShown(1n, 1_000n), shareShown(51n, 1_000n), shareShown(3n, 2n)]).toEqual([5, 10, 100])
})
