import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { releaseLegs } from './escrow'

const micros = fc.bigInt({ min: 0n, max: 1_000_000n })
/** A root with a budget partly out of the allowance, of which something is left. */
const root = fc.tuple(micros, micros, micros, fc.boolean()).map(([allowed, own, spent, isCancelled]) => {
  const budgetMicros = allowed + own
  const amountMicros = spent > budgetMicros ? 0n : budgetMicros - spent
  const ids = { id: 'bc_1', rootId: 'bc_1', parentId: null, buyerId: 'ann' }
  return { ...ids, budgetMicros, allowanceMicros: allowed, amountMicros, isCancelled }
})

describe('what returns of a budget', () => {
  it('is all that is left, and never more to the buyer than they put in: the allowance was spent first', () => {
    fc.assert(
      fc.property(root, (released) => {
        const legs = releaseLegs(released)
        const to = (account: string) =>
          legs.filter((leg) => leg.to === account).reduce((sum, leg) => sum + leg.amountMicros, 0n)
        const own = released.budgetMicros - released.allowanceMicros
        expect(to('user:ann') + to('allowance:ann')).toBe(released.amountMicros)
        expect(to('user:ann')).toBe(released.amountMicros < own ? released.amountMicros : own)
        expect(legs.every((leg) => leg.amountMicros > 0n)).toBe(true)
        expect(new Set(legs.map((leg) => leg.key)).size).toBe(legs.length)
      }),
    )
  })
})
