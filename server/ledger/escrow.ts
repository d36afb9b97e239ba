import { sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { type HeldBudget, ledgerHold } from '@/db/functions/ledger'
import type { ContextRow } from '@/db/schema'
import { allowanceAccount, escrowAccount, userAccount } from './accounts'
import { inMarketWords } from './errors'
import type { Leg } from './post'

/**
 * Holds the budget of a root context: out of the buyer's allowance as far as it goes, the rest out of their own credits. Once per
 * context; a repeat returns the first. `dailyMicros` is what the buyer is given for a day (`dailyGrantOf`).
 *
 * @throws AppError `ledger.insufficient_funds`, `ledger.key_reused` (another amount or buyer), `ledger.frozen`.
 */
export function fundEscrow(
  db: Db,
  {
    dailyMicros = 0n,
    ...held
  }: { contextId: string; buyerId: string; amountMicros: bigint; dailyMicros?: bigint; at: Date },
): Promise<HeldBudget> {
  return inMarketWords(ledgerHold(db, { ...held, dailyMicros }))
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

type OwnHold = { contextId: string; buyerId: string; amountMicros: bigint }

const ownHold = (key: string, { contextId, buyerId, amountMicros }: OwnHold): Leg => ({
  key: `${contextId}:${key}`,
  kind: 'hold',
  from: userAccount(buyerId),
  to: escrowAccount(contextId),
  amountMicros,
  contextId,
  rootId: contextId,
})

/** Puts more of the buyer's own credits into a root that is open; each time has a number from 1. To be posted with `postTransfer`. */
export const raiseLeg = ({ raised, ...held }: OwnHold & { raised: number }): Leg =>
  ownHold(`raise:${raised}`, held)

/**
 * The new budget of a root that its buyer takes up again for the `reopened`-th time: out of their own credits alone, so all of it that is
 * left returns there.
 */
export const reopenLeg = ({ reopened, ...held }: OwnHold & { reopened: number }): Leg =>
  ownHold(`hold:${reopened}`, held)

/** A context that ends, and what its escrow holds; `isCancelled` makes its release a refund. */
export type Released = Pick<ContextRow, 'id' | 'rootId' | 'parentId' | 'buyerId'> &
  Partial<Pick<ContextRow, 'budgetMicros' | 'allowanceMicros' | 'reopened'>> & {
    amountMicros: bigint
    isCancelled: boolean
  }

/**
 * Empties the escrow of a context that ends: a sub-context's into its parent's, a root's back to where its budget came from. Once
 * per context, and again each time a root was taken up again; a repeat moves nothing. Of several, the deepest first, so that all reaches the top.
 *
 * The allowance is spent first: of what is left, the buyer's own part returns first, and only what is left beyond it to the
 * allowance.
 */
export function releaseLegs(released: Released): Leg[] {
  const { id, rootId, parentId, buyerId, amountMicros, isCancelled, reopened = 0 } = released
  const kind = isCancelled ? 'refund' : 'release'
  const leg = (key: string, to: string, micros: bigint): Leg[] =>
    micros === 0n
      ? []
      : [{ key, kind, from: escrowAccount(id), to, amountMicros: micros, contextId: id, rootId }]
  if (parentId !== null) return leg(`${id}:release`, escrowAccount(parentId), amountMicros)
  if (reopened > 0) return leg(`${id}:release:${reopened}`, userAccount(buyerId), amountMicros)
  const ownMicros = ownPart(released)
  return [
    ...leg(`${id}:release`, userAccount(buyerId), ownMicros),
    ...leg(`${id}:release:allowance`, allowanceAccount(buyerId), amountMicros - ownMicros),
  ]
}

/** Of a root in `buyer_context`: what was held for it last, which is anew where its buyer took it up again. */
export const lastBudget = sql<string>`coalesce(
  (select t.amount_micros from ledger_transfer t where t.key = buyer_context.id || ':hold:' || buyer_context.reopened),
  buyer_context.budget_micros)`

function ownPart({ amountMicros, budgetMicros, allowanceMicros = 0n }: Released): bigint {
  if (budgetMicros === undefined || allowanceMicros === 0n) return amountMicros
  const held = budgetMicros - allowanceMicros
  return held < amountMicros ? held : amountMicros
}
