import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../shared/random'
import { poisson, sample } from './draws'

describe('sample', () => {
  it('draws different items, as many as asked for or as there are', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(80), fc.integer(), (size, count, seed) => {
        const items = Array.from({ length: size }, (_, index) => index)
        const drawn = sample(seededRandom(seed), items, count)
        expect(drawn).toHaveLength(Math.min(size, count))
        expect(new Set(drawn).size).toBe(drawn.length)
        expect(drawn.every((item) => items.includes(item))).toBe(true)
      }),
    )
  })

  it.each([
    [5, 3],
    [40, 3],
  ])('draws each of %i items equally often, at every place', (size, count) => {
    const random = seededRandom(3)
    const items = Array.from({ length: size }, (_, index) => index)
    const firsts = items.map(() => 0)
    const anywhere = items.map(() => 0)
    const rounds = 4_000 * size
    for (let round = 0; round < rounds; round += 1) {
      const drawn = sample(random, items, count)
      firsts[drawn[0] ?? 0] = (firsts[drawn[0] ?? 0] ?? 0) + 1
      for (const item of drawn) anywhere[item] = (anywhere[item] ?? 0) + 1
    }
    // Five standard deviations of a binomial count around 4,000, or `count` times as many.
    for (const seen of firsts) expect(Math.abs(seen - 4_000)).toBeLessThan(5 * Math.sqrt(4_000))
    for (const seen of anywhere)
      expect(Math.abs(seen - count * 4_000)).toBeLessThan(5 * Math.sqrt(count * 4_000))
  })
})

describe('poisson', () => {
  it.each([0.5, 30, 1_200])('has mean and variance %d', (rate) => {
    const random = seededRandom(5)
    const drawn = Array.from({ length: 4_000 }, () => poisson(random, rate))
    const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length
    const variance = drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / drawn.length
    expect(Math.abs(mean - rate)).toBeLessThan(4 * Math.sqrt(rate / drawn.length))
    expect(variance / rate).toBeGreaterThan(0.85)
    expect(variance / rate).toBeLessThan(1.15)
  })
})
