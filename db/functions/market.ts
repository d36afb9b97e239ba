import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db, Tx } from '../client'
import type { OfferRow, PurchaseRow } from '../schema'
import { bytes, call, instant, listOf, record, records, strings, texts } from './codec'

/** A purchase to be made: the offer as the buyer or the inspector saw it. */
export type PurchaseItem = {
  id: string
  offerId: string
  version: number
  priceMicros: bigint
  /** For so long the seller's earnings are pending; 0 pays at once. */
  pendingHours: number
  quotes: readonly string[]
  reason?: OfferRow['reason']
}

/** Resolves with the ids of the offers that were bought now. */
export function marketPurchase(
  db: Db,
  {
    items,
    buyerId,
    way,
    at,
  }: { items: readonly PurchaseItem[]; buyerId: string; way: PurchaseRow['way']; at: Date },
): Promise<string[]> {
  return call(db, sql`market_purchase(${records(items)}, ${buyerId}, ${way}, ${instant(at)})`, strings)
}

const count = z.int()

/** Gives sellers what is pending no longer, at most so many purchases of it; resolves with how many there were. */
export function earningsClear(db: Db, { at, most }: { at: Date; most: number }): Promise<number> {
  return call(db, sql`earnings_clear(${instant(at)}, ${most})`, count)
}

/** A new offer with its private information, sealed, in its first version. */
export type WrittenOffer = {
  id: string
  contextId: string
  rootId: string
  sellerId: string
  botId: string | null
  botRunId: string | null
  isByKey: boolean
  contentHash: string | null
  commitment: string | null
  teaser: string
  priceMicros: bigint
  licence: OfferRow['licence']
  resaleMicros: bigint | null
  privateWords: number
  chosenAmong: number | null
  bondMicros: bigint
  isCounter: boolean
  keyId: string
  nonce: Uint8Array
  ciphertext: Uint8Array
  ownKeyId: string
  ownKeyNonce: Uint8Array
  ownKeyCiphertext: Uint8Array
}

export async function offersWrite(
  tx: Tx,
  { offers, at }: { offers: readonly WrittenOffer[]; at: Date },
): Promise<void> {
  await tx.execute(sql`select offers_write(${records(offers)}, ${instant(at)})`)
}

/** Destroys what offers say, for good; those that were bought stay. */
export async function offersForget(
  db: Db,
  { offerIds, at }: { offerIds: readonly string[]; at: Date },
): Promise<void> {
  await db.execute(sql`select offers_forget(${texts(offerIds)}, ${instant(at)})`)
}

/** Gives back the bonds of offers that are withdrawn; those of questions that end are ended with them. */
export async function bondsEnd(
  db: Db,
  { offerIds, at }: { offerIds: readonly string[]; at: Date },
): Promise<void> {
  await db.execute(sql`select bonds_end(${texts(offerIds)}, ${instant(at)})`)
}

const sealedVersion = z
  .tuple([
    z.string(),
    z.int(),
    z.string(),
    bytes,
    bytes,
    z.string().nullable(),
    bytes.nullable(),
    bytes.nullable(),
  ])
  .transform(([offerId, version, keyId, nonce, ciphertext, ownKeyId, ownKeyNonce, ownKeyCiphertext]) => ({
    offerId,
    version,
    keyId,
    nonce,
    ciphertext,
    ownKeyId,
    ownKeyNonce,
    ownKeyCiphertext,
  }))

const sealedVersions = listOf(sealedVersion)

export function offersSealed(
  db: Db,
  { rootId, pins }: { rootId: string; pins: readonly { offerId: string; version: number }[] },
): Promise<z.output<typeof sealedVersion>[]> {
  return call(
    db,
    sql`offers_sealed(${rootId}, ${texts(pins.map((pin) => pin.offerId))},
      ${sql.param(pins.map((pin) => pin.version))}::integer[])`,
    sealedVersions,
  )
}

const postedBySeller = record({
  sellerId: z.string(),
  hand: z.string(),
  counts: z.record(z.string(), z.int()),
})

const sellersOnContexts = listOf(postedBySeller)

/** Whose hand each seller is, and how many offers that hand has on each of these contexts. */
export function offersPosted(
  db: Db,
  { sellerIds, contextIds }: { sellerIds: readonly string[]; contextIds: readonly string[] },
): Promise<z.output<typeof postedBySeller>[]> {
  return call(db, sql`offers_posted(${texts(sellerIds)}, ${texts(contextIds)})`, sellersOnContexts)
}

const sellerOfOffer = z
  .tuple([z.string(), z.string(), z.int(), z.int()])
  .transform(([offerId, hand, judged, misleading]) => ({ offerId, hand, judged, misleading }))

const sellersOfOffers = listOf(sellerOfOffer)

/** Who stands behind each of these offers: accounts that look like one hand are one, and how fair their teasers were of late. */
export function offersSellers(
  db: Db,
  { offerIds, newestMost }: { offerIds: readonly string[]; newestMost: number },
): Promise<z.output<typeof sellerOfOffer>[]> {
  return call(db, sql`offers_sellers(${texts(offerIds)}, ${newestMost})`, sellersOfOffers)
}

const requestSeenBefore = record({
  route: z.string(),
  inputHash: z.string(),
  result: z.record(z.string(), z.string()),
}).nullable()

/** What an earlier call with the same key came to, of this route where there is one; null for a new key. */
export function requestSeen(
  tx: Tx,
  { userId, route, key }: { userId: string; route: string; key: string },
): Promise<z.output<typeof requestSeenBefore>> {
  return call(tx, sql`request_seen(${userId}, ${route}, ${key})`, requestSeenBefore)
}
