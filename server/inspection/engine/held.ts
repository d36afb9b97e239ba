import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { contextsHold, contextsRead, type FoundContexts } from '@/db/functions/inspection'
import { contexts } from '@/db/schema'
import { type ContextState, countsOf, OPEN_PHASES } from '../../protocol/advance'
import type { Claim } from './claims'

type Row = FoundContexts['contexts'][number]

/**
 * A context that this transaction has locked, with all that its next step needs. Its state is the protocol's; the escrow in it is
 * what the ledger holds. Locks are taken deepest first everywhere (a child before its parent), so two branches never wait for each
 * other.
 */
export type Held = Omit<
  Row,
  | 'phase'
  | 'round'
  | 'sittingRound'
  | 'sittingsLeft'
  | 'childrenOpened'
  | 'openChildren'
  | 'answerStage'
  | 'escrowMicros'
  | 'millibitsLeft'
  | 'offers'
> & {
  state: ContextState
  /** Offers that can still be bought, in the order they came. */
  openOffers: Row['offers']
  inspection: NonNullable<FoundContexts['inspection']>
}

/** Locks the deepest of these contexts, those of one level, and reads them, in one round trip; in the order of the ids wanted. */
export async function hold(tx: Tx, contextIds: readonly string[]): Promise<Held[]> {
  return contextIds.length === 0 ? [] : heldOf(await contextsHold(tx, contextIds), contextIds)
}

/** Locks all contexts of a tree that have not ended, and reads them, deepest first. */
export async function holdOpen(tx: Tx, rootId: string): Promise<Held[]> {
  const lock = () =>
    tx
      .select({ id: contexts.id })
      .from(contexts)
      .where(and(eq(contexts.rootId, rootId), inArray(contexts.phase, OPEN_PHASES)))
      .orderBy(desc(contexts.level), asc(contexts.id))
      .for('update')
  let locked = await lock()
  for (;;) {
    // An open context can only be added by the verdict of one that is locked by now, so this ends.
    const again = await lock()
    const isSame = again.length === locked.length
    locked = again
    if (isSame) break
  }
  const ids = locked.map(({ id }) => id)
  return ids.length === 0 ? [] : heldOf(await contextsRead(tx, ids), ids)
}

/** Makes rows into held contexts, in the order of the ids wanted. */
export function heldOf({ inspection, contexts: rows }: FoundContexts, contextIds: readonly string[]): Held[] {
  if (!inspection) return []
  const byId = new Map(
    rows.map(({ offers, ...row }): [string, Held] => {
      const { phase, level, escrowMicros } = row
      const state = { phase, level, ...countsOf(row), escrowMicros }
      return [row.id, { ...row, state, openOffers: offers, inspection }]
    }),
  )
  return contextIds.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Whether a step is still that of a claim. The context's lock is held, and every claim takes it, so this stays true until the end of
 * the transaction.
 */
export function isStillOurs({ state, step }: Held, claim: Pick<Claim, 'round' | 'attempt'>): boolean {
  return (
    state.phase === 'inspecting' &&
    state.round === claim.round &&
    step?.state === 'claimed' &&
    step.attempt === claim.attempt
  )
}
