import { inArray } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { bots, type OfferRow, users } from '@/db/schema'
import type { SeenOffer } from '../contract/market'
import type { Deps } from '../deps'
import type { Secret } from '../shared/secret'
import { nameInHistory } from '../words/sellers'
import { readBought, readOwn } from './secrets'
import type { TreeRows } from './tree-rows'
import { type Sight, sightOfOffer, type Viewer } from './visibility'

/** Shown only if a person's row were gone, which nothing does. */
const UNKNOWN_PERSON = { handle: 'unknown', name: 'Somebody' }

type Shown = {
  tree: TreeRows
  /** Offers of the tree, in the order they are to be drawn. */
  offers: readonly OfferRow[]
  buyerId: string
  /** What the viewer sees of a context. */
  sightOf: (contextId: string) => Sight
}

/** Offers as one viewer may see them, wherever they are drawn: on their question's page or in the tree. */
export async function seeOffers(
  deps: Pick<Deps, 'db' | 'cipher'>,
  viewer: Viewer,
  { tree, offers, buyerId, sightOf }: Shown,
): Promise<SeenOffer[]> {
  const people = await peopleById(
    deps.db,
    offers.map((offer) => offer.sellerId),
  )
  const botNames = await botNamesById(
    deps.db,
    offers.flatMap((offer) => offer.botId ?? []),
  )
  const bought = new Map(tree.purchases.map((purchase) => [purchase.offerId, purchase]))
  const secrets = await readSecrets(
    deps,
    viewer,
    offers.map((offer) => offer.id),
  )
  return offers.map((offer) => {
    const purchase = bought.get(offer.id)
    const facts = {
      sellerId: offer.sellerId,
      buyerId,
      isBought: purchase !== undefined,
      quotesUnbought: purchase?.quotes.some((id) => !bought.has(id)) ?? false,
    }
    const seen = sightOfOffer(viewer, facts, sightOf(offer.contextId))
    return {
      id: offer.id,
      contextId: offer.contextId,
      seller: people.get(offer.sellerId) ?? UNKNOWN_PERSON,
      botId: offer.botId,
      botName: offer.botId ? (botNames.get(offer.botId) ?? null) : null,
      teaser: seen.teaser ? offer.teaser : null,
      privateInfo: seen.privateInfo ? (secrets.get(offer.id)?.reveal() ?? null) : null,
      seal: seen.seal,
      privateWords: offer.privateWords,
      priceMicros: offer.priceMicros,
      state: offer.state,
      reason: offer.reason,
      way: purchase?.way ?? null,
      createdAt: offer.createdAt,
      firstReadAt: offer.firstReadAt,
      endedAt: offer.endedAt,
    }
  })
}

/** What the viewer wrote and what he bought; nothing for somebody who is not signed in. */
async function readSecrets(
  deps: Pick<Deps, 'db' | 'cipher'>,
  viewer: Viewer,
  offerIds: readonly string[],
): Promise<Map<string, Secret>> {
  if (viewer === null) return new Map()
  const own = await readOwn(deps.db, deps.cipher, { sellerId: viewer, offerIds })
  const paid = await readBought(deps.db, deps.cipher, { buyerId: viewer, offerIds })
  return new Map([...own, ...paid])
}

async function peopleById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { handle: string; name: string }>()
  const rows = await db
    .select({ id: users.id, handle: users.handle, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, handle, name }) => [id, { handle, name }]))
}

async function botNamesById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await db
    .select({ id: bots.id, name: bots.name, removedAt: bots.removedAt })
    .from(bots)
    .where(inArray(bots.id, [...new Set(ids)]))
  return new Map(rows.map((bot) => [bot.id, nameInHistory(bot)]))
}
