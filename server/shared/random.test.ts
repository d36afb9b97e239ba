import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom, seedFrom, shuffled } from './random'

describe('seededRandom', () => {
  it('is mulberry32: the published sequence for seed 0', () => {
    const random = seededRandom(0)
    expect([random(), random(), random()]).toEqual([
      0.26642920868471265, 0.0003297457005828619, 0.2232720274478197,
    ])
  })

  it('repeats for the same seed, differs for another, and stays in [0, 1)', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [one, same, other] = [seededRandom(seed), seededRandom(seed), seededRandom(seed + 1)]
        const drawn = Array.from({ length: 20 }, () => one())
        expect(Array.from({ length: 20 }, () => same())).toEqual(drawn)
        expect(Array.from({ length: 20 }, () => other())).not.toEqual(drawn)
        expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true)
      }),
    )
  })
})

describe('shuffled', () => {
  it('keeps every item once, leaves its input alone, and depends on the seed only', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (items, seed) => {
        const before = [...items]
        const result = shuffled(items, seed)
        expect(items).toEqual(before)
        expect([...result].sort()).toEqual([...items].sort())
        expect(shuffled(items, seed)).toEqual(result)
      }),
    )
  })

  it('puts each item in each place about equally often: no position is favoured', () => {
    const counts = new Map<string, number>()
    for (let seed = 0; seed < 6_000; seed += 1) {
      const key = shuffled(['a', 'b', 'c'], seed).join('')
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    // Six orders, 1000 expected each, standard deviation 29: five of them either way.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(145)
  })
})

describe('seedFrom', () => {
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('is FNV-1a: the published hash of %j', (text, hash) => {
    expect(seedFrom(text)).toBe(hash)
  })

  it('is an unsigned 32-bit number', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const seed = seedFrom(text)
        expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true)
      }),
    )
  })
})
