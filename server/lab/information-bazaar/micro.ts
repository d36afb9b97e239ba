import { seedFrom, shuffled } from '@/server/shared/random'
import { type Corpus, type GoldQuestion, isGold, vendorsOf } from './corpus'
import type { Passage, Quote } from './entities'
import { inspect, type OptionOffer } from './inspection'
import type { Mind, Sense } from './mind'
import { DEFAULT_PARAMETERS, type Inspection, NO_COMPAT, type Retrieval } from './parameters'
import { microsOfCredits } from './price-display'
import { type Shelf, searchShelf, shelfOf } from './retrieval'
import { cheapestOfEach, cutByRank } from './selection'

/**
 * Single decisions, without a market around them: what the paper's experiments on the economic behaviour of models are made of.
 * Source: "Language Models Can Reduce Asymmetry in Information Markets", section 4.1.
 */

/** What is put before the agent; prices in credits of a budget of 100, so that they are shown as they are. */
export type Option = { passage: Passage; price: number }

const BUDGET = microsOfCredits(100)

/** Which of the options, by index, an agent buys, in one inspection of the market's protocol. */
export async function decide(
  mind: Mind,
  question: string,
  options: readonly Option[],
  inspection: Inspection,
): Promise<number[]> {
  const offers = options.map(
    ({ passage, price }, at): OptionOffer => ({
      id: `${at}`,
      passage,
      vendorId: `vendor ${at}`,
      relevance: 1,
      priceMicros: microsOfCredits(price),
    }),
  )
  const { bought } = await inspect({
    question,
    options: offers,
    creditMicros: BUDGET,
    rules: { inspection, protocol: 'single', inspectionDepthMax: 0, compat: NO_COMPAT },
    mind,
    answerSubQuestion: async () => [],
  })
  return bought.map(({ id }) => Number(id)).sort((a, b) => a - b)
}

/** As `decide`, with the options shown in an order of the seed's, so that a bias for a place is not taken for a preference. */
export async function decideShuffled(
  mind: Mind,
  question: string,
  options: readonly Option[],
  inspection: Inspection,
  seed: number,
): Promise<number[]> {
  const order = shuffled(
    options.map((_, at) => at),
    // A stream of its own: an agent that draws by the same seed must not follow the order.
    seedFrom(`order/${seed}/${question}`),
  )
  const shown = order.flatMap((at) => options[at] ?? [])
  const bought = await decide(mind, question, shown, inspection)
  return bought.flatMap((place) => order[place] ?? []).sort((a, b) => a - b)
}

/** What a search by words alone finds: for tests of retrieval, and to source options. */
export const LEXICAL_RETRIEVAL: Retrieval = {
  stageOne: { ...DEFAULT_PARAMETERS.retrieval.stageOne, query: 'question' },
  stageTwo: null,
}

/** A corpus ready to be searched. */
export type Library = { corpus: Corpus; shelves: readonly { vendorId: string; shelf: Shelf }[]; sense: Sense }

export function libraryOf(corpus: Corpus, sense: Sense, privacy?: Parameters<typeof vendorsOf>[1]): Library {
  const shelves = vendorsOf(corpus, privacy).map((vendor) => ({
    vendorId: vendor.id,
    shelf: shelfOf(vendor),
  }))
  return { corpus, shelves, sense }
}

/** Every vendor's quotes for a question, whatever they cost; a passage that two vendors sell once. */
export async function quotesFor(library: Library, text: string, retrieval: Retrieval): Promise<Quote[]> {
  const tender = { text, maxBudgetMicros: microsOfCredits(10_000) }
  const quotes: Quote[] = []
  for (const { vendorId, shelf } of library.shelves) {
    const { hits } = await searchShelf(shelf, [tender], library.sense, { ...retrieval, poolsTenders: false })
    for (const { passage, priceMicros, relevance } of hits[0] ?? []) {
      const id = `${vendorId}/${passage.documentId}/${passage.tokenStart}`
      quotes.push({ id, tenderId: text, vendorId, passage, priceMicros, relevance, createdAt: 0 })
    }
  }
  return cheapestOfEach(quotes)
}

/** The quotes in the reranker's order, best first. */
export async function rankedQuotes(library: Library, text: string, retrieval: Retrieval): Promise<Quote[]> {
  const quotes = await quotesFor(library, text, retrieval)
  const scores = await library.sense.rerank(
    text,
    quotes.map(({ passage }) => passage.content),
  )
  return cutByRank(quotes, scores, { quotesMax: 0, optionsMax: quotes.length, usesReranker: true })
}

/** A question with its gold passage and the two others that the market ranks highest. */
export type Trio = { question: GoldQuestion; alternatives: readonly [Passage, Passage] }

/** Trios of those questions for which the market finds two alternatives. */
export async function triosOf(library: Library): Promise<Trio[]> {
  const trios: Trio[] = []
  for (const question of library.corpus.questions) {
    const ranked = await rankedQuotes(library, question.text, LEXICAL_RETRIEVAL)
    const [first, second] = ranked.filter(({ passage }) => !isGold(question, passage))
    if (first && second) trios.push({ question, alternatives: [first.passage, second.passage] })
  }
  return trios
}

/** The same information in other words, as far as that goes without a model: its sentences in another order. */
export function rearranged(passage: Passage, seed: number): Passage {
  const sentences = passage.content.split(/(?<=[.!?;:])\s+/)
  return { ...passage, content: shuffled(sentences, seed).join(' ') }
}

/** All orders of three. */
export const PERMUTATIONS: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
]
