import type { Db } from '@/db/client'
import { type Leg, ledgerPost, type PostedTransfer } from '@/db/functions/ledger'
import { inMarketWords } from './errors'

export type { Leg, PostedTransfer }

/**
 * Posts the transfers of one money operation, in order, all or none, in one round trip. `db` is a database or a
 * transaction. Returns one result per leg.
 *
 * Accounts that are missing are made. All are locked in id order, so two calls never deadlock; two calls in each of two
 * transactions can (see `transact`). After an error the transaction is lost; catch it around a savepoint
 * (`tx.transaction`) or around the whole.
 *
 * @throws AppError `ledger.insufficient_funds` or `ledger.insufficient_escrow` when `from` holds less than the amount.
 * @throws AppError `ledger.key_reused` when a key was used with another kind, account or amount.
 * @throws AppError `ledger.frozen` while the books do not add up.
 */
export async function postTransfers(
  db: Db,
  { legs, at }: { legs: readonly Leg[]; at: Date },
): Promise<PostedTransfer[]> {
  if (legs.length === 0) return []
  return inMarketWords(ledgerPost(db, { legs, at }))
}

/** As `postTransfers`, for a single transfer. */
export async function postTransfer(db: Db, { leg, at }: { leg: Leg; at: Date }): Promise<PostedTransfer> {
  const [posted] = await postTransfers(db, { legs: [leg], at })
  if (!posted) throw new Error(`The transfer ${leg.key} moved nothing.`)
  return posted
}
