import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { contexts, offers, purchases } from '@/db/schema'
import type { BoughtOffer } from '../../contract/rehearsal'

const SHOWN = 10

/**
 * The teasers of a bot's offers that were bought last on public questions, newest first: what everybody may read on the
 * questions' pages. Without those that repeat an unbought offer, which are sealed there.
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
    .where(
      and(eq(offers.botId, botId), isNull(contexts.parentId), eq(sql`cardinality(${purchases.quotes})`, 0)),
    )
    .orderBy(desc(purchases.createdAt), offers.id)
    .limit(SHOWN)
}
