import { withoutSource } from '@/server/shared/source-line'
import { sentencesOf, wordCount } from '@/server/shared/words'
import { CUT } from '@/server/words/extracts'
import { shared } from './claims'
import { relevanceOf, subjectTerms, type Wanted } from './relevance'

/** As much as somebody reads at one go: a text of no more words is quoted whole, for what a question is about and its remedy seldom share words. */
export const WHOLE_WORDS_MAX = 100
/** Of a longer text so many words, from one place. */
export const EXTRACT_WORDS_MAX = 80
/** For scripts without spaces, where words are few and long. */
export const EXTRACT_CHARS_MAX = 800

/** Where something is from is no part of what is so; its citation opens the whole. */
const NAMES_SOURCE = /^\W*sources?\s*:/i

/** A sentence, how it is set off from the one before, and how much room it takes. */
type Sentence = { text: string; glue: string; words: number }

/**
 * What of a bought text stands in an answer, as one line: all of it where that is short, else the sentences around those that have most of the
 * question's words, from one place and in their order, with “…” where something before or after is left out.
 */
export function extractOf(privateInfo: string, wanted: Wanted): string {
  const sentences = sentencesIn(withoutSource(privateInfo))
  const whole = joined(sentences)
  if (wordCount(whole) <= WHOLE_WORDS_MAX && whole.length <= EXTRACT_CHARS_MAX) return whole
  const { from, to } = bestStretch(sentences, wanted)
  const text = joined(sentences.slice(from, to))
  const short = shortened(text)
  const isCutBelow = short !== text || to < sentences.length
  return [from > 0 ? CUT : '', short, isCutBelow ? CUT : ''].filter(Boolean).join(' ')
}

/** How lines of a seller's stand in one line, as a poem is quoted. */
const LINE_BREAK = ' / '
const MARKS_OF_LINES = /^(?:(?:#{1,6}|[>*+•-])\s+)+/

/** Sentences of a text in their order; lines that only say where it is from are left out where it ends. */
function sentencesIn(text: string): Sentence[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(MARKS_OF_LINES, ''))
    .filter(Boolean)
  while (lines.length > 1 && NAMES_SOURCE.test(lines.at(-1) ?? '')) lines.pop()
  return lines.flatMap((line, row) =>
    sentencesOf(line).map((text, place) => ({
      text,
      glue: place === 0 && !/[.!?:;,]$/.test(lines[row - 1] ?? '') ? LINE_BREAK : ' ',
      words: wordCount(text),
    })),
  )
}

function joined(sentences: readonly Sentence[]): string {
  return sentences.map(({ text, glue }, place) => (place === 0 ? text : glue + text)).join('')
}

/** What goes on about something that stands before it. */
const GOES_ON =
  /^\W*(?:they|it|its|this|these|those|that|he|she|there|then|so|but|and|or|both|otherwise|however)\b/i

/**
 * From which sentence to which before: of the stretches that begin at a sentence of the question's subject, and are as long as there is room, the
 * one that has most of what is asked; of equals the first. A sentence that stands by itself goes before one that goes on about another; where
 * none is of the subject, the text begins at its beginning.
 */
function bestStretch(sentences: readonly Sentence[], wanted: Wanted): { from: number; to: number } {
  const terms = sentences.map(({ text }) => subjectTerms(text))
  const scores = sentences.map(({ text }) => relevanceOf(text, wanted))
  const onSubject = [...scores.keys()].filter((place) => (scores[place] ?? 0) > 0)
  const alone = onSubject.filter((place) => !GOES_ON.test(sentences[place]?.text ?? ''))
  const starts = alone.length > 0 ? alone : onSubject
  let best = { from: 0, to: endOf(sentences, 0), score: -1 }
  for (const from of starts) {
    const to = endOf(sentences, from)
    const has = new Set(terms.slice(from, to).flatMap((some) => [...some]))
    const each = scores.slice(from, to).reduce((sum, one) => sum + one, 0)
    const score = shared(has, wanted.core) + each
    if (score > best.score) best = { from, to, score }
  }
  return best
}

/** As many sentences from there on as there is room for, at least one. */
function endOf(sentences: readonly Sentence[], from: number): number {
  let [words, chars] = [0, 0]
  for (let place = from; place < sentences.length; place += 1) {
    const sentence = sentences[place]
    words += sentence?.words ?? 0
    chars += (sentence?.text.length ?? 0) + (sentence?.glue.length ?? 0)
    if (place > from && !hasRoom(words, chars)) return place
  }
  return sentences.length
}

const hasRoom = (words: number, chars: number) => words <= EXTRACT_WORDS_MAX && chars <= EXTRACT_CHARS_MAX

/** One sentence may be longer than an extract: then its beginning, in whole words where it has spaces. */
function shortened(text: string): string {
  const words = text.split(' ')
  let [count, chars] = [0, 0]
  const kept = words.filter((word) => {
    count += wordCount(word)
    chars += word.length + 1
    return hasRoom(count, chars)
  })
  return kept.length === words.length
    ? text
    : kept.join(' ') || [...text].slice(0, EXTRACT_CHARS_MAX).join('')
}
