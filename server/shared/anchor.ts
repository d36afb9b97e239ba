/**
 * Where a passage stands in a text that may have changed since: in its right place, or nowhere. The shapes are selectors of the W3C's Web
 * Annotation Data Model. Libraries for them (Apache Annotator, dom-anchor-text-quote, approx-string-match under Hypothesis) look for what
 * comes closest and give the best of several; here a claim must never stand beside words that it is not about, so a passage is found with
 * all its surroundings, letter for letter, and once, or not at all. Only white space may differ: pages are laid out anew all the time.
 */

/** TextQuoteSelector: the passage, and what stands before and after it. */
export type TextQuote = { exact: string; prefix: string; suffix: string }
/** TextPositionSelector: from the first character to the one after the last, in UTF-16 code units. */
export type TextPosition = { start: number; end: number }

/** One text, in which passages are looked for. */
export interface Anchors {
  /** The place of a passage; null where it is not, or not in one place only. */
  find(quote: TextQuote): TextPosition | null
  /**
   * The passage that stands at a place, with as much around it as makes it the only one. Where the text begins or ends beside the passage,
   * the other side holds what this one lacks; null where both sides hold too little to tell it by, or the text repeats itself.
   */
  quoteAt(place: TextPosition): TextQuote | null
}

/** Of what stands around a passage, as much as the examples of the data model show; more where that stands elsewhere too. */
const AROUND_CHARS = 32
/** Beyond that a passage that repeats itself is one of many, and stands nowhere. */
export const AROUND_CHARS_MAX = 512

export function anchorsIn(text: string): Anchors {
  const folded = fold(text)
  return {
    find(quote) {
      const exact = spaced(quote.exact).trim()
      if (exact === '') return null
      const prefix = before(quote)
      const found = onlyPlace(folded.text, `${prefix}${exact}${after(quote)}`)
      return found === null ? null : placeIn(folded, found + prefix.length, exact.length)
    },
    quoteAt: (place) => quoteAt(folded, place),
  }
}

/** White space as one blank each, and for each character where it stood. */
type Folded = { text: string; origins: readonly number[] }

function fold(text: string): Folded {
  let folded = ''
  const origins: number[] = []
  for (const { 0: piece, index } of text.matchAll(/\s+|\S+/g)) {
    const isSpace = /^\s/.test(piece)
    folded += isSpace ? ' ' : piece
    for (let offset = 0; offset < (isSpace ? 1 : piece.length); offset += 1) origins.push(index + offset)
  }
  return { text: folded, origins }
}

function quoteAt(folded: Folded, { start, end }: TextPosition): TextQuote | null {
  const { text, origins } = folded
  const from = origins.findIndex((origin) => origin >= start)
  const to = origins.findIndex((origin) => origin >= end)
  const exact = from === -1 ? '' : text.slice(from, to === -1 ? text.length : to).trim()
  if (exact === '') return null
  const begin = text.indexOf(exact, from)
  const rest = begin + exact.length
  for (let around = AROUND_CHARS; around <= AROUND_CHARS_MAX; around *= 2) {
    const left = around + Math.max(0, around - (text.length - rest))
    const right = around + Math.max(0, around - begin)
    const prefix = text.slice(Math.max(0, begin - left), begin)
    const suffix = text.slice(rest, rest + right)
    const isEnough = prefix.length + suffix.length >= 2 * AROUND_CHARS
    if (isEnough && onlyPlace(text, `${prefix}${exact}${suffix}`) !== null) return { exact, prefix, suffix }
  }
  return null
}

const spaced = (text: string) => text.replace(/\s+/g, ' ')
/** A blank between a passage and what is beside it may be written on either side. */
const before = ({ prefix, exact }: TextQuote) => {
  const left = spaced(prefix)
  return /^\s/.test(exact) && left !== '' ? `${left.trimEnd()} ` : left
}
const after = ({ suffix, exact }: TextQuote) => {
  const right = spaced(suffix)
  return /\s$/.test(exact) && right !== '' ? ` ${right.trimStart()}` : right
}

function onlyPlace(text: string, wanted: string): number | null {
  const first = text.indexOf(wanted)
  // Places may overlap: in "aaa", "aa" stands twice.
  return first === -1 || text.indexOf(wanted, first + 1) !== -1 ? null : first
}

function placeIn({ origins }: Folded, from: number, length: number): TextPosition {
  const start = origins[from] ?? 0
  const last = origins[from + length - 1] ?? start
  return { start, end: last + 1 }
}
