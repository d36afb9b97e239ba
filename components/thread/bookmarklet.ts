/** Of what stands around a marked passage, as much as tells it from others. */
const AROUND_CHARS = 64

/** What runs in somebody's page: it may use nothing of ours but its arguments. */
function onPage(site: string, aroundChars: number): void {
  const selection = window.getSelection()
  const quote = selection?.toString().trim() ?? ''
  const parameters = new URLSearchParams()
  if (selection && quote !== '' && selection.rangeCount > 0) {
    const range = selection.getRangeAt(0)
    const textOf = (isBefore: boolean) => {
      const around = range.cloneRange()
      around.selectNodeContents(document.body)
      if (isBefore) around.setEnd(range.startContainer, range.startOffset)
      else around.setStart(range.endContainer, range.endOffset)
      return around.toString()
    }
    parameters.set('page', location.href)
    parameters.set('quote', quote)
    parameters.set('prefix', textOf(true).slice(-aroundChars))
    parameters.set('suffix', textOf(false).slice(0, aroundChars))
  } else parameters.set('url', location.href)
  window.open(`${site}/${quote === '' ? 'pages' : 'ask'}?${parameters}`, '_blank', 'noopener')
}

/** The address of a bookmark that opens the thread of the page one reads; with a passage marked, the form to have it checked. */
export function bookmarkletOf(site: string): string {
  const call = `(${onPage})(${JSON.stringify(new URL(site).origin)},${AROUND_CHARS})`
  return `javascript:${encodeURIComponent(`${call};void 0`)}`
}
