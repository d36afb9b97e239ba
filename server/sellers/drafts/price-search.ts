import { PRICE_MICROS_MIN } from '../../shared/money'

/** Prices are tried in hundredths of a credit: nobody asks for less than that in between. */
const STEP_MICROS = PRICE_MICROS_MIN
/** Once the two ends are within a tenth, "up to about" is said already. */
const CLOSE_ENOUGH = 10n

export type PriceQuestion = {
  /** The price that was asked about first, and whether it would be paid. */
  asked: { priceMicros: bigint; isPaid: boolean }
  /** The most that could be paid. */
  maxMicros: bigint
  /** How many more prices may be tried. */
  triesMax: number
  /** Whether this price would be paid; null when nobody can say, which ends the search. */
  isPaid: (priceMicros: bigint) => Promise<boolean | null>
}

/**
 * About the highest price that would be paid, found by halving between the least price and `maxMicros`; null when not even
 * the least would be. Prices span orders of magnitude, so the middle is the geometric one.
 */
export async function searchPrice({
  asked,
  maxMicros,
  triesMax,
  isPaid,
}: PriceQuestion): Promise<bigint | null> {
  let tries = triesMax
  const attempt = async (priceMicros: bigint) => {
    if (tries <= 0) return null
    tries -= 1
    return isPaid(priceMicros)
  }
  let paid = asked.priceMicros
  let refused = maxMicros + STEP_MICROS
  if (!asked.isPaid) {
    if (asked.priceMicros <= PRICE_MICROS_MIN || !(await attempt(PRICE_MICROS_MIN))) return null
    paid = PRICE_MICROS_MIN
    refused = asked.priceMicros
  }
  while ((refused - paid) * CLOSE_ENOUGH > paid) {
    const middle = between(paid, refused)
    if (middle === null) break
    const answer = await attempt(middle)
    if (answer === null) break
    if (answer) paid = middle
    else refused = middle
  }
  return paid
}

/** The geometric middle in whole steps; null when no price lies in between. */
function between(low: bigint, high: bigint): bigint | null {
  const middle = squareRoot(low * high)
  const stepped = middle - (middle % STEP_MICROS)
  if (stepped > low) return stepped
  const next = low - (low % STEP_MICROS) + STEP_MICROS
  return next < high ? next : null
}

/** Rounded down; Newton's method. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const better = (guess + value / guess) / 2n
    if (better >= guess) return guess
    guess = better
  }
}
