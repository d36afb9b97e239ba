/**
 * Who and what meets in the Information Bazaar. Source: "Language Models Can Reduce Asymmetry in Information Markets",
 * sections 3.1 and 3.2; fields as in lab, A.1. Money is in micro-credits, time in steps.
 */

/** A passage of a document: what is sold. */
export type Passage = {
  documentId: string
  documentTitle: string
  sectionTitle: string
  publishedOn: string
  /** Where it stands in its document, in words; `tokenEnd` is not included. */
  tokenStart: number
  tokenEnd: number
  content: string
}

export type PricedPassage = { passage: Passage; priceMicros: bigint }

/** Sells what its principal owns at the list price. Private passages are never quoted. */
export type Vendor = {
  id: string
  kind: 'author' | 'institution'
  publicPassages: readonly PricedPassage[]
  privatePassages: readonly PricedPassage[]
}

/** One principal with one question, which appoints one agent. */
export type Buyer = { id: string; question: string; budgetMicros: bigint }

/** A question on the bulletin board ("query" in the code). */
export type Tender = {
  id: string
  buyerId: string
  text: string
  /** Caps each single quote. */
  maxBudgetMicros: bigint
  createdAt: number
  /** The last step at which it can be answered. */
  requiredBy: number
}

export const QUOTE_STATUSES = ['pending', 'accepted', 'claimed', 'rejected'] as const
export type QuoteStatus = (typeof QUOTE_STATUSES)[number]

export type Quote = {
  id: string
  tenderId: string
  vendorId: string
  passage: Passage
  priceMicros: bigint
  /** The vendor's own score of passage against question. */
  relevance: number
  createdAt: number
}

export const passageId = remembered(
  ({ documentId, sectionTitle, tokenStart, tokenEnd }) =>
    `${documentId}/${sectionTitle}/${tokenStart}-${tokenEnd}`,
)

/** Two passages with equal keys are the same information: all metadata and the content. */
export const contentKey = remembered(
  ({ documentId, documentTitle, sectionTitle, publishedOn, tokenStart, tokenEnd, content }) =>
    JSON.stringify([documentId, documentTitle, sectionTitle, publishedOn, tokenStart, tokenEnd, content]),
)

/** Passages do not change, and quotes are sorted by these names again and again. */
function remembered(make: (passage: Passage) => string): (passage: Passage) => string {
  const memory = new WeakMap<Passage, string>()
  return (passage) => {
    const kept = memory.get(passage)
    if (kept !== undefined) return kept
    const made = make(passage)
    memory.set(passage, made)
    return made
  }
}

/** What is known of a passage before anybody reads it. */
export function metadataOf({ documentTitle, sectionTitle }: Passage): string {
  return `${documentTitle} › ${sectionTitle}`
}
