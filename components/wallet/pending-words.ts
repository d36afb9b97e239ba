import type { WalletSummary } from '@/server/contract/ledger'
import { formatCredits } from '@/server/shared/money'

/** "+0.85 on 26 Nov": what is earned and on its way; null while nothing is. Days are in UTC, the same on the server and in every browser. */
export function pendingInWords({
  pendingMicros,
  pendingFrom,
  pendingUntil,
}: Pick<WalletSummary, 'pendingMicros' | 'pendingFrom' | 'pendingUntil'>): string | null {
  if (pendingMicros === 0n || pendingFrom === null || pendingUntil === null) return null
  const first = dayInWords(pendingFrom)
  return `+${formatCredits(pendingMicros)} ${first === dayInWords(pendingUntil) ? 'on' : 'from'} ${first}`
}

const dayInWords = (at: Date) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(at)
