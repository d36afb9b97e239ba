import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OUTCOMES } from './decision'
import {
  brierScore,
  calibrationOf,
  concentrationOf,
  logScore,
  mayResolve,
  outcomesFor,
  type ResolveCase,
  scoresOf,
  truthOf,
  volatilityOf,
} from './resolution'

/** Within what no score is bounded. */
const inner = fc.double({ min: 0.01, max: 0.99, noNaN: true })
const belief = (probability: number) => ({ kind: 'belief' as const, probability })

describe('scores', () => {
  it('expect the most from who tells what they believe', () => {
    fc.assert(
      fc.property(inner, inner, (believed, told) => {
        const expected = (score: (p: number, isTrue: boolean) => number, p: number) =>
          believed * score(p, true) + (1 - believed) * score(p, false)
        expect(expected(logScore, believed)).toBeGreaterThanOrEqual(expected(logScore, told) - 1e-12)
        // A Brier score is a loss.
        expect(expected(brierScore, believed)).toBeLessThanOrEqual(expected(brierScore, told) + 1e-12)
      }),
    )
  })

  it('of purchases add up to what the last probability scores more than the first', () => {
    fc.assert(
      fc.property(fc.array(inner, { minLength: 1, maxLength: 8 }), fc.boolean(), (trail, isTrue) => {
        const scores = scoresOf(trail.map(belief), isTrue ? 'yes' : 'no')
        const sum = (scores ?? []).reduce((total, bits) => total + bits, 0)
        expect(scores).toHaveLength(trail.length - 1)
        expect(sum).toBeCloseTo(logScore(trail.at(-1) ?? 0, isTrue) - logScore(trail[0] ?? 0, isTrue), 9)
      }),
    )
  })

  it('are none for what is void, neither true nor false, or has a gap', () => {
    const trail = [belief(0.5), belief(0.9)]
    for (const outcome of ['void', 'misleading', 'unproven'] as const)
      expect(scoresOf(trail, outcome)).toBeNull()
    expect(scoresOf([belief(0.5), { kind: 'open' }, belief(0.9)], 'yes')).toBeNull()
    expect(scoresOf([], 'yes')).toBeNull()
  })

  it('come out as by hand', () => {
    // Told 50 %, after the first purchase 80 %, after the second 64 %; it came so.
    // log2 0.8 − log2 0.5 = −0.321928 + 1 = 0.678072; log2 0.64 − log2 0.8 = −0.643856 + 0.321928 = −0.321928.
    const [first, second] = scoresOf([belief(0.5), belief(0.8), belief(0.64)], 'yes') ?? []
    expect(first).toBeCloseTo(0.678072, 6)
    expect(second).toBeCloseTo(-0.321928, 6)
    // It did not: log2 0.2 − log2 0.5 = −2.321928 + 1; log2 0.36 − log2 0.2 = −1.473931 + 2.321928.
    const [against, back] = scoresOf([belief(0.5), belief(0.8), belief(0.64)], 'no') ?? []
    expect(against).toBeCloseTo(-1.321928, 6)
    expect(back).toBeCloseTo(0.847997, 6)
    // (0.64 − 1)² and 0.64².
    expect(brierScore(0.64, true)).toBeCloseTo(0.1296, 9)
    expect(brierScore(0.64, false)).toBeCloseTo(0.4096, 9)
  })

  it('stay finite for who was certain and wrong', () => {
    expect(logScore(0, true)).toBeCloseTo(Math.log2(0.001), 9)
    expect(logScore(1, false)).toBeCloseTo(Math.log2(0.001), 9)
  })
})

describe('calibration', () => {
  it('counts as by hand', () => {
    // Three at about 70 %, of which two came; one at 10 %, which did not.
    const told = [
      { probability: 0.7, isTrue: true },
      { probability: 0.72, isTrue: true },
      { probability: 0.74, isTrue: false },
      { probability: 0.1, isTrue: false },
    ]
    const { n, brier, logScore: bits, bands } = calibrationOf(told)
    expect(n).toBe(4)
    // (0.09 + 0.0784 + 0.5476 + 0.01) / 4.
    expect(brier).toBeCloseTo(0.1815, 9)
    // (log2 0.7 + log2 0.72 + log2 0.26 + log2 0.9) / 4 = (−0.514573 − 0.473931 − 1.943416 − 0.152003) / 4.
    expect(bits).toBeCloseTo(-0.770981, 6)
    expect(bands[7]).toMatchObject({ from: 0.7, to: 0.8, n: 3 })
    expect(bands[7]?.told).toBeCloseTo(0.72, 9)
    expect(bands[7]?.came).toBeCloseTo(2 / 3, 9)
    expect(bands[1]).toMatchObject({ n: 1, told: 0.1, came: 0 })
    expect(bands[5]).toMatchObject({ n: 0, told: null, came: null })
  })

  it('puts every probability in one band', () => {
    const some = fc.record({ probability: fc.double({ min: 0, max: 1, noNaN: true }), isTrue: fc.boolean() })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 40 }), (judged) => {
        const { bands, n } = calibrationOf(judged)
        expect(bands.reduce((sum, band) => sum + band.n, 0)).toBe(n)
      }),
    )
  })

  it('is nothing without a forecast', () => {
    expect(calibrationOf([])).toMatchObject({ n: 0, brier: null, logScore: null })
  })
})

describe('who resolves', () => {
  const NOW = new Date('2026-11-23T09:00:00Z')
  const forecast: ResolveCase = {
    kind: 'forecast',
    hasEnded: true,
    resolvesAt: NOW,
    resolver: 'asker',
    isTold: false,
    isAsker: true,
    office: null,
    now: NOW,
  }

  it('is the asker from the day on', () => {
    expect(mayResolve(forecast)).toEqual({ may: true, as: 'asker' })
    expect(mayResolve({ ...forecast, now: new Date(NOW.getTime() - 1) })).toEqual({
      may: false,
      why: 'early',
    })
    expect(mayResolve({ ...forecast, hasEnded: false })).toEqual({ may: false, why: 'open' })
  })

  it('is an operator or a moderator where the question says so, or the asker does not', () => {
    const operated = { ...forecast, resolver: 'operator' as const }
    expect(mayResolve(operated)).toEqual({ may: false, why: 'others' })
    expect(mayResolve({ ...operated, office: 'operator' })).toEqual({ may: true, as: 'operator' })
    expect(mayResolve({ ...forecast, isAsker: false, office: 'moderator' })).toEqual({
      may: true,
      as: 'moderator',
    })
    expect(mayResolve({ ...forecast, isAsker: false })).toEqual({ may: false, why: 'others' })
  })

  it('is for a correction an operator alone', () => {
    const told = { ...forecast, isTold: true }
    expect(mayResolve(told)).toEqual({ may: false, why: 'told' })
    expect(mayResolve({ ...told, office: 'moderator' })).toEqual({ may: false, why: 'told' })
    expect(mayResolve({ ...told, office: 'operator' })).toEqual({ may: true, as: 'operator' })
  })

  it('is nobody where there is no truth of its own', () => {
    for (const kind of ['open', 'choice', 'buy'] as const) {
      expect(outcomesFor(kind)).toEqual([])
      expect(mayResolve({ ...forecast, kind })).toEqual({ may: false, why: 'kind' })
    }
    expect(OUTCOMES.map(truthOf)).toEqual([true, false, null, true, false, null, null])
  })
})

describe('concentration', () => {
  it('lies between an equal share for each and everything for one', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(amounts, (shares) => {
        const index = concentrationOf(shares) ?? 0
        expect(index).toBeGreaterThanOrEqual(1 / shares.length - 1e-9)
        expect(index).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
    expect(concentrationOf([])).toBeNull()
    // 0.5² + 0.3² + 0.2².
    expect(concentrationOf([5n, 3n, 2n])).toBeCloseTo(0.38, 9)
  })
})

describe('the volatility of prices', () => {
  it('is of what is known, the same in any unit, and none where nothing moved', () => {
    // Mean 2, deviations −1, 0, 1: a sample's variance of 1.
    expect(volatilityOf([1n, null, 2n, 3n])).toBeCloseTo(0.5, 9)
    expect([volatilityOf([]), volatilityOf([5n]), volatilityOf([null, 5n])]).toEqual([null, null, null])
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 2 }), (prices) => {
        const volatility = volatilityOf(prices) ?? -1
        expect(volatility).toBeGreaterThanOrEqual(0)
        expect(volatilityOf(prices.map((price) => price * 1_000n))).toBeCloseTo(volatility, 9)
        expect(volatilityOf(prices.map(() => prices[0] ?? null))).toBe(0)
      }),
    )
  })
})
