import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { contexts, inspections, offers } from '@/db/schema'
import type { ContextState, Phase } from '../protocol/advance'

/** A context row that this transaction has locked, with its state as the protocol sees it. */
export type LockedContext = {
  id: string
  rootId: string
  parentId: string | null
  buyerId: string
  level: number
  state: ContextState
}

/**
 * Locks one context and reads its escrow. Locks are taken deepest first everywhere (a child before its parent), so two
 * branches never wait for each other.
 */
export async function lockContext(tx: Tx, contextId: string): Promise<LockedContext | null> {
  const [locked] = await lockWhere(tx, eq(contexts.id, contextId))
  return locked ?? null
}

/** Locks all contexts of a tree that have not ended, deepest first, and again until no new one has appeared meanwhile. */
export async function lockOpenContexts(tx: Tx, rootId: string): Promise<LockedContext[]> {
  const isOpen = and(
    eq(contexts.rootId, rootId),
    sql`${contexts.phase} in ('collecting', 'inspecting', 'waiting')`,
  )
  let locked = await lockWhere(tx, isOpen)
  for (;;) {
    // An open context can only be added by the verdict of one that is locked by now, so this ends.
    const again = await lockWhere(tx, isOpen)
    if (again.length === locked.length) return again
    locked = again
  }
}

async function lockWhere(tx: Tx, condition: ReturnType<typeof and>): Promise<LockedContext[]> {
  const rows = await tx
    .select({
      id: contexts.id,
      rootId: contexts.rootId,
      parentId: contexts.parentId,
      buyerId: contexts.buyerId,
      level: contexts.level,
      phase: contexts.phase,
      round: contexts.round,
      childrenOpened: contexts.childrenOpened,
      openChildren: contexts.openChildren,
      // Names written out: without a join drizzle leaves the table off, and `id` would be the account's own.
      escrowMicros: sql<string>`coalesce((
        select a.balance_micros from ledger_account a where a.id = 'escrow:' || buyer_context.id), 0)`,
    })
    .from(contexts)
    .where(condition)
    .orderBy(desc(contexts.level), asc(contexts.id))
    .for('update', { of: contexts })
  return rows.map(({ id, rootId, parentId, buyerId, phase, escrowMicros, ...rest }) => ({
    id,
    rootId,
    parentId,
    buyerId,
    level: rest.level,
    state: { phase, ...rest, escrowMicros: BigInt(escrowMicros) },
  }))
}

/** Writes the state back; the escrow is the ledger's and is not written here. */
export async function saveState(
  tx: Tx,
  contextId: string,
  state: ContextState,
  times: { inspectedAt?: Date; endedAt?: Date } = {},
): Promise<void> {
  const { phase, round, childrenOpened, openChildren } = state
  await tx
    .update(contexts)
    .set({ phase, round, childrenOpened, openChildren, ...times })
    .where(eq(contexts.id, contextId))
}

/** Offers that can still be bought there. */
export async function countOnTable(tx: Tx, contextId: string): Promise<number> {
  const found = await tx.execute(
    sql`select count(*)::int as offers from ${offers} where context_id = ${contextId} and state = 'open'`,
  )
  return rowsOf<{ offers: number }>(found)[0]?.offers ?? 0
}

export async function readInspection(tx: Tx, rootId: string) {
  const [inspection] = await tx.select().from(inspections).where(eq(inspections.rootId, rootId))
  return inspection ?? null
}

export const phaseEvent = {
  settled: 'context.settled',
  cancelled: 'context.cancelled',
  failed: 'context.failed',
} as const satisfies Partial<Record<Phase, string>>
