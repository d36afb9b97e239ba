import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { inspections, offers, personMutes, purchases, resales } from '@/db/schema'
import type { QuestionCard, SimilarQuestion } from '../../contract/market-view'
import type { ForResale } from '../../contract/resale'
import type { Deps } from '../../deps'
import type { Viewer } from '../private/sight'

/** Rows of `info_offer` that are for resale now: the database's function says what is. */
export const isForResale = (now: Date): SQL<boolean> =>
  // Said twice, so that the index of a question's offers is all that is read for most.
  sql<boolean>`(${offers.licence} = 'resale' and ${offers.state} = 'bought' and offer_resells(${offers}, ${now.toISOString()}::timestamptz))`

/** What is for resale on one question, in the order of posting; empty where nothing is, or there is no such question. */
export async function forResaleOn(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  rootId: string,
): Promise<ForResale[]> {
  const rows = await db
    .select({
      offerId: offers.id,
      priceMicros: offers.resaleMicros,
      isYours: isSide(viewer),
      isBought: hasBought(viewer),
      isBlocked: hasBlocked(viewer),
    })
    .from(offers)
    .innerJoin(purchases, eq(purchases.offerId, offers.id))
    .where(and(eq(offers.rootId, rootId), isForResale(clock.now())))
    .orderBy(offers.createdAt, offers.id)
  return rows.map(({ offerId, priceMicros, ...row }) => ({
    offerId,
    // The table holds a price with every such row.
    priceMicros: priceMicros ?? 0n,
    hurdle: hurdleOf(viewer, row),
  }))
}

/** Questions with what of their published answers can be bought, and from what price on. */
export async function withResale(
  deps: Pick<Deps, 'db' | 'clock'>,
  cards: readonly QuestionCard[],
): Promise<SimilarQuestion[]> {
  const answered = cards.filter(({ answer }) => answer !== null)
  const found = await resalesOf(
    deps,
    answered.map(({ id }) => id),
  )
  return cards.map((card) => ({ ...card, resale: found.get(card.id) ?? null }))
}

async function resalesOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  rootIds: readonly string[],
): Promise<Map<string, SimilarQuestion['resale']>> {
  if (rootIds.length === 0) return new Map()
  const rows = await db
    .select({
      rootId: offers.rootId,
      fromMicros: sql`min(${offers.resaleMicros})`.mapWith(BigInt),
      sources: sql<number>`count(*)::int`,
    })
    .from(offers)
    .where(and(inArray(offers.rootId, [...rootIds]), isForResale(clock.now())))
    .groupBy(offers.rootId)
  return new Map(rows.map(({ rootId, ...one }) => [rootId, one]))
}

type Standing = { isYours: boolean; isBought: boolean; isBlocked: boolean }

export function hurdleOf(viewer: Viewer, { isYours, isBought, isBlocked }: Standing): ForResale['hurdle'] {
  if (viewer === null) return 'signed-out'
  if (isYours) return 'yours'
  if (isBought) return 'bought'
  return isBlocked ? 'blocked' : null
}

const isSide = (viewer: Viewer) =>
  sql<boolean>`(${viewer ?? ''} in (${offers.sellerId}, ${purchases.buyerId}))`

const hasBought = (viewer: Viewer) =>
  sql<boolean>`exists (select from ${resales} mine where mine.offer_id = ${offers.id} and mine.buyer_id = ${viewer ?? ''})`

/** Who has blocked the other of two, seller or buyer, is the same to both: nothing is sold between them. */
const hasBlocked = (viewer: Viewer) => sql<boolean>`exists (
  select from ${personMutes} mute
  where mute.is_blocked and ((mute.person_id = ${viewer ?? ''} and mute.other_id = ${offers.sellerId})
    or (mute.person_id = ${offers.sellerId} and mute.other_id = ${viewer ?? ''})))`

/** One offer as its buyer has it, while it is for resale; null when it is not. */
export async function findForResale(
  db: Db,
  { offerId, buyerId, now }: { offerId: string; buyerId: string; now: Date },
) {
  const [found] = await db
    .select({
      rootId: offers.rootId,
      contextId: offers.contextId,
      sellerId: offers.sellerId,
      botId: offers.botId,
      askerId: purchases.buyerId,
      priceMicros: offers.resaleMicros,
      feeBasisPoints: inspections.feeBasisPoints,
      isYours: isSide(buyerId),
      isBought: hasBought(buyerId),
      isBlocked: hasBlocked(buyerId),
    })
    .from(offers)
    .innerJoin(purchases, eq(purchases.offerId, offers.id))
    .innerJoin(inspections, eq(inspections.rootId, offers.rootId))
    .where(and(eq(offers.id, offerId), isForResale(now)))
  return found ?? null
}
