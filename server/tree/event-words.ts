import { counted } from '@/server/words/amounts'
import { OUTCOME_WORDS } from '@/server/words/decisions'
import { RATING_WORDS, RATINGS } from '@/server/words/ratings'
import { REOPEN_CAUSES, type ReopenCause } from '@/server/words/reopening'
import { askKindInWords, reasonInWords } from '@/server/words/tree'
import { REASONS, type Reason } from '../protocol/alphabets'
import { OUTCOMES } from '../protocol/decision'
import { formatCredits } from '../shared/money'
import type { TreeContext, TreeEvent, TreeOffer, TreeView } from './contract'
import type { LogLine } from './folded-tree'

/** A caption is one line; a longer title is cut at a word. */
const QUOTE_CHARS_MAX = 64

/**
 * One event as a short sentence for the live log and the replay: "Buys “…” for 0.40: it decides the matter." Only what
 * this viewer may see is quoted; sealed parts are named by what they are.
 */
export function eventInWords(event: TreeEvent, view: TreeView): string {
  const context = view.contexts.find((candidate) => candidate.id === event.contextId)
  const offer = view.offers.find((candidate) => candidate.id === event.offerId)
  const amount = event.amountMicros === null ? null : formatCredits(event.amountMicros)
  const reason = reasonOf(event.code)
  const because = reason ? `: ${reasonInWords(reason)}` : ''
  switch (event.type) {
    case 'context.opened':
      return `${opened(context, amount)}${isAskedByAnswer(event, context, view) ? ', because the first answer lacks it' : ''}`
    case 'budget.raised':
      return `The asker puts ${amount ?? 'more'} into the budget`
    case 'offer.posted':
      return `${sellerOf(offer)} offers ${offerInWords(offer)}${amount ? ` for ${amount}` : ''}${offer?.isCounter ? ' after the question has ended' : ''}`
    case 'offer.changed':
      return `${sellerOf(offer)} changes ${offerInWords(offer)}${amount ? `, now for ${amount}` : ''}`
    case 'offer.withdrawn':
      return `${sellerOf(offer)} takes back ${offerInWords(offer)}`
    case 'offer.lapsed':
      return `${capitalised(offerInWords(offer))} was not read: the question can be taken up no more`
    case 'context.inspecting':
      return `Reads the offers on ${contextInWords(context)}`
    case 'context.answering':
      return event.code === 'refined'
        ? `Refines the answer on ${contextInWords(context)} by what its follow-ups found`
        : `Writes a first answer on ${contextInWords(context)} from what was bought`
    case 'context.answered':
      return `${capitalised(ANSWERED_WORDS[event.code ?? ''] ?? 'an answer is written')} on ${contextInWords(context)}`
    case 'offer.held':
      return `Waits with ${offerInWords(offer)}${because}`
    case 'offer.passed':
      return `Does not buy ${offerInWords(offer)}${because}`
    case 'offer.bought':
      return `Buys ${offerInWords(offer)}${amount ? ` for ${amount}` : ''}${because}`
    case 'context.waiting':
      return `Waits for answers about ${contextInWords(context)}`
    case 'sitting.ended':
      return `Answers for now and stays open${amount ? `; ${amount} left` : ''}`
    case 'enough.said':
      return 'The asker has heard enough'
    case 'context.settled':
      return `${capitalised(contextInWords(context))} has ended${returned(event)}`
    case 'context.cancelled':
      return `${capitalised(contextInWords(context))} is cancelled${returned(event)}`
    case 'context.failed':
      return `${capitalised(contextInWords(context))} ends with an error${returned(event)}`
    case 'tree.started':
      return 'The reading begins'
    case 'tree.paused':
      return 'The reading is paused'
    case 'tree.resumed':
      return 'The reading goes on'
    case 'tree.reopened':
      return `The asker takes the question up again${amount ? ` with a new budget of ${amount}` : ''}${reopenedFor(event.code)}`
    case 'answer.written':
      return 'The answer is written from what was bought'
    case 'answer.published':
      return 'The asker publishes the answer'
    case 'answer.withdrawn':
      return 'The asker takes the published answer back'
    case 'purchase.rated':
      return `The asker rates ${offerInWords(offer)}: ${ratingInWords(event.code)}`
    case 'purchase.contested':
      return `The asker complains about ${offerInWords(offer)}`
    case 'purchase.answered':
      return `${sellerOf(offer)} ${event.code === 'agreed' ? 'agrees with' : 'contests'} the complaint about ${offerInWords(offer)}`
    case 'purchase.judged':
      return event.amountMicros === null || event.amountMicros === 0n
        ? `Nothing is refunded for ${offerInWords(offer)}`
        : `${amount} is refunded for ${offerInWords(offer)}`
    case 'value.counted':
      return 'What each purchase was worth is counted'
    case 'decision.recorded':
      return 'The decision is recorded'
    case 'outcome.due':
      return 'The outcome can be told'
    case 'question.resolved':
      return `The outcome is told: ${outcomeInWords(event.code)}`
  }
}

const ANSWERED_WORDS: Readonly<Record<string, string>> = {
  first: 'the first answer is written',
  refined: 'the answer is refined',
  unchanged: 'nothing was found to refine the answer by',
}

/** A follow-up whose asker was writing an answer, and not reading offers. */
function isAskedByAnswer(event: TreeEvent, context: TreeContext | undefined, { events }: TreeView): boolean {
  if (context?.askKind !== 'follow-up') return false
  const step = events.findLast(
    ({ seq, contextId, type }) =>
      seq < event.seq &&
      contextId === context.parentId &&
      (type === 'context.answering' || type === 'context.inspecting'),
  )
  return step?.type === 'context.answering'
}

const REOPENED_FOR: Readonly<Record<ReopenCause, string>> = {
  offers: ': a counter-offer waits',
  page: ': a page has changed',
  'offers-and-page': ': a counter-offer waits and a page has changed',
}

function reopenedFor(code: string | null): string {
  const cause = REOPEN_CAUSES.find((one) => one === code)
  return cause ? REOPENED_FOR[cause] : ''
}

function ratingInWords(code: string | null): string {
  const rating = RATINGS.find((one) => one === code)
  return rating ? RATING_WORDS[rating] : 'not said'
}

function outcomeInWords(code: string | null): string {
  const outcome = OUTCOMES.find((one) => one === code)
  return outcome ? OUTCOME_WORDS[outcome].word.toLowerCase() : 'not said'
}

/** What each purchase was worth is counted whenever its asker wants to know: of the reading it is no moment. */
const isMoment = ({ type }: TreeEvent) => type !== 'value.counted'

/** Every moment of the reading, and of what came of it, in words, earliest first. */
export function logOf(view: TreeView): LogLine[] {
  return view.events.filter(isMoment).map((event) => ({
    seq: event.seq,
    at: event.at,
    type: event.type,
    words: eventInWords(event, view),
    nodeId: event.offerId ?? event.contextId,
  }))
}

function opened(context: TreeContext | undefined, amount: string | null): string {
  const budget = amount ? `, ${amount} set aside` : ''
  if (!context || context.parentId === null) {
    return `The question is asked${amount ? ` with a budget of ${amount}` : ''}`
  }
  if (context.title !== null) return `Asks ${quoted(context.title)}${budget}`
  const about = context.about.length > 0 ? ` about ${counted(context.about.length, 'offer')}` : ''
  const purpose = context.askKind ? `, ${askKindInWords(context.askKind)}` : ''
  return `Asks a sealed question${about}${purpose}${budget}`
}

function contextInWords(context: TreeContext | undefined): string {
  if (context?.parentId === null) return 'the question'
  return context?.title ? quoted(context.title) : 'the sealed question'
}

function offerInWords(offer: TreeOffer | undefined): string {
  return offer?.teaser ? quoted(offer.teaser) : 'a sealed offer'
}

function sellerOf(offer: TreeOffer | undefined): string {
  if (!offer) return 'A seller'
  if (offer.botName !== null) return `${offer.botName} (a bot of ${offer.seller.name})`
  return offer.isByProgram ? `${offer.seller.name} (by a program)` : offer.seller.name
}

function returned(event: TreeEvent): string {
  return event.amountMicros !== null && event.amountMicros > 0n
    ? `; ${formatCredits(event.amountMicros)} returned`
    : ''
}

function quoted(text: string): string {
  if (text.length <= QUOTE_CHARS_MAX) return `“${text}”`
  const cut = text.slice(0, QUOTE_CHARS_MAX)
  return `“${cut.slice(0, Math.max(cut.lastIndexOf(' '), QUOTE_CHARS_MAX / 2))}…”`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Events carry codes of several kinds; only a reason explains an offer. */
export function reasonOf(code: string | null): Reason | null {
  return REASONS.find((reason) => reason === code) ?? null
}
