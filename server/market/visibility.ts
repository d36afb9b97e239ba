import type { SealReason } from '../words/tree'

/**
 * What a viewer may see of a context or an offer. Every door (pages, tRPC, events, exports, search) asks here. Source:
 * design, section 2 (information sets) and section 5 (forgetting).
 */

/** The viewer's id, or null for somebody who is not signed in. */
export type Viewer = string | null

export type ContextFacts = {
  parentId: string | null
  buyerId: string
  /** Its words are not all public. */
  isSealed: boolean
  /** Still takes offers. */
  isOpen: boolean
  isTreePublic: boolean
  /** Offers it is about; empty for a root. */
  about: readonly string[]
}

export type Sight = { see: 'all' } | { see: 'sealed'; reason: SealReason } | { see: 'nothing' }

const ALL: Sight = { see: 'all' }
const NOTHING: Sight = { see: 'nothing' }
const sealed = (reason: SealReason): Sight => ({ see: 'sealed', reason })

/** Who may watch a tree: its buyer, or everyone when the buyer says so. */
export function canSeeTree(viewer: Viewer, tree: { buyerId: string; isTreePublic: boolean }): boolean {
  return tree.isTreePublic || viewer === tree.buyerId
}

/**
 * A context as part of a tree that is watched. A sub-question whose words could give an offer away is sealed until an offer
 * it is about is bought.
 */
export function sightInTree(
  viewer: Viewer,
  context: ContextFacts,
  isBought: (offerId: string) => boolean,
): Sight {
  if (!canSeeTree(viewer, context)) return NOTHING
  if (context.parentId === null || !context.isSealed || context.about.some(isBought)) return ALL
  return sealed('about-unbought')
}

/**
 * A context as a page of its own. Roots are public. A sub-context is shown as in its tree, and to people who may answer it
 * while it takes offers: sellers must read what they answer, the buyer must not read what would give an offer away.
 */
export function sightOfContext(
  viewer: Viewer,
  context: ContextFacts,
  isBought: (offerId: string) => boolean,
): Sight {
  if (context.parentId === null) return ALL
  if (viewer !== null && viewer !== context.buyerId && context.isOpen) return ALL
  return sightInTree(viewer, context, isBought)
}

export type OfferFacts = {
  sellerId: string
  buyerId: string
  isBought: boolean
  /** Unbought offers whose private information this one repeats. */
  quotesUnbought: boolean
}

export type OfferSight = { teaser: boolean; privateInfo: boolean; seal: SealReason | null }

/**
 * An offer, given what the viewer sees of its context. The teaser is as public as the question it answers; the private
 * information is the seller's and, once paid for, the buyer's.
 */
export function sightOfOffer(viewer: Viewer, offer: OfferFacts, context: Sight): OfferSight {
  const isSeller = viewer !== null && viewer === offer.sellerId
  if (isSeller) return { teaser: true, privateInfo: true, seal: null }
  if (context.see === 'nothing') return { teaser: false, privateInfo: false, seal: 'buyer-only' }
  if (offer.isBought && offer.quotesUnbought)
    return { teaser: false, privateInfo: false, seal: 'quotes-unbought' }
  const hasPaid = offer.isBought && viewer !== null && viewer === offer.buyerId
  if (context.see === 'sealed' && !hasPaid) return { teaser: false, privateInfo: false, seal: context.reason }
  if (hasPaid) return { teaser: true, privateInfo: true, seal: null }
  return { teaser: true, privateInfo: false, seal: offer.isBought ? 'buyer-only' : 'not-bought' }
}
