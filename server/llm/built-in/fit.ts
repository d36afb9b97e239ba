import { sentencesOf, termsOf } from '@/server/shared/words'
import type { QuestionText } from '../model'
import { shared } from './claims'
import { GENERIC } from './lexicon'
import { questionWords, subjectTerms } from './relevance'

/** What a question is about, word by word. */
export type Subject = {
  terms: ReadonlySet<string>
  /** Neighbours in its words, "cast iron" and "iron pan": who has both words apart speaks of iron, or of pans. */
  pairs: ReadonlySet<string>
}

/** The subject of a question: its title and what is to be decided. */
export function subjectOf(question: QuestionText): Subject {
  const words = questionWords(question)
  const phrases = clausesOf(words).flatMap(phrasesIn)
  return { terms: subjectTerms(words), pairs: new Set(phrases.flatMap(pairsIn)) }
}

const clausesOf = (text: string) => text.split(/[^\p{L}\p{N}\p{M}\s'’-]+|\n/u)

/** What a question names: content words that stand side by side, as stems. */
function phrasesIn(clause: string): string[][] {
  const phrases: string[][] = [[]]
  for (const word of clause.split(/[\s-]+/)) {
    const [term] = termsOf(word)
    if (term === undefined || GENERIC.has(term)) phrases.push([])
    else phrases.at(-1)?.push(term)
  }
  return phrases
}

const pairsIn = (terms: readonly string[]) => terms.slice(1).map((term, place) => `${terms[place]} ${term}`)

/**
 * How well a text fits a subject, for putting several in order: first by how much of the subject it has, a pair of words counting as a third
 * one, whatever small words the text has between them; then by how many of its sentences have any of it. From 0 to 1 each.
 */
export function fitOf(text: string, { terms, pairs }: Subject): [has: number, dwells: number] {
  const side = new Set(clausesOf(text).flatMap((clause) => pairsIn(termsOf(clause))))
  const found = shared(new Set(termsOf(text)), terms) + shared(side, pairs)
  const has = found / Math.max(1, terms.size + pairs.size)
  const sentences = sentencesOf(text)
  const on = sentences.filter((sentence) => shared(subjectTerms(sentence), terms) > 0)
  return [has, on.length / Math.max(1, sentences.length)]
}

/** The better one first. */
export function byFit(a: readonly [number, number], b: readonly [number, number]): number {
  return b[0] - a[0] || b[1] - a[1]
}
