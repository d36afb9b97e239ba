import { eq } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { authSessions, knownAddresses, knownDevices, passkeys } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import type { Deps } from '../deps'

/** Ends every login of a person and forgets the browsers and addresses they are known from; with `passkeys` these go too, each told in the log. */
export async function forgetWays(
  tx: Tx,
  deps: Pick<Deps, 'actor' | 'clock'>,
  userId: string,
  ways: { passkeys: boolean },
): Promise<void> {
  for (const table of [authSessions, knownAddresses, knownDevices]) {
    await tx.delete(table).where(eq(table.userId, userId))
  }
  if (!ways.passkeys) return
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
  for (let left = removed.length; left > 0; left -= 1)
    await recordAct(tx, deps, userId, { act: 'passkey.removed' })
}
