import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { contexts, inspections, offers, purchases } from '@/db/schema'
import type { BoughtOffer } from '../../contract/rehearsal'
import { showsTeaser } from '../../market/private/sight-sql'

const SHOWN = 10

/**
 * The teasers of a bot's offers that were bought last on questions that everybody may watch, newest first: what everybody may
 * read on the questions' pages.
 */
export async function listBoughtOffers(db: Db, botId: string): Promise<BoughtOffer[]> {
  return db
    .select({
      id: offers.id,
      teaser: offers.teaser,
      priceMicros: purchases.priceMicros,
      boughtAt: purchases.createdAt,
      question: { id: contexts.id, title: contexts.title },
    })
    .from(purchases)
    .innerJoin(offers, eq(offers.id, purchases.offerId))
    .innerJoin(contexts, eq(contexts.id, offers.contextId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(
      and(
        eq(offers.botId, botId),
        isNull(contexts.parentId),
        eq(inspections.isTreePublic, true),
        showsTeaser(null),
      ),
    )
    .orderBy(desc(purchases.createdAt), offers.id)
    .limit(SHOWN)
}
