import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { contextAbout, contexts, inspections, offers } from '@/db/schema'
import { decisionOf } from '../../contract/decision'
import type { PageText } from '../../llm/model'
import { readPageTexts, withPages } from '../../market/pages/page-texts'
import { sellerView } from '../../protocol/information-set'
import type { BotQuestion } from './answerer'

type ContextRow = typeof contexts.$inferSelect

/** What a seller is shown of a context: public text, and for a sub-question the teasers it is about. */
export async function readBotQuestion(db: Db, context: ContextRow): Promise<BotQuestion> {
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
  const root = context.parentId === null ? undefined : await rootOf(db, context)
  return {
    contextId: context.id,
    askerId: context.buyerId,
    question: withPages(
      {
        title: context.title,
        body: context.body,
        decision: decisionOf(context),
        pages: context.pages,
      },
      await pagesOf(db, context, root),
    ),
    tags: context.tags,
    subject: context.askKind ? { kind: context.askKind, teasers: teasers.map((row) => row.teaser) } : null,
    ...(root && teasers.length > 0
      ? {
          root: {
            question: {
              title: root.title,
              body: root.body,
              decision: decisionOf(root),
              pages: root.pages,
            },
            askedAt: root.createdAt,
          },
        }
      : {}),
    budgetMicros: context.budgetMicros,
    closesAt: await closingOf(db, context),
  }
}

/** A root takes offers until its deadline; a sub-question waits as long as it waits for its sellers. */
async function closingOf(db: Db, context: ContextRow): Promise<Date> {
  if (context.parentId !== null) return context.peopleUntil ?? context.botsUntil
  const [tree] = await db
    .select({ deadlineAt: inspections.deadlineAt })
    .from(inspections)
    .where(eq(inspections.rootId, context.rootId))
  return tree?.deadlineAt ?? context.botsUntil
}

async function rootOf(db: Db, { rootId }: ContextRow): Promise<ContextRow | undefined> {
  const [root] = await db.select().from(contexts).where(eq(contexts.id, rootId))
  return root
}

/** A sub-question is about the pages of its root. */
async function pagesOf(db: Db, context: ContextRow, root: ContextRow | undefined): Promise<PageText[]> {
  if (context.parentId === null || context.pages.length === 0) return readPageTexts(db, context)
  return root ? readPageTexts(db, root) : []
}
