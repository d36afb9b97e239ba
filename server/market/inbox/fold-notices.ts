import type { Reason } from '../../protocol/verdict'
import type { EventType } from '../../tree/contract'
import type { NoticeEvent } from '../../words/notices'

/** One thing that happened to one person, or several of one cause taken together. */
export type Deed = {
  personId: string
  event: NoticeEvent
  /** What is merged into one line: the event and, after a colon, what it is about. */
  cause: string
  contextId: string | null
  offerId: string | null
  botId: string | null
  gameId?: string | null
  count: number
  amountMicros: bigint | null
  reason: Reason | null
  /** Of the newest of what is merged. */
  at: Date
  /** Of the oldest, where several are merged. */
  since?: Date
}

/** A cause that has gone away: its line is taken back unless it was read. */
export type Resolved = { personId: string; cause: string }

export type TreeEventFacts = {
  type: EventType
  contextId: string
  offerId: string | null
  amountMicros: bigint | null
  round: number | null
  at: Date
}

export type OfferFacts = {
  id: string
  contextId: string
  sellerId: string
  botId: string | null
  /** Posted after its question was settled. */
  isCounter: boolean
  createdAt: Date
  /** Passed for good: its context has ended and it was not bought. */
  isPassed: boolean
  reason: Reason | null
  /** What its seller got for it; null while it is not bought. */
  earnedMicros: bigint | null
  /** The bond that was kept of it; null without one. */
  keptBondMicros: bigint | null
}

/** What the events are about, as far as sellers and the asker are told of it. */
export type NoticeFacts = {
  rootId: string
  buyerId: string
  /** The asker stopped it; false when the market gave up on it, or it was not cancelled. */
  isStoppedByBuyer: boolean
  /** The question has ended by now: no answer of it is provisional any more. */
  isOver: boolean
  offers: readonly OfferFacts[]
  /** When it was taken up again after an end, earliest first. */
  reopenedAt: readonly Date[]
  /** Which offers lay before the inspector, by context and round. */
  shown: readonly { contextId: string; round: number; offerIds: readonly string[] }[]
  /** Whose texts stand in a published answer, by its revision. */
  quoted: readonly { revision: number; offerIds: readonly string[] }[]
}

export type Folded = { deeds: Deed[]; resolved: Resolved[] }

/**
 * Turns a run of a tree's events into what its people are told, one deed per person and cause. What an event says depends
 * on nothing but the event and facts that no longer change, so the runs into which the events are cut make no difference:
 * `mergeDeeds` of the parts is the fold of the whole.
 */
export function foldNotices(events: readonly TreeEventFacts[], facts: NoticeFacts): Folded {
  const deeds = new Map<string, Deed>()
  const resolved = new Map<string, Resolved>()
  const offers = new Map(facts.offers.map((offer) => [offer.id, offer]))
  for (const event of events) {
    for (const gone of goneWith(event, facts)) {
      const cause = { personId: facts.buyerId, cause: `${gone}:${facts.rootId}` }
      deeds.delete(keyOf(cause))
      resolved.set(keyOf(cause), cause)
    }
    for (const deed of deedsOf(event, facts, offers)) {
      const before = deeds.get(keyOf(deed))
      deeds.set(keyOf(deed), before ? mergeDeeds(before, deed) : deed)
    }
  }
  return { deeds: [...deeds.values()], resolved: [...resolved.values()] }
}

/**
 * Two deeds of one cause as one: counted and summed; what they are about and why stay only where they agree. The upsert in
 * `write-notices.ts` says the same in SQL.
 */
export function mergeDeeds(a: Deed, b: Deed): Deed {
  return {
    ...a,
    contextId: a.contextId === b.contextId ? a.contextId : subjectOf(a.cause),
    offerId: a.offerId === b.offerId ? a.offerId : null,
    botId: a.botId === b.botId ? a.botId : null,
    count: a.count + b.count,
    amountMicros:
      a.amountMicros === null && b.amountMicros === null
        ? null
        : (a.amountMicros ?? 0n) + (b.amountMicros ?? 0n),
    reason: a.reason === b.reason ? a.reason : null,
    at: a.at > b.at ? a.at : b.at,
    since: oldestOf(a) < oldestOf(b) ? oldestOf(a) : oldestOf(b),
  }
}

/** When the first of what a deed tells happened. */
export function oldestOf({ at, since }: Pick<Deed, 'at' | 'since'>): Date {
  return since ?? at
}

/** What a cause is about: the root of its tree, for causes of a tree. */
function subjectOf(cause: string): string | null {
  return cause.split(':')[1] ?? null
}

function keyOf({ personId, cause }: { personId: string; cause: string }): string {
  return `${personId} ${cause}`
}

const ENDS: readonly EventType[] = ['context.settled', 'context.cancelled', 'context.failed']

function isEnd(event: TreeEventFacts, rootId: string): boolean {
  return ENDS.includes(event.type) && event.contextId === rootId
}

/**
 * What the asker need not be told any more: a pause is over when it goes on, with the end no answer is provisional,
 * an outcome is told, counter-offers are read.
 */
function goneWith(event: TreeEventFacts, { rootId }: NoticeFacts): NoticeEvent[] {
  if (isEnd(event, rootId)) return ['question.paused', 'question.answered', 'question.revised']
  if (event.type === 'question.resolved') return ['question.due']
  if (event.type === 'tree.reopened') return ['question.countered']
  return event.type === 'tree.resumed' ? ['question.paused'] : []
}

function deedsOf(event: TreeEventFacts, facts: NoticeFacts, offers: ReadonlyMap<string, OfferFacts>): Deed[] {
  const offer = event.offerId === null ? undefined : offers.get(event.offerId)
  switch (event.type) {
    case 'offer.posted':
      return event.contextId === facts.rootId
        ? [toBuyer(offer?.isCounter ? 'question.countered' : 'question.offered', event, facts)]
        : []
    case 'offer.lapsed':
      return offer ? [{ ...toSeller('offer.passed', offer, event, facts), reason: offer.reason }] : []
    case 'context.inspecting':
      return readingsIn(event, facts)
    case 'offer.bought':
      return offer
        ? [
            {
              ...toSeller('offer.bought', offer, event, facts),
              amountMicros: offer.earnedMicros ?? event.amountMicros,
              reason: offer.reason,
            },
          ]
        : []
    case 'context.settled':
    case 'context.cancelled':
    case 'context.failed':
      return [...passedIn(event, facts), ...bondsKeptAt(event, facts), ...endOf(event, facts)]
    case 'answer.published':
      return quotedIn(event, facts)
    case 'answer.written':
      if (facts.isOver) return []
      // Its round is the number of the revision.
      return [toBuyer(event.round === 1 ? 'question.answered' : 'question.revised', event, facts)]
    case 'outcome.due':
      return [toBuyer('question.due', event, facts)]
    case 'tree.paused':
      return [{ ...toBuyer('question.paused', event, facts), contextId: facts.rootId, offerId: null }]
    default:
      return []
  }
}

/**
 * What an inspector read for the first time. An offer that something has become of by now is left out: its own event tells the
 * seller, and one offer is one line. Readings that were told before are taken back by `settle-readings.ts`.
 */
export function readingsIn(event: TreeEventFacts, facts: NoticeFacts): Deed[] {
  const read = new Set(firstReadIn(event, facts))
  return facts.offers
    .filter((offer) => read.has(offer.id) && !offer.isPassed && offer.earnedMicros === null)
    .map((offer) => toSeller('offer.read', offer, event, facts))
}

/** The line of all readings in one tree. */
export const readingCause = (rootId: string) => `offer.read:${rootId}`

/**
 * An offer may be passed in one round and bought in the next, and one that nobody gave a verdict on is passed by the end
 * itself: so sellers hear of it once, when its context has ended.
 */
function passedIn(event: TreeEventFacts, facts: NoticeFacts): Deed[] {
  return facts.offers
    .filter(
      (offer) => offer.contextId === event.contextId && offer.isPassed && endedThen(offer, event, facts),
    )
    .map((offer) => ({ ...toSeller('offer.passed', offer, event, facts), reason: offer.reason }))
}

/** Whether an offer ended with this end of its question: a counter-offer ends with the next end after its question was taken up again. */
function endedThen(
  { isCounter, createdAt }: OfferFacts,
  { at }: TreeEventFacts,
  { reopenedAt }: NoticeFacts,
): boolean {
  const ended = reopenedAt.filter((again) => again <= at).length
  const posted = reopenedAt.filter((again) => (isCounter ? again < createdAt : again <= createdAt)).length
  return ended === posted + (isCounter ? 1 : 0)
}

/** A bond is kept at the end of its question, and only there. */
function bondsKeptAt(event: TreeEventFacts, facts: NoticeFacts): Deed[] {
  return facts.offers
    .filter(
      (offer) =>
        offer.contextId === event.contextId &&
        offer.keptBondMicros !== null &&
        endedThen(offer, event, facts),
    )
    .map((offer) => ({
      ...toSeller('offer.bond-kept', offer, event, facts),
      amountMicros: offer.keptBondMicros,
      reason: offer.reason,
    }))
}

/** Each seller hears of it, whichever of their texts it is. */
function quotedIn(event: TreeEventFacts, facts: NoticeFacts): Deed[] {
  const quoted = new Set(
    facts.quoted.filter(({ revision }) => revision === event.round).flatMap(({ offerIds }) => offerIds),
  )
  return facts.offers
    .filter(({ id }) => quoted.has(id))
    .map((offer) => toSeller('offer.quoted', offer, event, facts))
}

/** The asker is told of an end that is not the asker's own doing. */
function endOf(event: TreeEventFacts, facts: NoticeFacts): Deed[] {
  if (event.contextId !== facts.rootId) return []
  const isCancelled = event.type === 'context.cancelled'
  if (isCancelled && facts.isStoppedByBuyer) return []
  const told = isCancelled ? 'question.cancelled' : 'question.settled'
  return [{ ...toBuyer(told, event, facts), amountMicros: event.amountMicros }]
}

/** An offer that is held lies before the inspector again in the next round; it was read in the first. */
function firstReadIn(event: TreeEventFacts, facts: NoticeFacts): string[] {
  const rounds = facts.shown.filter((step) => step.contextId === event.contextId)
  const before = new Set(
    rounds.filter((step) => step.round < (event.round ?? 0)).flatMap((step) => step.offerIds),
  )
  const now = rounds.find((step) => step.round === event.round)?.offerIds ?? []
  return now.filter((id) => !before.has(id))
}

function toSeller(
  event: NoticeEvent,
  offer: OfferFacts,
  { at }: TreeEventFacts,
  { rootId }: NoticeFacts,
): Deed {
  return {
    personId: offer.sellerId,
    event,
    cause: `${event}:${rootId}`,
    contextId: offer.contextId,
    offerId: offer.id,
    botId: offer.botId,
    count: 1,
    amountMicros: null,
    reason: null,
    at,
  }
}

function toBuyer(
  event: NoticeEvent,
  { contextId, offerId, at }: TreeEventFacts,
  { rootId, buyerId }: NoticeFacts,
): Deed {
  return {
    personId: buyerId,
    event,
    cause: `${event}:${rootId}`,
    contextId,
    offerId,
    botId: null,
    count: 1,
    amountMicros: null,
    reason: null,
    at,
  }
}
