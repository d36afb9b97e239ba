import { type Random, sample } from '../draws'

/** The last votes on a seller, oldest first; true is up (lab-specification.md B.3, "Review rule"). */
export type Votes = readonly boolean[]

/** A full window at the given share of up-votes, in random order: 8 up and 2 down of 10 at 0.8. */
export function initialVotes(share: number, size: number, random: Random): Votes {
  const ups = Math.round(share * size)
  return sample(
    random,
    Array.from({ length: size }, (_, index) => index < ups),
    size,
  )
}

export function withVote(votes: Votes, isUp: boolean): Votes {
  return [...votes.slice(1), isUp]
}

/** Share of up-votes among the last ones. */
export function reputationOf(votes: Votes): number {
  return votes.filter(Boolean).length / votes.length
}
