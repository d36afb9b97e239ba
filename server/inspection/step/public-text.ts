import { sentencesOf, termsOf, wordsOf } from '../../shared/words'
import { CUT, readExtract, withoutAttribution } from '../../words/extracts'
import { asShown, hasReference } from './as-shown'
import { findLeaks, findQuotes } from './leak-guard'

/**
 * What of an answer others may read, as far as the licences of what it rests on go. Source: design, section 5.
 *
 * A model wrote the answer from everything that was bought, so a sentence may say what any of it says, whatever it cites. While all
 * that was bought may be quoted, the answer is published as it stands. As soon as one source is kept for the asker, a sentence is
 * published only if
 *
 * - it cites a source, and every source that it cites may be quoted;
 * - each of its words is public, or in a source that may be quoted, or in no source that is kept: nothing is said that only a kept
 *   source says, in whatever words it cites;
 * - it hides nothing of a kept source in another spelling (`findLeaks`), nor within a word, nor in letters that only look like others;
 * - it is plain text: no link, picture, table, code or HTML, whose addresses and titles are not words, and no character written as another.
 *
 * Words are compared as a page shows them (`asShown`).
 *
 * In an extract (`words/extracts.ts`) each sentence cites what the extract cites, and where one is left out stands “…”.
 *
 * A source that may be quoted and repeats one that is kept counts as kept: a licence does not reach what somebody else wrote.
 */

/** Something that was bought for the answer's question. */
export type Source = {
  /** Its number in the answer's citations; null when the answer does not rest on it. */
  number: number | null
  /** Its seller lets it be quoted, and its buyer may read it himself. */
  isQuotable: boolean
  text: string
}

export type PublicText = {
  /** What others may read; may be empty. */
  markdown: string
  /** Its first sentence, in plain words; may be empty. */
  lead: string
  /** Sentences left out. */
  withheld: number
  /** Numbers of the sources whose own text others may read beside it. */
  quoted: number[]
}

export type Published = {
  markdown: string
  sources: readonly Source[]
  /** What everybody may read anyway, as it was before anything was bought. */
  publicTexts: readonly string[]
  /** Sentences of the market's own that say nothing of any source. */
  notes: readonly string[]
}

export function publicTextOf({ markdown, sources, publicTexts, notes }: Published): PublicText {
  const { open, kept } = sorted(sources, publicTexts)
  const quoted = open.flatMap(({ number }) => number ?? [])
  const whole = blocksOf(markdown)
  if (kept.length === 0)
    return {
      markdown,
      lead: leadOf(
        whole.flatMap(({ units }) => units),
        notes,
      ),
      withheld: 0,
      quoted,
    }
  const shown = [...publicTexts, ...open.map(({ text }) => text)]
  const known = new Set(termsOf(shown.join('\n')))
  const keptWords = new Set(termsOf(kept.join('\n')).filter((term) => !known.has(term)))
  const scripts = scriptsIn(shown.join('\n'))
  const gives = (cited: string) => {
    const text = asShown(withoutAttribution(cited).replace(CITATION, ''))
    return (
      termsOf(text).some((term) => keptWords.has(term)) ||
      hidesOne(text, keptWords) ||
      [...scriptsIn(text)].some((script) => !scripts.has(script)) ||
      findLeaks(text, kept, shown).length > 0
    )
  }
  const mayStand = (unit: Unit) =>
    notes.includes(unit.text) ||
    (unit.isPlain &&
      unit.cites.length > 0 &&
      unit.cites.every((number) => quoted.includes(number)) &&
      !gives(unit.text))
  const blocks = whole.map((block) => ({ ...block, units: block.units.filter(mayStand) }))
  // Each sentence is harmless; together they might still spell something, so the last goes until they do not.
  while (gives(textOf(blocks))) blocks.findLast(({ units }) => units.length > 0)?.units.pop()
  const standing = blocks.flatMap(({ units }) => units)
  const lead = leadOf(standing, notes)
  const sentences = whole.flatMap(({ units }) => units).filter(({ isSentence }) => isSentence)
  return {
    markdown: lead === '' ? '' : textOf(blocks),
    lead,
    withheld: sentences.filter((unit) => !standing.includes(unit)).length,
    quoted,
  }
}

/** Chance finds shorter words within others: "heart" in "the art". */
const HIDDEN_CHARS_MIN = 5

/** Whether a word is written in pieces, or in the midst of another: "quill-feather", "Quill_feather". */
function hidesOne(text: string, words: ReadonlySet<string>): boolean {
  const joined = text
    .split(/\s+/)
    .map((run) => wordsOf(run.replace(/[^\p{L}\p{N}\p{M}]/gu, '')).join(''))
    .filter((run) => run.length >= HIDDEN_CHARS_MIN)
  const looked = [...words].filter((word) => word.length >= HIDDEN_CHARS_MIN)
  return joined.some((run) => looked.some((word) => run.includes(word)))
}

/** Those whose letters are taken for one another. */
const LIKE_SCRIPTS = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Cherokee: /\p{Script=Cherokee}/u,
  Armenian: /\p{Script=Armenian}/u,
}

const scriptsIn = (text: string) =>
  new Set(Object.entries(LIKE_SCRIPTS).flatMap(([name, letter]) => (letter.test(text) ? [name] : [])))

const mixesScripts = (text: string) => text.split(/[^\p{L}\p{M}]+/u).some((word) => scriptsIn(word).size > 1)

/** Whether a text that stands beside the answer says what only a kept source says. */
export function repeatsKept(
  text: string,
  { sources, publicTexts }: Pick<Published, 'sources' | 'publicTexts'>,
): boolean {
  const { open, kept } = sorted(sources, publicTexts)
  return findLeaks(text, kept, [...publicTexts, ...open.map((source) => source.text)]).length > 0
}

function sorted(
  sources: readonly Source[],
  publicTexts: readonly string[],
): { open: Source[]; kept: string[] } {
  const closed = sources.filter(({ isQuotable }) => !isQuotable).map(({ text }) => text)
  const isOpen = ({ isQuotable, text }: Source) =>
    isQuotable && findQuotes(text, closed, publicTexts).length === 0
  return {
    open: sources.filter(isOpen),
    kept: sources.filter((source) => !isOpen(source)).map(({ text }) => text),
  }
}

/** A sentence with its citations, or what cannot be taken apart. */
type Unit = { text: string; cites: number[]; isPlain: boolean; isSentence: boolean; isQuoted?: true }
/**
 * A paragraph, a point of a list or an extract; `mark` is what the point or the extract begins with. Of an extract also what it ends with,
 * and all its sentences, to tell where some are left out.
 */
type Block = { mark: string; units: Unit[]; extract?: { end: string; all: readonly Unit[] } }

const FENCE = /^\s*(?:```|~~~)/
const MARK = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/
/** A heading, a line of a table, a quotation, a rule, a definition of a link, something set off by its indent. */
const NOT_PLAIN_LINE = /^(?:\s*(?:#{1,6}\s|\||>|={3,}|-{3,}|\*{3,}|_{3,}|\[[^\]]+\]:)|\t| {4,})/
const NOT_PLAIN = /[<>`|]|\]\(|\]\[[^\d]|!\[|:\/\/|www\./i
const HAS_WORD = /[\p{L}\p{N}]/u

/** Reads no more of Markdown than it must: what is not plainly a sentence is not taken apart. */
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let paragraph: { mark: string; lines: string[] } | null = null
  let fenced: string[] | null = null
  const close = () => {
    if (paragraph) blocks.push(blockOf(paragraph.mark, paragraph.lines.join(' ')))
    paragraph = null
  }
  for (const line of markdown.split('\n')) {
    if (fenced !== null || FENCE.test(line)) {
      close()
      const isLast = fenced !== null && FENCE.test(line)
      fenced = [...(fenced ?? []), line]
      if (isLast) {
        blocks.push(wholeBlock(fenced.join('\n')))
        fenced = null
      }
    } else if (line.trim() === '') close()
    else if (NOT_PLAIN_LINE.test(line)) {
      close()
      blocks.push(wholeBlock(line))
    } else if (MARK.test(line)) {
      close()
      const mark = MARK.exec(line)?.[0] ?? ''
      paragraph = { mark, lines: [line.slice(mark.length)] }
    } else if (paragraph === null) paragraph = { mark: '', lines: [line] }
    else paragraph.lines.push(line.trim())
  }
  close()
  if (fenced !== null) blocks.push(wholeBlock(fenced.join('\n')))
  return blocks
}

function blockOf(mark: string, text: string): Block {
  const extract = mark === '' ? readExtract(text) : null
  if (extract === null) return { mark, units: sentencesIn(text) }
  const cited = citesIn(extract.opening)
  const units = sentencesIn(extract.words).map(
    (unit): Unit => ({ ...unit, cites: [...cited, ...unit.cites], isQuoted: true }),
  )
  return { mark: extract.opening, units, extract: { end: extract.closing, all: units } }
}

const wholeBlock = (text: string): Block => ({
  mark: '',
  units: [{ text, cites: [], isPlain: false, isSentence: HAS_WORD.test(text) && !/^\s*#/.test(text) }],
})

const CITATION = /\[(\d+)\](?![(:])/g
const LEADING_CITATIONS = /^(?:\[\d+\](?![(:])[\s,;.]*)+/

const citesIn = (text: string) => [...text.matchAll(CITATION)].map(([, digits]) => Number(digits))

/** "So it is. [1] [2] And so on." are two sentences: what is cited after the stop belongs before it. */
function sentencesIn(paragraph: string): Unit[] {
  const sentences: string[] = []
  for (const piece of sentencesOf(paragraph)) {
    const cited = LEADING_CITATIONS.exec(piece)?.[0] ?? ''
    const before = sentences.length - 1
    if (cited !== '' && before >= 0) sentences[before] = `${sentences[before]} ${cited.trim()}`
    const rest = before >= 0 ? piece.slice(cited.length) : piece
    if (rest !== '') sentences.push(rest)
  }
  return sentences.map((text) => ({
    text,
    cites: citesIn(text),
    isPlain: !NOT_PLAIN.test(text) && !hasReference(text) && !mixesScripts(text),
    isSentence: HAS_WORD.test(text),
  }))
}

function textOf(blocks: readonly Block[]): string {
  const standing = blocks.filter(({ units }) => units.length > 0)
  const points = standing.map(pointOf)
  return points
    .map((point, index) => {
      const isInList = isPoint(standing[index]) && isPoint(standing[index + 1])
      return index === points.length - 1 ? point : `${point}${isInList ? '\n' : '\n\n'}`
    })
    .join('')
}

const isPoint = (block: Block | undefined) => block?.mark !== '' && !block?.extract

function pointOf({ mark, units, extract }: Block): string {
  if (!extract) return `${mark}${units.map(({ text }) => text).join(' ')}`
  const texts = extract.all.map((unit) => (units.includes(unit) ? unit.text : CUT))
  return `${mark}${texts.join(' ').replace(CUTS, CUT)}${extract.end}`
}

/** Several in a row are one. */
const CUTS = new RegExp(`${CUT}(?: ${CUT})+`, 'g')

function leadOf(units: readonly Unit[], notes: readonly string[]): string {
  const first = units.find(({ text, isPlain, isSentence }) => isSentence && isPlain && !notes.includes(text))
  if (!first) return ''
  const words = plainWords(withoutAttribution(first.text))
  return first.isQuoted ? `“${words}”` : words
}

function plainWords(text: string): string {
  return text
    .replace(CITATION, '')
    .replace(/(?<!\\)[*_~]/g, '')
    .replace(/\\([^\p{L}\p{N}\s])/gu, '$1')
    .replace(/\s+/g, ' ')
    .replace(/\s+([.,;:!?])/g, '$1')
    .trim()
}
