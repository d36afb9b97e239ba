import type { OwnOffer } from '../../contract/selling'

/** At each end: what is read, not a list. */
export const QUESTIONS_AT_EACH_END = 3

/** What the ranking goes by: all of it stands in the owner's own list. */
export type Ended = Pick<
  OwnOffer,
  'state' | 'earnedMicros' | 'refundedMicros' | 'isTeaserFair' | 'firstReadAt' | 'bits' | 'createdAt'
> & {
  question: Pick<OwnOffer['question'], 'id'>
  share: Pick<NonNullable<OwnOffer['share']>, 'share'> | null
  rating: Pick<NonNullable<OwnOffer['rating']>, 'rating'> | null
}

/**
 * The questions on which offers did best and worst, one offer of each. Best: what was bought, kept and not called wrong; useful before
 * unrated, then by what was earned, by its share and by its bits. Worst: what came back most, then what was called wrong, then teasers that mislead, then
 * what was read and left, newest first. No question is at both ends: what went wrong on it counts.
 */
export function postMortem<T extends Ended>(offers: readonly T[]): { best: T[]; worst: T[] } {
  const worst = firstOfEach(
    offers.filter((offer) => gravityOf(offer) > 0).toSorted((a, b) => compare(faultsOf(b), faultsOf(a))),
  )
  const failed = new Set(offers.filter((offer) => gravityOf(offer) > LEFT).map(({ question }) => question.id))
  const best = firstOfEach(
    offers
      .filter(({ state, question }) => state === 'bought' && !failed.has(question.id))
      .toSorted((a, b) => compare(meritsOf(b), meritsOf(a))),
  )
  const sold = new Set(best.map(({ question }) => question.id))
  return {
    best: best.slice(0, QUESTIONS_AT_EACH_END),
    worst: worst.filter(({ question }) => !sold.has(question.id)).slice(0, QUESTIONS_AT_EACH_END),
  }
}

const [REFUNDED, WRONG, MISLEADING, LEFT] = [4, 3, 2, 1]

/** How bad it was; 0 where nothing was. */
function gravityOf({ state, refundedMicros, rating, isTeaserFair, firstReadAt }: Ended): number {
  if (refundedMicros > 0n) return REFUNDED
  if (rating?.rating === 'wrong') return WRONG
  if (isTeaserFair === false) return MISLEADING
  return state === 'passed' && firstReadAt !== null ? LEFT : 0
}

type Rank = readonly (number | bigint)[]

const faultsOf = (offer: Ended): Rank => [gravityOf(offer), offer.refundedMicros, offer.createdAt.getTime()]

const meritsOf = ({ rating, earnedMicros, share, bits, createdAt }: Ended): Rank => [
  rating?.rating === 'useful' ? 1 : 0,
  earnedMicros ?? 0n,
  share?.share ?? 0,
  bits ?? 0,
  createdAt.getTime(),
]

function compare(one: Rank, other: Rank): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? 0
    if (value !== against) return value < against ? -1 : 1
  }
  return 0
}

function firstOfEach<T extends Ended>(offers: readonly T[]): T[] {
  const seen = new Set<string>()
  return offers.filter(({ question: { id } }) => !seen.has(id) && seen.add(id))
}
