import { setImmediate as nextTurn } from 'node:timers/promises'

/** After this long of one statement after the other, everything else in the process has a turn. */
const TURN_MS = 10

/** What runs one statement at a time, as PGlite does. */
export interface OneAtATime {
  _runExclusiveQuery<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Lets requests, timers and signals have their turn between statements.
 *
 * PGlite works inside the call, and hands on from one statement to the next without a turn of the event loop: as long as somebody
 * waits for it, nothing else in the process runs, for seconds after a burst of work.
 */
export function takeTurns(database: OneAtATime, now: () => number = () => performance.now()): void {
  const run = database._runExclusiveQuery.bind(database)
  let turnBegan = now()
  database._runExclusiveQuery = (work) =>
    run(async () => {
      if (now() - turnBegan >= TURN_MS) {
        await nextTurn()
        turnBegan = now()
      }
      return work()
    })
}
