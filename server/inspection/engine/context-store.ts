import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { contexts, type InspectionRow, type InspectionStepRow, inspections } from '@/db/schema'
import type { PostedOffer } from '../../market/post-offer'
import type { ContextState, Phase } from '../../protocol/advance'

/** An offer that can still be bought. */
export type OpenOffer = PostedOffer

/** A context row that this transaction has locked, with its state as the protocol sees it. */
export type LockedContext = {
  id: string
  rootId: string
  parentId: string | null
  buyerId: string
  level: number
  tags: string[]
  pages: string[]
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

/** As the function `context_steps` returns it: amounts and moments are text. */
export type StepsJson = {
  inspection: Omit<StepInspection, 'deadlineAt'> & { deadlineAt: string }
  contexts:
    | {
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
        tags: string[]
        pages: string[]
        escrowMicros: string | null
        offers: (Omit<OpenOffer, 'priceMicros'> & { priceMicros: string })[]
        step: (Omit<NonNullable<LockedStep['step']>, 'leaseUntil'> & { leaseUntil: string }) | null
      }[]
    | null
}

/**
 * Locks the deepest of these contexts of one tree, those of one level, and reads all that their steps need, in one round trip; in
 * the order wanted. Locks are taken deepest first everywhere (a child before its parent), so two branches never wait for each
 * other.
 */
export async function lockSteps(tx: Tx, contextIds: readonly string[]): Promise<Map<string, LockedStep>> {
  if (contextIds.length === 0) return new Map()
  const result = await tx.execute(sql`select context_steps(${sql.param([...contextIds])}::text[]) as found`)
  return readSteps(rowsOf<{ found: StepsJson | null }>(result)[0]?.found ?? null, contextIds)
}

/** Reads what `context_steps` found, in the order wanted. */
export function readSteps(json: StepsJson | null, contextIds: readonly string[]): Map<string, LockedStep> {
  if (!json?.contexts) return new Map()
  const inspection = { ...json.inspection, deadlineAt: new Date(json.inspection.deadlineAt) }
  const found = new Map(json.contexts.map((context) => [context.id, lockedStep(context, inspection)]))
  return new Map(
    contextIds.flatMap((id) => {
      const step = found.get(id)
      return step ? [[id, step] as const] : []
    }),
  )
}

type ContextJson = NonNullable<StepsJson['contexts']>[number]

function lockedStep(json: ContextJson, inspection: StepInspection): LockedStep {
  const { id, rootId, parentId, buyerId, level, phase, round, childrenOpened, openChildren } = json
  const { isMatched, botsPending, quorum, tags, pages, step } = json
  const escrowMicros = BigInt(json.escrowMicros ?? 0)
  return {
    context: {
      id,
      rootId,
      parentId,
      buyerId,
      level,
      tags,
      pages,
      state: { phase, level, round, childrenOpened, openChildren, escrowMicros },
      openOffers: json.offers.map((offer) => ({ ...offer, priceMicros: BigInt(offer.priceMicros) })),
    },
    inspection,
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
  return (await lockSteps(tx, [contextId])).get(contextId)?.context ?? null
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

/** A state to be written; `unread` is the reason of offers that nobody gave a verdict on, when the context ends with it. */
export type SavedState = { id: string; state: ContextState; unread?: 'not-read' | 'no-verdict' }

/** States as the function `contexts_save` takes them. The escrow is the ledger's and is not written with them. */
export function statesJson(saved: readonly SavedState[]): string {
  const states = saved.map(({ id, state, unread }) => [
    id,
    {
      phase: state.phase,
      round: state.round,
      children_opened: state.childrenOpened,
      open_children: state.openChildren,
      unread,
    },
  ])
  return JSON.stringify(Object.fromEntries(states))
}

export async function readInspection(tx: Tx, rootId: string): Promise<InspectionRow | null> {
  const [inspection] = await tx.select().from(inspections).where(eq(inspections.rootId, rootId))
  return inspection ?? null
}
