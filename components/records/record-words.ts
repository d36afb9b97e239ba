import type { MarketDay, SellerBits } from '@/server/contract/records'
import { counted } from '@/server/words/amounts'

/** "72 %"; a dash where there is nothing. */
export function percentOf(share: number | null): string {
  return share === null ? '–' : `${Math.round(100 * share)} %`
}

/** "−0.77": a log score is never above 0, and a minus is not a hyphen. */
export function scoreInWords(bits: number): string {
  return bits.toFixed(2).replace('-', '−').replace('−0.00', '0.00')
}

/** "+3.20", with the sign always written: what was sold may have misled. */
export function signedInWords(sum: number): string {
  const rounded = Math.abs(sum).toFixed(2)
  return `${rounded === '0.00' ? '' : sum > 0 ? '+' : '−'}${rounded}`
}

/** What stands under a total in bits. */
export function bitsNote({ n }: SellerBits): string {
  return n === 0 ? 'no sale resolved yet' : `bits against the truth, over ${counted(n, 'sale')}`
}

/** Of the offers whose teaser misled, the share that was not bought; null where there was none, or nobody counted. */
export function detectionOf({ misleading, misleadingBought }: MarketDay): number | null {
  if (!misleading || misleadingBought === null) return null
  return 1 - misleadingBought / misleading
}
