import { MICROS_PER_CREDIT } from '@/server/shared/money'

/**
 * Prices as a buyer's agent is shown them: its budget is always 100, each price is its share of what is left, and nothing is
 * shown below 1. Source: lab, A.4 (price display).
 */

/** What every budget is shown as. */
export const BUDGET_SHOWN = 100
/** The least price that is shown, so that free information is shown at 1. */
const PRICE_SHOWN_MIN = 1

/**
 * `max(round(100 · price / credit), 1)`; a half goes to the even neighbour, as in the published code. Without credit left
 * nothing can be afforded, and every price is shown as twice the budget.
 */
export function priceShown(priceMicros: bigint, creditMicros: bigint): number {
  if (creditMicros <= 0n) return 2 * BUDGET_SHOWN
  const scaled = priceMicros * BigInt(BUDGET_SHOWN)
  const whole = scaled / creditMicros
  const rest = 2n * (scaled % creditMicros)
  const up = rest > creditMicros || (rest === creditMicros && whole % 2n === 1n)
  return Math.max(Number(up ? whole + 1n : whole), PRICE_SHOWN_MIN)
}

/** Credits as micro-credits, rounded to the nearest; for parameters that papers give as decimals. */
export function microsOfCredits(credits: number): bigint {
  return BigInt(Math.round(credits * Number(MICROS_PER_CREDIT)))
}

/** Micro-credits as credits, for figures and charts; never for sums of money. */
export function creditsOfMicros(micros: bigint): number {
  return Number(micros) / Number(MICROS_PER_CREDIT)
}
