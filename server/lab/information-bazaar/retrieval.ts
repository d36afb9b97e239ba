import { type Bm25Index, bm25Index } from '@/server/llm/built-in/bm25'
import { metadataOf, type PricedPassage, passageId, type Tender, type Vendor } from './entities'
import type { Sense } from './mind'
import type { Retrieval, StageTwo } from './parameters'
import { compareText } from './selection'
import { tokensOf } from './tokens'

/**
 * The vendors' search in two stages: BM25 over the contents of what one vendor has, then closeness of meaning among what the
 * first stage found. Source: "Language Models Can Reduce Asymmetry in Information Markets", section 3.4; numbers from its code
 * (lab, A.3).
 */

/** A vendor's public passages, ready to be searched. Scores of different vendors cannot be compared. */
export type Shelf = { passages: readonly PricedPassage[]; index: Bm25Index; words: ReadonlySet<string> }

/** A vendor's shelf is made once, though many markets are run with it. Contents alone are searched, not titles. */
export function shelfOf(vendor: Vendor): Shelf {
  const kept = SHELVES.get(vendor)
  if (kept) return kept
  const passages = [...vendor.publicPassages].sort((a, b) =>
    compareText(passageId(a.passage), passageId(b.passage)),
  )
  const documents = passages.map(({ passage }) => tokensOf(passage.content))
  const shelf = { passages, index: bm25Index(documents), words: new Set(documents.flat()) }
  SHELVES.set(vendor, shelf)
  return shelf
}

const SHELVES = new WeakMap<Vendor, Shelf>()

export type Hit = PricedPassage & { relevance: number }

export type Search = {
  /** Per tender, best first. */
  hits: Hit[][]
  /** Tenders whose words the shelf has, and for which it was too small to score: one or two passages have no rare words. */
  silencedBySize: number
}

/** With fewer passages than this, a word in one of them is in half of all, and its inverse frequency is 0 or less. */
export const SHELF_TOO_SMALL = 3

/**
 * What a vendor finds for its new tenders, each taken alone. `poolsTenders` is the published code's rule: what the first stage
 * found for any of them goes into the second stage of all.
 */
export async function searchShelf(
  shelf: Shelf,
  tenders: readonly Pick<Tender, 'text' | 'maxBudgetMicros'>[],
  sense: Sense,
  { stageOne, stageTwo, poolsTenders }: Retrieval & { poolsTenders: boolean },
): Promise<Search> {
  const found: Hit[][] = []
  let silencedBySize = 0
  for (const tender of tenders) {
    const words =
      stageOne.query === 'question'
        ? tokensOf(tender.text)
        : (await sense.keywords(tender.text)).flatMap((keyword) => tokensOf(keyword))
    const scores = shelf.index.scores(words)
    const hits = best(hitsOf(shelf, scores, stageOne.scoreAbove), stageOne)
    const hasWords = words.some((word) => shelf.words.has(word))
    if (hits.length === 0 && hasWords && shelf.passages.length < SHELF_TOO_SMALL) silencedBySize += 1
    found.push(hits)
  }
  if (!stageTwo) return { hits: tenders.map((tender, at) => affordable(found[at], tender)), silencedBySize }

  const pool = distinct(found.flat())
  const hits: Hit[][] = []
  for (const [at, tender] of tenders.entries()) {
    const near = await nearest(poolsTenders ? pool : (found[at] ?? []), tender.text, sense, stageTwo)
    hits.push(affordable(near, tender))
  }
  return { hits, silencedBySize }
}

async function nearest(
  hits: readonly Hit[],
  question: string,
  sense: Sense,
  stage: StageTwo,
): Promise<Hit[]> {
  if (hits.length === 0) return []
  const query = (stage.hyde ? await sense.imagine(question) : null) ?? question
  const cosines = await sense.cosines(
    query,
    hits.map(({ passage }) => `${metadataOf(passage)}\n${passage.content}`),
  )
  const scored = hits.map((hit, at) => ({ ...hit, relevance: closeness(cosines[at] ?? 0, stage.halfSphere) }))
  return best(scored, stage)
}

/** Most of a shelf has no word of the question. */
function hitsOf(shelf: Shelf, scores: readonly number[], scoreAbove: number): Hit[] {
  const hits: Hit[] = []
  for (const [at, relevance] of scores.entries()) {
    const priced = shelf.passages[at]
    if (priced && relevance > scoreAbove) hits.push({ ...priced, relevance })
  }
  return hits
}

/** From 0 to 1. */
export function closeness(cosine: number, halfSphere: boolean): number {
  return halfSphere ? Math.min(1, Math.max(0, cosine)) : (cosine + 1) / 2
}

/** Strictly above the threshold, best first, at most `topK`; equal scores stand in the order of their passages' ids. */
function best(hits: readonly Hit[], { scoreAbove, topK }: { scoreAbove: number; topK: number }): Hit[] {
  return hits
    .filter((hit) => hit.relevance > scoreAbove)
    .sort((a, b) => b.relevance - a.relevance || compareText(passageId(a.passage), passageId(b.passage)))
    .slice(0, topK)
}

function affordable(hits: readonly Hit[] = [], tender: Pick<Tender, 'maxBudgetMicros'>): Hit[] {
  return hits.filter((hit) => hit.priceMicros <= tender.maxBudgetMicros)
}

function distinct(hits: readonly Hit[]): Hit[] {
  return [...new Map(hits.map((hit) => [passageId(hit.passage), hit])).values()]
}
