import type { TreeContext, TreeDelta, TreeEvent, TreeOffer, TreeView } from './contract'

/** How the rows of a tree hang together. */
export type TreeLinks = {
  contexts: readonly { id: string; parentId: string | null }[]
  offers: readonly { id: string; contextId: string; chosenAmong: number | null }[]
  /** Offers that each sub-context is about. */
  about: ReadonlyMap<string, readonly string[]>
  /** `quotes`: unbought offers whose private information the purchase repeats. */
  purchases: readonly { offerId: string; quotes: readonly string[] }[]
}

/** What events made new or changed, or opened to a viewer. */
export type Touched = {
  contextIds: ReadonlySet<string>
  offerIds: ReadonlySet<string>
  answer: boolean
  published: boolean
  decision: boolean
  resolved: boolean
}

/**
 * Which rows of a tree `events` touch: the only statement of what a follower must be sent again. It may name too many rows,
 * never too few.
 *
 * - Every event touches the context and the offer that it names.
 * - A reading freezes offers, and an end decides them: both touch all offers of their context. An end moves its parent too; that of the
 *   root tells more of every context, and sellers which of their passages were chosen.
 * - A purchase changes what may be seen (design, section 5): sub-contexts about the offer may open, with their offers, and so
 *   may purchases that quote it.
 * - A publication opens what it quotes to everybody, and taking it back closes that: both touch all that was bought.
 */
export function touchedBy(events: readonly TreeEvent[], links: TreeLinks): Touched {
  const contextIds = new Set<string>()
  const offerIds = new Set<string>()
  const parents = new Map(links.contexts.map((context) => [context.id, context.parentId]))
  const offersIn = Map.groupBy(links.offers, (offer) => offer.contextId)
  const touchOffersIn = (contextId: string) => {
    for (const offer of offersIn.get(contextId) ?? []) offerIds.add(offer.id)
  }
  const open = (boughtId: string) => {
    for (const [contextId, about] of links.about) {
      if (!about.includes(boughtId)) continue
      contextIds.add(contextId)
      touchOffersIn(contextId)
    }
    for (const { offerId, quotes } of links.purchases) if (quotes.includes(boughtId)) offerIds.add(offerId)
  }
  for (const { type, contextId, offerId } of events) {
    contextIds.add(contextId)
    if (offerId !== null) offerIds.add(offerId)
    // What its end told of every context is not told while it is open.
    if (type === 'tree.reopened') for (const { id } of links.contexts) contextIds.add(id)
    if (type === 'context.inspecting' || type === 'sitting.ended') touchOffersIn(contextId)
    if (type === 'context.settled' || type === 'context.cancelled' || type === 'context.failed') {
      touchOffersIn(contextId)
      const parentId = parents.get(contextId) ?? null
      if (parentId !== null) contextIds.add(parentId)
      else {
        for (const { id } of links.contexts) contextIds.add(id)
        for (const { id, chosenAmong } of links.offers) if (chosenAmong !== null) offerIds.add(id)
      }
    }
    if (type === 'offer.bought' && offerId !== null) open(offerId)
    if (isPublication(type)) for (const purchase of links.purchases) offerIds.add(purchase.offerId)
  }
  return {
    contextIds,
    offerIds,
    answer: events.some(
      ({ type }) => type === 'answer.written' || type === 'value.counted' || type === 'purchase.rated',
    ),
    published: events.some(({ type }) => isPublication(type)),
    decision: events.some(({ type }) => type === 'decision.recorded'),
    resolved: events.some(({ type }) => type === 'question.resolved'),
  }
}

const isPublication = (type: TreeEvent['type']) => type === 'answer.published' || type === 'answer.withdrawn'

/**
 * The view with what came after it: the same as the whole view, read when the delta was. The delta must begin where the view
 * ends, or before: what the view holds already is left out.
 */
export function applyDelta(view: TreeView, delta: TreeDelta): TreeView {
  const {
    contexts,
    offers,
    withdrawnOfferIds,
    events,
    answer,
    earlierAnswers,
    published,
    decisionMade,
    resolved,
    ...head
  } = delta
  if (head.lastSeq <= view.lastSeq) return view
  return {
    ...view,
    ...head,
    contexts: inOrderOfOpening(merged(view.contexts, contexts)),
    offers: inOrderOfPosting(merged(view.offers, offers)).filter(({ id }) => !withdrawnOfferIds.includes(id)),
    events: [...view.events, ...events.filter((event) => event.seq > view.lastSeq)],
    answer: answer ?? view.answer,
    earlierAnswers: answer ? earlierAnswers : view.earlierAnswers,
    published: published ?? view.published,
    decisionMade: decisionMade ?? view.decisionMade,
    resolved: resolved ?? view.resolved,
  }
}

/** Upper levels first, then earlier ones: the order of a view's contexts. */
export function inOrderOfOpening(contexts: readonly TreeContext[]): TreeContext[] {
  return contexts.toSorted((a, b) => a.level - b.level || byCreation(a, b))
}

/** Earlier ones first: the order of a view's offers. */
export function inOrderOfPosting(offers: readonly TreeOffer[]): TreeOffer[] {
  return offers.toSorted(byCreation)
}

type Created = { id: string; createdAt: Date }

function byCreation(a: Created, b: Created): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)
}

function merged<T extends { id: string }>(rows: readonly T[], newer: readonly T[]): T[] {
  return [...new Map([...rows, ...newer].map((row) => [row.id, row])).values()]
}
