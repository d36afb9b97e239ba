import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../shared/random'
import {
  bestOf,
  cesDemand,
  dailyIncome,
  expectedAfter,
  type PERSONAS,
  type Quote,
  scoreOf,
  willingnessToPay,
} from './consumers'

const price = fc.double({ min: 0.01, max: 100, noNaN: true })

describe('demand', () => {
  it('is the specification’s vector: P 1.124683, q 9.6 and 0.2 (B1)', () => {
    const { priceIndex, quantities } = cesDemand(10, [
      { weight: 0.6, price: 1 },
      { weight: 0.4, price: 2 },
    ])
    expect(priceIndex).toBeCloseTo(1.124683, 6)
    expect(quantities[0]).toBeCloseTo(9.6, 12)
    expect(quantities[1]).toBeCloseTo(0.2, 12)
  })

  it('spends the whole income, and with one good is income / price whatever its weight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ weight: fc.double({ min: 0.01, max: 1, noNaN: true }), price }), {
          minLength: 1,
        }),
        price,
        (goods, income) => {
          const { quantities } = cesDemand(income, goods)
          const spent = goods.reduce((sum, good, index) => sum + good.price * (quantities[index] ?? 0), 0)
          expect(spent / income).toBeCloseTo(1, 9)
          const [alone = { weight: 1, price: 1 }] = goods
          expect((cesDemand(income, [alone]).quantities[0] ?? 0) * alone.price).toBeCloseTo(income, 6)
        },
      ),
    )
  })

  it('gives the inverse demand as willingness to pay: at that price one unit is wanted', () => {
    fc.assert(
      fc.property(price, price, (income, mean) => {
        const worth = willingnessToPay(income, mean)
        // Demand for the good among others at the index `mean` (q = (I/P)·(p/P)^−σ) is one unit at that price.
        expect((income / mean) * (worth / mean) ** -5).toBeCloseTo(1, 9)
      }),
    )
  })

  it('expects less faster than more, and never more than at first', () => {
    expect(expectedAfter({ now: 2, first: 4 }, 1)).toEqual({ now: 0.7 * 2 + 0.3 * 1, first: 4 })
    expect(expectedAfter({ now: 2, first: 4 }, 3)).toEqual({ now: 0.9 * 2 + 0.1 * 3, first: 4 })
    expect(expectedAfter({ now: 2, first: 4 }, null)).toEqual({ now: 0.7 * 2 + 0.3 * 4, first: 4 })
    expect(expectedAfter({ now: 4, first: 4 }, 90)).toEqual({ now: 4, first: 4 })
  })
})

describe('incomes', () => {
  it('are 9.128 dollars a day on average (B2)', () => {
    const random = seededRandom(1)
    let sum = 0
    for (let draw = 0; draw < 100_000; draw += 1) sum += dailyIncome(random)
    expect(Math.abs(sum / 100_000 / 9.128 - 1)).toBeLessThan(0.01)
    expect(Math.abs((30 * sum) / 100_000 / 273.8 - 1)).toBeLessThan(0.01)
  })
})

describe('scores', () => {
  const quote: Quote = { firm: 'a', price: 2, available: 1, reputation: 0.5, salesShare: 0.4 }
  const score = (persona: (typeof PERSONAS)[number] | null, bought: string[] = []) =>
    scoreOf(quote, { persona, bought }, false)

  it('are 1 / price, or reputation / price, and no price attracts more than a cent', () => {
    expect(score(null)).toBe(0.5)
    expect(scoreOf(quote, { persona: null, bought: [] }, true)).toBe(0.25)
    expect(scoreOf({ ...quote, price: 0.001 }, { persona: null, bought: [] }, false)).toBe(100)
  })

  it('know the five kinds of shoppers', () => {
    expect(score('loyal', ['a', 'b', 'a', 'b', 'b', 'b'])).toBeCloseTo(0.5 * (1 + 0.5 * 0.2), 12)
    expect(score('small-business')).toBeCloseTo(0.5 * 1.3, 12)
    expect(score('popular')).toBeCloseTo(0.5 * 1.2, 12)
    expect(score('price-hawk', ['a'])).toBe(0.5)
    expect(score('variety', ['b', 'a'])).toBeCloseTo(0.1, 12)
    expect(score('variety', ['a', 'b'])).toBe(0.5)
  })

  it('break ties as they are told: the first, or each as often', () => {
    const quotes = [1, 3, 3, 2, 3].map((score) => ({ ...quote, price: score }))
    const place = (best: Quote | null) => (best === null ? -1 : quotes.indexOf(best))
    const chosenBy = (tieBreak: 'first' | 'random', random: () => number) =>
      place(bestOf(quotes, ({ price }) => price, tieBreak, random))
    expect(chosenBy('first', seededRandom(1))).toBe(1)
    const random = seededRandom(1)
    const chosen = [0, 0, 0, 0, 0]
    for (let round = 0; round < 9_000; round += 1) {
      const index = chosenBy('random', random)
      chosen[index] = (chosen[index] ?? 0) + 1
    }
    expect(chosen[0]).toBe(0)
    expect(chosen[3]).toBe(0)
    for (const index of [1, 2, 4]) expect(Math.abs((chosen[index] ?? 0) - 3_000)).toBeLessThan(225)
    expect(bestOf([], () => 1, 'first', random)).toBeNull()
  })
})
