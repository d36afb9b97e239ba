import type { Tx } from '@/db/client'
import { offersSellers } from '@/db/functions/market'
import { decisionOf } from '../../contract/decision'
import type { Deps } from '../../deps'
import { bm25Index } from '../../llm/built-in/bm25'
import { undercut } from '../../market/equal-offers'
import type { PostedOffer } from '../../market/post-offer'
import { rankTexts } from '../../market/private/rank'
import { seedFrom, shuffled } from '../../shared/random'
import { termsOf } from '../../shared/words'
import type { Pin } from '../step/inspector'
import type { Held } from './held'
import { inTurns } from './turns'

/** What a step shows. */
export type Shown = {
  /** In the order they are shown. */
  pins: Pin[]
  /** Of that order. */
  seed: number
}

/**
 * Texts that are opened to choose what is read; the opening of 20,000 characters takes a few milliseconds, and a context is locked
 * meanwhile. Where there are more offers, hands take turns by their teasers first.
 */
const RANKED_MAX = 100

/** A seller's newest offers, whose judged teasers count for or against the next; enough to see a habit, and one that has ended. */
const TEASERS_MAX = 50
/** Of few judged teasers one misleading is an accident: this many are taken to have been fair. */
const TEASERS_GRANTED = 3

/**
 * Chooses what the next step of a context shows: chosen offers, of equal texts the cheapest; of more than are read, those whose private
 * information says most on the question, sellers in turn (`inTurns`), whose misleading teasers count against them; in an order that
 * says nothing. Dearer copies of what is read are pinned with it, so that nobody can tell them from it; `readTable` leaves them out
 * of the prompt.
 */
export async function shortlist(tx: Tx, deps: Pick<Deps, 'cipher'>, context: Held): Promise<Shown> {
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
  const inOrder = candidates.length <= most ? candidates : await bestFirst(tx, deps, context, candidates)
  const read = [...inOrder.filter((offer) => !isKnown(offer)), ...inOrder.filter(isKnown)].slice(0, most)
  const words = new Set(read.map(({ contentHash }) => contentHash))
  const twins = equals.filter(({ contentHash }) => words.has(contentHash))
  const seed = seedFrom(`${id}:${state.round}`)
  const pins = shuffled([...read, ...twins].map(pinOf), seed)
  return { pins, seed }
}

const pinOf = ({ id: offerId, version }: PostedOffer): Pin => ({ offerId, version })

async function bestFirst(
  tx: Tx,
  { cipher }: Pick<Deps, 'cipher'>,
  context: Held,
  candidates: readonly PostedOffer[],
): Promise<PostedOffer[]> {
  const { rootId, title, body, pages, teasersAbout } = context
  const offerIds = candidates.map((offer) => offer.id)
  const sellers = new Map(
    (await offersSellers(tx, { offerIds, newestMost: TEASERS_MAX })).map((one) => [one.offerId, one]),
  )
  const byTeaser = teaserScores(context, candidates)
  const placed = candidates.map((offer, place) => ({
    offerId: offer.id,
    offer,
    hand: sellers.get(offer.id)?.hand ?? offer.id,
    score: byTeaser[place] ?? 0,
  }))
  const turns = inTurns(placed)
  const ranked = turns.slice(0, RANKED_MAX)
  const question = { title, body, decision: decisionOf(context), pages }
  const scores = await rankTexts(
    tx,
    cipher,
    { rootId, offers: ranked.map(({ offer }) => offer) },
    { question, teasers: teasersAbout },
  )
  const read = inTurns(
    ranked.map((one) => ({
      ...one,
      score: (scores.get(one.offerId) ?? 0) * trustIn(sellers.get(one.offerId)),
    })),
  )
  return [...read, ...turns.slice(RANKED_MAX)].map(({ offer }) => offer)
}

/** The share of a seller's teasers that kept to their texts, from 0 to 1. */
function trustIn(seller: { judged: number; misleading: number } | undefined): number {
  if (!seller) return 1
  const { judged, misleading } = seller
  return (judged - misleading + TEASERS_GRANTED) / (judged + TEASERS_GRANTED)
}

function teaserScores({ title, claim, body }: Held, candidates: readonly PostedOffer[]): number[] {
  const index = bm25Index(candidates.map((offer) => termsOf(offer.teaser)))
  return index.scores(termsOf(`${title} ${claim} ${body}`))
}
