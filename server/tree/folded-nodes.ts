import type { TreeContext, TreeEvent, TreeOffer, TreeStatus } from './contract'
import type {
  ContextNode,
  ContextState,
  Flow,
  FoldedTree,
  OfferNode,
  OfferState,
  OfferStep,
  TreeNode,
  VerdictNode,
} from './folded-tree'

/** What the events up to a moment have said about a context. */
export type ContextSoFar = {
  context: TreeContext
  state: ContextState
  askedInId: string | null
  askedByVerdict: number | null
  startedAt: Date
  endedAt: Date | null
  returnedMicros: bigint | null
  offerIds: string[]
  verdicts: VerdictSoFar[]
}

export type VerdictSoFar = {
  ordinal: number
  startSeq: number
  round: number | null
  answer: VerdictNode['answer']
  startedAt: Date
  /** When it first said something. */
  endedAt: Date | null
  /** What it says comes in several events, one offer each: all of them have been told. */
  hasSpoken: boolean
  boughtIds: string[]
  heldIds: string[]
  waitingIds: string[]
  passedIds: string[]
  askedIds: string[]
}

export type OfferSoFar = {
  offer: TreeOffer
  state: OfferState
  reason: TreeOffer['reason']
  startedAt: Date
  endedAt: Date | null
  readAt: Date | null
  forgottenAt: Date | null
  askedMicros: bigint
  /** What was paid; null until it is bought. */
  paidMicros: bigint | null
  boughtSeq: number | null
  history: OfferStep[]
}

export type SoFar = {
  status: TreeStatus
  event: TreeEvent | null
  contexts: Map<string, ContextSoFar>
  offers: Map<string, OfferSoFar>
}

/** The row id of a verdict: its context's and its number. */
export function verdictIdOf(contextId: string, ordinal: number): string {
  return `${contextId}~${ordinal}`
}

/** Rows, sums and flows of what has been folded so far. */
export function nodesOf(soFar: SoFar): Pick<FoldedTree, 'rootIds' | 'nodes' | 'flows'> {
  const builder = new RowBuilder(soFar)
  const rootIds: string[] = []
  for (const { context, askedInId } of soFar.contexts.values()) {
    if (askedInId !== null) continue
    rootIds.push(context.id)
    builder.addContext(context.id, null, 0)
  }
  return { rootIds, nodes: builder.nodes, flows: flowsOf(soFar, builder.nodes) }
}

type Spent = { allMicros: bigint; fromBudgetMicros: bigint }

class RowBuilder {
  readonly nodes = new Map<string, TreeNode>()
  /** Sub-contexts by the context that asked them, in the order they were opened. */
  private readonly asked = new Map<string, ContextSoFar[]>()
  private readonly spent = new Map<string, Spent>()

  private readonly soFar: SoFar

  constructor(soFar: SoFar) {
    this.soFar = soFar
    for (const context of soFar.contexts.values()) {
      if (context.askedInId === null) continue
      this.asked.set(context.askedInId, [...(this.asked.get(context.askedInId) ?? []), context])
    }
  }

  addContext(id: string, parentId: string | null, depth: number): void {
    const context = this.soFar.contexts.get(id)
    if (!context) return
    const children = this.asked.get(id) ?? []
    const unplaced = children.filter((child) => child.askedByVerdict === null)
    const verdictIds = context.verdicts.map(({ ordinal }) => verdictIdOf(id, ordinal))
    const spent = this.spentIn(context)
    const node: ContextNode = {
      kind: 'context',
      id,
      parentId,
      depth,
      childIds: [...context.offerIds, ...verdictIds, ...unplaced.map((child) => child.context.id)],
      startedAt: context.startedAt,
      endedAt: context.endedAt,
      sumMicros: spent.allMicros,
      fromBudgetMicros: spent.fromBudgetMicros,
      context: context.context,
      state: context.state,
      offerIds: context.offerIds,
      verdictIds,
      askedInId: context.askedInId,
      returnedMicros: context.returnedMicros,
    }
    this.nodes.set(id, node)
    for (const offerId of context.offerIds) this.addOffer(offerId, node, children)
    for (const verdict of context.verdicts) this.addVerdict(verdict, node, children)
    for (const child of unplaced) this.addContext(child.context.id, id, depth + 1)
  }

  private addOffer(id: string, parent: ContextNode, children: readonly ContextSoFar[]): void {
    const offer = this.soFar.offers.get(id)
    if (!offer) return
    const checks = children.filter((child) => child.context.about.includes(id))
    const node: OfferNode = {
      kind: 'offer',
      id,
      parentId: parent.id,
      depth: parent.depth + 1,
      childIds: [],
      startedAt: offer.startedAt,
      endedAt: offer.endedAt,
      sumMicros: 0n,
      offer: offer.offer,
      state: offer.state,
      reason: offer.reason,
      priceMicros: offer.paidMicros ?? offer.askedMicros,
      // What a purchase opened stays closed in a replay until that purchase; a seller's own text is always open to the seller.
      privateInfo:
        offer.offer.state === 'bought' && offer.state !== 'bought' ? null : offer.offer.privateInfo,
      readAt: offer.readAt,
      forgottenAt: offer.forgottenAt,
      hasChangedMind: hasChangedMind(offer),
      history: offer.history,
      checkIds: checks.map((check) => check.context.id),
      checksMicros: checks.reduce((sum, check) => sum + this.spentIn(check).allMicros, 0n),
    }
    this.nodes.set(id, node)
  }

  private addVerdict(verdict: VerdictSoFar, parent: ContextNode, children: readonly ContextSoFar[]): void {
    const asked = children.filter((child) => verdict.askedIds.includes(child.context.id))
    const id = verdictIdOf(parent.id, verdict.ordinal)
    const node: VerdictNode = {
      kind: 'verdict',
      id,
      parentId: parent.id,
      depth: parent.depth + 1,
      childIds: verdict.askedIds,
      startedAt: verdict.startedAt,
      endedAt: verdict.endedAt,
      sumMicros: asked.reduce((sum, child) => sum + this.spentIn(child).allMicros, 0n),
      contextId: parent.id,
      ordinal: verdict.ordinal,
      round: verdict.round,
      answer: verdict.answer,
      isReading: verdict.endedAt === null && parent.endedAt === null,
      hasSpoken: verdict.hasSpoken,
      boughtIds: verdict.boughtIds,
      heldIds: verdict.heldIds,
      waitingIds: verdict.waitingIds,
      passedIds: verdict.passedIds,
      askedIds: verdict.askedIds,
      boughtMicros: verdict.boughtIds.reduce((sum, offerId) => sum + this.paidFor(offerId), 0n),
      openAsks: asked.filter((child) => child.endedAt === null).length,
    }
    this.nodes.set(id, node)
    for (const childId of verdict.askedIds) this.addContext(childId, id, node.depth + 1)
  }

  private paidFor(offerId: string): bigint {
    return this.soFar.offers.get(offerId)?.paidMicros ?? 0n
  }

  private spentIn(context: ContextSoFar): Spent {
    const known = this.spent.get(context.context.id)
    if (known) return known
    const spent: Spent = { allMicros: 0n, fromBudgetMicros: 0n }
    for (const offerId of context.offerIds) {
      const paidMicros = this.paidFor(offerId)
      spent.allMicros += paidMicros
      if (this.soFar.offers.get(offerId)?.offer.way !== 'unseen') spent.fromBudgetMicros += paidMicros
    }
    for (const child of this.asked.get(context.context.id) ?? []) {
      const below = this.spentIn(child)
      spent.allMicros += below.allMicros
      spent.fromBudgetMicros += below.fromBudgetMicros
    }
    this.spent.set(context.context.id, spent)
    return spent
  }
}

function hasChangedMind(offer: OfferSoFar): boolean {
  const bought = offer.history.findIndex((step) => step.state === 'bought')
  const before = offer.history[bought - 1]
  // What was only left for the last verdict had no verdict before.
  return before?.state === 'passed' || (before?.state === 'hold' && before.reason !== 'undecided')
}

/** Each purchase once, in the order of buying, with the decision it rises to. */
function flowsOf(soFar: SoFar, nodes: ReadonlyMap<string, TreeNode>): Flow[] {
  const flows: Flow[] = []
  for (const { offer, boughtSeq, paidMicros } of soFar.offers.values()) {
    const from = soFar.contexts.get(offer.contextId)
    if (boughtSeq === null || paidMicros === null || !from) continue
    const parent = from.askedInId === null ? undefined : soFar.contexts.get(from.askedInId)
    const verdict = parent?.verdicts.find((candidate) => candidate.startSeq > boughtSeq)
    flows.push({
      seq: boughtSeq,
      offerId: offer.id,
      priceMicros: paidMicros,
      fromContextId: from.context.id,
      toContextId: parent?.context.id ?? from.context.id,
      toVerdictId: parent && verdict ? verdictIdOf(parent.context.id, verdict.ordinal) : null,
      changedOfferIds: (verdict?.boughtIds ?? []).filter((id) => {
        const node = nodes.get(id)
        return node?.kind === 'offer' && node.hasChangedMind && from.context.about.includes(id)
      }),
    })
  }
  return flows.sort((one, other) => one.seq - other.seq)
}
