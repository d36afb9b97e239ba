import { and, eq, ilike, isNotNull } from 'drizzle-orm'
import { contexts, offers } from '@/db/schema'
import type { SeedDeed } from '@/db/seed/types'
import type { Deps } from '../deps'
import { cancelByBuyer, startInspection } from '../inspection/engine/control'
import { recordDecision } from '../inspection/engine/decide'
import { buyUnseen } from '../market/buy-unseen'
import { editContext } from '../market/edit-context'
import { demoId, offerAs } from './demo-people'

/** A question under way; `rootId` is empty until it is asked. */
export type Scene = { asker: string; rootId: string }

/**
 * Lets a demo person do one thing about a question.
 *
 * @throws Error when there is no such sub-question or offer; AppError as the market's functions.
 */
export async function perform(deps: Deps, scene: Scene, deed: SeedDeed, requestKey: string): Promise<void> {
  const { rootId } = scene
  const asker = demoId(scene.asker)
  switch (deed.does) {
    case 'offer': {
      const contextId = deed.to === undefined ? rootId : await openSubQuestion(deps, rootId, deed.to)
      return offerAs(deps, deed, { contextId, requestKey })
    }
    case 'edit':
      await editContext(deps, asker, { contextId: rootId, title: deed.title, body: deed.body })
      return
    case 'start':
      await startInspection(deps, asker, { contextId: rootId, offerIds: null, requestKey })
      return
    case 'cancel':
      await cancelByBuyer(deps, asker, { rootId, requestKey })
      return
    case 'buy-unseen': {
      const seen = await openOffer(deps, rootId, deed.teaser)
      await buyUnseen(deps, asker, { ...seen, requestKey })
      return
    }
    case 'decide': {
      const { option = null, percent = null, note } = deed
      await recordDecision(deps, asker, { rootId, option, percent, note })
    }
  }
}

/** The sub-question that still takes offers and whose text has these words. */
async function openSubQuestion(deps: Deps, rootId: string, words: string): Promise<string> {
  const found = await deps.db
    .select({ id: contexts.id })
    .from(contexts)
    .where(
      and(
        eq(contexts.rootId, rootId),
        isNotNull(contexts.parentId),
        eq(contexts.phase, 'collecting'),
        ilike(contexts.title, `%${words}%`),
      ),
    )
  const [only] = found
  if (!only || found.length > 1)
    throw new Error(`${found.length} open sub-questions of ${rootId} say “${words}”`)
  return only.id
}

async function openOffer(deps: Deps, contextId: string, teaser: string) {
  const [offer] = await deps.db
    .select({ offerId: offers.id, version: offers.version, priceMicros: offers.priceMicros })
    .from(offers)
    .where(and(eq(offers.contextId, contextId), eq(offers.state, 'open'), eq(offers.teaser, teaser)))
  if (!offer) throw new Error(`No open offer on ${contextId} is called “${teaser}”`)
  return offer
}
