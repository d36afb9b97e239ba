import type { SealReason } from '../../words/tree'

/**
 * Who sees what: the rules, without rows. Every door (pages, tRPC, events, exports, search, the written answer) takes them
 * from this room. Source: design, section 2 (information sets) and section 5 (forgetting).
 */

/** The viewer's id, or null for somebody who is not signed in. */
export type Viewer = string | null

export type ContextFacts = {
  parentId: string | null
  buyerId: string
  /** Its words are not all public: a sub-question of an earlier version. */
  isSealed: boolean
  /** Still takes offers. */
  isOpen: boolean
  isTreePublic: boolean
  /** Every offer it is about is bought; false when it is about none. */
  isAllBought: boolean
  /** A moderator has hidden its question: from everybody but the asker, with all that is below it. */
  isHidden: boolean
}

export type Sight = { see: 'all' } | { see: 'sealed'; reason: SealReason } | { see: 'nothing' }

const ALL: Sight = { see: 'all' }
export const NOTHING: Sight = { see: 'nothing' }
const sealed = (reason: SealReason): Sight => ({ see: 'sealed', reason })

/** Who may watch a tree: its buyer, or everyone when the buyer says so. */
export function canSeeTree(viewer: Viewer, tree: { buyerId: string; isTreePublic: boolean }): boolean {
  return tree.isTreePublic || viewer === tree.buyerId
}

/**
 * A context as part of a tree that is watched. Roots are public, unless a moderator hid them. A sub-question whose words could give an offer away is
 * sealed: it opens for the buyer when every offer it is about is bought, and for strangers never.
 */
export function sightInTree(viewer: Viewer, context: ContextFacts): Sight {
  if (context.isHidden && viewer !== context.buyerId) return NOTHING
  if (context.parentId === null) return ALL
  if (!canSeeTree(viewer, context)) return NOTHING
  if (!context.isSealed) return ALL
  if (!context.isAllBought) return sealed('about-unbought')
  return viewer === context.buyerId ? ALL : sealed('asker-only')
}

/** People who may answer a context: sellers must read what they answer. Nobody answers what an earlier version sealed, or what is hidden. */
export function mayAnswer(
  viewer: Viewer,
  context: Pick<ContextFacts, 'buyerId' | 'isOpen' | 'isSealed' | 'isHidden'>,
): boolean {
  const isTaking = !context.isSealed && !context.isHidden
  return viewer !== null && viewer !== context.buyerId && context.isOpen && isTaking
}

/** A context as a page of its own: as in its tree, and for people who may answer it while it takes offers. */
export function sightOfContext(viewer: Viewer, context: ContextFacts): Sight {
  return mayAnswer(viewer, context) ? ALL : sightInTree(viewer, context)
}

/**
 * Whether a line about a context (a notice, a row of the wallet, a run of a bot) may say its words: where its page is open to
 * the viewer, and to whom it was put, unless it is sealed and takes no more offers. What a moderator hid is said to its asker alone.
 */
export function showsWords(viewer: Viewer, context: ContextFacts & { wasAsked: boolean }): boolean {
  if (context.isHidden && viewer !== context.buyerId) return false
  return sightOfContext(viewer, context).see === 'all' || (context.wasAsked && !context.isSealed)
}

export type OfferFacts = {
  sellerId: string
  buyerId: string
  isBought: boolean
  /** Unbought offers whose private information this one repeats. */
  quotesUnbought: boolean
  /** Its licence lets it be quoted, and a published answer of its public tree rests on it. */
  isQuoted: boolean
  /** The viewer bought it at resale. */
  isResold: boolean
  /** A moderator has hidden it: from everybody but its seller and whoever has bought it. */
  isHidden: boolean
  /** It was chosen among passages of its seller's by what is sealed (`choose.ts`). */
  isChosen: boolean
  /** Its tree has ended. */
  hasEnded: boolean
}

export type OfferSight = { teaser: boolean; privateInfo: boolean; seal: SealReason | null }

/**
 * An offer, given what the viewer sees of its context in the tree. The teaser is as public as the question it answers; the
 * private information is the seller's and, once paid for, the buyer's; everybody's while a published answer quotes it. What somebody
 * bought at resale stays theirs, whatever becomes of its question. Which passage was chosen by what is sealed its seller learns once it is
 * bought and its tree has ended.
 */
export function sightOfOffer(viewer: Viewer, offer: OfferFacts, context: Sight): OfferSight {
  const isSeller = viewer !== null && viewer === offer.sellerId
  if (isSeller && isKeptFromSeller(offer)) return { teaser: true, privateInfo: false, seal: 'chosen' }
  if (isSeller) return { teaser: true, privateInfo: true, seal: null }
  if (offer.isBought && offer.isResold && viewer !== null)
    return { teaser: true, privateInfo: true, seal: null }
  if (context.see === 'nothing') return { teaser: false, privateInfo: false, seal: 'buyer-only' }
  if (offer.isBought && offer.quotesUnbought)
    return { teaser: false, privateInfo: false, seal: 'quotes-unbought' }
  const hasPaid = offer.isBought && viewer !== null && viewer === offer.buyerId
  if (offer.isHidden && !hasPaid) return { teaser: false, privateInfo: false, seal: 'hidden' }
  if (context.see === 'sealed' && !hasPaid) return { teaser: false, privateInfo: false, seal: context.reason }
  if (hasPaid || (offer.isBought && offer.isQuoted)) return { teaser: true, privateInfo: true, seal: null }
  const unbought = offer.isChosen ? 'chosen' : 'not-bought'
  return { teaser: true, privateInfo: false, seal: offer.isBought ? 'buyer-only' : unbought }
}

const isKeptFromSeller = ({ isChosen, isBought, hasEnded }: OfferFacts) => isChosen && !(isBought && hasEnded)
