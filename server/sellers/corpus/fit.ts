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
 * How well a passage fits whose headings are known. One that is headed by two subjects of the question is about it, and every word
 * that it has counts. Headed by one it may be about another side of it, headed by none it only mentions it: then words of asking
 * earn nothing, and it has to have nearly all.
 */
export function fitOfPassage(weights: ReadonlyMap<string, number>, { heading, all }: PassageWords): number {
  const subjects = new Map([...weights].filter(([term]) => namesASubject(term)))
  if (!isAbout(subjects, all)) return 0
  const headed = [...subjects.keys()].filter((term) => heading.has(term)).length
  if (headed > 0 && headed >= Math.min(SUBJECTS_MIN, subjects.size)) return fitOf(weights, all)
  const wanted = headed > 0 ? subjects : weights
  return MENTION_SHARE * fitOf(wanted, new Set([...all].filter(namesASubject)))
}
/**
 * Of 90 everyday questions, 31 were offered a passage of the demo market's shelves while every passage counted in full, 19 of these beside
 * the question, nearly all of them headed by no more than one of its subjects; at a share of a half 12 were, 2 of them beside it. Of 60
 * that the shelves say nothing of, at most 3 are now (`everyday.db.test.ts`). What it costs: on the bench's documents (`corpus_recall`) the
 * passage that answers is still among the first five for 36 of 40, and is offered for 23 instead of 28.
 */
const MENTION_SHARE = 0.6

/**
 * One word may stand in another sense: "train" for a marathon, and a puppy. So a passage that has anything to do with a question has two
 * of its subjects, or the one that weighs most; a subject that no passage has weighs as much as the rarest.
 */
function isAbout(subjects: ReadonlyMap<string, number>, passage: ReadonlySet<string>): boolean {
  const heaviest = Math.max(0, ...subjects.values())
  const has = [...subjects].filter(([term]) => passage.has(term))
  return subjects.size === 0 || has.length >= SUBJECTS_MIN || has.some(([, weight]) => weight === heaviest)
}
const SUBJECTS_MIN = 2
