import type { Tx } from '@/db/client'
import { grantWelcome } from '../ledger/grant-welcome'

/**
 * What somebody gets on becoming a person whom the market believes to be one: called in the transaction that proves their first
 * e-mail, or that makes them where nobody has to prove one. Calling it again gives nothing.
 *
 * @throws AppError `ledger.frozen`.
 */
export async function onVerified(tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await grantWelcome(tx, { userId, at })
}
