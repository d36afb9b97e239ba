import { RECORD_QUESTIONS } from '@/server/contract/limits'
import type { AskerCounts } from '@/server/contract/market-view'
import { counted } from '@/server/words/amounts'

/**
 * How an asker treated sellers, in the same words wherever it stands: "4 public questions ended with offers: 3 read, 2 with a purchase". Public is what
 * everybody may watch.
 * Begins in lower case, to follow a name.
 */
export function askerInWords({ ended, inspected, bought }: AskerCounts): string {
  if (ended === 0) return 'no public question has ended with offers yet'
  const questions =
    ended < RECORD_QUESTIONS
      ? `${counted(ended, 'public question')} ended with offers`
      : `of the last ${RECORD_QUESTIONS} public questions that ended with offers`
  return `${questions}: ${inspected === 0 ? 'none' : inspected} read, ${bought === 0 ? 'none' : bought} with a purchase`
}
