import type { Tx } from '@/db/client'
import { auditRows } from '@/db/schema'
import { type AuditAct, actSchema } from '../contract/audit'
import type { Deps } from '../deps'

/**
 * Writes one act into the audit log: the only writer. In the transaction of what was done, so that one is never without the
 * other. `personId` says whose things it concerned; null for the market's own.
 */
export async function recordAct(
  tx: Tx,
  { actor, clock }: Pick<Deps, 'actor' | 'clock'>,
  personId: string | null,
  deed: AuditAct,
): Promise<void> {
  // What is not in the act's schema does not enter.
  const { act, ...rest } = actSchema.parse(deed)
  const { amountMicros = null, ...about } = { amountMicros: undefined, ...rest }
  await tx.insert(auditRows).values({
    at: clock.now(),
    actorKind: actor.kind,
    actorId: actor.id,
    personId,
    act,
    about,
    amountMicros,
    network: actor.network,
  })
}
