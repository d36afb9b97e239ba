import type { ThreadItem } from '@/server/contract/threads'

/** How likely a claim is true, from 0 to 1, and who says so; null while nobody does. */
export function likelihoodOf({
  probability,
  decidedPercent,
}: ThreadItem): { share: number; says: string } | null {
  if (probability !== null) return { share: probability, says: '' }
  return decidedPercent === null ? null : { share: decidedPercent / 100, says: ', its asker decided' }
}

/** "86 % likely to be true"; null while nobody says so. */
export function verdictInWords(item: ThreadItem): string | null {
  const found = likelihoodOf(item)
  return found && `${Math.round(found.share * 100)} % likely to be true${found.says}`
}
