import pLimit from 'p-limit'
import type { Deps } from '../../deps'
import { crashpoint } from '../../shared/crashpoint'
import { claim, claimRetry } from './claim'
import type { Claim, Place } from './claims'
import { keepLease } from './lease'
import { type Matching, matchContexts } from './match-contexts'
import { runStep } from './run-step'
import { sweepTrees } from './sweep'

/**
 * The durable engine (design, section 3). Jobs only say that a context may move; the call of the inspector runs outside
 * jobs and transactions, under the step's lease: claim → call → apply. If this process dies anywhere, the lease runs out
 * and the sweeper of any process takes the step up again; the attempt number drops what the dead one might still say.
 */
export interface Engine {
  /** Moves one context as far as it goes now; a call of the inspector goes on after this returns. Throws once it is stopped. */
  claim(place: Place): Promise<void>
  /** Has contexts of one tree matched, and moves them on likewise. */
  match(opened: { rootId: string; contextIds: readonly string[] }): Promise<void>
  /** Finds what must move by state and time in the tables, and moves it: jobs may be lost. */
  sweep(): Promise<void>
  /** Waits until no call of this process is under way. */
  idle(): Promise<void>
  /** Stops calls under way; their steps are taken up elsewhere when their leases run out. */
  stop(): Promise<void>
}

/** @param matching `begins: false` gives every step a job of its own, for who runs jobs one at a time. */
export function createEngine(deps: Deps, matching: Matching): Engine {
  const limit = pLimit(deps.env.MODEL_CALLS_AT_ONCE)
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  /** Throws, because a job that ends well leaves the queue, and this one is for another worker. */
  function refuseWhenStopped(): void {
    if (stopping.signal.aborted) throw new Error('This engine has stopped')
  }

  /** Starts the call of a claimed step. Its lease tells everybody else that it is under way. */
  function start(claimed: Claim): void {
    crashpoint('step.after_claim')
    // Renewed from now on: a step may wait for its place longer than one lease.
    const lease = keepLease(deps, claimed)
    const call = limit(() => runStep(deps, claimed, { matching, lost: lease.lost, stopped: stopping.signal }))
      .then((next) => next.forEach(start))
      .catch((error: unknown) => {
        // The lease stays until it runs out, then the step is tried again.
        deps.log.error({ err: error, contextId: claimed.contextId }, 'a step was not put off')
      })
      .finally(() => {
        lease.release()
        running.delete(call)
      })
    running.add(call)
  }

  async function claimPlace(place: Place): Promise<void> {
    refuseWhenStopped()
    for (const claimed of await claim(deps, place)) start(claimed)
  }

  async function retry(place: Place): Promise<void> {
    refuseWhenStopped()
    for (const claimed of await claimRetry(deps, place)) start(claimed)
  }

  async function match(opened: { rootId: string; contextIds: readonly string[] }): Promise<void> {
    refuseWhenStopped()
    for (const claimed of await matchContexts(deps, opened, matching)) start(claimed)
  }

  return {
    claim: claimPlace,
    match,
    sweep: () => sweepTrees(deps, { claim: claimPlace, retry, match }),
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
