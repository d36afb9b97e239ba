import type { ThreadItem } from '@/server/contract/threads'

/** What is known of a claim, wherever it is shown. */
type Likelihood = Pick<ThreadItem, 'probability' | 'decidedPercent'>

/** Beyond these a claim is called likely or unlikely; between them it is open. */
const LIKELY_FROM = 0.7
const UNLIKELY_TO = 0.3

export function toneOf(share: number): 'likely' | 'unlikely' | 'open' {
  return share >= LIKELY_FROM ? 'likely' : share <= UNLIKELY_TO ? 'unlikely' : 'open'
}

/** How likely a claim is true, from 0 to 1, and who says so; null while nobody does. */
export function likelihoodOf({
  probability,
  decidedPercent,
}: Likelihood): { share: number; says: string } | null {
  if (probability !== null) return { share: probability, says: '' }
  return decidedPercent === null ? null : { share: decidedPercent / 100, says: ', its asker decided' }
}

/** "86 % likely to be true"; null while nobody says so. */
export function verdictInWords(item: Likelihood): string | null {
  const found = likelihoodOf(item)
  return found && `${Math.round(found.share * 100)} % likely to be true${found.says}`
}
