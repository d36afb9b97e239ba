import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../client'
import type { LedgerTransferRow } from '../schema'
import { call, instant, micros, record, records } from './codec'

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

export type PostedTransfer = z.output<typeof postedTransfer>

/** Resolves with one for each leg. */
export function ledgerPost(
  db: Db,
  { legs, at }: { legs: readonly Leg[]; at: Date },
): Promise<PostedTransfer[]> {
  return call(
    db,
    sql`ledger_post(${records(legs.map((leg) => ({ ...leg })))}, ${instant(at)})`,
    z.array(postedTransfer),
  )
}
