import { eq } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { authSessions, knownAddresses, knownDevices, passkeys } from '@/db/schema'

/** Ends every login of a person and forgets the browsers and addresses they are known from; with `passkeys` these go too. */
export async function forgetWays(tx: Tx, userId: string, ways: { passkeys: boolean }): Promise<void> {
  for (const table of [authSessions, knownAddresses, knownDevices]) {
    await tx.delete(table).where(eq(table.userId, userId))
  }
  if (ways.passkeys) await tx.delete(passkeys).where(eq(passkeys.userId, userId))
}
