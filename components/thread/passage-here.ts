import type { TextQuote } from '@/server/shared/anchor'

/** Of what stands around a marked passage, as much as tells it from others. */
export const AROUND_CHARS = 64

/**
 * The passage that is marked on a page, with so many characters around it; null when nothing is. Words of different blocks are apart, as
 * where the page is read as text. It runs in somebody's page, sent there as its own text: it may use nothing of ours but its argument.
 */
export function passageHere(aroundChars: number): TextQuote | null {
  const selection = window.getSelection()
  const exact = selection?.toString().trim() ?? ''
  if (!selection || exact === '' || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const all: Text[] = []
  while (walker.nextNode()) all.push(walker.currentNode as Text)
  const isDrawn = ({ parentElement }: Text) =>
    parentElement && getComputedStyle(parentElement).display !== 'none'
  const blockOf = ({ parentElement: block }: Text) => {
    while (block && /^(?:inline|contents|$)/.test(getComputedStyle(block).display))
      block = block.parentElement
    return block
  }
  const { startContainer, startOffset, endContainer, endOffset } = range
  /** From the passage outward, as far as is wanted: most of a page is not looked at. */
  const textOf = (isBefore: boolean) => {
    let text = ''
    let block: Element | null | undefined
    for (const node of isBefore ? all.toReversed() : all) {
      if (text.length >= aroundChars) break
      const isBeside = isBefore ? range.comparePoint(node, 0) < 0 : range.comparePoint(node, node.length) > 0
      const isOfPassage = range.intersectsNode(node)
      if (!(isBeside || isOfPassage) || !isDrawn(node)) continue
      const own = blockOf(node)
      const edge = block !== undefined && block !== own ? '\n' : ''
      block = own
      const from = !isBefore && node === endContainer ? endOffset : 0
      const to = isBefore && node === startContainer ? startOffset : node.length
      const words = isBeside ? node.data.slice(from, to) : ''
      text = isBefore ? `${words}${edge}${text}` : `${text}${edge}${words}`
    }
    return text
  }
  return { exact, prefix: textOf(true).slice(-aroundChars), suffix: textOf(false).slice(0, aroundChars) }
}
