import type { Block, Passage } from '../../contract/corpus'
import { shiftsSubject } from '../../shared/subjects'
import { wordCount } from '../../shared/words'

/** A passage stands for itself and is read whole by an inspector beside others: about half a page. */
export const PASSAGE_WORDS_TARGET = 150
export const PASSAGE_WORDS_MAX = 300
/** For scripts without spaces, and for tables and code, where words are few and long. */
export const PASSAGE_CHARS_MAX = 2_400
/** A shorter rest of a section joins the passage before it. */
const TAIL_WORDS_MAX = 40

const BETWEEN_PARAGRAPHS = '\n\n'
const SECTION_CHARS_MAX = 300
const HEADING_CHARS_MAX = 120

/** A stretch that is not cut any more. */
type Piece = { text: string; words: number; glue: string }

/**
 * Cuts a document into passages: whole paragraphs of one section, gathered until there are `PASSAGE_WORDS_TARGET` words; where no heading
 * says what they are about, of one subject, as far as their words show one; a paragraph above `PASSAGE_WORDS_MAX` words or `PASSAGE_CHARS_MAX` characters is cut at the ends of its sentences. No
 * passage reaches across a heading. Every character that is not a space is in exactly one passage, in order. The same
 * blocks always give the same passages, which is what lets an interrupted job go on.
 */
export function cut(blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = []
  let section: string | null = null
  let gathered: Piece[] = []
  let firstOfSection = 0

  const flush = () => {
    if (gathered.length === 0) return
    const text = joined(gathered)
    const words = wordCount(text)
    const last = passages.at(-1)
    const isTail = words <= TAIL_WORDS_MAX && passages.length > firstOfSection
    if (last && isTail) {
      const [first] = gathered
      const merged = last.text + (first?.glue ?? BETWEEN_PARAGRAPHS) + text
      const mergedWords = wordCount(merged)
      if (mergedWords <= PASSAGE_WORDS_MAX && merged.length <= PASSAGE_CHARS_MAX) {
        passages[passages.length - 1] = { ...last, text: merged, words: mergedWords }
        gathered = []
        return
      }
    }
    passages.push({ section: section ?? '', text, words })
    gathered = []
  }

  const filled = blocks.filter(({ text }) => text.trim() !== '')
  for (const [place, block] of filled.entries()) {
    const own = sectionOf(block.headings)
    const isTurn = own === '' && shiftsSubject(filled[place - 1]?.text ?? '', block.text)
    if (own !== section || isTurn) {
      flush()
      section = own
      firstOfSection = passages.length
    }
    for (const piece of piecesOf(block.text.trim())) {
      if (!hasRoom(gathered, piece)) flush()
      gathered.push(piece)
    }
  }
  flush()
  return passages
}

/** Headings as they stand over a passage. */
export function sectionOf(headings: readonly string[]): string {
  return (
    headings
      .map((heading) => shortened(heading.replace(/\s+/g, ' ').trim(), HEADING_CHARS_MAX))
      // A chapter whose only section has its name says it once.
      .filter(
        (heading, index, all) => heading !== '' && heading.toLowerCase() !== all[index - 1]?.toLowerCase(),
      )
      .join(' › ')
      .slice(0, SECTION_CHARS_MAX)
  )
}

function shortened(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax - 1).trimEnd()}…`
}

function hasRoom(gathered: readonly Piece[], next: Piece): boolean {
  if (gathered.length === 0) return true
  const words = gathered.reduce((sum, piece) => sum + piece.words, 0)
  const chars = gathered.reduce((sum, piece) => sum + piece.text.length + BETWEEN_PARAGRAPHS.length, 0)
  return (
    words < PASSAGE_WORDS_TARGET &&
    words + next.words <= PASSAGE_WORDS_MAX &&
    chars + next.text.length <= PASSAGE_CHARS_MAX
  )
}

function joined(pieces: readonly Piece[]): string {
  return pieces.map((piece, index) => (index === 0 ? '' : piece.glue) + piece.text).join('')
}

/** A paragraph as it is, or, when it is too long, its sentences; lines of lists, tables and code count as sentences. */
function piecesOf(paragraph: string): Piece[] {
  if (paragraph === '') return []
  const words = wordCount(paragraph)
  if (fits(paragraph, words)) return [{ text: paragraph, words, glue: BETWEEN_PARAGRAPHS }]
  const pieces = paragraph.split('\n').flatMap((line) =>
    sentences(line)
      .flatMap(shortEnough)
      .map((text, index) => ({ text, words: wordCount(text), glue: index === 0 ? '\n' : ' ' })),
  )
  return pieces.map((piece, index) => (index === 0 ? { ...piece, glue: BETWEEN_PARAGRAPHS } : piece))
}

function fits(text: string, words: number): boolean {
  return words <= PASSAGE_WORDS_MAX && text.length <= PASSAGE_CHARS_MAX
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

function sentences(line: string): string[] {
  return [...segmenter.segment(line)].map(({ segment }) => segment.trim()).filter(Boolean)
}

/** A sentence that is no sentence (a list of names, a long address) is cut between words, and a word between letters. */
function shortEnough(sentence: string): string[] {
  if (fits(sentence, wordCount(sentence))) return [sentence]
  const parts: string[] = []
  let part = ''
  let words = 0
  for (const word of sentence.split(/\s+/).flatMap(lettersOf)) {
    const more = wordCount(word)
    const isFull = words + more > PASSAGE_WORDS_TARGET || part.length + 1 + word.length > PASSAGE_CHARS_MAX
    if (part !== '' && isFull) {
      parts.push(part)
      part = ''
      words = 0
    }
    part = part === '' ? word : `${part} ${word}`
    words += more
  }
  if (part !== '') parts.push(part)
  return parts
}

/** A run without a space is cut at what always fits the bounds, even if every letter is a word. */
const RUN_CHARS_MAX = 250

function lettersOf(run: string): string[] {
  if (run.length <= RUN_CHARS_MAX) return [run]
  const letters = [...run]
  return Array.from({ length: Math.ceil(letters.length / RUN_CHARS_MAX) }, (_, index) =>
    letters.slice(index * RUN_CHARS_MAX, (index + 1) * RUN_CHARS_MAX).join(''),
  )
}
