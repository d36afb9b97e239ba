import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { rowsOf, type Tx } from '@/db/client'
import { contexts, decisionKind, stepState } from '@/db/schema'
import { OPEN_PHASES } from '../../market/matching/read-contexts'
import type { PostedOffer } from '../../market/post-offer'
import { type ContextState, PHASES } from '../../protocol/advance'
import { policySchema } from '../../protocol/policy'
import { TREE_STATUSES } from '../../tree/contract'

/**
 * Contexts of one tree that a transaction has locked, with all that their next step needs. Locks are taken deepest first everywhere
 * (a child before its parent), so two branches never wait for each other.
 */

const micros = z.string().transform(BigInt)
const moment = z.string().transform((text) => new Date(text))

/** As the functions of `db/functions/inspection.sql` return it. */
const inspectionSchema = z.object({
  status: z.enum(TREE_STATUSES),
  policy: policySchema,
  deadlineAt: moment,
  chosenOffers: z.array(z.string()).nullable(),
  treeContexts: z.int(),
  isFrozen: z.boolean(),
})

const rowSchema = z.object({
  id: z.string(),
  rootId: z.string(),
  parentId: z.string().nullable(),
  buyerId: z.string(),
  level: z.int(),
  phase: z.enum(PHASES),
  round: z.int(),
  childrenOpened: z.int(),
  openChildren: z.int(),
  isMatched: z.boolean(),
  botsPending: z.int(),
  botsUntil: moment,
  peopleUntil: moment.nullable(),
  quorum: z.int().nullable(),
  title: z.string(),
  body: z.string(),
  decision: z.enum(decisionKind.enumValues),
  options: z.array(z.string()),
  claim: z.string(),
  tags: z.array(z.string()),
  pages: z.array(z.string()),
  isSealed: z.boolean(),
  budgetMicros: micros,
  createdAt: moment,
  escrowMicros: micros,
  teasersAbout: z.array(z.string()),
  offers: z.array(
    z.object({
      id: z.string(),
      version: z.int(),
      teaser: z.string(),
      priceMicros: micros,
      contentHash: z.string().nullable(),
    }),
  ),
  step: z
    .object({
      state: z.enum(stepState.enumValues),
      attempt: z.int(),
      failures: z.int(),
      leaseUntil: moment,
      shown: z.array(z.object({ offerId: z.string(), version: z.int() })),
    })
    .nullable(),
})

const foundSchema = z.object({
  inspection: inspectionSchema.nullable(),
  contexts: z.array(rowSchema).nullable(),
})

/** What a step needs to know of its tree. `isFrozen`: money does not move, so nothing is begun. */
export type HeldInspection = z.infer<typeof inspectionSchema>

type Row = z.infer<typeof rowSchema>

/** A locked context. Its state is the protocol's; the escrow in it is what the ledger holds. */
export type Held = Omit<
  Row,
  'phase' | 'round' | 'childrenOpened' | 'openChildren' | 'escrowMicros' | 'offers'
> & {
  state: ContextState
  /** Offers that can still be bought, in the order they came. */
  openOffers: readonly PostedOffer[]
  inspection: HeldInspection
}

/** Locks the deepest of these contexts, those of one level, and reads them, in one round trip; in the order of the ids wanted. */
export async function hold(tx: Tx, contextIds: readonly string[]): Promise<Held[]> {
  if (contextIds.length === 0) return []
  const result = await tx.execute(sql`select contexts_hold(${sql.param([...contextIds])}::text[]) as found`)
  return heldOf(rowsOf<{ found: unknown }>(result)[0]?.found, contextIds)
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
  if (ids.length === 0) return []
  const result = await tx.execute(sql`select contexts_read(${sql.param(ids)}::text[]) as found`)
  return heldOf(rowsOf<{ found: unknown }>(result)[0]?.found, ids)
}

/** Reads what the functions return, in the order of the ids wanted. */
export function heldOf(found: unknown, contextIds: readonly string[]): Held[] {
  const { inspection, contexts: rows } = foundSchema.parse(found)
  if (!inspection || !rows) return []
  const byId = new Map(rows.map((row) => [row.id, toHeld(row, inspection)]))
  return contextIds.flatMap((id) => byId.get(id) ?? [])
}

function toHeld(
  { phase, round, childrenOpened, openChildren, escrowMicros, offers: openOffers, ...row }: Row,
  inspection: HeldInspection,
): Held {
  const { level } = row
  return {
    ...row,
    inspection,
    openOffers,
    state: { phase, level, round, childrenOpened, openChildren, escrowMicros },
  }
}
