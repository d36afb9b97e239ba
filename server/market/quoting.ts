import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { bots, inspections, offers, purchases, users } from '@/db/schema'
import { transact } from '@/db/transact'
import { recordAct } from '../audit/record-act'
import { mayQuote } from '../contract/licence'
import type { KeptSource } from '../contract/quoting'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { nameInHistory } from '../words/sellers'
import { lockOwnRoot } from './edit-context'
import { tellQuoting } from './inbox/tell-people'
import { inboxTopic } from './inbox/topic'
import { sightsOf } from './private/tree-sight'
import { readTree } from './tree-rows'

/** Bought for the asker alone, and its seller has said no more since. The licence stays as it was sold; that word stands beside it. */
const isKept = and(eq(purchases.licence, 'asker'), isNull(purchases.quoteAllowedAt))

/**
 * Everything that was bought for an own question and is for its asker alone, as it was bought; teasers as far as the asker may read them.
 *
 * @throws AppError `market.context_not_found`.
 */
export async function listKept(
  { db }: Pick<Deps, 'db'>,
  buyerId: string,
  rootId: string,
): Promise<KeptSource[]> {
  const tree = await readTree(db, rootId)
  if (tree?.contexts.find(({ id }) => id === rootId)?.buyerId !== buyerId)
    throw new AppError('market.context_not_found')
  const sights = sightsOf(buyerId, tree)
  const rows = await db
    .select({
      offerId: purchases.offerId,
      teaser: offers.teaser,
      sellerName: users.name,
      bot: { name: bots.name, removedAt: bots.removedAt },
      askedAt: purchases.quoteAskedAt,
    })
    .from(purchases)
    .innerJoin(offers, eq(offers.id, purchases.offerId))
    .innerJoin(users, eq(users.id, purchases.sellerId))
    .leftJoin(bots, eq(bots.id, offers.botId))
    .where(and(eq(purchases.rootId, rootId), isKept))
    .orderBy(asc(purchases.createdAt), asc(purchases.offerId))
  return rows.map(({ bot, teaser, ...row }) => ({
    ...row,
    teaser: sights.offer(row.offerId).teaser ? teaser : null,
    botName: bot === null ? null : nameInHistory(bot),
  }))
}

/**
 * Asks the sellers of what was bought for an own question, and is for its asker alone, to let it be quoted in public. Each is asked once
 * about each offer, however often this is called.
 *
 * @throws AppError `market.context_not_found`, `market.tree_not_public`.
 */
export async function askToQuote(
  deps: Deps,
  buyerId: string,
  { rootId }: { rootId: string },
): Promise<{ asked: number }> {
  const { asked, told } = await transact(deps.db, async (tx) => {
    await lockOwnRoot(tx, buyerId, rootId)
    const isPublic = await tx.$count(
      inspections,
      and(eq(inspections.rootId, rootId), eq(inspections.isTreePublic, true)),
    )
    if (isPublic === 0) throw new AppError('market.tree_not_public')
    const rows = await tx
      .update(purchases)
      .set({ quoteAskedAt: deps.clock.now() })
      .where(and(eq(purchases.rootId, rootId), isKept, isNull(purchases.quoteAskedAt)))
      .returning({
        personId: purchases.sellerId,
        contextId: purchases.contextId,
        offerId: purchases.offerId,
      })
    return { asked: rows.length, told: await tellQuoting(tx, deps, 'quote.wanted', rows) }
  })
  hint(deps, told)
  return { asked }
}

/**
 * Lets what one sold for the asker alone be quoted in public from now on: its seller's act, and never taken back. Safe to repeat.
 *
 * @throws AppError `market.offer_not_found`; `market.licence_stays` when it is not sold, or sold to be sold on.
 */
export async function allowQuoting(
  deps: Deps,
  sellerId: string,
  { offerId }: { offerId: string },
): Promise<{ offerId: string }> {
  const told = await transact(deps.db, async (tx) => {
    const [sold] = await tx
      .select({
        licence: purchases.licence,
        quoteAllowedAt: purchases.quoteAllowedAt,
        contextId: purchases.contextId,
        buyerId: purchases.buyerId,
      })
      .from(purchases)
      .where(and(eq(purchases.offerId, offerId), eq(purchases.sellerId, sellerId)))
      .for('update')
    if (!sold)
      throw new AppError(
        (await isOwn(tx, sellerId, offerId)) ? 'market.licence_stays' : 'market.offer_not_found',
      )
    if (mayQuote(sold)) return []
    if (sold.licence !== 'asker') throw new AppError('market.licence_stays')
    const quoteAllowedAt = deps.clock.now()
    await tx.update(purchases).set({ quoteAllowedAt }).where(eq(purchases.offerId, offerId))
    await recordAct(tx, deps, sellerId, { act: 'offer.quotable', offerId })
    const { contextId, buyerId } = sold
    return tellQuoting(tx, deps, 'quote.allowed', [{ personId: buyerId, contextId, offerId }])
  })
  hint(deps, told)
  return { offerId }
}

const isOwn = async (db: Db, sellerId: string, offerId: string) =>
  (await db.$count(offers, and(eq(offers.id, offerId), eq(offers.sellerId, sellerId)))) > 0

function hint({ bus }: Pick<Deps, 'bus'>, people: readonly string[]): void {
  for (const personId of new Set(people)) bus.publish(inboxTopic(personId))
}
