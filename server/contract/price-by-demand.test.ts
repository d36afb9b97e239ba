import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Demand, priceByDemand, READS_A_LOOK } from './price-by-demand'

const bounds = { minMicros: 200_000n, maxMicros: 1_000_000n }
const looked = (price: bigint, sold: number, reads = 10) => priceByDemand(price, { reads, sold }, bounds)

describe('a price that follows demand', () => {
  it('rises a tenth from six sales of ten readings on, falls a tenth at two or fewer, and stays between', () => {
    expect([6, 10].map((sold) => looked(500_000n, sold))).toEqual([550_000n, 550_000n])
    expect([3, 5].map((sold) => looked(500_000n, sold))).toEqual([500_000n, 500_000n])
    expect([0, 2].map((sold) => looked(500_000n, sold))).toEqual([450_000n, 450_000n])
    // Whole hundredths of a credit, and one of them at least.
    expect(priceByDemand(30_000n, { reads: 10, sold: 6 }, { minMicros: 10_000n, maxMicros: 90_000n })).toBe(
      40_000n,
    )
    expect(priceByDemand(30_000n, { reads: 10, sold: 0 }, { minMicros: 10_000n, maxMicros: 90_000n })).toBe(
      20_000n,
    )
  })

  it('waits for ten readings', () => {
    expect(looked(500_000n, 9, 9)).toBe(500_000n)
    expect(looked(500_000n, 0, 9)).toBe(500_000n)
  })

  const micros = fc.bigInt({ min: 10_000n, max: 100_000_000_000n })
  const drawn = fc.tuple(micros, micros, micros).map((three) => {
    const [minMicros = 0n, price = 0n, maxMicros = 0n] = three.toSorted((a, b) =>
      a < b ? -1 : a > b ? 1 : 0,
    )
    return { price, bounds: { minMicros, maxMicros } }
  })
  const demand = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }))
    .map(([a, b]): Demand => ({ reads: Math.max(a, b), sold: Math.min(a, b) }))

  it('stays within its bounds, however long it follows', () => {
    fc.assert(
      fc.property(drawn, fc.array(demand, { maxLength: 40 }), ({ price, bounds }, looks) => {
        let now = price
        for (const look of looks) {
          now = priceByDemand(now, look, bounds)
          expect(now >= bounds.minMicros && now <= bounds.maxMicros).toBe(true)
        }
      }),
    )
  })

  it('is never lower where more was bought, nor where it stood higher', () => {
    fc.assert(
      fc.property(drawn, demand, fc.nat(60), micros, ({ price, bounds }, look, more, other) => {
        const busier = { reads: look.reads, sold: Math.min(look.reads, look.sold + more) }
        expect(priceByDemand(price, busier, bounds) >= priceByDemand(price, look, bounds)).toBe(true)
        const [low, high] = price < other ? [price, other] : [other, price]
        expect(priceByDemand(high, look, bounds) >= priceByDemand(low, look, bounds)).toBe(true)
      }),
    )
  })

  it('reaches its highest price where everything is bought, and its lowest where nothing is', () => {
    const looks = Array.from({ length: 30 })
    const all = { reads: READS_A_LOOK, sold: READS_A_LOOK }
    expect(looks.reduce<bigint>((price) => priceByDemand(price, all, bounds), 200_000n)).toBe(1_000_000n)
    const none = { reads: READS_A_LOOK, sold: 0 }
    expect(looks.reduce<bigint>((price) => priceByDemand(price, none, bounds), 1_000_000n)).toBe(200_000n)
  })
})
