import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUDGET_SHOWN, creditsOfMicros, microsOfCredits, priceShown } from './price-display'

const shown = (price: number, credit: number) => priceShown(microsOfCredits(price), microsOfCredits(credit))

describe('how a price is shown', () => {
  it.each([
    [0, 50, 1],
    [0.2, 50, 1],
    [10, 50, 20],
    [12.3, 50, 25],
    [50, 50, 100],
    [75, 50, 150],
    [10, 25, 40],
  ])('%d of a credit of %d is %d of 100', (price, credit, expected) => {
    expect(shown(price, credit)).toBe(expected)
  })

  it('rounds a half to the even neighbour, as the published code does', () => {
    expect(shown(1.5, 100)).toBe(2)
    expect(shown(2.5, 100)).toBe(2)
    expect(shown(3.5, 100)).toBe(4)
  })

  it('shows with nothing left that nothing can be afforded', () => {
    expect(shown(0, 0)).toBeGreaterThan(BUDGET_SHOWN)
    expect(priceShown(1n, -5n)).toBeGreaterThan(BUDGET_SHOWN)
  })

  it('is never below 1 and never falls as the price rises', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
    fc.assert(
      fc.property(amount, amount, fc.bigInt({ min: 1n, max: 10n ** 12n }), (a, b, credit) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        expect(priceShown(low, credit)).toBeGreaterThanOrEqual(1)
        expect(priceShown(low, credit)).toBeLessThanOrEqual(priceShown(high, credit))
      }),
    )
  })

  it('reads budgets such as exp(1.609) to the micro', () => {
    expect(microsOfCredits(Math.exp(1.609))).toBe(4_997_811n)
    expect(creditsOfMicros(12_345_678n)).toBe(12.345678)
  })
})
