import type { ReadAgain } from '@/server/contract/threads'

/** What came of asking to have a page read again. */
export const READ_AGAIN_WORDS: Record<ReadAgain['state'], string> = {
  due: 'The page is being read again.',
  recent: 'It was read a few minutes ago. Try again in ten minutes.',
  never: 'This market does not read that page.',
}
