import type { PageMark } from '@/server/contract/threads'
import { anchorsIn, type TextPosition, type TextQuote } from '@/server/shared/anchor'

/** The words of a page as its reader has them, each with its place in the document: what passages are looked for in. */
export type PageWords = {
  text: string
  rangeOf(place: TextPosition): Range | null
}

/** Its words are no part of the text, or nobody reads them. */
const UNREAD = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE TEXTAREA SELECT IFRAME OBJECT CANVAS VIDEO AUDIO MATH SVG'.split(' '),
)
/** Words on both sides of their edges are apart. */
const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR CAPTION DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
)
/** A library; what is longer is no page that somebody reads. */
const CHARS_MAX = 2_000_000

type Piece = { node: Text; start: number }

export function pageWords(root: Element, isShown: (element: Element) => boolean = isDrawn): PageWords {
  const pieces: Piece[] = []
  let text = ''
  const walk = (element: Element) => {
    if (UNREAD.has(element.nodeName.toUpperCase()) || !isShown(element)) return
    const isBlock = BLOCKS.has(element.nodeName)
    if (isBlock) text += '\n'
    for (const child of element.childNodes) {
      if (text.length > CHARS_MAX) return
      if (child.nodeType === Node.ELEMENT_NODE) walk(child as Element)
      else if (child.nodeType === Node.TEXT_NODE) {
        pieces.push({ node: child as Text, start: text.length })
        text += (child as Text).data
      }
    }
    if (isBlock) text += '\n'
  }
  walk(root)
  const pieceAt = (place: number) => pieces.findLast(({ start }) => start <= place)
  return {
    text,
    rangeOf({ start, end }) {
      const [first, last] = [pieceAt(start), pieceAt(end - 1)]
      if (!first || !last) return null
      const range = root.ownerDocument.createRange()
      range.setStart(first.node, start - first.start)
      range.setEnd(last.node, end - last.start)
      return range
    },
  }
}

/** Not in a menu that is closed: a passage that stands there too would stand twice. */
const isDrawn = (element: Element) => element.checkVisibility()

/** What laying out a page as text puts before its list items and quotations, which are no words of the page. */
const LAYOUT = /(^|\s)(?:[*>]|\d{1,3}\.)\s(?=\S|$)/g
const withoutLayout = ({ exact, prefix, suffix }: TextQuote): TextQuote => ({
  exact,
  prefix: prefix.replace(LAYOUT, '$1'),
  suffix: suffix.replace(LAYOUT, '$1'),
})

/**
 * Where the passages of questions stand on the page: in their places, or nowhere, by the rule that the market itself has
 * (`server/shared/anchor.ts`). A claim without a passage is looked for by its own words.
 */
export function placesOf(words: PageWords, marks: readonly PageMark[]): Map<string, Range> {
  const anchors = anchorsIn(words.text)
  return new Map(
    marks.flatMap(({ questionId, quote, claim }) => {
      const wanted = quote ?? { exact: claim, prefix: '', suffix: '' }
      const place = anchors.find(wanted) ?? anchors.find(withoutLayout(wanted))
      const range = place && words.rangeOf(place)
      return range ? [[questionId, range] as const] : []
    }),
  )
}
