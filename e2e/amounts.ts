import { exactCredits, parseCredits } from '@/server/shared/money'

/** "2.50" for 2 500 000 micro-credits. */
export const credits = exactCredits

/** 2 500 000 micro-credits for "2.50". */
export function micros(text: string): bigint {
  const amount = parseCredits(text)
  if (!amount.ok) throw new Error(amount.message)
  return amount.micros
}
