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
  const postings = postingsOf(documents)
  const averageLength =
    documents.reduce((sum, words) => sum + words.length, 0) / Math.max(1, documents.length)
  const lengthShares = documents.map(
    (words) => K1 * (1 - B + (B * words.length) / Math.max(1, averageLength)),
  )
  const idfs = inverseFrequencies(postings, documents.length)

  return {
    idf: (word) => idfs.get(word) ?? 0,
    scores(query) {
      const scores = documents.map(() => 0)
      for (const word of query) {
        const weight = (idfs.get(word) ?? 0) * (K1 + 1)
        for (const { at, count } of postings.get(word) ?? []) {
          scores[at] = (scores[at] ?? 0) + (weight * count) / (count + (lengthShares[at] ?? 0))
        }
      }
      return scores
    },
  }
}

/** Where a word stands, and how often. */
type Posting = { at: number; count: number }

/** A search touches only the documents that have one of its words. */
function postingsOf(documents: readonly (readonly string[])[]): Map<string, Posting[]> {
  const postings = new Map<string, Posting[]>()
  documents.forEach((words, at) => {
    for (const word of words) {
      const list = postings.get(word)
      const last = list?.at(-1)
      if (last?.at === at) last.count += 1
      else if (list) list.push({ at, count: 1 })
      else postings.set(word, [{ at, count: 1 }])
    }
  })
  return postings
}

function inverseFrequencies(
  postings: ReadonlyMap<string, readonly Posting[]>,
  documents: number,
): Map<string, number> {
  const raw = new Map<string, number>()
  for (const [word, { length: held }] of postings) {
    raw.set(word, Math.log(documents - held + 0.5) - Math.log(held + 0.5))
  }
  const mean = [...raw.values()].reduce((sum, idf) => sum + idf, 0) / Math.max(1, raw.size)
  return new Map([...raw].map(([word, idf]) => [word, idf < 0 ? EPSILON * mean : idf]))
}
