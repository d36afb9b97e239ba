import { rawWeight, SMALL_CORPUS } from './weights'
import { namesASubject } from './words-of-asking'

/**
 * How well a passage fits a question: the share of the question's weight that the passage has, from 0 to 1, each term weighing as in
 * BM25 and one that no passage has as much as the rarest. BM25's own score grows with the length of the question and the size of the corpus,
 * so no one bound tells noise in it; and a bound on the share keeps whoever would try many words at once from an answer.
 */

/**
 * A question is taken to be about so many of its terms, the rarest: no passage of some 150 words has half of the words of a page of
 * details.
 */
export const SUBJECT_TERMS_MAX = 12

/** The weight of a question's terms, those included that no passage has. */
export function weightsOf(
  terms: readonly string[],
  { known, passages }: { known: ReadonlyMap<string, number>; passages: number },
): Map<string, number> {
  const unknown = rawWeight(Math.max(passages, SMALL_CORPUS), 0)
  return new Map(terms.map((term) => [term, Math.max(0, known.get(term) ?? unknown)]))
}

/** @param weights of the question's terms; at least one. */
export function fitOf(weights: ReadonlyMap<string, number>, passage: ReadonlySet<string>): number {
  const heaviest = [...weights.values()].sort((a, b) => b - a).slice(0, SUBJECT_TERMS_MAX)
  const wanted = heaviest.reduce((sum, weight) => sum + weight, 0)
  if (wanted === 0) return 0
  let has = 0
  for (const [term, weight] of weights) if (passage.has(term)) has += weight
  return Math.min(1, has / wanted)
}

/** What a passage is found by: the terms of its title and headings, and all that it has, those among them. */
export type PassageWords = { heading: ReadonlySet<string>; all: ReadonlySet<string> }

/**
 * How well a passage fits whose headings are known. One that is headed by a subject of the question is about it, and every word that
 * it has counts. Any other only mentions it: words of asking earn it nothing, though they are wanted all the same.
 */
export function fitOfPassage(weights: ReadonlyMap<string, number>, { heading, all }: PassageWords): number {
  const isHeaded = [...weights.keys()].some((term) => namesASubject(term) && heading.has(term))
  return fitOf(weights, isHeaded ? all : new Set([...all].filter(namesASubject)))
}
