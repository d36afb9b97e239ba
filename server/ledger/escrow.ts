import type { Db } from '@/db/client'
import type { ContextRow } from '@/db/schema'
import { escrowAccount, userAccount } from './accounts'
import { type Leg, type PostedTransfer, postTransfer } from './post'

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
 * Gives sub-contexts of one tree their budgets out of their parents' escrows, so that a tree never spends more than its root was
 * given. Once per child; a repeat moves nothing. To be posted in one call (`postTransfers` and its errors).
 */
export function carveLegs(rootId: string, children: readonly Carved[]): Leg[] {
  return children.map(({ childId, parentId, amountMicros }) => ({
    key: `${childId}:carve`,
    kind: 'carve',
    from: escrowAccount(parentId),
    to: escrowAccount(childId),
    amountMicros,
    contextId: childId,
    rootId,
  }))
}

/** A context that ends; `isCancelled` makes its release a refund. */
export type Released = Pick<ContextRow, 'id' | 'rootId' | 'parentId' | 'buyerId' | 'level'> & {
  isCancelled: boolean
}

/**
 * Empties the escrows of contexts of a tree that end: a sub-context's into its parent's, a root's back to the buyer. Deepest
 * first, so that all reaches the top; a leg for each, in the order of the result's `contexts`. Once per context; a repeat moves
 * nothing, and neither does an escrow that is empty.
 */
export function releaseLegs<T extends Released>(contexts: readonly T[]): { contexts: T[]; legs: Leg[] } {
  const deepestFirst = contexts.toSorted((a, b) => b.level - a.level)
  return { contexts: deepestFirst, legs: deepestFirst.map(releaseLeg) }
}

function releaseLeg(context: Released): Leg {
  return {
    key: `${context.id}:release`,
    kind: context.isCancelled ? 'refund' : 'release',
    from: escrowAccount(context.id),
    to: context.parentId === null ? userAccount(context.buyerId) : escrowAccount(context.parentId),
    amountMicros: null,
    contextId: context.id,
    rootId: context.rootId,
  }
}
