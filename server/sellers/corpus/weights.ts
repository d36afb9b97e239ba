/** How soon a repeated word stops counting, how much a long passage is held against itself, and what stands in for a negative weight. */
export const K1 = 1.5
export const B = 0.75
export const EPSILON = 0.25

/**
 * A corpus of fewer passages is reckoned as if it stood among this many. With one passage every word it has is in all of
 * them, which BM25 takes for worthless, and the least score silences whoever has little to sell (lab, A.3, note). Among
 * fifty, a word of one passage weighs 3.5 and a word of five 2.1, so a passage that shares any word of weight is found, and
 * from fifty passages on the weights are those of A.3.
 */
export const SMALL_CORPUS = 50

/** A term of a question: in how many passages of the bot it occurs, and its weight. */
export type WeightedTerm = { term: string; passages: number; weight: number }

/** Okapi's inverse document frequency; below zero for a term of more than half of the passages. */
export function rawWeight(corpus: number, holders: number): number {
  return Math.log(corpus - holders + 0.5) - Math.log(holders + 0.5)
}

/**
 * Weights of terms in a corpus of `passages`, rarest first; terms that no passage has are left out. `meanWeight` is asked
 * for only when a term's weight would be negative: the mean of the raw weights of all terms of the corpus, negative ones
 * included, a share of which replaces it. Source: lab, A.3 (the rank_bm25 library).
 */
export async function weighTerms(
  found: readonly { term: string; passages: number }[],
  passages: number,
  meanWeight: (corpus: number) => Promise<number>,
): Promise<WeightedTerm[]> {
  const corpus = Math.max(passages, SMALL_CORPUS)
  const raw = found.map((one) => ({ ...one, weight: rawWeight(corpus, one.passages) }))
  const floor = raw.some(({ weight }) => weight < 0) ? EPSILON * (await meanWeight(corpus)) : 0
  return raw
    .map((one) => (one.weight < 0 ? { ...one, weight: floor } : one))
    .sort((a, b) => a.passages - b.passages || (a.term < b.term ? -1 : 1))
}
