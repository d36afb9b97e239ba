import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import {
  contexts,
  type InspectionRow,
  type InspectionStepRow,
  inspectionSteps,
  inspections,
  ledgerAccounts,
  offers,
} from '@/db/schema'
import type { ContextState } from '../protocol/advance'

/** A context row that this transaction has locked, with its state as the protocol sees it. */
export type LockedContext = {
  id: string
  rootId: string
  parentId: string | null
  buyerId: string
  level: number
  state: ContextState
  /** Offers that can still be bought there. */
  offersOnTable: number
}

/** What a step starts from, all read after the lock. */
export type LockedStep = {
  context: LockedContext
  inspection: InspectionRow
  collecting: Pick<
    typeof contexts.$inferSelect,
    'isMatched' | 'botsPending' | 'botsUntil' | 'peopleUntil' | 'quorum'
  >
  /** The step of the round that is due; null before it is claimed. */
  step: Pick<InspectionStepRow, 'state' | 'attempt' | 'leaseUntil' | 'shown'> | null
}

const OPEN_PHASES = ['collecting', 'inspecting', 'waiting'] as const

const lockedColumns = {
  id: contexts.id,
  rootId: contexts.rootId,
  parentId: contexts.parentId,
  buyerId: contexts.buyerId,
  level: contexts.level,
  phase: contexts.phase,
  round: contexts.round,
  childrenOpened: contexts.childrenOpened,
  openChildren: contexts.openChildren,
  escrowMicros: sql<bigint>`coalesce(${ledgerAccounts.balanceMicros}, 0)`.mapWith(BigInt),
  offersOnTable: sql<number>`(
    select count(*)::int from info_offer o where o.context_id = ${contexts.id} and o.state = 'open')`,
}

const escrowOfContext = sql`${ledgerAccounts.id} = 'escrow:' || ${contexts.id}`

type LockedRow = {
  id: string
  rootId: string
  parentId: string | null
  buyerId: string
  level: number
  phase: ContextState['phase']
  round: number
  childrenOpened: number
  openChildren: number
  escrowMicros: bigint
  offersOnTable: number
}

function toLocked(row: LockedRow): LockedContext {
  const { id, rootId, parentId, buyerId, level, offersOnTable, phase, round, childrenOpened, openChildren } =
    row
  const state = { phase, level, round, childrenOpened, openChildren, escrowMicros: row.escrowMicros }
  return { id, rootId, parentId, buyerId, level, state, offersOnTable }
}

/**
 * Takes the row locks. What belongs to the rows is read by a second statement: a statement that waited for a lock sees the
 * other tables as they were before it waited.
 */
async function lock(tx: Tx, condition: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .select({ id: contexts.id })
    .from(contexts)
    .where(condition)
    .orderBy(desc(contexts.level), asc(contexts.id))
    .for('update')
  return rows.map((row) => row.id)
}

/**
 * Locks one context and reads its state. Locks are taken deepest first everywhere (a child before its parent), so two
 * branches never wait for each other.
 */
export async function lockContext(tx: Tx, contextId: string): Promise<LockedContext | null> {
  await lock(tx, eq(contexts.id, contextId))
  const [row] = await tx
    .select(lockedColumns)
    .from(contexts)
    .leftJoin(ledgerAccounts, escrowOfContext)
    .where(eq(contexts.id, contextId))
  return row ? toLocked(row) : null
}

/** Locks one context and reads all that a step needs. */
export async function lockStep(tx: Tx, contextId: string): Promise<LockedStep | null> {
  await lock(tx, eq(contexts.id, contextId))
  const [row] = await tx
    .select({
      context: lockedColumns,
      inspection: inspections,
      collecting: {
        isMatched: contexts.isMatched,
        botsPending: contexts.botsPending,
        botsUntil: contexts.botsUntil,
        peopleUntil: contexts.peopleUntil,
        quorum: contexts.quorum,
      },
      step: {
        state: inspectionSteps.state,
        attempt: inspectionSteps.attempt,
        leaseUntil: inspectionSteps.leaseUntil,
        shown: inspectionSteps.shown,
      },
    })
    .from(contexts)
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .leftJoin(ledgerAccounts, escrowOfContext)
    .leftJoin(
      inspectionSteps,
      and(eq(inspectionSteps.contextId, contexts.id), eq(inspectionSteps.round, contexts.round)),
    )
    .where(eq(contexts.id, contextId))
  return row ? { ...row, context: toLocked(row.context) } : null
}

/** Locks all contexts of a tree that have not ended, deepest first, and again until no new one has appeared meanwhile. */
export async function lockOpenContexts(tx: Tx, rootId: string): Promise<string[]> {
  const isOpen = and(eq(contexts.rootId, rootId), inArray(contexts.phase, OPEN_PHASES))
  let locked = await lock(tx, isOpen)
  for (;;) {
    // An open context can only be added by the verdict of one that is locked by now, so this ends.
    const again = await lock(tx, isOpen)
    if (again.length === locked.length) return again
    locked = again
  }
}

/** Writes the state back; the escrow is the ledger's and is not written here. */
export async function saveState(
  tx: Tx,
  contextId: string,
  state: ContextState,
  times: { endedAt?: Date } = {},
): Promise<void> {
  const { phase, round, childrenOpened, openChildren } = state
  await tx
    .update(contexts)
    .set({ phase, round, childrenOpened, openChildren, ...times })
    .where(eq(contexts.id, contextId))
}

export async function readInspection(tx: Tx, rootId: string): Promise<InspectionRow | null> {
  const [inspection] = await tx.select().from(inspections).where(eq(inspections.rootId, rootId))
  return inspection ?? null
}

/** Offers of a context that can still be bought, in the order they came. */
export async function readOpenOffers(tx: Tx, contextId: string) {
  return tx
    .select({
      id: offers.id,
      version: offers.version,
      teaser: offers.teaser,
      priceMicros: offers.priceMicros,
    })
    .from(offers)
    .where(and(eq(offers.contextId, contextId), eq(offers.state, 'open')))
    .orderBy(asc(offers.createdAt), asc(offers.id))
}

export const phaseEvent = {
  settled: 'context.settled',
  cancelled: 'context.cancelled',
  failed: 'context.failed',
} as const
