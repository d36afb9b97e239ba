import type { Start } from '@/server/contract/market'

/** When the reading begins, as a sentence. */
export function startInWords(start: Start): string {
  switch (start.rule) {
    case 'now':
      return 'The inspection begins when the bots have answered or the first offer comes.'
    case 'manual':
      return 'The inspection begins when the asker says so, at the deadline at the latest.'
    case 'quorum':
      return `The inspection begins at ${start.offers} ${start.offers === 1 ? 'offer' : 'offers'}, at the deadline at the latest.`
    case 'deadline':
      return 'The inspection begins at the deadline.'
  }
}
