import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '../client'
import type { LedgerTransferRow } from '../schema'
import { call, instant, micros, record, records, strings } from './codec'

/** One transfer to be posted. */
export interface Leg {
  /** Made from the cause, never random: a repeat finds the first. */
  key: string
  kind: LedgerTransferRow['kind']
  from: string
  to: string
  /** Above zero. */
  amountMicros: bigint
  contextId?: string
  rootId?: string
  offerId?: string
}

const postedTransfer = record({
  id: z.string(),
  amountMicros: micros,
  /** Balances just after it; null on the side of `issuance` and `fees`. */
  fromBalanceMicros: micros.nullable(),
  toBalanceMicros: micros.nullable(),
  /** The key had been used: nothing moved now, this is what moved then. */
  isRepeat: z.boolean(),
})

const postedTransfers = z.array(postedTransfer)

export type PostedTransfer = z.output<typeof postedTransfer>

/** Resolves with one for each leg. */
export function ledgerPost(
  db: Db,
  { legs, at }: { legs: readonly Leg[]; at: Date },
): Promise<PostedTransfer[]> {
  return call(
    db,
    sql`ledger_post(${records(legs.map((leg) => ({ ...leg })))}, ${instant(at)})`,
    postedTransfers,
  )
}

const heldBudget = record({
  /** What came out of the allowance. */
  allowanceMicros: micros,
  /** It had been held before; nothing moved now. */
  isRepeat: z.boolean(),
})

export type HeldBudget = z.output<typeof heldBudget>

/** `dailyMicros` above zero fills the buyer's allowance at the first call of a day. */
export function ledgerHold(
  db: Db,
  {
    buyerId,
    contextId,
    amountMicros,
    dailyMicros,
    at,
  }: { buyerId: string; contextId: string; amountMicros: bigint; dailyMicros: bigint; at: Date },
): Promise<HeldBudget> {
  return call(
    db,
    sql`ledger_hold(${buyerId}, ${contextId}, ${amountMicros.toString()}::bigint, ${dailyMicros.toString()}::bigint, ${instant(at)})`,
    heldBudget,
  )
}

/** Corrects transfers by contrary ones; resolves with the keys of those. */
export function ledgerReverse(
  db: Db,
  { keys, at }: { keys: readonly string[]; at: Date },
): Promise<string[]> {
  return call(db, sql`ledger_reverse(${sql.param([...keys])}::text[], ${instant(at)})`, strings)
}

const restated = z.string().nullable()

/** Writes an account's balance again as its transfers have it; resolves with what was changed, null when there is no such account. */
export function ledgerRestate(db: Db, account: string): Promise<string | null> {
  return call(db, sql`ledger_restate(${account})`, restated)
}
