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

/**
 * Gives a sub-context its budget out of its parent's escrow, so that a tree never spends more than its root was given. Once per
 * child; a repeat moves nothing. To be posted with `postTransfers`.
 */
export function carveLeg({
  childId,
  parentId,
  rootId,
  amountMicros,
}: {
  childId: string
  parentId: string
  rootId: string
  amountMicros: bigint
}): Leg {
  return {
    key: `${childId}:carve`,
    kind: 'carve',
    from: escrowAccount(parentId),
    to: escrowAccount(childId),
    amountMicros,
    contextId: childId,
    rootId,
  }
}

/** A context that ends, and what its escrow holds; `isCancelled` makes its release a refund. */
export type Released = Pick<ContextRow, 'id' | 'rootId' | 'parentId' | 'buyerId'> & {
  amountMicros: bigint
  isCancelled: boolean
}

/**
 * Empties the escrow of a context that ends: a sub-context's into its parent's, a root's back to the buyer. Once per context; a
 * repeat moves nothing. Of several, the deepest first, so that all reaches the top.
 */
export function releaseLeg({ id, rootId, parentId, buyerId, amountMicros, isCancelled }: Released): Leg {
  return {
    key: `${id}:release`,
    kind: isCancelled ? 'refund' : 'release',
    from: escrowAccount(id),
    to: parentId === null ? userAccount(buyerId) : escrowAccount(parentId),
    amountMicros,
    contextId: id,
    rootId,
  }
}
