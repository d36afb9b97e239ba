import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestAdmissible, WORTHLESS_OFFER_CODE, worldOfTheWorthlessOffer } from './act-codes'
import { defenceGame } from './examples'
import { claimsOf, equilibriumOf, inextensible } from './oversight-game'
import {
  bestContentOnly,
  expectedUtility,
  none,
  playProtocol,
  recursive,
  recursivePlay,
  recursiveProtocol,
  successive,
} from './protocols'
import { EPSILON, generateWorld, worldOf } from './world'

const size = fc.record({
  levels: fc.integer({ min: 1, max: 3 }),
  offers: fc.integer({ min: 1, max: 2 }),
  states: fc.integer({ min: 2, max: 6 }),
  choices: fc.integer({ min: 2, max: 3 }),
  priceMax: fc.constantFrom(0, 0.1, 1),
})
const world = fc.tuple(size, fc.nat()).map(([shape, seed]) => generateWorld(shape, seed))

describe('a world', () => {
  it('is refused when its parts do not fit', () => {
    const levels: never[] = []
    expect(() => worldOf({ probabilities: [0.5, 0.4], utilities: [[1, 1]], levels })).toThrow(/sum to 1/)
    expect(() => worldOf({ probabilities: [0.5, 0.5], utilities: [[1]], levels })).toThrow(
      /utility in each state/,
    )
    const offer = { name: 'short', values: [1], price: 0 }
    expect(() => worldOf({ probabilities: [0.5, 0.5], utilities: [[1, 1]], levels: [[offer]] })).toThrow(
      /short/,
    )
  })
})

describe('recursive inspection', () => {
  it('is worth the same as an admissible protocol that is played state by state', () => {
    fc.assert(
      fc.property(world, (one) => {
        const protocol = recursiveProtocol(one)
        const played = expectedUtility(one, (state) => playProtocol(one, protocol, state))
        expect(played).toBeCloseTo(recursive(one), 9)
      }),
      { numRuns: 100 },
    )
  })

  it('gains by every level, and never less than the best by contents or in succession', () => {
    fc.assert(
      fc.property(world, (one) => {
        const depths = one.levels.map((_, i) => recursive(one, i + 1))
        const rising = [none(one), ...depths]
        rising.forEach((value, i) => {
          expect(value).toBeGreaterThanOrEqual((rising[i - 1] ?? Number.NEGATIVE_INFINITY) - EPSILON)
        })
        const best = recursive(one)
        expect(bestContentOnly(one)).toBeLessThanOrEqual(best + EPSILON)
        expect(successive(one)).toBeLessThanOrEqual(bestContentOnly(one) + EPSILON)
      }),
      { numRuns: 200 },
    )
  })

  it('knows everything when everything is free: then it is worth what full information is worth', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const one = generateWorld({ levels: 2, offers: 2, states: 5, choices: 3, priceMax: 0 }, seed)
        const merged = { ...one, levels: [one.levels.flat()] }
        expect(recursive(one)).toBeCloseTo(recursive(merged), 9)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a code of buying', () => {
  it('beats recursive inspection with a worthless offer: 1 against 0.8', () => {
    const one = worldOfTheWorthlessOffer()
    const coded = expectedUtility(one, (state) => playProtocol(one, WORTHLESS_OFFER_CODE, state))
    expect(coded).toBeCloseTo(1, 12)
    expect(recursive(one)).toBeCloseTo(0.8, 12)
    expect(bestAdmissible(one)).toBeCloseTo(1, 12)
    expect(bestContentOnly(one)).toBeLessThanOrEqual(0.8)
  })

  it('is among what is tried: nothing admissible is better than the best, the recursive protocol included', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const one = generateWorld({ levels: 1, offers: 2, states: 4, choices: 2, priceMax: 0.3 }, seed)
        expect(recursive(one)).toBeLessThanOrEqual(bestAdmissible(one) + EPSILON)
        expect(recursivePlay(one, 1, 0).bought).toHaveLength(1)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the oversight game', () => {
  it('hides the right information when its defence is dear, and tells it when it is cheap', () => {
    expect(equilibriumOf(defenceGame(100)).moves).toEqual([])
    expect(equilibriumOf(defenceGame(0.5)).moves).toEqual([0b001])
  })

  it('has the first information extensible exactly when it can be refuted for good', () => {
    expect(inextensible(defenceGame(100))(0b001)).toBe(false)
    expect(inextensible(defenceGame(0.5))(0b001)).toBe(true)
    expect(claimsOf(defenceGame(0.5))).toEqual({
      isFirstInextensible: true,
      areLaterNull: true,
      isFirstBest: true,
    })
  })
})
