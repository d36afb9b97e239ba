import { bm25Index } from '@/server/llm/built-in/bm25'
import { seedFrom } from '@/server/shared/random'
import { termsOf } from '@/server/shared/words'
import type { Sense } from './mind'
import { wordTokensOf } from './tokens'

/**
 * Search without a model: the rarest words of a question for its keywords, hashed TF-IDF for an embedding, BM25 for a
 * cross-encoder. Deterministic; its cosines are lower than a neural embedding's, so thresholds are too.
 */

/** As many as the published prompt asks for. */
const KEYWORDS = 3
/** Room for every word of a small corpus with few collisions; a power of two. */
const DIMENSIONS = 65_536

/** What stage 2 keeps with these cosines; the published 0.8 is made for neural embeddings. */
export const LEXICAL_SCORE_ABOVE = 0.05

/** `texts` are those of the whole market: rare is what few of them have. */
export function lexicalSense(texts: readonly string[]): Sense {
  const terms = remembered(termsOf)
  const rarity = rarityOf(texts.map((text) => new Set(terms(text))))
  const vector = remembered((text) => hashed(terms(text), rarity))
  return {
    keywords: (question) => rarest(question, rarity),
    imagine: () => null,
    cosines: (query, candidates) => candidates.map((text) => cosine(vector(query), vector(text))),
    rerank: (question, candidates) => bm25Index(candidates.map(terms)).scores(terms(question)),
  }
}

/** The same passages are searched for every tender. */
function remembered<V>(make: (text: string) => V): (text: string) => V {
  const memory = new Map<string, V>()
  return (text) => {
    const kept = memory.get(text)
    if (kept !== undefined) return kept
    const made = make(text)
    memory.set(text, made)
    return made
  }
}

type Rarity = (term: string) => number

/** A smoothed inverse document frequency: positive for every term, highest for one that no text has. */
function rarityOf(documents: readonly ReadonlySet<string>[]): Rarity {
  const holders = new Map<string, number>()
  for (const terms of documents) for (const term of terms) holders.set(term, (holders.get(term) ?? 0) + 1)
  return (term) => Math.log((documents.length + 1) / ((holders.get(term) ?? 0) + 1)) + 1
}

/** Words of the question as they stand in it, the rarest first; a word that stands for no term is none. */
function rarest(question: string, rarity: Rarity): string[] {
  const words = [...new Set(wordTokensOf(question))].flatMap((word) => {
    const [term] = termsOf(word)
    return term === undefined ? [] : [{ word, rarity: rarity(term) }]
  })
  return words
    .sort((a, b) => b.rarity - a.rarity)
    .slice(0, KEYWORDS)
    .map(({ word }) => word)
}

type Sparse = { values: ReadonlyMap<number, number>; norm: number }

function hashed(terms: readonly string[], rarity: Rarity): Sparse {
  const values = new Map<number, number>()
  for (const term of terms) {
    const at = seedFrom(term) % DIMENSIONS
    values.set(at, (values.get(at) ?? 0) + rarity(term))
  }
  const squares = [...values.values()].reduce((sum, value) => sum + value * value, 0)
  return { values, norm: Math.sqrt(squares) }
}

function cosine(a: Sparse, b: Sparse): number {
  let dot = 0
  for (const [at, value] of a.values) dot += value * (b.values.get(at) ?? 0)
  return dot === 0 ? 0 : dot / (a.norm * b.norm)
}
