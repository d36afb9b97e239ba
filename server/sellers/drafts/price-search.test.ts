import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PRICE_MICROS_MIN } from '../../shared/money'
import { searchPrice } from './price-search'

const cents = (min: number, max: number) =>
  fc.integer({ min, max }).map((amount) => BigInt(amount) * PRICE_MICROS_MIN)

/** Somebody who pays anything up to `limit`, and counts how often they are asked. */
function payer(limitMicros: bigint) {
  const tried: bigint[] = []
  const isPaid = async (priceMicros: bigint) => {
    tried.push(priceMicros)
    return priceMicros <= limitMicros
  }
  return { tried, isPaid }
}

const situation = fc
  .record({ limit: cents(0, 12_000), max: cents(10, 10_000), share: fc.integer({ min: 1, max: 100 }) })
  .map(({ limit, max, share }) => {
    const asked = (max * BigInt(share)) / 100n
    return { limit, max, asked: asked < PRICE_MICROS_MIN ? PRICE_MICROS_MIN : asked }
  })

describe('searchPrice', () => {
  it('finds a price that would be paid, and hardly a higher one, when it may try often', async () => {
    await fc.assert(
      fc.asyncProperty(situation, async ({ limit, max, asked }) => {
        const { isPaid, tried } = payer(limit)
        const found = await searchPrice({
          asked: { priceMicros: asked, isPaid: asked <= limit },
          maxMicros: max,
          triesMax: 100,
          isPaid,
        })
        if (limit < PRICE_MICROS_MIN) {
          expect(found).toBeNull()
          return
        }
        if (found === null) throw new Error('Something would have been paid')
        expect(found <= limit && found <= max).toBe(true)
        const highest = limit < max ? limit : max
        expect((highest - found) * 10n <= found + 10n * PRICE_MICROS_MIN).toBe(true)
        expect(tried.every((price) => price >= PRICE_MICROS_MIN && price <= max)).toBe(true)
      }),
    )
  })

  it('tries no more often than it may, and then says what it knows', async () => {
    await fc.assert(
      fc.asyncProperty(situation, fc.nat({ max: 8 }), async ({ limit, max, asked }, triesMax) => {
        const { isPaid, tried } = payer(limit)
        const wasPaid = asked <= limit
        const found = await searchPrice({
          asked: { priceMicros: asked, isPaid: wasPaid },
          maxMicros: max,
          triesMax,
          isPaid,
        })
        expect(tried.length).toBeLessThanOrEqual(triesMax)
        if (found !== null) expect(found <= limit).toBe(true)
        if (wasPaid) expect(found !== null && found >= asked).toBe(true)
      }),
    )
  })

  it('stops where nobody can say', async () => {
    const found = await searchPrice({
      asked: { priceMicros: 500_000n, isPaid: true },
      maxMicros: 10_000_000n,
      triesMax: 5,
      isPaid: async () => null,
    })
    expect(found).toBe(500_000n)
  })
})
