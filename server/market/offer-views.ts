import { inArray } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { bots, type OfferRow, users } from '@/db/schema'
import { licenceOf, mayQuote } from '../contract/licence'
import type { SeenOffer } from '../contract/market-view'
import type { Deps } from '../deps'
import { prosesOf } from '../prose/renderer'
import { wordCount } from '../shared/words'
import { nameInHistory } from '../words/sellers'
import { openOffers } from './private/open'
import type { Viewer } from './private/sight'
import type { TreeRows } from './tree-rows'

/** Shown only if a person's row were gone, which nothing does. */
const UNKNOWN_PERSON = { handle: 'unknown', name: 'Somebody' }

type Shown = {
  tree: TreeRows
  /** Offers of the tree, in the order they are to be drawn. */
  offers: readonly OfferRow[]
}

/** Offers as one viewer may see them, wherever they are drawn: on their question's page or in the tree. */
export async function seeOffers(
  deps: Pick<Deps, 'db' | 'cipher' | 'prose'>,
  viewer: Viewer,
  { tree, offers }: Shown,
): Promise<SeenOffer[]> {
  const people = await peopleById(
    deps.db,
    offers.map((offer) => offer.sellerId),
  )
  const botNames = await botNamesById(
    deps.db,
    offers.flatMap((offer) => offer.botId ?? []),
  )
  const sold = new Map(tree.purchases.map((purchase) => [purchase.offerId, purchase]))
  const opened = await openOffers(deps, viewer, { tree, offers })
  const shown = offers.map((offer) => {
    const seen = opened.get(offer.id)
    const privateInfo = seen?.privateInfo ?? null
    const purchase = sold.get(offer.id)
    return {
      id: offer.id,
      contextId: offer.contextId,
      seller: people.get(offer.sellerId) ?? UNKNOWN_PERSON,
      botId: offer.botId,
      botName: offer.botId ? (botNames.get(offer.botId) ?? null) : null,
      isByProgram: offer.botId !== null || offer.isByKey,
      teaser: seen?.teaser ?? null,
      privateInfo,
      seal: seen?.seal ?? null,
      privateWords:
        offer.chosenAmong === null || privateInfo === null ? offer.privateWords : wordCount(privateInfo),
      chosenAmong: offer.chosenAmong,
      priceMicros: offer.priceMicros,
      licence: licenceOf(offer),
      mayQuote: mayQuote(purchase ?? { ...offer, quoteAllowedAt: null }),
      state: offer.state,
      isCounter: offer.isCounter,
      reason: offer.reason,
      way: purchase?.way ?? null,
      createdAt: offer.createdAt,
      firstReadAt: offer.firstReadAt,
      endedAt: offer.endedAt,
    }
  })
  const proses = await prosesOf(
    deps.prose,
    shown.map((offer) => offer.privateInfo),
  )
  return shown.map((offer, index) => ({ ...offer, privateProse: proses[index] ?? null }))
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
