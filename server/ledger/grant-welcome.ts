import type { Db } from '@/db/client'
import { WELCOME_GRANT_MICROS } from '@/server/shared/money'
import { ISSUANCE, userAccount } from './accounts'
import { type PostedTransfer, postTransfer } from './post'

/**
 * Gives a new person the credits everybody starts with, once: a repeat returns the first grant.
 *
 * @throws AppError `ledger.frozen`.
 */
export function grantWelcome(db: Db, { userId, at }: { userId: string; at: Date }): Promise<PostedTransfer> {
  return postTransfer(db, {
    leg: {
      key: `${userId}:welcome`,
      kind: 'grant',
      from: ISSUANCE,
      to: userAccount(userId),
      amountMicros: WELCOME_GRANT_MICROS,
    },
    at,
  })
}
