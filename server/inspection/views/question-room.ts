import { eq } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { contexts, inspections } from '@/db/schema'
import type { Deps } from '../../deps'
import { viewWallet } from '../../ledger/wallet'
import { viewContext, viewOffers } from '../../market/context-view'
import type { Viewer } from '../../market/private/sight'
import type { ResolveCase } from '../../protocol/resolution'
import type { QuestionRoom } from '../../tree/room'
import { viewTree } from './tree-view'

/** A tree that moves with every look is shown as it was seen last: its next event brings the page the rest. */
const LOOKS_MAX = 3

/**
 * A question, its offers, its tree and its asker's wallet, as they stood at one moment: each is read by itself, and all of them again
 * when something has happened in between. A page that put them together itself would say that nothing is spent beside a wallet that
 * has paid.
 *
 * @throws AppError as `viewContext`.
 */
export async function viewRoom(
  deps: Deps,
  viewer: Viewer,
  contextId: string,
  office: ResolveCase['office'] = null,
): Promise<QuestionRoom> {
  for (let look = 1; ; look += 1) {
    const before = await lastSeqOf(deps.db, contextId)
    const room = await lookAt(deps, viewer, contextId, office)
    if (look === LOOKS_MAX || (await lastSeqOf(deps.db, contextId)) === before) return room
  }
}

async function lookAt(
  deps: Deps,
  viewer: Viewer,
  contextId: string,
  office: ResolveCase['office'],
): Promise<QuestionRoom> {
  const view = await viewContext(deps, viewer, contextId, office)
  const [offers, tree, wallet] = await Promise.all([
    viewOffers(deps, viewer, contextId),
    view.can.seeTree ? viewTree(deps, viewer, view.rootId) : null,
    view.isYours && viewer !== null ? viewWallet(deps, viewer) : null,
  ])
  return { view, offers, tree, wallet }
}

/** The number of the last event in the tree of a question; undefined where there is none. */
async function lastSeqOf(db: Db, contextId: string): Promise<number | undefined> {
  const [found] = await db
    .select({ lastSeq: inspections.lastSeq })
    .from(contexts)
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(eq(contexts.id, contextId))
  return found?.lastSeq
}
