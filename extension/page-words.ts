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
  // By a walker, and by names from prototypes: a form's own properties are its fields, a document's its images, whatever these are called.
  const { createTreeWalker, createRange } = Document.prototype
  const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT
  const walker = createTreeWalker.call(root.ownerDocument, root, shown)
  const walk = () => {
    const { currentNode: node } = walker
    if (node instanceof Text) {
      pieces.push({ node, start: text.length })
      text += node.data
    }
    if (!(node instanceof Element)) return
    const name = nameOf(node)
    if (UNREAD.has(name.toUpperCase()) || !isShown(node)) return
    const edge = BLOCKS.has(name) ? '\n' : ''
    text += edge
    if (walker.firstChild()) {
      do walk()
      while (text.length <= CHARS_MAX && walker.nextSibling())
      walker.parentNode()
    }
    text += edge
  }
  walk()
  const pieceAt = (place: number) => pieces.findLast(({ start }) => start <= place)
  return {
    text,
    rangeOf({ start, end }) {
      const [first, last] = [pieceAt(start), pieceAt(end - 1)]
      if (!first || !last) return null
      const range = createRange.call(root.ownerDocument)
      range.setStart(first.node, start - first.start)
      range.setEnd(last.node, end - last.start)
      return range
    },
  }
}

const tagName = Object.getOwnPropertyDescriptor(Element.prototype, 'tagName')
const nameOf = (element: Element): string => tagName?.get?.call(element) ?? ''

/** Not in a menu that is closed, nor drawn so that nobody sees it: a passage that stands there too would stand twice. */
const isDrawn = (element: Element) =>
  Element.prototype.checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true })

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
