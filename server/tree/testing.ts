import type { HoldReason } from '../protocol/alphabets'
import type { EventType, TreeContext, TreeEvent, TreeOffer, TreeView } from './contract'

const START_MS = Date.UTC(2026, 2, 4, 14, 0, 0)
export const CREDIT = 1_000_000n

/** Writes a tree the way the engine does: rows, and an event for each thing that happens to them. */
export class History {
  readonly contexts: TreeContext[] = []
  readonly offers: TreeOffer[] = []
  readonly events: TreeEvent[] = []

  private event(type: EventType, contextId: string, rest: Partial<TreeEvent> = {}): Date {
    const seq = this.events.length + 1
    const at = new Date(START_MS + seq * 1_000)
    this.events.push({
      seq,
      type,
      contextId,
      offerId: null,
      amountMicros: null,
      round: null,
      code: null,
      at,
      ...rest,
    })
    return at
  }

  open(
    id: string,
    parentId: string | null,
    about: string[] = [],
    title: string | null = `About ${id}?`,
  ): void {
    const level = (this.contexts.find((context) => context.id === parentId)?.level ?? -1) + 1
    const createdAt = this.event('context.opened', id, { amountMicros: 10n * CREDIT })
    this.contexts.push({
      id,
      parentId,
      level,
      title,
      seal: title === null ? 'about-unbought' : null,
      askKind: parentId === null ? null : 'verify',
      about,
      budgetMicros: 10n * CREDIT,
      phase: 'collecting',
      round: 0,
      createdAt,
      inspectedAt: null,
      endedAt: null,
      readings: [],
      took: null,
      tokens: null,
      splits: [],
      onTheWay: [],
    })
  }

  post(id: string, contextId: string, priceMicros = CREDIT): void {
    const createdAt = this.event('offer.posted', contextId, { offerId: id, amountMicros: priceMicros })
    this.offers.push({
      id,
      contextId,
      seller: { handle: 'mira', name: 'Mira' },
      botId: null,
      botName: null,
      isByProgram: false,
      teaser: `Teaser ${id}`,
      privateInfo: null,
      privateProse: null,
      licence: { kind: 'asker' },
      mayQuote: false,
      seal: 'not-bought',
      privateWords: 120,
      chosenAmong: null,
      priceMicros,
      state: 'open',
      isCounter: false,
      reason: null,
      way: null,
      createdAt,
      firstReadAt: null,
      endedAt: null,
    })
  }

  read(contextId: string, round: number): void {
    const at = this.event('context.inspecting', contextId, { round })
    for (const offer of this.offers) {
      if (offer.contextId === contextId && offer.state === 'open') offer.firstReadAt ??= at
    }
  }

  /** A step that writes an answer on the way. */
  answer(contextId: string, round: number, code: 'first' | 'refined'): void {
    this.event('context.answering', contextId, { round, code })
    this.event('context.answered', contextId, { round, code })
  }

  hold(id: string, round: number, code: HoldReason = 'needs-check'): void {
    this.event('offer.held', this.offer(id).contextId, { offerId: id, round, code })
  }

  pass(id: string, round: number): void {
    const offer = this.offer(id)
    offer.state = 'passed'
    offer.reason = 'unconvincing'
    offer.endedAt = this.event('offer.passed', offer.contextId, { offerId: id, round, code: 'unconvincing' })
  }

  buy(id: string, round: number | null): void {
    const offer = this.offer(id)
    offer.state = 'bought'
    offer.reason = round === null ? null : 'decisive'
    offer.way = round === null ? 'unseen' : 'inspected'
    offer.privateInfo = `Private ${id}`
    offer.seal = null
    offer.endedAt = this.event('offer.bought', offer.contextId, {
      offerId: id,
      round,
      amountMicros: offer.priceMicros,
      code: offer.reason,
    })
  }

  wait(contextId: string, round: number): void {
    this.event('context.waiting', contextId, { round })
  }

  end(
    contextId: string,
    type: 'context.settled' | 'context.cancelled' | 'context.failed' = 'context.settled',
  ): void {
    const at = this.event(type, contextId, { amountMicros: 2n * CREDIT })
    for (const context of this.contexts) if (context.id === contextId) context.endedAt = at
  }

  /** After a sitting that is not the last. */
  stayOpen(rootId: string): void {
    this.event('sitting.ended', rootId, { amountMicros: CREDIT })
  }

  /** To a question that has ended. */
  counter(id: string, contextId: string): void {
    this.post(id, contextId)
    this.offer(id).isCounter = true
  }

  lapse(id: string): void {
    const offer = this.offer(id)
    offer.state = 'passed'
    offer.reason = 'not-read'
    offer.endedAt = this.event('offer.lapsed', offer.contextId, { offerId: id, code: 'not-read' })
  }

  reopen(rootId: string): void {
    this.event('tree.reopened', rootId, { amountMicros: 5n * CREDIT, code: 'offers' })
  }

  tree(type: 'tree.started' | 'tree.paused' | 'tree.resumed' | 'value.counted', rootId: string): void {
    this.event(type, rootId)
  }

  offer(id: string): TreeOffer {
    const offer = this.offers.find((candidate) => candidate.id === id)
    if (!offer) throw new Error(`No offer ${id}`)
    return offer
  }

  view(): TreeView {
    return {
      rootId: this.contexts[0]?.id ?? '',
      status: 'running',
      pausedFor: null,
      protocol: 'recursive',
      inspectorName: 'the built-in agent',
      decision: { kind: 'open' },
      bitsSpent: 0,
      tokens: null,
      startedAt: null,
      endedAt: null,
      isAnswerDue: false,
      lastSeq: this.events.length,
      isYours: true,
      contexts: this.contexts,
      offers: this.offers,
      events: this.events,
      answer: null,
      earlierAnswers: [],
      published: { standing: null, earlier: [] },
      decisionMade: null,
      resolved: { standing: null, earlier: [], scores: [] },
    }
  }
}

/** A question with two offers, `a` and `b`, which an inspector has begun to read. */
export function readingTwo(): History {
  const history = new History()
  history.open('root', null)
  history.post('a', 'root')
  history.post('b', 'root')
  history.tree('tree.started', 'root')
  history.read('root', 0)
  return history
}

/** A is held until the bought check shows it is true; B is passed. */
export function changedMind(): TreeView {
  const history = new History()
  history.open('root', null)
  history.post('a', 'root', 3n * CREDIT)
  history.post('b', 'root', 2n * CREDIT)
  history.tree('tree.started', 'root')
  history.read('root', 0)
  history.hold('a', 0)
  history.pass('b', 0)
  history.open('check', 'root', ['a'])
  history.wait('root', 0)
  history.post('c', 'check', 400_000n)
  history.read('check', 0)
  history.buy('c', 0)
  history.end('check')
  history.read('root', 1)
  history.buy('a', 1)
  history.end('root')
  return history.view()
}
