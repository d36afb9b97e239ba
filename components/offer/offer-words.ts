import { heldStateOf, type MarketState } from '@/components/status/status'
import type { BondView, OfferView } from '@/server/contract/market-view'
import { formatCredits } from '@/server/shared/money'
import { COUNTER_WAITS, isHeld, isWaitingCounter, sealInWords } from '@/server/words/tree'

/** The agent was given it and has said nothing of it yet; whether it has read it nobody knows before it does. */
export const WITH_AGENT = 'before the agent'

/** Where an offer stands, as its chip says it; null where only the asker may watch. */
export function offerStatusOf(offer: OfferView): { state: MarketState; word?: string } | null {
  switch (offer.state) {
    case 'bought':
      return offer.way === 'unseen' ? { state: 'bought', word: 'bought unseen' } : { state: 'bought' }
    case 'passed':
      return offer.firstReadAt === null
        ? { state: 'passed', word: 'not read' }
        : offer.reason === 'no-verdict'
          ? { state: 'passed', word: 'no verdict' }
          : { state: 'passed' }
    case 'withdrawn':
      return { state: 'withdrawn' }
    case null:
      return null
    case 'open':
      if (isHeld(offer.reason)) return { state: heldStateOf(offer.reason) }
      if (isLeftSoFar(offer)) return { state: 'read', word: 'not bought so far' }
      if (isWaitingCounter(offer)) return { state: 'open', word: COUNTER_WAITS }
      return offer.firstReadAt === null ? { state: 'open' } : { state: 'read', word: WITH_AGENT }
  }
}

/** Read in a sitting that has ended without buying it; another one may still buy it. */
export function isLeftSoFar({ state, reason }: Pick<OfferView, 'state' | 'reason'>): boolean {
  return state === 'open' && reason !== null && !isHeld(reason)
}

/** What became of a seller's bond, in one sentence. */
export function bondInWords({ amountMicros, state }: BondView): string {
  const bond = `Your bond of ${formatCredits(amountMicros)} credits`
  if (state === 'held') return `${bond} is held until the question ends.`
  return state === 'kept'
    ? `${bond} was kept: an agent judged the offer to be off the subject, or its teaser to mislead.`
    : `${bond} came back.`
}

export type LockReader = {
  /** The viewer asked the question. */
  isBuyer: boolean
  askerName: string
}

/** Who may read an offer's private information, and why it is closed to the viewer. */
export function lockInWords(offer: OfferView, { isBuyer, askerName }: LockReader): string {
  const seller = offer.seller.name
  if (offer.seal !== null && offer.seal !== 'not-bought' && offer.seal !== 'buyer-only')
    return sealInWords(offer.seal)
  switch (offer.state) {
    case null:
      return `Only ${askerName} may watch this question: what became of the offer is between them and ${seller}.`
    case 'withdrawn':
      return `${seller} took it back before anybody read it.`
    case 'bought':
      return `Paid for by ${isBuyer ? 'you' : askerName}. Only the buyer and ${seller} can read it.`
    case 'passed':
      return offer.firstReadAt === null
        ? `Never read and never paid for. Only ${seller} can read it.`
        : `Not paid for, so it is forgotten. Only ${seller} can read it.`
    case 'open':
      if (isLeftSoFar(offer))
        return 'It was read and not bought so far. While the question is open it may be read again; if it is not bought, it is forgotten.'
      if (isWaitingCounter(offer))
        return isBuyer
          ? 'A counter-offer: the agent reads it if you take the question up again, and you once it is bought.'
          : `A counter-offer: the agent reads it only if ${askerName} takes the question up again.`
      return offer.firstReadAt === null
        ? `The agent reads it when the offers are read; ${isBuyer ? 'you read it' : `${askerName} reads it`} only once it is bought.`
        : 'It lies before the agent, which has said nothing of it yet. If it is not bought, it is forgotten.'
  }
}

/** What leads to what can be, or was, said against a purchase: what came of it, once something did. */
export function complaintInWords(complaint: OfferView['complaint'], isAsker: boolean): string {
  if (complaint === null) return isAsker ? 'Is it wrong?' : 'The sale'
  const { outcome, refundedMicros } = complaint
  if (outcome === null) return isAsker ? 'Your complaint' : 'A complaint'
  return outcome === 'refused' ? 'Nothing was refunded' : `Refunded ${formatCredits(refundedMicros)} credits`
}
