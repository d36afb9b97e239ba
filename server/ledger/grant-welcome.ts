import { eq } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { ledgerTransfers } from '@/db/schema'
import { WELCOME_GRANT_MICROS } from '@/server/shared/money'
import { ISSUANCE, userAccount } from './accounts'
import { type PostedTransfer, postTransfer } from './post'

/**
 * Gives a new person the credits everybody starts with, once: a repeat returns the first grant, however much would be given by now.
 *
 * @throws AppError `ledger.frozen`.
 */
export async function grantWelcome(
  db: Db,
  { userId, at, amountMicros = WELCOME_GRANT_MICROS }: { userId: string; at: Date; amountMicros?: bigint },
): Promise<PostedTransfer> {
  const key = `${userId}:welcome`
  const [given] = await db
    .select({ amountMicros: ledgerTransfers.amountMicros })
    .from(ledgerTransfers)
    .where(eq(ledgerTransfers.key, key))
  return postTransfer(db, {
    leg: {
      key,
      kind: 'grant',
      from: ISSUANCE,
      to: userAccount(userId),
      amountMicros: given?.amountMicros ?? amountMicros,
    },
    at,
  })
}
