import { eq, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { offers } from '@/db/schema'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { isTerminal, type Phase } from '../protocol/advance'
import { inTree, type Note } from '../realtime/tree-transaction'
import { formatCredits } from '../shared/money'
import { wordCount } from '../shared/words'
import type { ChangeOfferInput, PostOfferInput } from './contract'
import { once } from './once'
import { writePrivate } from './secrets'

/** What a seller, person or bot, puts on a context. */
export type NewOffer = {
  contextId: string
  sellerId: string
  botId: string | null
  teaser: string
  privateInfo: string
  priceMicros: bigint
}

/**
 * Posts a person's offer.
 *
 * @throws AppError `market.context_not_found`, `market.context_closed`, `market.deadline_passed`, `market.own_context`,
 * `market.offer_over_budget`, `request.key_reused`.
 */
export async function postOffer(
  deps: Deps,
  sellerId: string,
  input: PostOfferInput,
): Promise<{ offerId: string }> {
  const { contextId, teaser, privateInfo, priceMicros, requestKey } = input
  const rootId = await rootOf(deps, contextId)
  return inTree(deps, rootId, (tx, note) =>
    once(
      tx,
      { userId: sellerId, route: 'offers.post', key: requestKey, input, at: deps.clock.now() },
      async () => {
        const offer = { contextId, sellerId, botId: null, teaser, privateInfo, priceMicros }
        return { offerId: await insertOffer(tx, deps, note, offer) }
      },
    ),
  )
}

/**
 * Writes an offer in the caller's transaction and wakes the context it answers. Locks the context row, so an offer and the
 * end of its context never pass each other.
 *
 * @throws AppError as `postOffer`.
 */
export async function insertOffer(
  tx: Tx,
  deps: Pick<Deps, 'ids' | 'clock' | 'cipher' | 'jobs'>,
  note: Note,
  offer: NewOffer,
): Promise<string> {
  const context = await lockForOffer(tx, offer.contextId)
  const now = deps.clock.now()
  if (isTerminal(context.phase)) throw new AppError('market.context_closed')
  if (context.isRoot && now.getTime() >= Number(context.deadlineMs))
    throw new AppError('market.deadline_passed')
  if (context.buyerId === offer.sellerId) throw new AppError('market.own_context')
  if (offer.priceMicros > BigInt(context.budgetMicros)) {
    throw new AppError('market.offer_over_budget', {
      details: { field: 'priceMicros', budget: formatCredits(BigInt(context.budgetMicros)) },
    })
  }
  const offerId = deps.ids.next('offer')
  await tx.insert(offers).values({
    id: offerId,
    contextId: offer.contextId,
    rootId: context.rootId,
    sellerId: offer.sellerId,
    botId: offer.botId,
    teaser: offer.teaser,
    priceMicros: offer.priceMicros,
    privateWords: wordCount(offer.privateInfo),
    createdAt: now,
  })
  await writePrivate(tx, deps.cipher, { offerId, version: 1, privateInfo: offer.privateInfo })
  note({ type: 'offer.posted', contextId: offer.contextId, offerId, amountMicros: offer.priceMicros })
  if (context.phase === 'collecting' && offer.botId === null) {
    await deps.jobs.enqueue(tx, 'inspection.advance', [{ contextId: offer.contextId }])
  }
  return offerId
}

/**
 * Changes an offer that nobody has read; the change is a new version.
 *
 * @throws AppError `market.offer_not_found`, `market.offer_frozen`, `market.offer_changed`, `market.offer_over_budget`.
 */
export async function changeOffer(
  deps: Deps,
  sellerId: string,
  input: ChangeOfferInput,
): Promise<{ offerId: string; version: number }> {
  const rootId = await rootOfOffer(deps, input.offerId)
  return inTree(deps, rootId, async (tx, note) => {
    const offer = await lockOwnOffer(tx, sellerId, input.offerId)
    if (offer.firstReadAt || offer.state !== 'open') throw new AppError('market.offer_frozen')
    if (offer.version !== input.version) throw new AppError('market.offer_changed')
    const context = await lockForOffer(tx, offer.contextId)
    if (input.priceMicros > BigInt(context.budgetMicros))
      throw new AppError('market.offer_over_budget', { details: { field: 'priceMicros' } })
    const version = offer.version + 1
    await writePrivate(tx, deps.cipher, { offerId: offer.id, version, privateInfo: input.privateInfo })
    await tx
      .update(offers)
      .set({
        teaser: input.teaser,
        priceMicros: input.priceMicros,
        privateWords: wordCount(input.privateInfo),
        version,
        changedAt: deps.clock.now(),
      })
      .where(eq(offers.id, offer.id))
    note({
      type: 'offer.changed',
      contextId: offer.contextId,
      offerId: offer.id,
      amountMicros: input.priceMicros,
    })
    return { offerId: offer.id, version }
  })
}

/** Takes back an offer that nobody has read. @throws AppError `market.offer_not_found`, `market.offer_frozen`. */
export async function withdrawOffer(
  deps: Deps,
  sellerId: string,
  offerId: string,
): Promise<{ offerId: string }> {
  const rootId = await rootOfOffer(deps, offerId)
  return inTree(deps, rootId, async (tx, note) => {
    const offer = await lockOwnOffer(tx, sellerId, offerId)
    if (offer.state === 'withdrawn') return { offerId }
    if (offer.firstReadAt || offer.state !== 'open') throw new AppError('market.offer_frozen')
    await tx
      .update(offers)
      .set({ state: 'withdrawn', endedAt: deps.clock.now() })
      .where(eq(offers.id, offerId))
    note({ type: 'offer.withdrawn', contextId: offer.contextId, offerId })
    return { offerId }
  })
}

async function lockOwnOffer(tx: Tx, sellerId: string, offerId: string) {
  const [offer] = await tx.select().from(offers).where(eq(offers.id, offerId)).for('update')
  if (!offer || offer.sellerId !== sellerId) throw new AppError('market.offer_not_found')
  return offer
}

type OfferableContext = {
  rootId: string
  buyerId: string
  phase: Phase
  budgetMicros: string
  /** Of the tree, in milliseconds; only roots close to offers at it. */
  deadlineMs: string | number
  isRoot: boolean
}

async function lockForOffer(tx: Tx, contextId: string): Promise<OfferableContext> {
  const found = await tx.execute(sql`
    select c.root_id as "rootId", c.buyer_id as "buyerId", c.phase, c.budget_micros as "budgetMicros",
      extract(epoch from i.deadline_at) * 1000 as "deadlineMs", c.parent_id is null as "isRoot"
    from buyer_context c join inspection i on i.root_id = c.root_id
    where c.id = ${contextId} for update of c`)
  const [context] = rowsOf<OfferableContext>(found)
  if (!context) throw new AppError('market.context_not_found')
  return context
}

async function rootOf(deps: Pick<Deps, 'db'>, contextId: string): Promise<string> {
  const found = await deps.db.query.contexts.findFirst({
    columns: { rootId: true },
    where: (context) => eq(context.id, contextId),
  })
  if (!found) throw new AppError('market.context_not_found')
  return found.rootId
}

/** The root of the tree an offer lies in. @throws AppError `market.offer_not_found`. */
export async function rootOfOffer(deps: Pick<Deps, 'db'>, offerId: string): Promise<string> {
  const found = await deps.db.query.offers.findFirst({
    columns: { rootId: true },
    where: (offer) => eq(offer.id, offerId),
  })
  if (!found) throw new AppError('market.offer_not_found')
  return found.rootId
}
