import type { Protocol } from './policy'

/**
 * Who sees what when something is decided. This file is the table of design, section 2, and the only place that computes
 * it. Source: "Extrapolating Volition…", equations 4 (successive) and 8 (recursive): x^n is chosen knowing
 * I^0 ∪ … ∪ I^{n−1} and everything bought below. Of each of these it knows what its own inspector was shown: an offer that was
 * not read there is read nowhere, and no prompt holds more than `readMax` offers of one context.
 */

export type TreeContext = {
  id: string
  parentId: string | null
  level: number
  hasEnded: boolean
  /** Offers of the parent that a sub-question is about; none for a root. */
  about: readonly string[]
  /** Its words are not all public. */
  isSealed: boolean
}
export type TreeOffer = { id: string; contextId: string }
export type TreePurchase = { offerId: string; contextId: string }
/**
 * One call of a context's inspector: the offers that it was shown, at most `readMax` of the policy, and what its verdict reserved, in
 * its order; nothing while there is none.
 */
export type TreeStep = {
  contextId: string
  round: number
  shown: readonly string[]
  reserved: readonly string[]
}

/** The shape of one tree: ids only, any order. */
export type TreeFacts = {
  contexts: readonly TreeContext[]
  offers: readonly TreeOffer[]
  purchases: readonly TreePurchase[]
  steps: readonly TreeStep[]
}

/** What a purchase means to whoever knows of it: the question that it answers, and the offers that this one is about. */
export type Meaning = {
  offerId: string
  /** The context whose question it answers; its kind is told with it. */
  contextId: string
  /** Those that the reader knows: read by it, or bought. */
  about: string[]
  /** False when only the kind is told: the words may give away an offer that the reader does not know. */
  tellsWords: boolean
}

/** Ids in the order a reader meets them: root first, then down. */
export type InspectorView = {
  /** Contexts whose questions are known, root first, the deciding context last. */
  questions: string[]
  /**
   * Offers whose private information is read: on the path to the deciding context, those that the last step of each context was
   * shown. For it that is the step under way, for one above it the step that asked.
   */
  readOffers: string[]
  /** Bought offers whose private information is known. */
  purchasedOffers: string[]
  /** What each of these means, in the same order. */
  meanings: Meaning[]
  /** What the deciding context's last verdict reserved and is shown again: nobody else sees it. */
  reservedOffers: string[]
}

/** What the inspector of `contextId` sees. @throws Error when the context is not in the tree (a bug). */
export function inspectorView(protocol: Protocol, facts: TreeFacts, contextId: string): InspectorView {
  const tree = indexed(facts)
  const path = pathTo(tree, contextId)
  const self = path[path.length - 1]
  if (!self) throw new Error(`Context ${contextId} is not in its tree`)

  if (protocol === 'successive') {
    const below = childrenOf(tree, self.id).filter((child) => child.hasEnded)
    return withMeanings(tree, {
      reservedOffers: reservedIn(tree, self.id),
      questions: path.slice(-2).map((context) => context.id),
      readOffers: [...shownIn(tree, self.id)],
      purchasedOffers: unique([self, ...below].flatMap((context) => purchasesIn(tree, context.id))),
    })
  }
  return withMeanings(tree, {
    reservedOffers: reservedIn(tree, self.id),
    questions: path.map((context) => context.id),
    readOffers: path.flatMap((context) => shownIn(tree, context.id)),
    purchasedOffers: unique(path.flatMap((context) => flowedInto(tree, context.id))),
  })
}

export type DecisionView = Pick<InspectorView, 'purchasedOffers' | 'meanings'>

/**
 * What the root decision x⁰ may use: purchased information only. `successive` keeps just the first level's. So may an answer on the way, to
 * the question of another context: what was bought for that one, there and below.
 */
export function decisionView(protocol: Protocol, facts: TreeFacts, contextId?: string): DecisionView {
  const tree = indexed(facts)
  const root = facts.contexts.find(({ id, parentId }) => (contextId ? id === contextId : parentId === null))
  if (!root) throw new Error('A tree without a root')
  const purchasedOffers =
    protocol === 'successive' ? purchasesIn(tree, root.id) : subtreePurchases(tree, root.id)
  const { meanings } = withMeanings(tree, {
    questions: [root.id],
    readOffers: [],
    purchasedOffers,
    reservedOffers: [],
  })
  return { purchasedOffers, meanings }
}

/** What a seller answering `contextId` sees of other offers: the teasers of those it is about, nothing private. */
export function sellerView(about: readonly string[]): { teasersOf: string[]; readOffers: never[] } {
  return { teasersOf: [...about], readOffers: [] }
}

/**
 * What flows up keeps its meaning: x^{n+1} informs x^n as an answer to a question about I^n, not as a text by itself. Words that are
 * not public reach only who has read everything that they may tell of.
 */
function withMeanings(tree: Indexed, view: Omit<InspectorView, 'meanings'>): InspectorView {
  const known = new Set([...view.readOffers, ...view.purchasedOffers])
  const meanings = view.purchasedOffers.map((offerId): Meaning => {
    const context = tree.byId.get(tree.boughtIn.get(offerId) ?? '')
    if (!context) throw new Error(`Purchase ${offerId} is in no context of its tree`)
    const { id, about, isSealed } = context
    const isAllKnown = about.length > 0 && about.every((subject) => known.has(subject))
    return {
      offerId,
      contextId: id,
      about: about.filter((subject) => known.has(subject)),
      tellsWords: !isSealed || isAllKnown || view.questions.includes(id),
    }
  })
  return { ...view, meanings }
}

type Indexed = {
  byId: Map<string, TreeContext>
  children: Map<string, TreeContext[]>
  /** Per context its last step. */
  steps: Map<string, TreeStep>
  /** All of them, by context and round. */
  stepsByRound: Map<string, TreeStep>
  purchases: Map<string, string[]>
  /** Per bought offer its context. */
  boughtIn: Map<string, string>
}

function indexed(facts: TreeFacts): Indexed {
  const children = new Map<string, TreeContext[]>()
  for (const context of facts.contexts) {
    if (context.parentId !== null) push(children, context.parentId, context)
  }
  const steps = new Map<string, TreeStep>()
  for (const step of facts.steps) {
    if (step.round >= (steps.get(step.contextId)?.round ?? 0)) steps.set(step.contextId, step)
  }
  const purchases = new Map<string, string[]>()
  for (const purchase of facts.purchases) push(purchases, purchase.contextId, purchase.offerId)
  return {
    byId: new Map(facts.contexts.map((context) => [context.id, context])),
    children,
    steps,
    stepsByRound: new Map(facts.steps.map((step) => [`${step.contextId} ${step.round}`, step])),
    purchases,
    boughtIn: new Map(facts.purchases.map(({ offerId, contextId }) => [offerId, contextId])),
  }
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

function pathTo(tree: Indexed, contextId: string): TreeContext[] {
  const path: TreeContext[] = []
  for (let id: string | null = contextId; id !== null; ) {
    const context: TreeContext | undefined = tree.byId.get(id)
    if (!context) return []
    path.unshift(context)
    id = context.parentId
  }
  return path
}

function childrenOf(tree: Indexed, id: string): TreeContext[] {
  return tree.children.get(id) ?? []
}

function shownIn(tree: Indexed, id: string): readonly string[] {
  return tree.steps.get(id)?.shown ?? []
}

/** A step has reserved something only when another one follows it. */
function reservedIn(tree: Indexed, id: string): string[] {
  const last = tree.steps.get(id)
  const before = last && tree.stepsByRound.get(`${id} ${last.round - 1}`)
  return before?.reserved.filter((offerId) => last?.shown.includes(offerId)) ?? []
}

function purchasesIn(tree: Indexed, id: string): string[] {
  return tree.purchases.get(id) ?? []
}

/** A purchase has flowed into a context when it was made there, or below a child of it that has ended. */
function flowedInto(tree: Indexed, id: string): string[] {
  return [
    ...purchasesIn(tree, id),
    ...childrenOf(tree, id)
      .filter((child) => child.hasEnded)
      .flatMap((child) => subtreePurchases(tree, child.id)),
  ]
}

function subtreePurchases(tree: Indexed, id: string): string[] {
  const found: string[] = []
  const pending = [id]
  for (let current = pending.shift(); current !== undefined; current = pending.shift()) {
    found.push(...purchasesIn(tree, current))
    pending.push(...childrenOf(tree, current).map((child) => child.id))
  }
  return found
}

function unique(ids: string[]): string[] {
  return [...new Set(ids)]
}
