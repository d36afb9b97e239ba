/** An offer that might be read. */
export type Candidate = {
  offerId: string
  /** Whose it is; accounts that look like one hand are one. */
  hand: string
  /** What it seems to say on the question; nothing at 0. */
  score: number
}

/**
 * In which order offers are read when not all can be: hands take turns, each with its best, so that however many offers one posts it
 * keeps nobody out; within a turn the better first. What says nothing on the question comes after all that does. Equals stay in the
 * order given.
 */
export function inTurns<C extends Candidate>(candidates: readonly C[]): C[] {
  const best = candidates.toSorted((a, b) => b.score - a.score)
  const taken = new Map<string, number>()
  const placed = best.map((candidate) => {
    const turn = taken.get(candidate.hand) ?? 0
    taken.set(candidate.hand, turn + 1)
    return { candidate, turn }
  })
  const isSilent = ({ candidate }: (typeof placed)[number]) => (candidate.score > 0 ? 0 : 1)
  return placed
    .toSorted((a, b) => isSilent(a) - isSilent(b) || a.turn - b.turn)
    .map(({ candidate }) => candidate)
}
