import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { contexts, type InspectionRow, type InspectionStepRow, inspections } from '@/db/schema'
import type { ContextState, Phase } from '../protocol/advance'

/** An offer that can still be bought. */
export type OpenOffer = { id: string; version: number; teaser: string; priceMicros: bigint }

/** A context row that this transaction has locked, with its state as the protocol sees it. */
export type LockedContext = {
  id: string
  rootId: string
  parentId: string | null
  buyerId: string
  level: number
  state: ContextState
  /** In the order they came. */
  openOffers: readonly OpenOffer[]
}

/** What a step needs to know of its tree. */
export type StepInspection = Pick<
  InspectionRow,
  'status' | 'policy' | 'deadlineAt' | 'chosenOffers' | 'treeContexts'
>

/** What a step starts from, all read after the lock. */
export type LockedStep = {
  context: LockedContext
  inspection: StepInspection
  collecting: Pick<
    typeof contexts.$inferSelect,
    'isMatched' | 'botsPending' | 'botsUntil' | 'peopleUntil' | 'quorum'
  >
  /** The step of the round that is due; null before it is claimed. */
  step: Pick<InspectionStepRow, 'state' | 'attempt' | 'leaseUntil' | 'shown'> | null
}

const OPEN_PHASES = ['collecting', 'inspecting', 'waiting'] as const

/** As the function `context_step` returns it: amounts and moments are text. */
type StepJson = {
  id: string
  rootId: string
  parentId: string | null
  buyerId: string
  level: number
  phase: Phase
  round: number
  childrenOpened: number
  openChildren: number
  isMatched: boolean
  botsPending: number
  botsUntil: string
  peopleUntil: string | null
  quorum: number | null
  escrowMicros: string | null
  offers: { id: string; version: number; teaser: string; priceMicros: string }[]
  inspection: Omit<StepInspection, 'deadlineAt'> & { deadlineAt: string }
  step: (Omit<NonNullable<LockedStep['step']>, 'leaseUntil'> & { leaseUntil: string }) | null
}

/**
 * Locks one context and reads all that a step needs, in one round trip. Locks are taken deepest first everywhere (a child
 * before its parent), so two branches never wait for each other.
 */
export async function lockStep(tx: Tx, contextId: string): Promise<LockedStep | null> {
  const found = await tx.execute(sql`select context_step(${contextId}) as found`)
  const json = rowsOf<{ found: StepJson | null }>(found)[0]?.found
  if (!json) return null
  const { id, rootId, parentId, buyerId, level, phase, round, childrenOpened, openChildren } = json
  const { isMatched, botsPending, quorum, inspection, step } = json
  const escrowMicros = BigInt(json.escrowMicros ?? 0)
  return {
    context: {
      id,
      rootId,
      parentId,
      buyerId,
      level,
      state: { phase, level, round, childrenOpened, openChildren, escrowMicros },
      openOffers: json.offers.map((offer) => ({ ...offer, priceMicros: BigInt(offer.priceMicros) })),
    },
    inspection: { ...inspection, deadlineAt: new Date(inspection.deadlineAt) },
    collecting: {
      isMatched,
      botsPending,
      quorum,
      botsUntil: new Date(json.botsUntil),
      peopleUntil: json.peopleUntil === null ? null : new Date(json.peopleUntil),
    },
    step: step && { ...step, leaseUntil: new Date(step.leaseUntil) },
  }
}

/** Locks one context and reads its state. */
export async function lockContext(tx: Tx, contextId: string): Promise<LockedContext | null> {
  return (await lockStep(tx, contextId))?.context ?? null
}

/** Locks all contexts of a tree that have not ended, deepest first, and again until no new one has appeared meanwhile. */
export async function lockOpenContexts(tx: Tx, rootId: string): Promise<string[]> {
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
    if (again.length === locked.length) return again.map(({ id }) => id)
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

export const phaseEvent = {
  settled: 'context.settled',
  cancelled: 'context.cancelled',
  failed: 'context.failed',
} as const
