import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { contexts } from '@/db/schema'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { once, type Settle } from '../../market/once'
import { inTree, type Note } from '../../realtime/tree-transaction'

/**
 * Does what the buyer of a tree asks for, once per form, in one transaction of that tree.
 *
 * @throws AppError `market.context_not_found` for anybody else, `request.key_reused`.
 */
export function onBuyersWord(
  deps: Deps,
  buyerId: string,
  {
    route,
    input,
    settle = async () => {},
  }: { route: string; input: { rootId: string; requestKey: string }; settle?: Settle },
  work: (tx: Tx, note: Note) => Promise<void>,
): Promise<{ rootId: string }> {
  const { rootId, requestKey } = input
  return inTree(deps, rootId, async (tx, note) => {
    const request = { userId: buyerId, route, key: requestKey, input, at: deps.clock.now() }
    const done = await once(tx, deps, request, async () => {
      await requireOwnTree(tx, buyerId, rootId)
      await work(tx, note)
      return { rootId }
    })
    await settle(tx, done)
    return done
  })
}

async function requireOwnTree(tx: Tx, buyerId: string, rootId: string): Promise<void> {
  const [root] = await tx
    .select({ id: contexts.id })
    .from(contexts)
    .where(and(eq(contexts.id, rootId), eq(contexts.buyerId, buyerId), isNull(contexts.parentId)))
  if (!root) throw new AppError('market.context_not_found')
}
