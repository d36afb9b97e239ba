import { ANSWERS_ON_THE_WAY } from '../protocol/alphabets'
import type { TreeContext, TreeEvent, TreeOffer, TreeView } from './contract'
import { reasonOf } from './event-words'
import { type ContextSoFar, nodesOf, type OfferSoFar, type SoFar, type VerdictSoFar } from './folded-nodes'
import type { FoldedTree, OfferState } from './folded-tree'

const ENDINGS = {
  'context.settled': 'settled',
  'context.cancelled': 'cancelled',
  'context.failed': 'failed',
} as const

/**
 * The tree as it stood after the event numbered `upToSeq`, or as it stands now when that is null. States come from the
 * events alone, so that every moment of a replay follows from the one before; texts and prices come from the view. Events
 * about rows that the view does not hold yet are passed over until it does. Pure: the same input gives the same rows.
 */
export function foldTree(view: TreeView, upToSeq: number | null): FoldedTree {
  const known = {
    contexts: new Map(view.contexts.map((context) => [context.id, context])),
    offers: new Map(view.offers.map((offer) => [offer.id, offer])),
  }
  const soFar: SoFar = { status: 'collecting', event: null, contexts: new Map(), offers: new Map() }
  for (const event of view.events) {
    if (upToSeq !== null && event.seq > upToSeq) break
    apply(soFar, event, known)
    soFar.event = event
  }
  return { event: soFar.event, status: soFar.status, ...nodesOf(soFar) }
}

type Known = { contexts: Map<string, TreeContext>; offers: Map<string, TreeOffer> }

function apply(soFar: SoFar, event: TreeEvent, known: Known): void {
  const context = soFar.contexts.get(event.contextId)
  const offer = event.offerId === null ? undefined : soFar.offers.get(event.offerId)
  switch (event.type) {
    case 'context.opened':
      openContext(soFar, event, known.contexts.get(event.contextId))
      return
    case 'offer.posted':
      postOffer(soFar, event, known.offers.get(event.offerId ?? ''))
      return
    case 'offer.changed':
      if (offer) offer.askedMicros = event.amountMicros ?? offer.askedMicros
      return
    case 'offer.withdrawn':
      if (offer) step(offer, event, 'withdrawn', null)
      return
    case 'offer.lapsed':
      if (offer) step(offer, event, 'passed', null)
      return
    case 'context.inspecting':
      if (context) startReading(soFar, context, event)
      return
    case 'context.answering':
      if (context) startVerdict(context, event)
      return
    case 'context.answered': {
      const verdict = context?.verdicts.at(-1)
      if (verdict) verdict.answer = answerOf(event.code)
      heard(verdict, event)
      return
    }
    case 'offer.held':
      if (context && offer) say(context, offer, event, 'hold')
      return
    case 'offer.passed':
      if (context && offer) say(context, offer, event, 'passed')
      return
    case 'offer.bought':
      if (context && offer) say(context, offer, event, 'bought')
      return
    case 'context.waiting':
      if (context) {
        context.state = 'waiting'
        spoken(context.verdicts.at(-1), event)
      }
      return
    case 'sitting.ended':
      if (context) {
        context.state = 'provisional'
        spoken(context.verdicts.at(-1), event)
      }
      soFar.status = 'provisional'
      return
    case 'context.settled':
    case 'context.cancelled':
    case 'context.failed':
      if (context) endContext(soFar, context, event, ENDINGS[event.type])
      return
    case 'tree.started':
      soFar.status = 'running'
      if (context?.state === 'collecting') context.state = 'inspecting'
      return
    case 'tree.resumed':
      soFar.status = 'running'
      for (const paused of soFar.contexts.values()) if (paused.state === 'paused') paused.state = 'inspecting'
      return
    case 'tree.reopened':
      if (context) {
        context.state = 'provisional'
        context.endedAt = null
        context.returnedMicros = null
      }
      soFar.status = 'provisional'
      return
    case 'tree.paused':
      soFar.status = 'paused'
      for (const reading of soFar.contexts.values())
        if (reading.state === 'inspecting') reading.state = 'paused'
      return
    case 'budget.raised':
    case 'enough.said':
    case 'answer.written':
    case 'value.counted':
    case 'purchase.rated':
    case 'purchase.contested':
    case 'purchase.answered':
    case 'purchase.judged':
    case 'decision.recorded':
    case 'outcome.due':
    case 'question.resolved':
      return
  }
}

function openContext(soFar: SoFar, event: TreeEvent, context: TreeContext | undefined): void {
  if (!context || soFar.contexts.has(context.id)) return
  const parent = context.parentId === null ? undefined : soFar.contexts.get(context.parentId)
  const verdict = parent?.verdicts.at(-1)
  soFar.contexts.set(context.id, {
    context,
    state: 'collecting',
    askedInId: parent?.context.id ?? null,
    askedByVerdict: verdict?.ordinal ?? null,
    startedAt: event.at,
    endedAt: null,
    returnedMicros: null,
    offerIds: [],
    verdicts: [],
  })
  verdict?.askedIds.push(context.id)
  heard(verdict, event)
}

function postOffer(soFar: SoFar, event: TreeEvent, offer: TreeOffer | undefined): void {
  const context = soFar.contexts.get(event.contextId)
  if (!offer || !context || soFar.offers.has(offer.id)) return
  context.offerIds.push(offer.id)
  soFar.offers.set(offer.id, {
    offer,
    state: 'open',
    reason: null,
    startedAt: event.at,
    endedAt: null,
    readAt: null,
    forgottenAt: null,
    askedMicros: event.amountMicros ?? offer.priceMicros,
    paidMicros: null,
    boughtSeq: null,
    history: [{ seq: event.seq, at: event.at, state: 'open', reason: null, verdict: null }],
  })
}

/** A step that is repeated after a crash or a pause begins the same verdict again; it is new once the last one has spoken. */
function startReading(soFar: SoFar, context: ContextSoFar, event: TreeEvent): void {
  startVerdict(context, event)
  if (soFar.status === 'collecting' || soFar.status === 'provisional') soFar.status = 'running'
  for (const offerId of context.offerIds) {
    const offer = soFar.offers.get(offerId)
    const readAt = offer?.offer.firstReadAt ?? null
    // Some of what lies on the table is read in a later round, or never.
    if (offer?.state !== 'open' || readAt === null || readAt > event.at) continue
    offer.readAt = readAt
    step(offer, event, 'read', context.verdicts.length)
  }
}

function startVerdict(context: ContextSoFar, event: TreeEvent): void {
  const last = context.verdicts.at(-1)
  if (!last || last.endedAt !== null) {
    if (last) last.hasSpoken = true
    context.verdicts.push({
      ordinal: context.verdicts.length + 1,
      startSeq: event.seq,
      round: event.round,
      answer: event.type === 'context.answering' ? answerOf(event.code) : null,
      startedAt: event.at,
      endedAt: null,
      hasSpoken: false,
      boughtIds: [],
      heldIds: [],
      waitingIds: [],
      passedIds: [],
      askedIds: [],
    })
  }
  context.state = 'inspecting'
}

function answerOf(code: string | null): VerdictSoFar['answer'] {
  return ANSWERS_ON_THE_WAY.find((one) => one === code) ?? 'unchanged'
}

function say(
  context: ContextSoFar,
  offer: OfferSoFar,
  event: TreeEvent,
  state: 'hold' | 'passed' | 'bought',
): void {
  // Without a round no verdict said it: a purchase unseen, or an offer left over when its question ended.
  const verdict = event.round === null ? undefined : context.verdicts.at(-1)
  step(offer, event, state, verdict?.ordinal ?? null)
  heard(verdict, event)
  if (state === 'bought') {
    offer.paidMicros = event.amountMicros ?? offer.askedMicros
    offer.boughtSeq = event.seq
    verdict?.boughtIds.push(offer.offer.id)
  } else if (state === 'passed') verdict?.passedIds.push(offer.offer.id)
  else if (offer.reason === 'undecided') verdict?.waitingIds.push(offer.offer.id)
  else verdict?.heldIds.push(offer.offer.id)
}

function endContext(
  soFar: SoFar,
  context: ContextSoFar,
  event: TreeEvent,
  state: 'settled' | 'cancelled' | 'failed',
): void {
  context.state = state
  context.endedAt = event.at
  context.returnedMicros = event.amountMicros ?? 0n
  const verdict = context.verdicts.at(-1)
  if (verdict) verdict.hasSpoken = true
  if (context.context.parentId === null) soFar.status = state
  for (const offerId of context.offerIds) {
    const offer = soFar.offers.get(offerId)
    if (!offer) continue
    if (offer.state === 'open' || offer.state === 'read' || offer.state === 'hold') {
      step(offer, event, 'passed', null)
      offer.reason = offer.offer.reason
    }
    // Whoever takes the question up again does not get it back.
    if (offer.state === 'passed' && offer.readAt !== null) offer.forgottenAt ??= event.at
  }
}

function step(offer: OfferSoFar, event: TreeEvent, state: OfferState, verdict: number | null): void {
  offer.state = state
  offer.reason = reasonOf(event.code)
  if (state === 'bought' || state === 'passed' || state === 'withdrawn') offer.endedAt = event.at
  offer.history.push({ seq: event.seq, at: event.at, state, reason: offer.reason, verdict })
}

function heard(verdict: VerdictSoFar | undefined, event: TreeEvent): void {
  if (verdict && verdict.endedAt === null) verdict.endedAt = event.at
}

function spoken(verdict: VerdictSoFar | undefined, event: TreeEvent): void {
  heard(verdict, event)
  if (verdict) verdict.hasSpoken = true
}
