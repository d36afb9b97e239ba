import { and, asc, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import {
  bots,
  complaints,
  contexts,
  inspections,
  offers,
  publications,
  purchaseScores,
  purchases,
  resales,
} from '@/db/schema'
import { PAGE_SIZE } from '../../contract/market'
import type { OwnOffer, OwnOffersInput, OwnOffersPage, SellingScope } from '../../contract/selling'
import { bondOf } from '../../market/bond'
import { EARNED } from '../../market/complaints/record'
import { sharesToSellers } from '../../market/counted-shares'
import { readMomentCursor, writeMomentCursor } from '../../market/cursors'
import { opensPage, saysWords } from '../../market/private/sight-sql'
import { ratingsFor } from '../../market/rate-purchase'
import { nameInHistory } from '../../words/sellers'
import { type Bands, isPriceObstacle, isTreeOver, kindColumns, readBands } from './learning'
import { inGroup, inScope } from './scope'

/** One page of a seller's own offers, newest first: what the figures count. */
export async function listOwnOffers(db: Db, sellerId: string, input: OwnOffersInput): Promise<OwnOffersPage> {
  const after = readMomentCursor(input.cursor)
  const rows = await selectOwn(db, sellerId)
    .where(
      and(
        inScope(sellerId, input),
        inGroup(input.show, input.reason),
        after
          ? or(lt(offers.createdAt, after.at), and(eq(offers.createdAt, after.at), gt(offers.id, after.id)))
          : undefined,
      ),
    )
    .orderBy(desc(offers.createdAt), asc(offers.id))
    .limit(PAGE_SIZE + 1)
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    offers: await ownOffers(db, sellerId, shown),
    nextCursor: rows.length > PAGE_SIZE && last ? writeMomentCursor(last.createdAt, last.id) : null,
  }
}

/** The newest offers of a writer that are decided, as the list has them. */
export async function listDecided(
  db: Db,
  sellerId: string,
  { scope, most }: { scope: SellingScope; most: number },
): Promise<OwnOffer[]> {
  const rows = await selectOwn(db, sellerId)
    .where(and(inScope(sellerId, scope), inArray(offers.state, ['bought', 'passed'])))
    .orderBy(desc(offers.createdAt), asc(offers.id))
    .limit(most)
  return ownOffers(db, sellerId, rows)
}

async function ownOffers(db: Db, sellerId: string, rows: readonly Row[]): Promise<OwnOffer[]> {
  const bands = await readBands(db, sellerId, rows.filter(wasTooDear))
  const bought = rows.filter(({ state }) => state === 'bought').map(({ id }) => id)
  const shares = await sharesToSellers(db, bought)
  const rated = await ratingsFor(db, { isBuyer: false, personId: sellerId }, bought)
  return rows.map((row) => ({
    ...ownOffer(row, bands),
    share: shares.get(row.id) ?? null,
    rating: rated.get(row.id) ?? null,
  }))
}

function selectOwn(db: Db, sellerId: string) {
  return db
    .select({
      id: offers.id,
      teaser: offers.teaser,
      priceMicros: offers.priceMicros,
      state: offers.state,
      reason: offers.reason,
      firstReadAt: offers.firstReadAt,
      isTeaserFair: offers.isTeaserFair,
      bondMicros: offers.bondMicros,
      isQuoted: sql<boolean>`exists (
        select 1 from ${publications} where ${publications.rootId} = ${offers.rootId} and ${publications.takenBackAt} is null
          and ${offers.id} = any(${publications.quoted}))`,
      resales: sql<number>`(
        select count(*)::int from ${resales} sold
        where sold.offer_id = ${offers.id} and not accounts_linked(sold.buyer_id, sold.seller_id))`,
      resaleMicros: sql`(
        select coalesce(sum(sold.price_micros - sold.fee_micros - sold.share_micros), 0)
        from ${resales} sold where sold.offer_id = ${offers.id})`.mapWith(BigInt),
      phase: contexts.phase,
      createdAt: offers.createdAt,
      botId: bots.id,
      botName: bots.name,
      botRemovedAt: bots.removedAt,
      way: purchases.way,
      earnedMicros: sql<bigint | null>`${EARNED}`.mapWith(BigInt),
      refundedMicros: sql`coalesce(${complaints.refundedMicros}, 0)`.mapWith(BigInt),
      contextId: contexts.id,
      title: contexts.title,
      parentId: contexts.parentId,
      canOpen: opensPage(sellerId),
      saysWords: saysWords(sellerId),
      isTreeOver,
      bits: purchaseScores.bits,
      ...kindColumns,
    })
    .from(offers)
    .innerJoin(contexts, eq(contexts.id, offers.contextId))
    .innerJoin(inspections, eq(inspections.rootId, offers.rootId))
    .leftJoin(bots, eq(bots.id, offers.botId))
    .leftJoin(purchases, eq(purchases.offerId, offers.id))
    .leftJoin(complaints, eq(complaints.offerId, offers.id))
    .leftJoin(purchaseScores, and(eq(purchaseScores.offerId, offers.id), eq(inspections.isTreePublic, true)))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectOwn>>[number]

function wasTooDear(row: Pick<Row, 'isTreeOver' | 'state' | 'reason'>): boolean {
  return row.isTreeOver && row.state === 'passed' && isPriceObstacle(row.reason)
}

function ownOffer(row: Row, bands: Bands): Omit<OwnOffer, 'share' | 'rating'> {
  const isPassed = row.isTreeOver && row.state === 'passed'
  return {
    id: row.id,
    teaser: row.teaser,
    priceMicros: row.priceMicros,
    state: row.state,
    reason: row.reason,
    way: row.way,
    earnedMicros: row.earnedMicros,
    refundedMicros: row.refundedMicros,
    firstReadAt: row.firstReadAt,
    isTeaserFair: row.isTeaserFair,
    createdAt: row.createdAt,
    bot:
      row.botId !== null && row.botName !== null
        ? { id: row.botId, name: nameInHistory({ name: row.botName, removedAt: row.botRemovedAt }) }
        : null,
    question: {
      id: row.contextId,
      title: row.saysWords ? row.title : null,
      isSubQuestion: row.parentId !== null,
      canOpen: row.canOpen,
    },
    isQuoted: row.isQuoted,
    resales: row.resales,
    resaleMicros: row.resaleMicros,
    bond: bondOf(row, row),
    bits: row.bits,
    wasPriceObstacle: isPassed ? isPriceObstacle(row.reason) : null,
    usually: wasTooDear(row) ? bands.of(row) : null,
  }
}

/** The seller's bots, to look at their offers apart. */
export async function listWriters(db: Db, sellerId: string): Promise<{ botId: string; name: string }[]> {
  const found = await db
    .select({ botId: bots.id, name: bots.name, removedAt: bots.removedAt })
    .from(bots)
    .where(eq(bots.ownerId, sellerId))
    .orderBy(asc(bots.name), asc(bots.id))
  return found.map((bot) => ({ botId: bot.botId, name: nameInHistory(bot) }))
}
