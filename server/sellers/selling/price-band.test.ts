import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AMOUNT_MICROS_MAX, PRICE_MICROS_MIN } from '../../shared/money'
import { BAND_OFFERS_MIN, BAND_SELLERS_MIN, type PaidPrice, priceBand } from './price-band'

const priceMicros = fc.bigInt({ min: PRICE_MICROS_MIN, max: AMOUNT_MICROS_MAX })
const paid = fc.record({ sellerId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), priceMicros })
const isStep = (micros: bigint) => /^(1|2|5)0*$/.test((micros / PRICE_MICROS_MIN).toString())

/** Enough offers of enough sellers. */
const enough = fc
  .array(paid, { minLength: BAND_OFFERS_MIN, maxLength: 60 })
  .map((rows): PaidPrice[] =>
    rows.map((row, index) => (index < 7 ? { ...row, sellerId: 'abcdefg'.charAt(index) } : row)),
  )

/** A list with the row at a chosen place replaced. */
function replaced(rows: readonly PaidPrice[], at: number, row: PaidPrice): PaidPrice[] {
  return rows.map((old, index) => (index === at % rows.length ? row : old))
}

describe('priceBand', () => {
  it('says nothing below the least count, whatever the prices are', () => {
    fc.assert(
      fc.property(
        fc.array(paid, { minLength: 1, maxLength: BAND_OFFERS_MIN - 1 }),
        fc.nat(),
        paid,
        (rows, at, other) => {
          expect(priceBand(rows)).toBeNull()
          expect(priceBand(replaced(rows, at, other))).toBeNull()
        },
      ),
    )
  })

  it('says nothing of fewer sellers than the least', () => {
    fc.assert(
      fc.property(fc.array(priceMicros, { minLength: BAND_OFFERS_MIN, maxLength: 100 }), (prices) => {
        const rows = prices.map((micros, index) => ({
          sellerId: `seller-${index % (BAND_SELLERS_MIN - 1)}`,
          priceMicros: micros,
        }))
        expect(priceBand(rows)).toBeNull()
      }),
    )
  })

  it('holds half of all prices between two steps of the ladder', () => {
    fc.assert(
      fc.property(enough, (rows) => {
        const band = priceBand(rows)
        if (!band) throw new Error('Enough offers gave no band')
        const inside = rows.filter(
          (row) => row.priceMicros >= band.lowMicros && row.priceMicros <= band.highMicros,
        )
        expect(inside.length * 2).toBeGreaterThanOrEqual(rows.length)
        expect(isStep(band.lowMicros) && isStep(band.highMicros)).toBe(true)
      }),
    )
  })

  it('does not follow one offer: whatever its price, the band stays where the others hold it', () => {
    fc.assert(
      fc.property(enough, fc.nat(), priceMicros, (rows, at, micros) => {
        const index = at % rows.length
        const others = rows.filter((_, place) => place !== index).map((row) => row.priceMicros)
        others.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        const quarter = Math.floor(rows.length / 4)
        // The ends of the band for the least and the greatest price that the one offer could have.
        const extremes = [PRICE_MICROS_MIN, AMOUNT_MICROS_MAX].map((extreme) =>
          priceBand(replaced(rows, index, { sellerId: rows[index]?.sellerId ?? 'a', priceMicros: extreme })),
        )
        const changed = priceBand(
          replaced(rows, index, { sellerId: rows[index]?.sellerId ?? 'a', priceMicros: micros }),
        )
        const [least, greatest] = extremes
        if (!least || !greatest || !changed) throw new Error('Enough offers gave no band')
        expect(changed.lowMicros >= least.lowMicros && changed.lowMicros <= greatest.lowMicros).toBe(true)
        expect(changed.highMicros >= least.highMicros && changed.highMicros <= greatest.highMicros).toBe(true)
        // Those extremes are themselves set by other offers, next to the quarter's end.
        expect(least.lowMicros <= (others[quarter - 1] ?? 0n)).toBe(true)
        expect(greatest.highMicros <= stepAtMost(others[others.length - quarter] ?? 0n)).toBe(true)
      }),
    )
  })

  it('reads as it should', () => {
    const rows = Array.from({ length: 20 }, (_, index) => ({
      sellerId: `seller-${index % 5}`,
      priceMicros: BigInt(index + 1) * 40_000n,
    }))
    // The sixth and the fifteenth price are 0.24 and 0.60.
    expect(priceBand(rows)).toEqual({ lowMicros: 200_000n, highMicros: 1_000_000n })
  })
})

/** The first step that is at least this, found by counting up. */
function stepAtMost(micros: bigint): bigint {
  for (let decade = PRICE_MICROS_MIN; ; decade *= 10n) {
    for (const step of [1n, 2n, 5n]) if (decade * step >= micros) return decade * step
  }
}
