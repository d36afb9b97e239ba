import { bm25Of } from '../../llm/built-in/relevance'
import { sentencesOf, wordsOf } from '../../shared/words'

/**
 * Of all pages of a question together, in every prompt that holds it: some 3 000 tokens, so that pages leave the window to offers,
 * however long they are.
 */
export const PASSAGES_CHARS_MAX = 12_000
/** A paragraph of 200 words; a longer one is cut between sentences. */
export const PASSAGE_CHARS_MAX = 1_200
/** A passage that is quoted has four words at least: fewer stand in too many places. */
const QUOTE_WORDS_MIN = 4

type Page = { text: string; quotes: readonly string[] }
type Chosen = { passages: string[]; isWhole: boolean }

/**
 * What is read of pages: all of them when they are short; else first what the asker quotes, then the best passage of each page, then
 * what has most of the question's words, then their beginnings. A quoted passage stands first; the others keep the page's order.
 */
export function choosePassages(pages: readonly Page[], words: string): Chosen[] {
  const all = pages.flatMap(({ text, quotes }, page) =>
    passagesOf(text).map((passage, place) => ({
      page,
      place,
      passage,
      isQuoted: quotes.some((quote) => holds(passage, quote)),
    })),
  )
  const scores = bm25Of(
    words,
    all.map(({ passage }) => passage),
  )
  const ranked = all.map((one, index) => ({ ...one, score: scores[index] ?? 0 }))
  const best = new Set(
    pages.map((_, page) =>
      ranked
        .filter((one) => one.page === page)
        .reduce<(typeof ranked)[number] | null>(
          (top, one) => (top === null || one.score > top.score ? one : top),
          null,
        ),
    ),
  )
  const rank = (one: (typeof ranked)[number]) => (one.isQuoted ? 2 : best.has(one) ? 1 : 0)
  let left = PASSAGES_CHARS_MAX
  const kept = ranked
    .toSorted((a, b) => rank(b) - rank(a) || b.score - a.score || a.place - b.place)
    .filter(({ passage }) => {
      if (passage.length > left) return false
      left -= passage.length
      return true
    })
  return pages.map((_, page) => {
    const own = kept
      .filter((one) => one.page === page)
      .sort((a, b) => Number(b.isQuoted) - Number(a.isQuoted) || a.place - b.place)
    return {
      passages: own.map(({ passage }) => passage),
      isWhole: own.length === all.filter((one) => one.page === page).length,
    }
  })
}

/** Paragraphs; those that are too long in pieces. */
export function passagesOf(text: string): string[] {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph) => (paragraph.length <= PASSAGE_CHARS_MAX ? [paragraph] : piecesOf(paragraph)))
}

function piecesOf(paragraph: string): string[] {
  const pieces: string[] = []
  for (const sentence of sentencesOf(paragraph).flatMap(slicesOf)) {
    const last = pieces.at(-1)
    if (last !== undefined && last.length + 1 + sentence.length <= PASSAGE_CHARS_MAX)
      pieces[pieces.length - 1] = `${last} ${sentence}`
    else pieces.push(sentence)
  }
  return pieces
}

/** A text without full stops is cut where it must be. */
function slicesOf(sentence: string): string[] {
  const count = Math.ceil(sentence.length / PASSAGE_CHARS_MAX)
  return Array.from({ length: count }, (_, index) =>
    sentence.slice(index * PASSAGE_CHARS_MAX, (index + 1) * PASSAGE_CHARS_MAX).toWellFormed(),
  )
}

function holds(passage: string, quote: string): boolean {
  return ` ${wordsOf(passage).join(' ')} `.includes(` ${quote} `)
}

const MARKED = /[“"„«]([^“”"„«»\n]{1,2000})[”"“»]/g
const BLOCK = /^\s*>\s?(.*)$/gm

/**
 * What the asker quotes, as words in a row: between quotation marks, in lines that begin with ">", and in the part of an address that
 * marks a passage (`#:~:text=`, as browsers write it when a link to a passage is copied).
 */
export function quotesIn({ url, text }: { url: string; text: string }): string[] {
  const found = [...text.matchAll(MARKED), ...text.matchAll(BLOCK)].map(([, quote = '']) => quote)
  const quotes = found.map(asWords).filter((quote) => quote.split(' ').length >= QUOTE_WORDS_MIN)
  return [...new Set([...fragmentQuotes(url), ...quotes])]
}

/** `[prefix-,]start[,end][,-suffix]`: of a range its two ends. Source: the URL Fragment Text Directives of the W3C's community group. */
function fragmentQuotes(url: string): string[] {
  const directive = URL.canParse(url) ? (new URL(url).hash.split(':~:')[1] ?? '') : ''
  return directive
    .split('&')
    .filter((part) => part.startsWith('text='))
    .flatMap((part) => part.slice('text='.length).split(','))
    .filter((part) => !part.endsWith('-') && !part.startsWith('-'))
    .map((part) => asWords(decoded(part)))
    .filter((quote) => quote !== '')
}

const asWords = (text: string) => wordsOf(text).join(' ')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
