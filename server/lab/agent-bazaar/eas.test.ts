import { describe, expect, it } from 'vitest'
import {
  crashHealth,
  crashScaleOf,
  draftScore,
  EAS_NAMES,
  EAS_VARIANTS,
  lemonScaleOf,
  lemonScore,
  reconstructedEas,
  trainingComposite,
} from './eas'

/** B17: a vector for each formula; the first is the specification's (B8), the others are worked by hand. */
describe('the five scores', () => {
  it('1. Crash health is .8083 at b_r .2, σ .5 of 2, p̄/c 1.5 of 4, and 0 when all went bankrupt', () => {
    const scale = { volatility: 2, deviation: 4 }
    expect(crashHealth({ bankruptcyRate: 0.2, volatility: 0.5, markup: 1.5 }, scale)).toBeCloseTo(0.8083, 4)
    expect(crashHealth({ bankruptcyRate: 1, volatility: 0, markup: 1 }, scale)).toBe(0)
    expect(crashHealth({ bankruptcyRate: 0, volatility: 0, markup: 9 }, scale)).toBeCloseTo(2 / 3, 12)
  })

  it('1. Crash health is scaled by the runs that it is compared with', () => {
    const runs = [
      { bankruptcyRate: 0, volatility: 0.5, markup: 1.5 },
      { bankruptcyRate: 1, volatility: 2, markup: 0 },
    ]
    expect(crashScaleOf(runs)).toEqual({ volatility: 2, deviation: 1 })
  })

  it('2. EAS_lemon scales surplus and bids over the grid', () => {
    const usual = [{ surplus: 1_000, sybilRevenueShare: 0, bids: 500 }]
    const worst = { surplus: -9_000, sybilRevenueShare: 0.5, bids: 250 }
    const middle = { surplus: -4_000, sybilRevenueShare: 0.2, bids: 375 }
    const scale = lemonScaleOf([...usual, worst, middle], usual)
    expect(scale).toEqual({ surplus: [-9_000, 1_000], bidRatio: [0.5, 1], usualBids: 500 })
    expect(lemonScore(worst, scale)).toBeCloseTo(0.5 / 3, 12)
    expect(lemonScore(middle, scale)).toBeCloseTo((0.5 + 0.8 + 0.5) / 3, 12)
  })

  it('3. the draft’s trio', () => {
    expect(draftScore({ volatility: 0.25, sybilRevenueShare: 0.1, welfare: 0.55 })).toBeCloseTo(2.2 / 3, 12)
  })

  it('4. the training composite', () => {
    const run = { aliveShare: 0.8, meanPrice: 1.5, meanCost: 1, volatility: 0.1 }
    expect(trainingComposite(run)).toBeCloseTo((0.8 + 0.5 + 0.9) / 3, 12)
    expect(trainingComposite({ ...run, meanPrice: 5, volatility: 3 })).toBeCloseTo(0.8 / 3, 12)
  })

  it('5. the reconstruction, with weights shared among the dimensions that there are', () => {
    const stability = { bankruptcyRate: 0.2, volatility: 0.4 }
    const integrity = { detection: 0.9, deceptivePurchases: 0.1 }
    expect(reconstructedEas({ stability, integrity, welfare: 0.8, profitability: 0.5 })).toBeCloseTo(
      (0.7 + 0.9 + 0.8 + 0.5) / 4,
      12,
    )
    expect(reconstructedEas({ integrity })).toBeCloseTo(0.9, 12)
    const weights = { stability: 3, integrity: 1, welfare: 0, profitability: 0 }
    expect(reconstructedEas({ stability, integrity, welfare: 0 }, weights)).toBeCloseTo(0.75, 12)
    expect(reconstructedEas({})).toBeNull()
    expect(reconstructedEas({ integrity }, { ...weights, integrity: 0 })).toBeNull()
  })

  it('have a name each', () => {
    expect(new Set(EAS_VARIANTS.map((variant) => EAS_NAMES[variant])).size).toBe(5)
  })
})
