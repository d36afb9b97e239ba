import type { Tx } from '@/db/client'
import { advance, type ContextEvent, type Effect, hasEnded } from '../../protocol/advance'
import { eventOf, type Message, messagesAfter } from '../../protocol/messages'
import type { Ids } from '../../shared/ids'
import { type Held, hold } from './held'

/** An event for a context. */
export type Delivery = { contextId: string; event: ContextEvent }

/** A sub-context that an effect opens, with the id that it gets. */
export type Opened = { id: string; ask: Extract<Effect, { type: 'open-child' }>['ask'] }

/** A context after an event, and the effects that are to be carried out. */
export type Delivered = { context: Held; effects: readonly Effect[]; opened: readonly Opened[] }

/**
 * Delivers an event to a context of a tree, and what follows from it to others of that tree, first come, first served: a context
 * that ends tells its parent, one that is cancelled its children. Pure but for the locks: the parents that are told are locked
 * and read as they are reached. Nothing is written (`carryOut`).
 *
 * @param held Contexts that this transaction has locked; those reached are added, all as they are afterwards.
 */
export async function deliver(
  tx: Tx,
  ids: Ids,
  held: Map<string, Held>,
  first: readonly Delivery[],
): Promise<Delivered[]> {
  const delivered: Delivered[] = []
  const messages: Message[] = []
  const take = async (contextId: string, eventFor: (context: Held) => ContextEvent) => {
    const context = held.get(contextId) ?? (await holdParent(tx, contextId))
    const { state, effects } = advance(context.state, eventFor(context))
    const bought = new Set(effects.flatMap((effect) => (effect.type === 'buy' ? effect.offerId : [])))
    const openOffers = context.openOffers.filter(({ id }) => !bought.has(id))
    const opened = effects.flatMap((effect) =>
      effect.type === 'open-child' ? { id: ids.next('context'), ask: effect.ask } : [],
    )
    const after = { ...context, state, openOffers }
    held.set(contextId, after)
    delivered.push({ context: after, effects, opened })
    messages.push(...messagesAfter(after, effects, openChildrenOf(held, contextId)))
  }
  for (const { contextId, event } of first) await take(contextId, () => event)
  for (let next = messages.shift(); next; next = messages.shift()) {
    const message = next
    await take(message.contextId, (context) => eventOf(message, context.openOffers.length))
  }
  return delivered
}

function openChildrenOf(held: ReadonlyMap<string, Held>, parentId: string): string[] {
  return [...held.values()]
    .filter((child) => child.parentId === parentId && !hasEnded(child.state))
    .map(({ id }) => id)
}

async function holdParent(tx: Tx, contextId: string): Promise<Held> {
  const [parent] = await hold(tx, [contextId])
  if (!parent) throw new Error(`Context ${contextId} has a child but no row`)
  return parent
}
