import type { OpenedContext } from '@/server/protocol/memory-tree'
import type { BulletinBoard } from './board'
import {
  type Buyer,
  contentKey,
  metadataOf,
  passageId,
  type Quote,
  type QuoteStatus,
  type Tender,
} from './entities'
import { inspect, type OptionOffer } from './inspection'
import type { Mind } from './mind'
import { type Answered, type QuestionNode, QuestionTree, type TreeWork } from './question-tree'
import { cutBeforeRanking, cutByRank, isClaim } from './selection'
import { strictMind } from './strict-mind'
import type { World } from './world'

/** A passage that was paid for. */
export type Owned = { vendorId: string; key: string; title: string; content: string }

/** A tender's usable passages, by its node. */
type Shown = Pick<Owned, 'title' | 'content'>

export type BuyerResult = {
  buyerId: string
  answer: string | null
  sources: readonly Shown[]
  spentMicros: bigint
  owned: readonly Owned[]
  nodes: readonly QuestionNode<Shown>[]
}

const NOTHING = { answer: null, sources: [] }

/**
 * Finds an answer for its principal: posts tenders, decides on quotes, asks follow-up questions, and refines its answer when
 * the time is up. Of a decided tender it keeps what it bought; the rest is gone. Source: "Language Models Can Reduce
 * Asymmetry in Information Markets", sections 3.1 to 3.3; lab, A.2 and A.6.
 */
export class BuyerAgent {
  readonly id: string
  hasEnded = false
  private readonly tree: QuestionTree<Shown>
  /** Nodes of the tree and tenders have the same ids. */
  private readonly open = new Map<string, Tender>()
  private queued: Tender[] = []
  private readonly pending = new Map<string, Quote[]>()
  private readonly owned: Owned[] = []
  private readonly usable = new Map<string, Shown[]>()
  private readonly requiredBy: number
  private hasStarted = false
  private paidMicros = 0n
  private readonly mind: Mind

  constructor(
    private readonly buyer: Buyer,
    mind: Mind,
    private readonly world: World,
  ) {
    this.mind = strictMind(mind)
    this.id = buyer.id
    this.requiredBy = world.now + world.parameters.urgency
    this.tree = new QuestionTree(`${buyer.id}#0`, buyer.question)
    this.queue(this.tree.root)
  }

  receive(quote: Quote): void {
    const quotes = this.pending.get(quote.tenderId)
    if (quotes) quotes.push(quote)
    else this.pending.set(quote.tenderId, [quote])
  }

  async act(board: BulletinBoard): Promise<void> {
    if (this.hasEnded) return
    this.start()
    for (const tender of [...this.open.values()]) if (this.isReady(tender)) await this.decide(tender, board)
    this.post(board)
    if (this.world.now >= this.requiredBy) return this.end()
    if (this.world.parameters.queryDepthMax > 0) await this.followUp()
  }

  /** An answer goes to the principal when the agent has ended, not before. */
  result(): BuyerResult {
    const { answer, sources } = this.hasEnded ? this.tree.root : NOTHING
    const { owned, paidMicros: spentMicros } = this
    return { buyerId: this.id, answer, sources, spentMicros, owned, nodes: this.tree.all() }
  }

  private start(): void {
    if (this.hasStarted) return
    this.hasStarted = true
    this.world.credit.grant(this.id, this.buyer.budgetMicros)
    this.world.log({ agentId: this.id, type: 'granted', amountMicros: this.buyer.budgetMicros })
  }

  private isReady(tender: Tender): boolean {
    const { now, parameters } = this.world
    const quotes = this.pending.get(tender.id) ?? []
    const oldest = Math.min(...quotes.map((quote) => quote.createdAt))
    const gathered = Math.min(parameters.urgency, parameters.gatheringSteps)
    return (
      quotes.length > 0 && now - tender.createdAt >= gathered && now - oldest >= parameters.gatheringSteps
    )
  }

  /** Decides all quotes of a tender together, once, and forgets those that were not bought. */
  private async decide(tender: Tender, board: BulletinBoard): Promise<void> {
    const { world } = this
    const { parameters, credit } = world
    const quotes = this.pending.get(tender.id) ?? []
    this.pending.delete(tender.id)
    this.open.delete(tender.id)
    board.remove(tender.id)

    const creditMicros = credit.of(this.id)
    const { kept, wasCutToN } = cutBeforeRanking(quotes, creditMicros, parameters)
    const options = await this.ranked(tender.text, kept)
    const inspected = await inspect({
      question: tender.text,
      options: options.map((quote) => this.offered(quote)),
      creditMicros,
      rules: parameters,
      mind: this.mind,
      answerSubQuestion: (context) => this.answersTo(tender, context, creditMicros),
    })

    world.log({
      agentId: this.id,
      type: 'tender-decided',
      tenderId: tender.id,
      quotes: quotes.length,
      options: options.length,
      overBudget: inspected.overBudget,
      contexts: inspected.contexts,
    })
    const bought = new Map(inspected.bought.map((offer) => [offer.id, offer]))
    const progressOf = (quote: Quote) =>
      Number(kept.includes(quote)) * (1 + Number(wasCutToN)) +
      Number(options.includes(quote)) +
      Number(bought.has(quote.id))
    for (const quote of quotes) {
      if (!bought.has(quote.id)) this.logQuote(quote.id, 'rejected', 0n, progressOf(quote))
    }
    for (const offer of inspected.bought) {
      const quote = options.find(({ id }) => id === offer.id)
      this.take(offer, quote ? progressOf(quote) : 1)
    }
    this.usable.set(
      tender.id,
      inspected.usable.map(({ passage }) => ({ title: metadataOf(passage), content: passage.content })),
    )
  }

  private async ranked(question: string, kept: readonly Quote[]): Promise<Quote[]> {
    const { parameters, sense } = this.world
    if (!parameters.usesReranker) return cutByRank(kept, null, parameters)
    const contents = kept.map(({ passage }) => passage.content)
    return cutByRank(kept, await sense.rerank(question, contents), parameters)
  }

  /** What is owned already is on the table for nothing. */
  private offered(quote: Quote): OptionOffer {
    const { passage, vendorId, relevance, id } = quote
    const isOwned = isClaim(quote, this.owned, this.world.parameters.compat.paysTwice)
    return { id, passage, vendorId, relevance, priceMicros: isOwned ? 0n : quote.priceMicros }
  }

  private async answersTo(
    tender: Tender,
    context: OpenedContext,
    creditMicros: bigint,
  ): Promise<OptionOffer[]> {
    const { world } = this
    const question = context.ask?.question ?? ''
    const budget = context.budgetMicros < creditMicros ? context.budgetMicros : creditMicros
    const hits = await world.askVendors(question, budget)
    const quotes = hits.map(({ passage, priceMicros, relevance, vendorId }) => ({
      id: `${tender.id}/${context.id}/${vendorId}/${passageId(passage)}`,
      tenderId: context.id,
      createdAt: world.now,
      passage,
      priceMicros,
      relevance,
      vendorId,
    }))
    const { kept } = cutBeforeRanking(quotes, budget, world.parameters)
    return (await this.ranked(question, kept)).map((quote) => this.offered(quote))
  }

  private take(offer: OptionOffer, progression: number): void {
    const { credit, parameters } = this.world
    const { passage, vendorId, priceMicros } = offer
    const key = contentKey(passage)
    const isOwned = isClaim(offer, this.owned, parameters.compat.paysTwice)
    credit.pay(this.id, vendorId, priceMicros, parameters.compat.overspends)
    this.paidMicros += priceMicros
    this.logQuote(offer.id, isOwned ? 'claimed' : 'accepted', priceMicros, progression)
    if (!isOwned) this.owned.push({ vendorId, key, title: metadataOf(passage), content: passage.content })
  }

  private logQuote(quoteId: string, status: QuoteStatus, paidMicros: bigint, progression: number): void {
    this.world.log({ agentId: this.id, type: 'quote-decided', quoteId, status, paidMicros, progression })
  }

  private queue(node: QuestionNode<Shown>): void {
    const { now, credit } = this.world
    this.queued.push({
      id: node.id,
      buyerId: this.id,
      text: node.question,
      // A follow-up may cost all that is left, not a share of it.
      maxBudgetMicros: node.parentId === null ? this.buyer.budgetMicros : credit.of(this.id),
      createdAt: now,
      requiredBy: this.requiredBy,
    })
  }

  private post(board: BulletinBoard): void {
    for (const tender of this.queued) {
      this.open.set(tender.id, tender)
      board.post(tender, this.world.now)
      this.world.log({
        agentId: this.id,
        type: 'tender-posted',
        tenderId: tender.id,
        maxBudgetMicros: tender.maxBudgetMicros,
      })
    }
    this.queued = []
  }

  private async followUp(): Promise<void> {
    const { parameters, credit } = this.world
    for (const node of this.tree.growingLeaves()) {
      await this.tree.answer(node, this.work)
      if (node.answer === null) {
        // An agent that failed on what was bought fails again: it is asked once more at the end, not in every step.
        node.isFollowedUp = (this.usable.get(node.id) ?? []).length > 0
        continue
      }
      const mayGrow = node.depth + 1 <= parameters.queryDepthMax && credit.of(this.id) > 0n
      const questions = mayGrow
        ? await this.mind.followUps({ question: node.question, answer: node.answer })
        : []
      node.isFollowedUp = true
      for (const question of questions.slice(0, parameters.followUpsMax)) {
        this.queue(this.tree.addFollowUp(node, `${this.id}#${this.tree.all().length}`, question))
      }
    }
  }

  /** Time is up: the answers are put together from the leaves up, and what was not bought is forgotten. */
  private async end(): Promise<void> {
    for (const quotes of this.pending.values()) {
      for (const quote of quotes) this.logQuote(quote.id, 'rejected', 0n, 0)
    }
    this.pending.clear()
    await this.tree.refine(this.tree.root, this.work)
    for (const node of this.tree.all()) {
      this.world.log({ agentId: this.id, type: 'node', nodeId: node.id, status: node.status })
    }
    this.hasEnded = true
    this.world.log({
      agentId: this.id,
      type: 'ended',
      isAnswered: this.tree.root.answer !== null,
      spentMicros: this.paidMicros,
    })
  }

  private readonly work: TreeWork<Shown> = {
    synthesise: async (node): Promise<Answered<Shown> | null> => {
      const sources = this.usable.get(node.id) ?? []
      if (sources.length === 0) return null
      const answer = await this.mind.answer({ question: node.question, passages: sources })
      return answer === null ? null : { answer, sources }
    },
    refine: async (node, children): Promise<Answered<Shown> | null> => {
      const followUps = children.map(({ question, answer }) => ({ question, answer: answer ?? '' }))
      const refined = await this.mind.refine({
        question: node.question,
        answer: node.answer ?? '',
        followUps,
      })
      if (refined === null) return null
      const below = children.flatMap(({ sources }) => sources)
      const { refinedSourcesOfChildrenOnly } = this.world.parameters.compat
      return { answer: refined, sources: refinedSourcesOfChildrenOnly ? below : [...node.sources, ...below] }
    },
  }
}
