import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { bots, contexts, inspections, offers, resales, users } from '@/db/schema'
import { PAGE_SIZE } from '../../contract/market'
import type { BoughtAtResale, BoughtAtResalePage } from '../../contract/resale'
import type { Deps } from '../../deps'
import { prosesOf } from '../../prose/renderer'
import { nameInHistory } from '../../words/sellers'
import { readMomentCursor, writeMomentCursor } from '../cursors'
import { openResold } from '../private/open'
import type { Viewer } from '../private/sight'
import { namedQuestion } from '../private/sight-sql'

/**
 * One page of what somebody bought at resale, with its texts, the newest first: theirs for good, also once the answer is taken back or its
 * question hidden.
 */
export async function listBoughtAtResale(
  deps: Pick<Deps, 'db' | 'cipher' | 'prose'>,
  buyerId: string,
  { cursor }: { cursor: string | null },
): Promise<BoughtAtResalePage> {
  const after = readMomentCursor(cursor)
  const named = namedQuestion(buyerId)
  const rows = await deps.db
    .select({
      id: resales.id,
      offerId: resales.offerId,
      question: { id: named.id, title: named.title, hasPage: named.hasPage },
      seller: { handle: users.handle, name: users.name },
      bot: { name: bots.name, removedAt: bots.removedAt },
      teaser: offers.teaser,
      priceMicros: resales.priceMicros,
      boughtAt: resales.createdAt,
    })
    .from(resales)
    .innerJoin(offers, eq(offers.id, resales.offerId))
    // The answer is the root's.
    .innerJoin(contexts, eq(contexts.id, resales.rootId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .innerJoin(users, eq(users.id, resales.sellerId))
    .leftJoin(bots, eq(bots.id, offers.botId))
    .where(
      and(
        eq(resales.buyerId, buyerId),
        after
          ? or(
              lt(resales.createdAt, after.at),
              and(eq(resales.createdAt, after.at), sql`${resales.id} > ${after.id}`),
            )
          : undefined,
      ),
    )
    .orderBy(desc(resales.createdAt), resales.id)
    .limit(PAGE_SIZE + 1)
  const shown = rows.slice(0, PAGE_SIZE)
  const texts = await openResold(deps, { buyerId, offerIds: shown.map(({ offerId }) => offerId) })
  const said = shown.map(({ offerId }) => texts.get(offerId)?.reveal() ?? null)
  const proses = await prosesOf(deps.prose, said)
  const last = shown.at(-1)
  return {
    items: shown.map(({ bot, ...row }, index) => ({
      ...row,
      botName: bot ? nameInHistory(bot) : null,
      privateInfo: said[index] ?? null,
      privateProse: proses[index] ?? null,
    })),
    nextCursor: rows.length > PAGE_SIZE && last ? writeMomentCursor(last.boughtAt, last.id) : null,
  }
}

/** What this viewer bought of one offer at resale; null when they did not. */
export async function findBoughtAtResale(
  db: Db,
  { buyerId, offerId }: { buyerId: Viewer; offerId: string },
): Promise<Pick<BoughtAtResale, 'id' | 'priceMicros' | 'boughtAt'> | null> {
  if (buyerId === null) return null
  const [found] = await db
    .select({ id: resales.id, priceMicros: resales.priceMicros, boughtAt: resales.createdAt })
    .from(resales)
    .where(and(eq(resales.offerId, offerId), eq(resales.buyerId, buyerId)))
  return found ?? null
}
