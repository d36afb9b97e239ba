import { bm25Index } from '../../llm/built-in/bm25'
import { undercut } from '../../market/equal-offers'
import type { PostedOffer } from '../../market/post-offer'
import { seedFrom, shuffled } from '../../shared/random'
import { termsOf } from '../../shared/words'
import type { Pin } from '../step/inspector'
import type { Held } from './held'

/** What a step shows. */
export type Shown = {
  /** In the order they are shown. */
  pins: Pin[]
  /** Of that order. */
  seed: number
}

/**
 * Chooses what the next step of a context shows: chosen offers, of equal texts the cheapest, then the N most relevant by their
 * teasers, of these the M that are read (policy), in an order that says nothing. Dearer copies of what is read are pinned with it, so
 * that nobody can tell them from it; `readTable` leaves them out of the prompt.
 */
export function shortlist(context: Held): Shown {
  const { id, parentId, inspection, openOffers, state } = context
  const chosen = parentId === null ? inspection.chosenOffers : null
  const wanted = chosen ? openOffers.filter((offer) => chosen.includes(offer.id)) : openOffers
  const equals = undercut(wanted)
  const { shortlistMax, readMax } = inspection.policy
  const candidates = wanted.filter((offer) => !equals.includes(offer))
  const most = Math.min(shortlistMax, readMax)
  // A new sitting is held for what is new; what was passed before lies beside it as far as there is room.
  const isKnown = ({ id: offerId }: PostedOffer) =>
    state.sittingRound === 0 && context.readOffers.includes(offerId)
  const fresh = mostRelevant(
    context,
    candidates.filter((offer) => !isKnown(offer)),
    most,
  )
  const read = [...fresh, ...mostRelevant(context, candidates.filter(isKnown), most - fresh.length)]
  const words = new Set(read.map(({ contentHash }) => contentHash))
  const twins = equals.filter(({ contentHash }) => words.has(contentHash))
  const seed = seedFrom(`${id}:${state.round}`)
  const pins = shuffled(
    [...read, ...twins].map((offer) => ({ offerId: offer.id, version: offer.version })),
    seed,
  )
  return { pins, seed }
}

function mostRelevant(
  { title, claim, body }: Held,
  candidates: readonly PostedOffer[],
  most: number,
): readonly PostedOffer[] {
  if (candidates.length <= most) return candidates
  const index = bm25Index(candidates.map((offer) => termsOf(offer.teaser)))
  const scores = index.scores(termsOf(`${title} ${claim} ${body}`))
  return candidates
    .map((offer, place) => ({ offer, score: scores[place] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ offer }) => offer)
}
