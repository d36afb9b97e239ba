import type { Db } from '@/db/client'
import { type TreeRows, treeRows } from '@/db/functions/tree'
import { isTerminal } from '../protocol/advance'
import type { TreeFacts } from '../protocol/information-set'

export type { TreeRows }

/** Reads a tree in one statement: contexts root first, offers in the order they came, purchases in the order they were made. */
export function readTree(db: Db, rootId: string): Promise<TreeRows | null> {
  return treeRows(db, rootId)
}

/** The tree's shape for the protocol: withdrawn offers are not in it. */
export function factsOf(
  tree: Pick<TreeRows, 'contexts' | 'offers' | 'purchases' | 'steps' | 'about'>,
): TreeFacts {
  return {
    contexts: tree.contexts.map((context) => ({
      id: context.id,
      parentId: context.parentId,
      level: context.level,
      hasEnded: isTerminal(context.phase),
      about: tree.about.get(context.id) ?? [],
      isSealed: context.isSealed,
    })),
    offers: tree.offers
      .filter((offer) => offer.state !== 'withdrawn')
      .map((offer) => ({ id: offer.id, contextId: offer.contextId })),
    purchases: tree.purchases.map((purchase) => ({
      offerId: purchase.offerId,
      contextId: purchase.contextId,
    })),
    steps: tree.steps.map(({ contextId, round, shown, reserved }) => ({
      contextId,
      round,
      reserved,
      shown: shown.map(({ offerId }) => offerId),
    })),
  }
}
