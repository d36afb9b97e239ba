import type { Start } from '@/server/contract/market'

/** When the reading begins, as a sentence. */
export function startInWords(start: Start): string {
  switch (start.rule) {
    case 'now':
      return 'The reading begins when the bots have answered or the first offer comes.'
    case 'manual':
      return 'The reading begins when the asker says so, at the deadline at the latest.'
    case 'quorum':
      return `The reading begins at ${start.offers} ${start.offers === 1 ? 'offer' : 'offers'}, at the deadline at the latest.`
    case 'deadline':
      return 'The reading begins at the deadline.'
  }
}
