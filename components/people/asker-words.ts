import { type AskerCounts, RECORD_QUESTIONS } from '@/server/contract/market'
import { counted } from '@/server/words/amounts'

/**
 * How an asker treated sellers, in the same words wherever it stands: "4 questions ended with offers: 3 read, 2 with a purchase".
 * Begins in lower case, to follow a name.
 */
export function askerInWords({ ended, inspected, bought }: AskerCounts): string {
  if (ended === 0) return 'no question has ended with offers yet'
  const questions =
    ended < RECORD_QUESTIONS
      ? `${counted(ended, 'question')} ended with offers`
      : `of the last ${RECORD_QUESTIONS} questions that ended with offers`
  return `${questions}: ${inspected === 0 ? 'none' : inspected} read, ${bought === 0 ? 'none' : bought} with a purchase`
}
