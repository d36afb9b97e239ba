import { counted } from '@/server/words/amounts'

/** What has come to a settled question since its answer, in one sentence. */
export function newsInWords({ counters, pages }: { counters: number; pages: number }): string {
  const waits = `${counted(counters, 'counter-offer')} ${counters === 1 ? 'waits' : 'wait'} to be read`
  const changed =
    pages === 1 ? 'a page that it is about has changed' : `${pages} pages that it is about have changed`
  if (counters > 0) return pages > 0 ? `${waits}, and ${changed}.` : `${waits}.`
  return pages > 0
    ? `${changed.charAt(0).toUpperCase()}${changed.slice(1)} since it was read.`
    : 'Nothing is new since this question ended.'
}

/** What a seller reads before he posts to a question that has ended. */
export const COUNTER_OFFER_WORDS =
  'This is a counter-offer: the question has ended, and it is read only if the asker takes the question up again. If not, nobody reads it and nothing is paid.'
