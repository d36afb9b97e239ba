import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { contextAbout, type contexts, offers } from '@/db/schema'
import { decisionOf } from '../market/contract'
import { sellerView } from '../protocol/information-set'
import type { BotQuestion } from './answering'

/** What a seller is shown of a context: public text, and for a sub-question the teasers it is about. */
export async function readBotQuestion(db: Db, context: typeof contexts.$inferSelect): Promise<BotQuestion> {
  const about = await db.select().from(contextAbout).where(eq(contextAbout.contextId, context.id))
  const { teasersOf } = sellerView(about.map((row) => row.offerId))
  const teasers =
    teasersOf.length > 0
      ? await db
          .select({ teaser: offers.teaser })
          .from(offers)
          .where(inArray(offers.id, teasersOf))
          .orderBy(asc(offers.id))
      : []
  return {
    contextId: context.id,
    question: {
      title: context.title,
      body: context.body,
      decision: decisionOf(context),
      pages: context.pages,
    },
    tags: context.tags,
    subject: context.askKind ? { kind: context.askKind, teasers: teasers.map((row) => row.teaser) } : null,
    budgetMicros: context.budgetMicros,
  }
}
