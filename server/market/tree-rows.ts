import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { Db } from '@/db/client'
import {
  type ContextRow,
  contextAbout,
  contexts,
  type InspectionRow,
  inspections,
  type OfferRow,
  offers,
  type PurchaseRow,
  purchases,
} from '@/db/schema'
import { isTerminal } from '../protocol/advance'
import type { TreeFacts } from '../protocol/information-set'

/** All rows of one tree except private information; the rows every view and every step starts from. */
export type TreeRows = {
  inspection: InspectionRow
  contexts: Omit<ContextRow, 'search'>[]
  offers: OfferRow[]
  purchases: PurchaseRow[]
  /** Offers each sub-context is about. */
  about: Map<string, string[]>
}

/** Reads a tree, contexts root first, offers in the order they came, purchases in the order they were made. */
export async function readTree(db: Db, rootId: string): Promise<TreeRows | null> {
  const [inspection] = await db.select().from(inspections).where(eq(inspections.rootId, rootId))
  if (!inspection) return null
  const contextRows = await db
    .select(contextColumns)
    .from(contexts)
    .where(eq(contexts.rootId, rootId))
    .orderBy(asc(contexts.level), asc(contexts.createdAt), asc(contexts.id))
  const offerRows = await db
    .select()
    .from(offers)
    .where(eq(offers.rootId, rootId))
    .orderBy(asc(offers.createdAt), asc(offers.id))
  const purchaseRows = await db
    .select()
    .from(purchases)
    .where(eq(purchases.rootId, rootId))
    .orderBy(asc(purchases.createdAt), asc(purchases.id))
  const aboutRows =
    contextRows.length > 1
      ? await db
          .select({ contextId: contextAbout.contextId, offerId: contextAbout.offerId })
          .from(contextAbout)
          .innerJoin(contexts, eq(contexts.id, contextAbout.contextId))
          .where(eq(contexts.rootId, rootId))
      : []
  const about = new Map<string, string[]>()
  for (const row of aboutRows) about.set(row.contextId, [...(about.get(row.contextId) ?? []), row.offerId])
  return { inspection, contexts: contextRows, offers: offerRows, purchases: purchaseRows, about }
}

/** Everything but the search vector, which only the database reads. */
const { search: _unread, ...contextColumns } = getTableColumns(contexts)

/** The tree's shape for the protocol: withdrawn offers are not in it. */
export function factsOf(tree: Pick<TreeRows, 'contexts' | 'offers' | 'purchases'>): TreeFacts {
  return {
    contexts: tree.contexts.map((context) => ({
      id: context.id,
      parentId: context.parentId,
      level: context.level,
      hasEnded: isTerminal(context.phase),
    })),
    offers: tree.offers
      .filter((offer) => offer.state !== 'withdrawn')
      .map((offer) => ({ id: offer.id, contextId: offer.contextId })),
    purchases: tree.purchases.map((purchase) => ({
      offerId: purchase.offerId,
      contextId: purchase.contextId,
    })),
  }
}
