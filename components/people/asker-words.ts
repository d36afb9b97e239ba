import { RECORD_QUESTIONS } from '@/server/contract/limits'
import type { AskerCounts } from '@/server/contract/market-view'
import { counted } from '@/server/words/amounts'

/**
 * How an asker treated sellers, in the same words wherever it stands: "4 questions that everybody may watch ended with offers: 3 read, 2 with a purchase".
 * Begins in lower case, to follow a name.
 */
export function askerInWords({ ended, inspected, bought }: AskerCounts): string {
  if (ended === 0) return 'no question that everybody may watch has ended with offers yet'
  const questions =
    ended < RECORD_QUESTIONS
      ? `${counted(ended, 'question')} that everybody may watch ended with offers`
      : `of the last ${RECORD_QUESTIONS} questions that everybody may watch and that ended with offers`
  return `${questions}: ${inspected === 0 ? 'none' : inspected} read, ${bought === 0 ? 'none' : bought} with a purchase`
}
