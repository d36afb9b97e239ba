import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { offersSealed } from '@/db/functions/market'
import { inspections, offerKeys, offerPrivate, offers, purchases, resales } from '@/db/schema'
import { type Cipher, OWN_KEY } from '../../shared/cipher'
import type { Secret } from '../../shared/secret'
import { wordCount } from '../../shared/words'
import { commitTo } from './commitment'
import { keyPurposeOf, purposeOf } from './purpose'
import type { OfferSight, Viewer } from './sight'
import { type SightRows, sightsOf } from './tree-sight'

/**
 * Opening: the only functions that read private information. Each serves one of the readers that design, section 5 allows
 * (a seller and a buyer who look, the inspection, the decision), and decides for that reader what is opened.
 */

type OpenDeps = { db: Db; cipher: Cipher }

/**
 * For the seller: the current version of his own offers. Offers of others are left out, and of passages that were chosen by what is sealed
 * those that are not bought or whose tree has not ended.
 */
export async function openOwn(
  { db, cipher }: OpenDeps,
  { sellerId, offerIds }: { sellerId: string; offerIds: readonly string[] },
): Promise<Map<string, Secret>> {
  if (offerIds.length === 0) return new Map()
  const rows = await db
    .select({ offerId: offerPrivate.offerId, version: offerPrivate.version, ...sealedColumns })
    .from(offerPrivate)
    .innerJoin(offers, and(eq(offers.id, offerPrivate.offerId), eq(offers.version, offerPrivate.version)))
    .leftJoin(offerKeys, eq(offerKeys.offerId, offerPrivate.offerId))
    .where(and(inArray(offerPrivate.offerId, [...offerIds]), eq(offers.sellerId, sellerId), isItsSellers))
  return opened(rows, cipher)
}

/** As `sightOfOffer` has it of a seller. */
const isItsSellers = sql`(${offers.chosenAmong} is null or (${offers.state} = 'bought' and exists (
  select from ${inspections} tree where tree.root_id = ${offers.rootId} and tree.ended_at is not null)))`

/** What one viewer may read of an offer; null what is closed to him, `seal` why. */
export type OpenedOffer = { teaser: string | null; privateInfo: string | null; seal: OfferSight['seal'] }

/** As `mayQuote` has it. */
const MAY_QUOTE = sql`(${purchases.licence} = 'quotable' or ${purchases.quoteAllowedAt} is not null)`

/** For somebody who looks: offers of one tree, by id, each opened as far as this viewer may read it. */
export async function openOffers(
  deps: OpenDeps,
  viewer: Viewer,
  { tree, offers: shown }: { tree: SightRows; offers: readonly { id: string; teaser: string }[] },
): Promise<Map<string, OpenedOffer>> {
  const resold = await resoldTo(deps.db, viewer, tree.inspection.rootId)
  const sights = sightsOf(viewer, tree, resold)
  const seen = shown.map((offer) => ({ ...offer, sight: sights.offer(offer.id) }))
  const offerIds = seen.filter(({ sight }) => sight.privateInfo).map(({ id }) => id)
  const secrets = new Map([
    ...(await readBought(deps, { offerIds, by: MAY_QUOTE })),
    ...(viewer === null
      ? []
      : [
          ...(await openOwn(deps, { sellerId: viewer, offerIds })),
          ...(await readBought(deps, { offerIds, by: eq(purchases.buyerId, viewer) })),
          ...(await openResold(deps, { buyerId: viewer, offerIds })),
        ]),
  ])
  return new Map(
    seen.map(({ id, teaser, sight }) => {
      const privateInfo = secrets.get(id)?.reveal() ?? null
      const isGone = sight.privateInfo && privateInfo === null
      return [
        id,
        { teaser: sight.teaser ? teaser : null, privateInfo, seal: isGone ? 'forgotten' : sight.seal },
      ]
    }),
  )
}

/** For somebody who bought them at resale, from whatever questions: offers that they have no row of are left out. */
export async function openResold(
  deps: OpenDeps,
  { buyerId, offerIds }: { buyerId: string; offerIds: readonly string[] },
): Promise<Map<string, Secret>> {
  const hasPaid = sql`exists (
    select from ${resales} mine where mine.offer_id = ${purchases.offerId} and mine.buyer_id = ${buyerId})`
  return readBought(deps, { offerIds, by: hasPaid })
}

/** What of one tree this viewer bought at resale. */
async function resoldTo(db: Db, viewer: Viewer, rootId: string): Promise<Set<string>> {
  if (viewer === null) return new Set()
  const rows = await db
    .select({ offerId: resales.offerId })
    .from(resales)
    .where(and(eq(resales.rootId, rootId), eq(resales.buyerId, viewer)))
  return new Set(rows.map(({ offerId }) => offerId))
}

/** A purchase as the decision knows it. What is sealed weighs in it and is never quoted (design, section 5). */
export type DecisionInfo = { text: Secret; isSealed: boolean }

/** For the decision: what these purchases of one tree say, by offer, and which of them stay sealed to their buyer. */
export async function openForDecision(
  deps: OpenDeps,
  { tree, buyerId, offerIds }: { tree: SightRows; buyerId: string; offerIds: readonly string[] },
): Promise<Map<string, DecisionInfo>> {
  const sights = sightsOf(buyerId, tree)
  const bought = await readBought(deps, { offerIds, by: eq(purchases.buyerId, buyerId) })
  return new Map([...bought].map(([id, text]) => [id, { text, isSealed: !sights.offer(id).privateInfo }]))
}

/** For a moderator who is to decide a complaint: what was bought, while it is contested. Who may ask is the caller's to hold, and to log. */
export async function openForModerator(deps: OpenDeps, offerId: string): Promise<Secret | null> {
  const contested = sql`exists (select from complaint c where c.offer_id = ${purchases.offerId} and c.outcome is null)`
  return (await readBought(deps, { offerIds: [offerId], by: contested })).get(offerId) ?? null
}

/** For the inspection: exactly the versions it has pinned, all of one tree. */
export async function readForInspection(
  db: Db,
  cipher: Cipher,
  { rootId, pins }: { rootId: string; pins: readonly { offerId: string; version: number }[] },
): Promise<Map<string, Secret>> {
  if (pins.length === 0) return new Map()
  return opened(await offersSealed(db, { rootId, pins }), cipher)
}

/** What is wrong with a stored text, without a word of it. */
export type UnsoundText = {
  offerId: string
  version: number
  why: 'does not open' | 'is not the text that was posted'
}

/**
 * For the check of custody: texts of these offers that do not open, and present ones that do not have the fingerprint, the commitment and the
 * number of words that stand with the offer; of one that was chosen by what is sealed there are only words, the most it may have. Opened and forgotten at once: nothing of a text is returned. Texts whose own key is gone are left
 * to the checks of rows.
 */
export async function findUnsoundTexts(
  { db, cipher }: OpenDeps,
  offerIds: readonly string[],
): Promise<UnsoundText[]> {
  const rows = await db
    .select({
      offerId: offerPrivate.offerId,
      version: offerPrivate.version,
      present: offers.version,
      contentHash: offers.contentHash,
      commitment: offers.commitment,
      privateWords: offers.privateWords,
      chosenAmong: offers.chosenAmong,
      ...sealedColumns,
    })
    .from(offerPrivate)
    .innerJoin(offers, eq(offers.id, offerPrivate.offerId))
    .leftJoin(offerKeys, eq(offerKeys.offerId, offerPrivate.offerId))
    .where(inArray(offerPrivate.offerId, [...offerIds]))
  return rows.flatMap((row): UnsoundText[] => {
    const { offerId, version, present, contentHash, commitment, privateWords, chosenAmong } = row
    try {
      const text = opened([row], cipher).get(offerId)?.reveal()
      // Offers of an earlier version of the market have fingerprints of another key.
      const isTold = text !== undefined && row.keyId === OWN_KEY && version === present
      const isPosted =
        !isTold ||
        ((chosenAmong === null ? wordCount(text) === privateWords : wordCount(text) <= privateWords) &&
          (contentHash === null || cipher.fingerprint(text) === contentHash) &&
          (commitment === null || commitTo(cipher, { offerId, version, privateInfo: text }) === commitment))
      return isPosted ? [] : [{ offerId, version, why: 'is not the text that was posted' }]
    } catch {
      return [{ offerId, version, why: 'does not open' }]
    }
  })
}

/** What was bought, in the version that was bought, as far as its purchase is one that may be read. Anything else is left out. */
async function readBought(
  { db, cipher }: OpenDeps,
  { offerIds, by }: { offerIds: readonly string[]; by: SQL },
): Promise<Map<string, Secret>> {
  if (offerIds.length === 0) return new Map()
  const rows = await db
    .select({ offerId: offerPrivate.offerId, version: offerPrivate.version, ...sealedColumns })
    .from(offerPrivate)
    .innerJoin(
      purchases,
      and(eq(purchases.offerId, offerPrivate.offerId), eq(purchases.offerVersion, offerPrivate.version)),
    )
    .leftJoin(offerKeys, eq(offerKeys.offerId, offerPrivate.offerId))
    .where(and(inArray(offerPrivate.offerId, [...offerIds]), by))
  return opened(rows, cipher)
}

const sealedColumns = {
  keyId: offerPrivate.keyId,
  nonce: offerPrivate.nonce,
  ciphertext: offerPrivate.ciphertext,
  ownKeyId: offerKeys.keyId,
  ownKeyNonce: offerKeys.nonce,
  ownKeyCiphertext: offerKeys.ciphertext,
}

type SealedRow = {
  offerId: string
  version: number
  keyId: string
  nonce: Uint8Array
  ciphertext: Uint8Array
  /** Null for an offer of an earlier version of the market, whose text is under a seal key itself. */
  ownKeyId: string | null
  ownKeyNonce: Uint8Array | null
  ownKeyCiphertext: Uint8Array | null
}

/** A text whose own key is missing was restored from a backup without it: it is left out, as one that is forgotten. */
function opened(rows: readonly SealedRow[], cipher: Cipher): Map<string, Secret> {
  const secrets = new Map<string, Secret>()
  for (const row of rows) {
    const key = row.keyId === OWN_KEY ? ownKeyOf(row, cipher) : cipher
    if (key) secrets.set(row.offerId, key.open(row, purposeOf(row.offerId, row.version)))
  }
  return secrets
}

function ownKeyOf({ offerId, ownKeyId, ownKeyNonce, ownKeyCiphertext }: SealedRow, cipher: Cipher) {
  if (ownKeyId === null || ownKeyNonce === null || ownKeyCiphertext === null) return null
  return cipher.openKey(
    { keyId: ownKeyId, nonce: ownKeyNonce, ciphertext: ownKeyCiphertext },
    keyPurposeOf(offerId),
  )
}
