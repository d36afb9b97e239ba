import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestOption, expectedLogScore, marginalValues, type Recommendation } from './value'

const belief = (probability: number): Recommendation => ({ kind: 'belief', probability })
const choice = (...utilities: number[]): Recommendation => ({ kind: 'choice', utilities })

/** Example 2.1 of "Extrapolating Volition…": P(E) = 0.1, 0.4 after the claim I1, 0.2 after its correction I2. */
describe('the fact-check example of the paper', () => {
  const claim = 0.2 * Math.log2(0.4 / 0.1) + 0.8 * Math.log2(0.6 / 0.9)
  const correction = 0.2 * Math.log2(0.2 / 0.4) + 0.8 * Math.log2(0.8 / 0.6)

  it('pays the claim 0.449 bits when it is the last word', () => {
    const [value] = marginalValues([belief(0.1), belief(0.4)])
    expect(value?.gain).toBeCloseTo(0.4 * Math.log2(4) + 0.6 * Math.log2(0.6 / 0.9), 12)
    expect(value?.gain).toBeCloseTo(0.44902, 5)
  })

  it('takes the gain from the claim, and gives one to the correction, once the correction is bought', () => {
    const values = marginalValues([belief(0.1), belief(0.4), belief(0.2)])
    expect(values.map((value) => value.unit)).toEqual(['bits', 'bits'])
    expect(values[0]?.gain).toBeCloseTo(claim, 12)
    expect(values[0]?.gain).toBeCloseTo(-0.06797, 5)
    expect(values[1]?.gain).toBeCloseTo(correction, 12)
    expect(values[1]?.gain).toBeCloseTo(0.13203, 5)
  })

  it('pays both together, 0.064 bits, for revealing both at once', () => {
    const [both] = marginalValues([belief(0.1), belief(0.2)])
    expect(both?.gain).toBeCloseTo(0.06406, 5)
    expect(both?.gain).toBeCloseTo(claim + correction, 12)
  })

  it('judges by the truth once it is known', () => {
    const trail = [belief(0.1), belief(0.4), belief(0.2)]
    expect(marginalValues(trail, true).map((value) => value.gain)).toEqual([
      expect.closeTo(Math.log2(0.4 / 0.1), 12),
      expect.closeTo(Math.log2(0.2 / 0.4), 12),
    ])
    expect(marginalValues(trail, false).map((value) => value.gain)).toEqual([
      expect.closeTo(Math.log2(0.6 / 0.9), 12),
      expect.closeTo(Math.log2(0.8 / 0.6), 12),
    ])
  })
})

/** Example 6.1 of the paper: each piece refutes the one before. */
describe('a choice', () => {
  it('is judged by the final utilities and notes when the recommendation changed', () => {
    expect(marginalValues([choice(1, 0), choice(0, 1), choice(1, 0)])).toEqual([
      { gain: -1, unit: 'utility', hasChangedDecision: true },
      { gain: 1, unit: 'utility', hasChangedDecision: true },
    ])
  })

  it('gains nothing from a purchase that leaves the recommendation as it was', () => {
    expect(marginalValues([choice(1, 0), choice(5, 4)])).toEqual([
      { gain: 0, unit: 'utility', hasChangedDecision: false },
    ])
  })

  it('keeps the first of equal options', () => {
    expect(bestOption([1, 3, 3])).toBe(1)
    expect(bestOption([0])).toBe(0)
    expect(bestOption([-2, -1])).toBe(1)
  })
})

describe('marginalValues', () => {
  it('has one value per purchase', () => {
    expect(marginalValues([belief(0.5)])).toEqual([])
  })

  it('refuses an empty trail and a mixed one', () => {
    expect(() => marginalValues([])).toThrow(/at least the recommendation/)
    expect(() => marginalValues([belief(0.5), choice(1)])).toThrow(/one kind/)
    expect(() => marginalValues([belief(0.5), choice(1), belief(0.5)])).toThrow(/one kind/)
  })

  it('notes that a belief crossed one half, and only then', () => {
    const changed = marginalValues([belief(0.1), belief(0.4), belief(0.5), belief(0.9)])
    expect(changed.map((value) => value.hasChangedDecision)).toEqual([false, true, false])
  })

  it('stays finite at certainty, right or wrong', () => {
    for (const resolved of [true, false, null]) {
      for (const value of marginalValues([belief(0), belief(1), belief(0)], resolved)) {
        expect(Number.isFinite(value.gain)).toBe(true)
      }
    }
  })

  it('adds up to what the first and the last recommendation differ by, and is never negative in sum', () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(probability, { minLength: 2, maxLength: 8 }), (probabilities) => {
        const total = marginalValues(probabilities.map(belief)).reduce((sum, value) => sum + value.gain, 0)
        const [whole] = marginalValues([belief(probabilities[0] ?? 0), belief(probabilities.at(-1) ?? 0)])
        expect(total).toBeCloseTo(whole?.gain ?? Number.NaN, 8)
        expect(total).toBeGreaterThanOrEqual(-1e-9)
      }),
    )
  })
})

describe('expectedLogScore', () => {
  it('is best when what is reported is what is so: the score is proper', () => {
    const probability = fc.double({ min: 0.01, max: 0.99, noNaN: true })
    fc.assert(
      fc.property(probability, probability, (truth, reported) => {
        expect(expectedLogScore(truth, truth)).toBeGreaterThanOrEqual(
          expectedLogScore(truth, reported) - 1e-12,
        )
      }),
    )
  })
})
