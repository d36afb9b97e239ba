import type { Db } from '@/db/client'
import type { ContextRow } from '@/db/schema'
import { escrowAccount, userAccount } from './accounts'
import { type Leg, type PostedTransfer, postTransfer, postTransfers } from './post'

/**
 * Holds the budget of a root context: buyer to escrow. Once per context; a repeat returns the first.
 *
 * @throws AppError `ledger.insufficient_funds`, `ledger.key_reused` (another amount or buyer), `ledger.frozen`.
 */
export function fundEscrow(
  db: Db,
  {
    contextId,
    buyerId,
    amountMicros,
    at,
  }: { contextId: string; buyerId: string; amountMicros: bigint; at: Date },
): Promise<PostedTransfer> {
  return postTransfer(db, {
    leg: {
      key: `${contextId}:hold`,
      kind: 'hold',
      from: userAccount(buyerId),
      to: escrowAccount(contextId),
      amountMicros,
      contextId,
      rootId: contextId,
    },
    at,
  })
}

/** A sub-context that is given its budget. */
export interface Carved {
  childId: string
  parentId: string
  amountMicros: bigint
}

/**
 * Gives sub-contexts of one tree their budgets out of their parents' escrows, in one round trip, so that a tree never spends
 * more than its root was given. Once per child; a repeat returns the first.
 *
 * @throws AppError `ledger.insufficient_escrow`, `ledger.key_reused`, `ledger.frozen`.
 */
export function carveEscrows(
  db: Db,
  { rootId, children, at }: { rootId: string; children: readonly Carved[]; at: Date },
): Promise<(PostedTransfer | null)[]> {
  const legs = children.map(
    ({ childId, parentId, amountMicros }): Leg => ({
      key: `${childId}:carve`,
      kind: 'carve',
      from: escrowAccount(parentId),
      to: escrowAccount(childId),
      amountMicros,
      contextId: childId,
      rootId,
    }),
  )
  return postTransfers(db, { legs, at })
}

/** What a release needs to know of a context. */
export type Released = Pick<ContextRow, 'id' | 'rootId' | 'parentId' | 'buyerId' | 'level'>

/** `release` when a context settled or failed, `refund` when its buyer cancelled. */
export type ReleaseKind = 'release' | 'refund'

/**
 * Empties the escrow of a context that ends: a sub-context's into its parent's, a root's back to the buyer. Returns what
 * moved, null when nothing was left. Once per context; a repeat returns the first.
 *
 * @throws AppError `ledger.frozen`.
 */
export async function releaseEscrow(
  db: Db,
  { context, kind = 'release', at }: { context: Released; kind?: ReleaseKind; at: Date },
): Promise<PostedTransfer | null> {
  const [posted] = await postTransfers(db, { legs: [releaseLeg(context, kind)], at })
  return posted ?? null
}

/**
 * Empties the escrows of several contexts of a tree in one round trip, deepest first, so that all reaches the top. Returns what
 * moved for each, in the order given, null when nothing was left. `isCancelled` makes it a refund.
 */
export async function releaseEscrows(
  db: Db,
  { contexts, at }: { contexts: readonly (Released & { isCancelled: boolean })[]; at: Date },
): Promise<(PostedTransfer | null)[]> {
  const deepestFirst = contexts.toSorted((a, b) => b.level - a.level)
  const legs = deepestFirst.map((context) => releaseLeg(context, context.isCancelled ? 'refund' : 'release'))
  const posted = await postTransfers(db, { legs, at })
  const byContext = new Map(deepestFirst.map(({ id }, index) => [id, posted[index] ?? null]))
  return contexts.map(({ id }) => byContext.get(id) ?? null)
}

function releaseLeg(context: Released, kind: ReleaseKind): Leg {
  return {
    key: `${context.id}:release`,
    kind,
    from: escrowAccount(context.id),
    to: context.parentId === null ? userAccount(context.buyerId) : escrowAccount(context.parentId),
    amountMicros: null,
    contextId: context.id,
    rootId: context.rootId,
  }
}
