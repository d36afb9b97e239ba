import { AROUND_CHARS, passageHere } from '@/components/thread/passage-here'
import type { TextQuote } from '@/server/shared/anchor'

/** What runs in somebody's page: it may use nothing of ours but its arguments. */
function onPage(site: string, passage: TextQuote | null): void {
  const { exact: quote, ...around } = passage ?? { exact: '' }
  const page = location.href
  const parameters = new URLSearchParams(quote === '' ? { url: page } : { page, quote, ...around })
  window.open(`${site}/${quote === '' ? 'pages' : 'ask'}?${parameters}`, '_blank', 'noopener')
}

/** The address of a bookmark that opens the thread of the page one reads; with a passage marked, the form to have it checked. */
export function bookmarkletOf(site: string): string {
  const call = `(${onPage})(${JSON.stringify(new URL(site).origin)},(${passageHere})(${AROUND_CHARS}))`
  return `javascript:${encodeURIComponent(`${call};void 0`)}`
}
