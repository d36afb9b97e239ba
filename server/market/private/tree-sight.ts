import { mayQuote, type Sold } from '../../contract/licence'
import { isTerminal, type Phase } from '../../protocol/advance'
import {
  type ContextFacts,
  canSeeTree,
  mayAnswer,
  NOTHING,
  type OfferSight,
  type Sight,
  sightInTree,
  sightOfContext,
  sightOfOffer,
  type Viewer,
} from './sight'

/** The rows of one tree, as far as they decide who sees what: `TreeRows` has them. */
export type SightRows = {
  inspection: { rootId: string; isTreePublic: boolean; endedAt: Date | null }
  contexts: readonly {
    id: string
    parentId: string | null
    buyerId: string
    isSealed: boolean
    phase: Phase
  }[]
  offers: readonly { id: string; contextId: string; sellerId: string; chosenAmong: number | null }[]
  purchases: readonly ({ offerId: string; quotes: readonly string[] } & Sold)[]
  /** Purchases that a published answer quotes, taken back or not shown any more left out. */
  quoted: readonly string[]
  /** What moderators have hidden of it: kind and id. */
  hidden: readonly (readonly [kind: string, id: string])[]
  /** Offers each sub-context is about. */
  about: ReadonlyMap<string, readonly string[]>
}

/** What one viewer sees of one tree. */
export type TreeSights = {
  /** May watch the tree at all. */
  canWatch: boolean
  /** A context as part of the tree. */
  inTree(contextId: string): Sight
  /** A context as a page of its own. */
  page(contextId: string): Sight
  offer(offerId: string): OfferSight
  /** What became of an offer, and what it costs: for whoever may watch the tree, and for its seller. */
  outcome(offerId: string): boolean
  /** Offers a sub-context is about whose teasers are shown with it. */
  subject(contextId: string): string[]
}

/** As `isAnswerHidden` of `sight-sql.ts`. */
export function isAnswerHidden({ hidden, purchases }: Pick<SightRows, 'hidden' | 'purchases'>): boolean {
  const sold = new Set(purchases.map(({ offerId }) => offerId))
  return hidden.some(([kind, id]) => kind === 'answer' || (kind === 'offer' && sold.has(id)))
}

const NONE: ReadonlySet<string> = new Set()

/** `resold`: offers of it that this viewer bought at resale; whoever shows their texts knows them (`openOffers`). */
export function sightsOf(viewer: Viewer, tree: SightRows, resold: ReadonlySet<string> = NONE): TreeSights {
  const contexts = new Map(tree.contexts.map((context) => [context.id, context]))
  const offers = new Map(tree.offers.map((offer) => [offer.id, offer]))
  const bought = new Map(tree.purchases.map((purchase) => [purchase.offerId, purchase]))
  const { rootId } = tree.inspection
  const isHidden = (kind: string, id: string) => tree.hidden.some(([k, i]) => k === kind && i === id)
  const isQuestionHidden = isHidden('question', rootId)
  // A hidden question is watched by its asker alone, whatever he chose.
  const isTreePublic = tree.inspection.isTreePublic && !isQuestionHidden
  const buyerId = contexts.get(rootId)?.buyerId ?? ''

  const factsOf = (contextId: string): ContextFacts | null => {
    const context = contexts.get(contextId)
    if (!context) return null
    const { parentId, isSealed, phase } = context
    const about = tree.about.get(contextId) ?? []
    const isAllBought = about.length > 0 && about.every((id) => bought.has(id))
    const isOpen = !isTerminal(phase)
    return { parentId, buyerId, isSealed, isOpen, isTreePublic, isAllBought, isHidden: isQuestionHidden }
  }
  const inTree = (contextId: string) => {
    const facts = factsOf(contextId)
    return facts ? sightInTree(viewer, facts) : NOTHING
  }
  const page = (contextId: string) => {
    const facts = factsOf(contextId)
    return facts ? sightOfContext(viewer, facts) : NOTHING
  }
  const offer = (offerId: string) => {
    const row = offers.get(offerId)
    const purchase = bought.get(offerId)
    const facts = {
      sellerId: row?.sellerId ?? '',
      buyerId,
      isBought: purchase !== undefined,
      quotesUnbought: purchase?.quotes.some((id) => !bought.has(id)) ?? false,
      isQuoted:
        isTreePublic &&
        purchase !== undefined &&
        mayQuote(purchase) &&
        tree.quoted.includes(offerId) &&
        !isAnswerHidden(tree),
      isResold: resold.has(offerId),
      isHidden: isHidden('offer', offerId),
      isChosen: row?.chosenAmong != null,
      hasEnded: tree.inspection.endedAt !== null,
    }
    return sightOfOffer(viewer, facts, row ? inTree(row.contextId) : NOTHING)
  }
  return {
    canWatch: canSeeTree(viewer, { buyerId, isTreePublic }),
    inTree,
    page,
    offer,
    outcome: (offerId) =>
      canSeeTree(viewer, { buyerId, isTreePublic }) ||
      (viewer !== null && viewer === offers.get(offerId)?.sellerId),
    subject(contextId) {
      const about = tree.about.get(contextId) ?? []
      const facts = factsOf(contextId)
      return facts && mayAnswer(viewer, facts) ? [...about] : about.filter((id) => offer(id).teaser)
    },
  }
}
