import type { PriceBand } from '../../contract/selling'
import { PRICE_MICROS_MIN } from '../../shared/money'

/**
 * Bands of prices: what others were paid, told in a way that no single offer can be read off it. Pure.
 */

/** Twenty: the quarter at either end is then five offers, and none of them alone moves the band past another's price. */
export const BAND_OFFERS_MIN = 20
/** Five: twenty offers of one competitor would be that competitor's price list. */
export const BAND_SELLERS_MIN = 5

export type PaidPrice = { sellerId: string; priceMicros: bigint }

/**
 * The band that the middle half of prices lies in, rounded outwards to the steps 1, 2, 5, 10, … hundredths of a credit. Null
 * unless there are `BAND_OFFERS_MIN` prices of `BAND_SELLERS_MIN` sellers. Neither the count nor any price goes out.
 */
export function priceBand(paid: readonly PaidPrice[]): PriceBand | null {
  if (paid.length < BAND_OFFERS_MIN) return null
  if (new Set(paid.map(({ sellerId }) => sellerId)).size < BAND_SELLERS_MIN) return null
  const prices = paid.map(({ priceMicros }) => priceMicros).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const quarter = Math.floor(prices.length / 4)
  const [low, high] = [prices[quarter], prices[prices.length - 1 - quarter]]
  if (low === undefined || high === undefined) return null
  return { lowMicros: stepBelow(low), highMicros: stepAbove(high) }
}

/** Within a decade, from one step to the next at most two and a half times as much. */
const STEPS = [1n, 2n, 5n] as const

/** The steps from the least price up to the first that is at least `micros`, and that one. */
function ladderTo(micros: bigint): bigint[] {
  const steps: bigint[] = []
  for (let decade = PRICE_MICROS_MIN; ; decade *= 10n) {
    for (const step of STEPS) {
      steps.push(decade * step)
      if (decade * step >= micros) return steps
    }
  }
}

function stepAbove(micros: bigint): bigint {
  return ladderTo(micros).at(-1) ?? micros
}

function stepBelow(micros: bigint): bigint {
  return ladderTo(micros).findLast((step) => step <= micros) ?? PRICE_MICROS_MIN
}
