/**
 * Where a passage stands in a text that may have changed since: in its right place, or nowhere. The shapes are selectors of the W3C's Web
 * Annotation Data Model. Libraries for them (Apache Annotator, dom-anchor-text-quote, approx-string-match under Hypothesis) look for what
 * comes closest and give the best of several; here a claim must never stand beside words that it is not about, so a passage is found with
 * all its surroundings, letter for letter, and once, or not at all. Only white space may differ: pages are laid out anew all the time. It
 * begins and ends where words do: "safe to cross" does not stand in "unsafe to cross", nor "carries 5" in "carries 5.5".
 */

/** TextQuoteSelector: the passage, and what stands before and after it. */
export type TextQuote = { exact: string; prefix: string; suffix: string }
/** TextPositionSelector: from the first character to the one after the last, in UTF-16 code units. */
export type TextPosition = { start: number; end: number }

/** One text, in which passages are looked for. */
export interface Anchors {
  /** The place of a passage; null where it is not, not in one place only, or where words go on beyond its ends. */
  find(quote: TextQuote): TextPosition | null
  /**
   * The passage that stands at a place, with as much around it as makes it the only one. Where the text begins or ends beside the passage,
   * the other side holds what this one lacks; null where both sides hold too little to tell it by, the text repeats itself, or the place
   * cuts a word.
   */
  quoteAt(place: TextPosition): TextQuote | null
}

/** Of what stands around a passage, as much as the examples of the data model show; more where that stands elsewhere too. */
const AROUND_CHARS = 32
/** A side that holds less ended where its text did; half a character may have been left off. */
const SIDE_CHARS_MIN = AROUND_CHARS - 1
/** Both sides together hold at least so much. */
const AROUND_CHARS_MIN = 2 * AROUND_CHARS
/** Beyond that a passage that repeats itself is one of many, and stands nowhere. */
export const AROUND_CHARS_MAX = 512

export function anchorsIn(text: string): Anchors {
  const folded = fold(text)
  return {
    find(quote) {
      const exact = spaced(quote.exact).trim()
      if (exact === '') return null
      const prefix = before(quote)
      const suffix = after(quote)
      const found = onlyPlace(folded.text, `${prefix}${exact}${suffix}`)
      if (found === null || !isWhole(folded, found, { prefix, exact, suffix })) return null
      return placeIn(folded, found + prefix.length, exact.length)
    },
    quoteAt: (place) => quoteAt(folded, place),
  }
}

/** White space as one blank each, for each character where it stood, and which blanks end a block. */
type Folded = { text: string; origins: readonly number[]; breaks: ReadonlySet<number> }

function fold(text: string): Folded {
  let folded = ''
  const origins: number[] = []
  const breaks = new Set<number>()
  for (const { 0: piece, index } of text.matchAll(/\s+|\S+/g)) {
    const isSpace = /^\s/.test(piece)
    if (isSpace && piece.includes('\n')) breaks.add(folded.length)
    folded += isSpace ? ' ' : piece
    for (let offset = 0; offset < (isSpace ? 1 : piece.length); offset += 1) origins.push(index + offset)
  }
  return { text: folded, origins, breaks }
}

function quoteAt(folded: Folded, { start, end }: TextPosition): TextQuote | null {
  const { text, origins } = folded
  const first = origins.findIndex((origin) => origin >= start)
  const last = origins.findIndex((origin) => origin >= end)
  const exact = first === -1 ? '' : text.slice(first, last === -1 ? text.length : last).trim()
  if (exact === '') return null
  const begin = text.indexOf(exact, first)
  const rest = begin + exact.length
  for (let around = AROUND_CHARS; around <= AROUND_CHARS_MAX; around *= 2) {
    const left = around + Math.max(0, around - (text.length - rest))
    const right = around + Math.max(0, around - begin)
    const from = wholeFrom(text, Math.max(0, begin - left))
    const until = wholeFrom(text, Math.min(text.length, rest + right))
    const quote = { prefix: text.slice(from, begin), exact, suffix: text.slice(rest, until) }
    const isEnough = quote.prefix.length + quote.suffix.length >= AROUND_CHARS_MIN
    if (!isEnough || onlyPlace(text, `${quote.prefix}${exact}${quote.suffix}`) === null) continue
    return isWhole(folded, from, quote) ? quote : null
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

/** Past the second half of a character that takes two code units: half of one is no text. */
const wholeFrom = (text: string, at: number) => (isLowHalf(text.charCodeAt(at)) ? at + 1 : at)
const isLowHalf = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/**
 * Whether a quote that stands at a place is all of it there: its passage cuts no word, and a side that is short, since the text began or
 * ended there, is at an edge again.
 */
function isWhole(folded: Folded, at: number, { prefix, exact, suffix }: TextQuote): boolean {
  const { text } = folded
  const begin = at + prefix.length
  const end = begin + exact.length
  if (cutsWord(text, begin, prefix !== '') || cutsWord(text, end, suffix !== '')) return false
  if (prefix.length + suffix.length < AROUND_CHARS_MIN) return true
  const isStartKept = prefix.length >= SIDE_CHARS_MIN || isEdge(folded, at)
  return isStartKept && (suffix.length >= SIDE_CHARS_MIN || isEdge(folded, end + suffix.length))
}

/** What belongs to the character before it: marks, what joins emoji, and the second half of one that takes two code units. */
const GOES_ON = /^(?:\p{M}|\p{Emoji_Modifier}|\u200d|[\udc00-\udfff])/u
/** At the end of what stands before a place, and at the beginning of what stands after it. */
const LETTER_BEFORE = /[\p{L}\p{N}\p{M}_]$/u
const LETTER_AFTER = /^[\p{L}\p{N}_]/u
/** Joins parts of a word ("non-toxic", "can’t") or of a number ("3.5", "5,000", "1/2"). */
const JOINT_BEFORE = /(?:[\p{L}\p{N}\p{M}][-‐‑'’]|\p{N}[.,:/])$/u
const JOINT_AFTER = /^(?:[-‐‑'’][\p{L}\p{N}]|[.,:/]\p{N})/u
const SIGN_BEFORE = /(?:^|[\s(])[-−±]$/u
/** Written without blanks: a word's end is not seen, so what stands beside it must be known. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const UNSPACED_BEFORE = new RegExp(`[${UNSPACED}]\\p{M}*$`, 'u')
const UNSPACED_AFTER = new RegExp(`^[${UNSPACED}]`, 'u')
/** More than any of these looks at. */
const BESIDE_CHARS = 8

/** Whether a place lies within a word, a number or a character. */
function cutsWord(text: string, at: number, isKnownBeside: boolean): boolean {
  const left = text.slice(Math.max(0, at - BESIDE_CHARS), at)
  const right = text.slice(at, at + BESIDE_CHARS)
  if (left === '' || right === '') return false
  if (GOES_ON.test(right) || left.endsWith('\u200d')) return true
  const isWordBefore = LETTER_BEFORE.test(left)
  const isWordAfter = LETTER_AFTER.test(right)
  if (isWordBefore && isWordAfter)
    return !(isKnownBeside && UNSPACED_BEFORE.test(left) && UNSPACED_AFTER.test(right))
  if (isWordBefore) return JOINT_AFTER.test(right)
  return isWordAfter && (JOINT_BEFORE.test(left) || (SIGN_BEFORE.test(left) && /^\p{N}/u.test(right)))
}

const SENTENCE_ENDS = /[.!?…。！？:;]["'”’»)\]]*$/

/** Of the text, of a block or of a sentence: what stands beyond belongs to something else. */
function isEdge({ text, breaks }: Folded, at: number): boolean {
  if (at === 0 || at === text.length || breaks.has(at) || breaks.has(at - 1)) return true
  const isBeside = text[at] === ' ' || text[at - 1] === ' '
  return isBeside && SENTENCE_ENDS.test(text.slice(Math.max(0, at - BESIDE_CHARS), at).trimEnd())
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
