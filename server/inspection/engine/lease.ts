import { inspectionSteps } from '@/db/schema'
import type { Deps } from '../../deps'
import { type Claim, LEASE_MS } from './claims'
import { isClaimOf } from './failed-step'

/** A third of the lease, so that two renewals may fail. */
const LEASE_RENEW_MS = LEASE_MS / 3

/** Renews a step's lease until it is released; `lost` when somebody else has the step by then. */
export function keepLease(deps: Deps, claim: Claim): { lost: AbortSignal; release(): void } {
  const lost = new AbortController()
  const renew = async () => {
    const renewed = await deps.db
      .update(inspectionSteps)
      .set({ leaseUntil: new Date(deps.clock.now().getTime() + LEASE_MS) })
      .where(isClaimOf(claim))
      .returning({ round: inspectionSteps.round })
    if (renewed.length === 0) lost.abort()
  }
  const renewal = setInterval(() => {
    renew().catch((error: unknown) =>
      deps.log.warn({ err: error, contextId: claim.contextId }, 'a lease was not renewed'),
    )
  }, LEASE_RENEW_MS)
  return { lost: lost.signal, release: () => clearInterval(renewal) }
}
