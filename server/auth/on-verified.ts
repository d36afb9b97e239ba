import type { Tx } from '@/db/client'
import type { UserRow } from '@/db/schema'
import { asksForEmailProof, type ProofEnv } from '../env'
import { grantWelcome } from '../ledger/grant-welcome'
import { readFixed } from '../settings/settings'
import { MICROS_PER_CREDIT } from '../shared/money'

/**
 * Whom the market believes to be a person: whoever proved an e-mail, everybody where the operator asks for no proof (`VERIFY_EMAIL`),
 * and people of the demo market, whom nobody registers. Credits are for them alone: an account costs nothing to make, a mailbox
 * a little.
 */
export function countsAsVerified(
  { isDemo, emailVerifiedAt }: Pick<UserRow, 'isDemo' | 'emailVerifiedAt'>,
  env: ProofEnv,
): boolean {
  return isDemo || emailVerifiedAt !== null || !asksForEmailProof(env)
}

/**
 * What somebody gets on becoming a person whom the market believes to be one: called in the transaction that proves their first
 * e-mail, or that makes them where nobody has to prove one. Calling it again gives nothing. How much an operator sets.
 *
 * @throws AppError `ledger.frozen`.
 */
export async function onVerified(tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  const amountMicros = BigInt(await readFixed(tx, 'welcomeGrant')) * MICROS_PER_CREDIT
  if (amountMicros > 0n) await grantWelcome(tx, { userId, at, amountMicros })
}
