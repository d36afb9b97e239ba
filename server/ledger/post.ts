import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import type { LedgerTransferRow } from '@/db/schema'
import { inMarketWords } from './errors'

export interface Leg {
  /** Made from the cause, never random: a repeat finds the first. */
  key: string
  kind: LedgerTransferRow['kind']
  from: string
  to: string
  /** Above zero; null moves all that `from` holds, and is skipped when that is nothing. */
  amountMicros: bigint | null
  contextId?: string
  rootId?: string
  offerId?: string
}

export interface PostedTransfer {
  id: string
  amountMicros: bigint
  /** Balances just after it; null on the side of `issuance` and `fees`. */
  fromBalanceMicros: bigint | null
  toBalanceMicros: bigint | null
  /** The key had been used: nothing moved now, this is what moved then. */
  isRepeat: boolean
}

type TransferJson = {
  id: string
  amount: string
  from_balance: string | null
  to_balance: string | null
  is_repeat: boolean
}

export type PostedJson = (TransferJson | null)[]

/**
 * Posts the transfers of one money operation, in order, all or none, in one round trip. `db` is a database or a
 * transaction. Returns one result per leg, null for one that had nothing to move.
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
): Promise<(PostedTransfer | null)[]> {
  if (legs.length === 0) return []
  const result = await inMarketWords(
    db.execute(sql`select ledger_post(${legsJson(legs)}::jsonb, ${at.toISOString()}::timestamptz) as posted`),
  )
  const [row] = rowsOf<{ posted: PostedJson }>(result)
  if (!row) throw new Error('ledger_post returned no row')
  return readPosted(row.posted)
}

/** Legs as the database's functions take them. */
export function legsJson(legs: readonly Leg[]): string {
  return JSON.stringify(
    legs.map((leg) => ({
      key: leg.key,
      kind: leg.kind,
      from: leg.from,
      to: leg.to,
      amount: leg.amountMicros?.toString() ?? null,
      context_id: leg.contextId,
      root_id: leg.rootId,
      offer_id: leg.offerId,
    })),
  )
}

/** What `ledger_post` returns, one for each leg. */
export function readPosted(posted: PostedJson): (PostedTransfer | null)[] {
  return posted.map((transfer) => transfer && transferOf(transfer))
}

/** As `postTransfers`, for a single transfer of a known amount. */
export async function postTransfer(db: Db, { leg, at }: { leg: Leg; at: Date }): Promise<PostedTransfer> {
  const [posted] = await postTransfers(db, { legs: [leg], at })
  if (!posted) throw new Error(`The transfer ${leg.key} moved nothing.`)
  return posted
}

function transferOf(posted: TransferJson): PostedTransfer {
  return {
    id: posted.id,
    amountMicros: BigInt(posted.amount),
    fromBalanceMicros: posted.from_balance === null ? null : BigInt(posted.from_balance),
    toBalanceMicros: posted.to_balance === null ? null : BigInt(posted.to_balance),
    isRepeat: posted.is_repeat,
  }
}
