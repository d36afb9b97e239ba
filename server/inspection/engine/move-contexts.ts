import { sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import type { Deps } from '../../deps'
import { inMarketWords } from '../../ledger/errors'
import { type Released, releaseLegs } from '../../ledger/escrow'
import { legsJson, readPosted } from '../../ledger/post'
import { type Begun, begunJson, LEASE_MS } from './begin-steps'
import { type SavedState, statesJson } from './context-store'

/** What becomes of contexts of one tree, written together. */
export type Move = {
  rootId: string
  /** What is still open in a context that ends is passed. */
  states?: readonly SavedState[]
  /** Those whose escrow goes to the parent, or to the buyer. */
  released?: readonly Released[]
  /** Steps that are claimed: from now on their offers are frozen and their contexts are being inspected. */
  begun?: readonly Begun[]
}

/**
 * Writes what becomes of contexts, in one round trip. Returns what the escrows that were emptied held, by context.
 *
 * @throws AppError as `postTransfers`.
 */
export async function moveContexts(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { rootId, states = [], released = [], begun = [] }: Move,
): Promise<Map<string, bigint>> {
  if (states.length + released.length + begun.length === 0) return new Map()
  const now = deps.clock.now()
  const { contexts, legs } = releaseLegs(released)
  const result = await inMarketWords(
    tx.execute(sql`select contexts_move(
      ${statesJson(states)}::jsonb, ${legsJson(legs)}::jsonb, ${begunJson(begun)}::jsonb, ${rootId},
      ${begun[0]?.inspectorName ?? ''}, ${new Date(now.getTime() + LEASE_MS).toISOString()}::timestamptz,
      ${now.toISOString()}::timestamptz) as posted`),
  )
  const posted = readPosted(rowsOf<{ posted: unknown }>(result)[0]?.posted ?? [])
  return new Map(contexts.map(({ id }, index) => [id, posted[index]?.amountMicros ?? 0n]))
}
