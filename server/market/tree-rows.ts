import { getTableColumns, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { type JsonRow, jsonReader } from '@/db/from-json'
import {
  type ContextRow,
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

/** As the function `tree_rows` returns it: rows by column name. */
export type TreeJson = {
  inspection: JsonRow
  contexts: JsonRow[]
  offers: JsonRow[] | null
  purchases: JsonRow[] | null
  about: [contextId: string, offerId: string][] | null
}

/** Everything but the search vector, which only the database reads. */
const { search: _unread, ...contextColumns } = getTableColumns(contexts)
const readContext = jsonReader(contextColumns)
const readInspection = jsonReader(getTableColumns(inspections))
const readOffer = jsonReader(getTableColumns(offers))
const readPurchase = jsonReader(getTableColumns(purchases))

/** Reads a tree in one statement: contexts root first, offers in the order they came, purchases in the order they were made. */
export async function readTree(db: Db, rootId: string): Promise<TreeRows | null> {
  const result = await db.execute(sql`select tree_rows(${rootId}) as tree`)
  const tree = rowsOf<{ tree: TreeJson | null }>(result)[0]?.tree
  return tree ? treeOfJson(tree) : null
}

/** Reads what the function `tree_rows` returns. */
export function treeOfJson(tree: TreeJson): TreeRows {
  const about = new Map<string, string[]>()
  for (const [contextId, offerId] of tree.about ?? []) {
    about.set(contextId, [...(about.get(contextId) ?? []), offerId])
  }
  return {
    inspection: readInspection(tree.inspection),
    contexts: tree.contexts.map(readContext),
    offers: (tree.offers ?? []).map(readOffer),
    purchases: (tree.purchases ?? []).map(readPurchase),
    about,
  }
}

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
