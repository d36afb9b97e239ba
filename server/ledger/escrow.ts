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
  amountMicros: bigint
}

/**
 * Gives sub-contexts their budgets out of their parent's escrow, in one round trip, so that a tree never spends more than
 * its root was given. Once per child; a repeat returns the first.
 *
 * @throws AppError `ledger.insufficient_escrow`, `ledger.key_reused`, `ledger.frozen`.
 */
export function carveEscrows(
  db: Db,
  {
    parentId,
    rootId,
    children,
    at,
  }: { parentId: string; rootId: string; children: readonly Carved[]; at: Date },
): Promise<(PostedTransfer | null)[]> {
  const legs = children.map(
    ({ childId, amountMicros }): Leg => ({
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

/** Empties the escrows of several contexts of a tree in one round trip, deepest first, so that all reaches the top. */
export async function releaseEscrows(
  db: Db,
  { contexts, kind = 'release', at }: { contexts: readonly Released[]; kind?: ReleaseKind; at: Date },
): Promise<void> {
  const deepestFirst = [...contexts].sort((a, b) => b.level - a.level)
  await postTransfers(db, { legs: deepestFirst.map((context) => releaseLeg(context, kind)), at })
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
