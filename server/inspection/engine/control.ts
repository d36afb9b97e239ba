import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { contexts, inspections, ledgerTransfers } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { lockOwnRoot } from '../../market/edit-context'
import { once } from '../../market/once'
import { isTerminal } from '../../protocol/advance'
import { inTree, type Note } from '../../realtime/tree-transaction'
import { carryOut } from './carry-out'
import { deliver } from './deliver'
import { hold, holdOpen } from './held'
import { onBuyersWord } from './on-buyers-word'

/**
 * Starts an inspection on the buyer's word, over all offers or the chosen ones.
 *
 * @throws AppError `market.context_not_found`, `inspection.already_running`, `inspection.no_offers`,
 * `market.offer_not_found` (a chosen offer is not on this question).
 */
export async function startInspection(
  deps: Deps,
  buyerId: string,
  input: { contextId: string; offerIds: string[] | null; requestKey: string },
): Promise<{ rootId: string }> {
  const { contextId, offerIds } = input
  return deps.db.transaction((tx) =>
    once(
      tx,
      deps,
      { userId: buyerId, route: 'inspection.start', key: input.requestKey, input, at: deps.clock.now() },
      async () => {
        const context = await lockOwnRoot(tx, buyerId, contextId)
        if (isTerminal(context.phase)) throw new AppError('market.context_closed')
        if (context.phase !== 'collecting') throw new AppError('inspection.already_running')
        const open = await tx.query.offers.findMany({
          columns: { id: true },
          where: (offer) => and(eq(offer.contextId, contextId), eq(offer.state, 'open')),
        })
        if (open.length === 0) throw new AppError('inspection.no_offers')
        const known = new Set(open.map((offer) => offer.id))
        if (offerIds?.some((id) => !known.has(id))) throw new AppError('market.offer_not_found')
        // A quorum of one is reached by the offers that are there.
        // Who chooses what is read wants nothing else read afterwards.
        const sittings = offerIds ? { sittingsLeft: 0 } : {}
        await tx
          .update(contexts)
          .set({ quorum: 1, ...sittings })
          .where(eq(contexts.id, contextId))
        if (offerIds)
          await tx
            .update(inspections)
            .set({ chosenOffers: offerIds })
            .where(eq(inspections.rootId, contextId))
        await recordAct(tx, deps, buyerId, { act: 'inspection.started', questionId: contextId })
        await deps.jobs.enqueue(tx, 'inspection.advance', [{ rootId: contextId, contextId }])
        return { rootId: contextId }
      },
    ),
  )
}

/**
 * The buyer cancels a question, or stops its inspection: what is bought stays bought, everything else returns. Calls under
 * way are dropped when they come back.
 *
 * @throws AppError `market.context_not_found`, `inspection.not_running` when it has ended.
 */
export async function cancelByBuyer(
  deps: Deps,
  buyerId: string,
  input: { rootId: string; requestKey: string },
): Promise<{ returnedMicros: bigint }> {
  const { rootId } = input
  await onBuyersWord(deps, buyerId, { route: 'inspection.cancel', input }, async (tx, note) => {
    const amountMicros = await endTree(tx, deps, note, rootId, true)
    if (amountMicros === null) throw new AppError('inspection.not_running')
    await recordAct(tx, deps, buyerId, { act: 'question.cancelled', questionId: rootId, amountMicros })
  })
  return { returnedMicros: await returnedTo(deps.db, rootId) }
}

/** What came back of a tree's budget when it last ended. */
async function returnedTo(db: Db, rootId: string): Promise<bigint> {
  const [returned] = await db
    .select({ micros: sql`coalesce(sum(${ledgerTransfers.amountMicros}), 0)`.mapWith(BigInt) })
    .from(ledgerTransfers)
    .where(
      inArray(
        ledgerTransfers.key,
        sql`(select unnest(case when c.reopened = 0 then array[c.id || ':release', c.id || ':release:allowance']
          else array[c.id || ':release:' || c.reopened] end) from buyer_context c where c.id = ${rootId})`,
      ),
    )
  return returned?.micros ?? 0n
}

/**
 * The buyer has heard enough: a question that is provisional ends, with its answer as it is and the rest returned; while the inspector
 * is at it, the sitting under way is the last.
 *
 * @throws AppError `market.context_not_found`; `inspection.not_begun` before the first sitting, `inspection.last_reading` when none would
 * follow the one under way, `inspection.not_running` when it has ended.
 */
export async function sayEnough(
  deps: Deps,
  buyerId: string,
  input: { rootId: string; requestKey: string },
): Promise<{ rootId: string }> {
  return onBuyersWord(deps, buyerId, { route: 'inspection.enough', input }, async (tx, note) => {
    const [root] = await hold(tx, [input.rootId])
    if (root?.state.phase === 'collecting') throw new AppError('inspection.not_begun')
    if (!(await endSittings(tx, deps, note, input.rootId))) {
      const isOver = !root || isTerminal(root.state.phase)
      throw new AppError(isOver ? 'inspection.not_running' : 'inspection.last_reading')
    }
    await recordAct(tx, deps, buyerId, { act: 'inspection.ended', questionId: input.rootId })
  })
}

/** Makes the sitting under way the last one, or ends a root between two. False when no sitting would have followed. */
export async function endSittings(tx: Tx, deps: Deps, note: Note, rootId: string): Promise<boolean> {
  const [root] = await hold(tx, [rootId])
  if (!root || isTerminal(root.state.phase) || root.state.sittingsLeft === 0) return false
  note({ type: 'enough.said', contextId: rootId })
  const enough = { contextId: rootId, event: { type: 'enough' as const } }
  await carryOut(tx, deps, note, await deliver(tx, deps.ids, new Map([[rootId, root]]), [enough]), {
    isAct: true,
  })
  return true
}

/** Cancels a tree whoever owns it: for the engine's own limits. */
export async function cancelTree(deps: Deps, rootId: string): Promise<void> {
  await inTree(deps, rootId, (tx, note) => endTree(tx, deps, note, rootId, false))
}

/** Ends every open context, deepest first, so that each escrow reaches the top, on a person's word (`isAct`) or not. Returns what goes back to the buyer; null when nothing was open. */
async function endTree(
  tx: Tx,
  deps: Deps,
  note: Note,
  rootId: string,
  isAct: boolean,
): Promise<bigint | null> {
  const open = await holdOpen(tx, rootId)
  if (open.length === 0) return null
  const held = new Map(open.map((context) => [context.id, context]))
  // One that was answered before keeps its answer, and can still be decided and resolved.
  const type = held.get(rootId)?.reopened === 0 ? ('cancel' as const) : ('stop' as const)
  const delivered = await deliver(tx, deps.ids, held, [{ contextId: rootId, event: { type } }])
  await carryOut(tx, deps, note, delivered, { isAct })
  const ends = delivered.flatMap(({ context, effects }) => (context.id === rootId ? effects : []))
  return ends.reduce((sum, effect) => sum + (effect.type === 'ended' ? effect.returnedMicros : 0n), 0n)
}
