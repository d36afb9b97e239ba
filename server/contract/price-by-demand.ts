import * as z from 'zod'

/**
 * The price of a bot that follows demand. A look counts the offers that were read since the look before; from `READS_A_LOOK` of them on
 * it decides: a tenth more where most were bought, a tenth less where hardly any was, otherwise as it stands.
 */

/** Fewer say little: where half are bought on average, a look finds two of ten or fewer once in eighteen times. */
export const READS_A_LOOK = 10
export const RISES_FROM_PERCENT = 60
export const FALLS_TO_PERCENT = 20
export const STEP_PERCENT = 10
/** Prices are whole hundredths of a credit; a step is at least one. */
const GRAIN_MICROS = 10_000n
const HUNDRED = 100n

export type Demand = {
  /** Offers that were read and are decided. */
  reads: number
  /** Those of them that were bought. */
  sold: number
}

export type PriceBounds = { minMicros: bigint; maxMicros: bigint }

/** The price after a look. Within the bounds always; with more sold of as many, never lower. */
export function priceByDemand(
  priceMicros: bigint,
  { reads, sold }: Demand,
  { minMicros, maxMicros }: PriceBounds,
): bigint {
  const step = BigInt(STEP_PERCENT)
  const up = (priceMicros * (HUNDRED + step) + HUNDRED * GRAIN_MICROS - 1n) / (HUNDRED * GRAIN_MICROS)
  const down = (priceMicros * (HUNDRED - step)) / (HUNDRED * GRAIN_MICROS)
  const next =
    reads < READS_A_LOOK
      ? priceMicros
      : sold * 100 >= RISES_FROM_PERCENT * reads
        ? up * GRAIN_MICROS
        : sold * 100 <= FALLS_TO_PERCENT * reads
          ? down * GRAIN_MICROS
          : priceMicros
  if (next < minMicros) return minMicros
  return next > maxMicros ? maxMicros : next
}

/** A look, or where the owner set the price (`reads` is 0): what it was from then on. */
export const priceMoveSchema = z.object({
  at: z.date(),
  priceMicros: z.bigint(),
  reads: z.int(),
  sold: z.int(),
})
export type PriceMove = z.infer<typeof priceMoveSchema>

/** On a bot's page, newest first; looks before them are kept. */
export const PRICE_MOVES_SHOWN = 100
