import { type FairLimits, fairQueue } from './fair-queue'

/** More waits than may; nothing was done. */
export class NoTurnError extends Error {}

/** What waits for its turn. */
type Waiting = { begin: () => void; refuse: (error: NoTurnError) => void }

export type FairTurns = {
  /**
   * Does the work when it is this person's turn (`who`).
   *
   * @throws NoTurnError when so many wait already, of this person or in all.
   */
  inTurn<Result>(who: string, work: () => Promise<Result>): Promise<Result>
  /** What is being done. */
  running(): number
}

/** A `fairQueue` of promises: work that is begun when its turn comes. */
export function fairTurns(limits: FairLimits): FairTurns {
  const queue = fairQueue<Waiting>(limits)
  function beginWhatMay(): void {
    for (let next = queue.next(); next; next = queue.next()) next.item.begin()
  }
  return {
    async inTurn(who, work) {
      await new Promise<void>((begin, refuse) => {
        queue.add(who, { begin, refuse })?.refuse(new NoTurnError('More waits than may.'))
        beginWhatMay()
      })
      try {
        return await work()
      } finally {
        queue.done(who)
        beginWhatMay()
      }
    },
    running: () => queue.running(),
  }
}
