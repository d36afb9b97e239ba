/**
 * Money is integer micro-credits in `bigint`. Text such as "1.50" exists only at the edge of the UI and is read here,
 * by digits, never through a float.
 */

export const MICROS_PER_CREDIT = 1_000_000n
const MICROS_PER_CENT = MICROS_PER_CREDIT / 100n

/** Six decimals: the smallest amount the ledger can hold is one micro-credit. */
const FRACTION_DIGITS = 6

/** 100 000 credits: far above any honest question, far below what a bigint column can overflow when summed. */
export const AMOUNT_MICROS_MAX = 100_000n * MICROS_PER_CREDIT

/** 0.01 credits: dust offers would make purchases a cheap code for smuggling unbought text (reliability, L12). */
export const PRICE_MICROS_MIN = 10_000n

/** 0.10 credits: below this a budget cannot pay for one offer and one check of it. */
export const BUDGET_MICROS_MIN = 100_000n

/** 5 %, unless an operator set another share: a seller who trades with himself to look popular loses this much each time (reliability, M8). */
export const FEE_BASIS_POINTS = 500

/**
 * 10 % of the price of a resale goes to whoever asked first, and put up the budget that had it read: enough to be worth a tick, too little
 * for somebody to ask in order to live from it.
 */
export const ASKER_SHARE_BASIS_POINTS = 1_000

/** What a new person starts with, in whole credits, unless an operator set something else: about ten ordinary questions. */
export const WELCOME_GRANT = 100
export const WELCOME_GRANT_MICROS = BigInt(WELCOME_GRANT) * MICROS_PER_CREDIT

export type ParsedAmount = { ok: true; micros: bigint } | { ok: false; message: string }

/** Thousands set apart by spaces, as `exactCredits` writes them and people paste them back. */
const GROUPED = /^\d{1,3}(?:\s\d{3})+(?:[.,]\d*)?$/

/** A thousand to some people and one to others, and money is never guessed. */
const TWO_READINGS = /^(\d+),(\d{3})$/

const WHOLE_DIGITS_MAX = 12
const TOO_MANY = 'There are not that many credits. Write a smaller amount.'

/**
 * Reads what a person typed ("3", "3.5", "0,25", "1 200") as micro-credits; says in words why it cannot. A comma before
 * exactly three digits is refused, with both of its readings.
 */
export function parseCredits(text: string): ParsedAmount {
  const trimmed = text.trim()
  const joined = GROUPED.test(trimmed) ? trimmed.replace(/\s/g, '') : trimmed
  const twoReadings = TWO_READINGS.exec(joined)
  if (twoReadings) return refuseBoth(twoReadings[1] ?? '', twoReadings[2] ?? '')
  const cleaned = joined.replace(',', '.')
  if (cleaned === '') return { ok: false, message: 'Enter an amount in credits, for example 2.50.' }
  if (/^-/.test(cleaned)) return { ok: false, message: 'An amount cannot be negative.' }
  const match = /^(\d+)(?:\.(\d*))?$/.exec(cleaned)
  if (!match) {
    const how = trimmed.includes(',') ? 'without commas, for example 1000.50.' : 'digits, for example 2.50.'
    return { ok: false, message: `“${trimmed.slice(0, 20)}” is not an amount. Write ${how}` }
  }
  const whole = match[1] ?? '0'
  const fraction = match[2] ?? ''
  if (whole.length > WHOLE_DIGITS_MAX) return { ok: false, message: TOO_MANY }
  if (fraction.length > FRACTION_DIGITS) {
    return { ok: false, message: 'Credits have at most six decimals (one millionth of a credit).' }
  }
  return { ok: true, micros: microsOf(whole, fraction) }
}

function microsOf(whole: string, fraction: string): bigint {
  return BigInt(whole) * MICROS_PER_CREDIT + BigInt(fraction.padEnd(FRACTION_DIGITS, '0'))
}

/** "1,000": names the two ways to write what may be meant. */
function refuseBoth(whole: string, three: string): ParsedAmount {
  const thousands = whole + three
  if (thousands.length > WHOLE_DIGITS_MAX) return { ok: false, message: TOO_MANY }
  const decimal = exactCredits(microsOf(whole, three)).replace(/\s/g, '')
  return {
    ok: false,
    message: `“${whole},${three}” can be read in two ways. Write ${BigInt(thousands)} or ${decimal}.`,
  }
}

/**
 * Exact decimal text, at least two decimals, no trailing noise: 1500000n → "1.50", 1n → "0.000001". For what is typed, for limits, for what
 * is about to move or has moved, and for programs; pages print `formatCredits` everywhere else.
 */
export function exactCredits(micros: bigint): string {
  const sign = micros < 0n ? '−' : ''
  const absolute = micros < 0n ? -micros : micros
  const whole = (absolute / MICROS_PER_CREDIT).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ' ')
  const fraction = (absolute % MICROS_PER_CREDIT)
    .toString()
    .padStart(FRACTION_DIGITS, '0')
    .replace(/0{1,4}$/, '')
  return `${sign}${whole}.${fraction}`
}

/** An amount as pages print it: two decimals, rounded towards nothing, so that it never says too much; below a cent it is written out. */
export function formatCredits(micros: bigint): string {
  const whole = (micros / MICROS_PER_CENT) * MICROS_PER_CENT
  return exactCredits(whole === 0n ? micros : whole)
}

/** As programs read it: no spaces between thousands, a plain minus. */
export function plainCredits(micros: bigint): string {
  return exactCredits(micros).replace(/\s/g, '').replace('−', '-')
}

/** The market's fee on a price, rounded down so that the seller is never charged a micro too much. */
export function feeOn(priceMicros: bigint, feeBasisPoints: number = FEE_BASIS_POINTS): bigint {
  return (priceMicros * BigInt(feeBasisPoints)) / 10_000n
}

/** What the first asker has of a resale, rounded down. */
export function askerShareOn(priceMicros: bigint): bigint {
  return feeOn(priceMicros, ASKER_SHARE_BASIS_POINTS)
}

/** A share in hundredths of a per cent as people read it: 500 is "5", 275 is "2.75". */
export const percentOf = (basisPoints: number) => String(basisPoints / 100)

/** Share `numerator/denominator` of an amount, rounded down: parts never add up to more than the whole. */
export function shareOf(amountMicros: bigint, numerator: bigint, denominator: bigint): bigint {
  return (amountMicros * numerator) / denominator
}
