import { advance, type ContextEvent, type Effect, hasEnded, openedState } from './advance'
import { ROOT_MILLIBITS } from './bits'
import { messagesMax } from './bounds'
import { decisionView, type InspectorView, inspectorView, type TreeStep } from './information-set'
import type {
  LogEntry,
  MemoryContext,
  MemoryOffer,
  MemoryPurchase,
  MemoryTree,
  Message,
  PlacedOffer,
  Progress,
  ResolvedView,
  RunOptions,
} from './memory-tree'
import { eventOf, messagesAfter } from './messages'
import {
  type AskKind,
  type CheckedAsk,
  checkVerdict,
  EMPTY_VERDICT,
  followUpsAlong,
  standingReserve,
  type TableOffer,
  type VerdictSituation,
} from './verdict'

/**
 * Runs one whole tree in memory: the lab's driver, and the one the generated tests use. Pure and deterministic: the same
 * options give the same tree. Every hand-over between contexts is a message in one queue, as it is a job in the durable
 * engine, so `order` can bring about every interleaving the engine can meet.
 */

export const ROOT_ID = 'root'

/**
 * Runs a tree from its root's opening until nothing is pending.
 *
 * @throws Error when the tree does not end within `messagesMax`, an escrow would go below zero, an offer id comes twice or
 * a price is negative: a bug in the protocol or in `market`.
 */
export function runTree<T = unknown, D = undefined>(options: RunOptions<T, D>): MemoryTree<T, D> {
  const run = new Run(options)
  run.open(null, null, options.root.budgetMicros)
  let messagesLeft = messagesMax(options.policy)
  for (;;) {
    for (const message of options.disturb?.(run.progress()) ?? []) {
      // An inspector called once more answers once more.
      messagesLeft += 1
      run.deliver(message)
    }
    if (run.pending.length === 0) return run.result()
    if (messagesLeft === 0) throw new Error('A tree went on past the bound its limits imply')
    messagesLeft -= 1
    const [next] = run.pending.splice(options.order(run.pending) % run.pending.length, 1)
    if (next) run.deliver(next)
  }
}

/** Its verdict may still reserve. */
type OpenStep = Omit<TreeStep, 'reserved'> & { reserved: readonly string[] }

/** The state of one run. Contexts, offers and purchases are only ever added, so information sets can be read at any time. */
class Run<T, D> {
  readonly pending: Message[] = []
  private readonly delivered: Message[] = []
  private readonly contexts = new Map<string, MemoryContext>()
  private readonly offers = new Map<string, PlacedOffer<T>>()
  /** Per context the offers not bought. */
  private readonly tables = new Map<string, Map<string, TableOffer>>()
  private readonly log: LogEntry[] = []
  private readonly escrows = new Map<string, bigint>()
  /** Messages about money already moved: each counts once, as it does under the ledger's idempotency keys. */
  private readonly unheard = new Set<Message>()
  private readonly facts = {
    contexts: [] as MemoryContext[],
    offers: [] as PlacedOffer<T>[],
    purchases: [] as MemoryPurchase[],
    steps: [] as OpenStep[],
  }
  private spentMicros = 0n
  private returnedMicros = 0n

  constructor(private readonly options: RunOptions<T, D>) {}

  open(parent: MemoryContext | null, ask: CheckedAsk | null, budgetMicros: bigint): void {
    const level = parent ? parent.level + 1 : 0
    const id = parent ? `${parent.id}.${this.childrenOf(parent.id).length + 1}` : ROOT_ID
    const parentId = parent?.id ?? null
    const millibits = ask?.millibits ?? this.options.millibits ?? ROOT_MILLIBITS
    const state = openedState(level, budgetMicros, millibits, this.options.policy.maxSittings)
    const context: MemoryContext = {
      id,
      parentId,
      level,
      budgetMicros,
      ask,
      state,
      hasEnded: false,
      about: ask?.about ?? [],
      isSealed: false,
      verdicts: [],
    }
    this.contexts.set(id, context)
    this.facts.contexts.push(context)
    this.tables.set(id, new Map())
    this.escrows.set(id, 0n)
    if (parent) this.move(parent.id, -budgetMicros)
    this.move(id, budgetMicros)
    this.pending.push({ type: 'collect', contextId: id })
  }

  deliver(message: Message): void {
    const context = this.contexts.get(message.contextId)
    if (!context) throw new Error(`A message to ${message.contextId}, which is not in the tree`)
    this.delivered.push(message)
    switch (message.type) {
      case 'collect':
        if (context.state.phase === 'collecting') this.place(context, this.options.market(context), 0)
        this.step(context, { type: 'collected', offersOnTable: this.table(context).length })
        break
      case 'inspect':
        this.callInspector(context, message.round)
        break
      case 'verdict': {
        // Checked now, not when the inspector was called: the tree may have grown in between.
        const verdict = checkVerdict(this.situation(context, message.round), message.draft)
        this.step(context, { type: 'verdict', round: message.round, verdict })
        break
      }
      case 'child-ended':
        if (!this.unheard.delete(message)) return
        this.step(context, eventOf(message, this.table(context).length))
        break
      case 'wake': {
        if (context.state.phase !== 'provisional' || this.sittingOf(context) !== message.sitting) return
        const later = this.options.later?.(context, message.sitting) ?? []
        this.place(context, later, message.sitting)
        const wake: ContextEvent = { type: 'wake', offersOnTable: this.table(context).length }
        this.step(context, later.length > 0 ? wake : { type: 'enough' })
        break
      }
      case 'enough':
        this.step(context, { type: 'enough' })
        break
      case 'cancel':
        this.step(context, eventOf(message, this.table(context).length))
        break
      case 'fail':
        this.step(context, { type: 'fail' })
        break
    }
  }

  progress(): Progress {
    const { contexts, pending, delivered, facts, escrows, spentMicros, returnedMicros } = this
    return { contexts, pending, delivered, facts, escrows, spentMicros, returnedMicros }
  }

  result(): MemoryTree<T, D> {
    const purchasedOffers = this.resolve(
      decisionView(this.options.policy.protocol, this.facts).purchasedOffers,
    )
    return {
      contexts: this.facts.contexts,
      offers: this.facts.offers,
      purchases: this.facts.purchases,
      spentMicros: this.spentMicros,
      returnedMicros: this.returnedMicros,
      escrows: this.escrows,
      log: this.log,
      purchasedOffers,
      decision: this.options.decide?.(purchasedOffers),
    }
  }

  /** How many sittings of a root are over, as far as its state tells. */
  private sittingOf({ state }: MemoryContext): number {
    return this.options.policy.maxSittings - state.sittingsLeft
  }

  private place(context: MemoryContext, offered: readonly MemoryOffer<T>[], sitting: number): void {
    for (const offer of offered) {
      if (this.offers.has(offer.id)) throw new Error(`Two offers are called ${offer.id}`)
      if (offer.priceMicros < 0n) throw new Error(`Offer ${offer.id} has a negative price`)
      const placed = { ...offer, contextId: context.id, sitting }
      this.offers.set(offer.id, placed)
      this.facts.offers.push(placed)
      this.tables.get(context.id)?.set(offer.id, { offerId: offer.id, priceMicros: offer.priceMicros })
    }
  }

  /** Calls the inspector unless its round is over. */
  private callInspector(context: MemoryContext, round: number): void {
    if (context.state.phase !== 'inspecting' || context.state.round !== round) return
    this.show(context, round)
    const isAnswer = context.state.answerStage > 0
    const view = isAnswer
      ? this.answerView(context)
      : inspectorView(this.options.policy.protocol, this.facts, context.id)
    const situation = this.situation(context, round)
    const resolved: ResolvedView<T> = {
      questions: view.questions.map((id) => this.context(id)),
      readOffers: this.resolve(view.readOffers),
      purchasedOffers: this.resolve(view.purchasedOffers),
      meanings: view.meanings,
      reserved: standingReserve(view.reservedOffers, situation),
    }
    const draft = isAnswer
      ? (this.options.answers?.write(resolved, situation) ?? EMPTY_VERDICT)
      : this.options.inspect(resolved, situation)
    this.pending.push({ type: 'verdict', contextId: context.id, round, draft })
  }

  /** Who writes an answer on the way knows what was bought for its question, and nothing else. */
  private answerView({ id }: MemoryContext): InspectorView {
    const known = decisionView(this.options.policy.protocol, this.facts, id)
    return { questions: [id], readOffers: [], reservedOffers: [], ...known }
  }

  private step(context: MemoryContext, event: ContextEvent): void {
    const { state, effects } = advance(context.state, event)
    if (event.type === 'verdict' && state.round > context.state.round) context.verdicts.push(event.verdict)
    context.state = state
    context.hasEnded = hasEnded(state)
    this.apply(context, effects)
    this.log.push({ contextId: context.id, event, state, effects, spentMicros: this.spentMicros })
  }

  private apply(context: MemoryContext, effects: Effect[]): void {
    for (const effect of effects) {
      switch (effect.type) {
        case 'inspect':
          this.pending.push({ type: 'inspect', contextId: context.id, round: effect.round })
          break
        case 'buy':
          this.move(context.id, -effect.priceMicros)
          this.spentMicros += effect.priceMicros
          this.tables.get(context.id)?.delete(effect.offerId)
          this.facts.purchases.push({
            offerId: effect.offerId,
            contextId: context.id,
            priceMicros: effect.priceMicros,
          })
          break
        case 'reserve': {
          // The verdict counted its round up.
          const step = this.stepOf(context.id, context.state.round - 1)
          if (step) step.reserved = effect.offerIds
          break
        }
        case 'open-child':
          this.open(context, effect.ask, effect.ask.budgetMicros)
          break
        case 'return-escrow':
          this.move(context.id, -effect.amountMicros)
          if (context.parentId === null) this.returnedMicros += effect.amountMicros
          else this.move(context.parentId, effect.amountMicros)
          break
        case 'stay-open':
          this.pending.push({ type: 'wake', contextId: context.id, sitting: this.sittingOf(context) })
          break
        // Reasons of offers and words of answers change nothing here; the other two speak to other contexts.
        case 'answered':
        case 'hold':
        case 'pass':
        case 'judge-teasers':
        case 'cancel-children':
        case 'ended':
          break
      }
    }
    const openChildren = this.childrenOf(context.id).filter((child) => !child.hasEnded)
    for (const message of messagesAfter(
      context,
      effects,
      openChildren.map(({ id }) => id),
    )) {
      if (message.type === 'child-ended') this.unheard.add(message)
      this.pending.push(message)
    }
  }

  private move(contextId: string, amountMicros: bigint): void {
    const balanceMicros = (this.escrows.get(contextId) ?? 0n) + amountMicros
    if (balanceMicros < 0n) throw new Error(`The escrow of ${contextId} would go below zero`)
    this.escrows.set(contextId, balanceMicros)
  }

  /** Pins what a step shows; an inspector called once more for it is shown the same. */
  private show(context: MemoryContext, round: number): void {
    if (this.stepOf(context.id, round)) return
    const { shortlistMax, readMax } = this.options.policy
    // By relevance in the durable engine; here offers have no text, and come as the market ordered them.
    const read = new Set(this.facts.steps.flatMap((step) => step.shown))
    const table = this.table(context)
    const unreadFirst = [
      ...table.filter(({ offerId }) => !read.has(offerId)),
      ...table.filter(({ offerId }) => read.has(offerId)),
    ]
    const most = context.state.answerStage > 0 ? 0 : Math.min(shortlistMax, readMax)
    const shown = (context.state.sittingRound === 0 ? unreadFirst : table).slice(0, most)
    const ids = shown.map(({ offerId }) => offerId)
    this.facts.steps.push({ contextId: context.id, round, shown: ids, reserved: [] })
  }

  private stepOf(contextId: string, round: number): OpenStep | undefined {
    return this.facts.steps.find((step) => step.contextId === contextId && step.round === round)
  }

  private situation(context: MemoryContext, round: number): VerdictSituation {
    const shown = this.stepOf(context.id, round)?.shown ?? []
    return {
      policy: this.options.policy,
      level: context.level,
      round: context.state.sittingRound,
      childrenOpened: context.state.childrenOpened,
      treeContexts: this.contexts.size,
      budgetMicros: context.budgetMicros,
      escrowMicros: context.state.escrowMicros,
      millibitsLeft: context.state.millibitsLeft,
      table: this.table(context).filter(({ offerId }) => shown.includes(offerId)),
      asked: this.childrenOf(context.id).flatMap(({ ask }) => ask ?? []),
      answering: this.answering(context),
      words: this.options.words,
    }
  }

  private answering(context: MemoryContext): VerdictSituation['answering'] {
    if (!this.options.answers) return undefined
    const kinds: AskKind[] = []
    for (let at = context; at.ask && at.parentId !== null; at = this.context(at.parentId))
      kinds.push(at.ask.kind)
    const { aspects } = this.options.answers
    return { stage: context.state.answerStage, depth: followUpsAlong(kinds), aspects }
  }

  private table(context: MemoryContext): TableOffer[] {
    return [...(this.tables.get(context.id)?.values() ?? [])]
  }

  private context(id: string): MemoryContext {
    const context = this.contexts.get(id)
    if (!context) throw new Error(`Context ${id} is not in its tree`)
    return context
  }

  private childrenOf(id: string): MemoryContext[] {
    return this.facts.contexts.filter((context) => context.parentId === id)
  }

  private resolve(offerIds: readonly string[]): MemoryOffer<T>[] {
    return offerIds.map((id) => {
      const offer = this.offers.get(id)
      if (!offer) throw new Error(`Offer ${id} is not in its tree`)
      return offer
    })
  }
}
