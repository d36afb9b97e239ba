/**
 * Okapi BM25 as the Information Bazaar's vendors use it: the variant of the rank_bm25 library, where a negative inverse
 * document frequency is replaced by a share of the corpus mean. Pure arithmetic over words that the caller has cut.
 * Source: "Language Models Can Reduce Asymmetry in Information Markets", section 3.4; constants from its code.
 */

/** How soon a repeated word stops counting. */
const K1 = 1.5
/** How much a long document is held against itself. */
const B = 0.75
/** Share of the mean inverse document frequency that stands in for a negative one. */
const EPSILON = 0.25

export type Bm25Index = {
  /** Scores of all documents, in the order given; a word that no document has adds nothing. */
  scores(query: readonly string[]): number[]
  /** Inverse document frequency after the replacement; 0 for a word that no document has. */
  idf(word: string): number
}

/** Indexes documents given as words. An empty corpus is allowed and scores nothing. */
export function bm25Index(documents: readonly (readonly string[])[]): Bm25Index {
  const counts = documents.map(countWords)
  const averageLength =
    documents.reduce((sum, words) => sum + words.length, 0) / Math.max(1, documents.length)
  const idfs = inverseFrequencies(counts)

  return {
    idf: (word) => idfs.get(word) ?? 0,
    scores: (query) =>
      documents.map((words, index) => {
        const lengthShare = 1 - B + (B * words.length) / Math.max(1, averageLength)
        return query.reduce((score, word) => {
          const count = counts[index]?.get(word) ?? 0
          return score + ((idfs.get(word) ?? 0) * count * (K1 + 1)) / (count + K1 * lengthShare)
        }, 0)
      }),
  }
}

function inverseFrequencies(counts: readonly Map<string, number>[]): Map<string, number> {
  const holders = new Map<string, number>()
  for (const words of counts) {
    for (const word of words.keys()) holders.set(word, (holders.get(word) ?? 0) + 1)
  }
  const raw = new Map<string, number>()
  for (const [word, held] of holders)
    raw.set(word, Math.log(counts.length - held + 0.5) - Math.log(held + 0.5))
  const mean = [...raw.values()].reduce((sum, idf) => sum + idf, 0) / Math.max(1, raw.size)
  return new Map([...raw].map(([word, idf]) => [word, idf < 0 ? EPSILON * mean : idf]))
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
