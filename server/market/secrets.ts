import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Db, rowsOf, type Tx } from '@/db/client'
import { offerPrivate, offers, purchases } from '@/db/schema'
import type { Cipher } from '../shared/cipher'
import type { Secret } from '../shared/secret'

/**
 * The one door to private information. Each function below serves one of the readers that design, section 5 allows: the
 * seller's own view, the inspection, and the dossier of the buyer who paid.
 */

const purposeOf = (offerId: string, version: number) => `offer:${offerId}:${version}`

/** The private information of a new offer's first version, sealed, as the function `offers_write` stores it. */
export function sealNew(
  cipher: Cipher,
  { offerId, privateInfo }: { offerId: string; privateInfo: string },
): { key_id: string; nonce: string; ciphertext: string } {
  const { keyId, nonce, ciphertext } = cipher.seal(privateInfo, purposeOf(offerId, 1))
  return {
    key_id: keyId,
    nonce: Buffer.from(nonce).toString('base64'),
    ciphertext: Buffer.from(ciphertext).toString('base64'),
  }
}

/** Seals and stores the private information of later versions of offers. */
export async function writePrivates(
  tx: Tx,
  cipher: Cipher,
  written: readonly { offerId: string; version: number; privateInfo: string }[],
): Promise<void> {
  await tx.insert(offerPrivate).values(
    written.map(({ offerId, version, privateInfo }) => ({
      offerId,
      version,
      ...cipher.seal(privateInfo, purposeOf(offerId, version)),
    })),
  )
}

/** For the seller: the current version of his own offers. Offers of others are left out. */
export async function readOwn(
  db: Db,
  cipher: Cipher,
  { sellerId, offerIds }: { sellerId: string; offerIds: readonly string[] },
): Promise<Map<string, Secret>> {
  if (offerIds.length === 0) return new Map()
  const rows = await db
    .select({ offerId: offerPrivate.offerId, version: offerPrivate.version, ...sealedColumns })
    .from(offerPrivate)
    .innerJoin(offers, and(eq(offers.id, offerPrivate.offerId), eq(offers.version, offerPrivate.version)))
    .where(and(inArray(offerPrivate.offerId, [...offerIds]), eq(offers.sellerId, sellerId)))
  return opened(rows, cipher)
}

/** For the buyer: what he bought, in the version he bought. Anything else is left out. */
export async function readBought(
  db: Db,
  cipher: Cipher,
  { buyerId, offerIds }: { buyerId: string; offerIds: readonly string[] },
): Promise<Map<string, Secret>> {
  if (offerIds.length === 0) return new Map()
  const rows = await db
    .select({ offerId: offerPrivate.offerId, version: offerPrivate.version, ...sealedColumns })
    .from(offerPrivate)
    .innerJoin(
      purchases,
      and(eq(purchases.offerId, offerPrivate.offerId), eq(purchases.offerVersion, offerPrivate.version)),
    )
    .where(and(inArray(offerPrivate.offerId, [...offerIds]), eq(purchases.buyerId, buyerId)))
  return opened(rows, cipher)
}

/** For the inspection: exactly the versions it has pinned, all of one tree. */
export async function readForInspection(
  db: Db,
  cipher: Cipher,
  { rootId, pins }: { rootId: string; pins: readonly { offerId: string; version: number }[] },
): Promise<Map<string, Secret>> {
  if (pins.length === 0) return new Map()
  const found = await db.execute(sql`
    select offers_sealed(${rootId}, ${sql.param(pins.map((pin) => pin.offerId))}::text[],
      ${sql.param(pins.map((pin) => pin.version))}::integer[]) as sealed`)
  const rows = rowsOf<{ sealed: SealedJson[] | null }>(found)[0]?.sealed ?? []
  return opened(rows.map(sealedRow), cipher)
}

/** As the function `offers_sealed` returns it; bytes in base64. */
type SealedJson = [offerId: string, version: number, keyId: string, nonce: string, ciphertext: string]

const sealedRow = ([offerId, version, keyId, nonce, ciphertext]: SealedJson): SealedRow => ({
  offerId,
  version,
  keyId,
  nonce: Buffer.from(nonce, 'base64'),
  ciphertext: Buffer.from(ciphertext, 'base64'),
})

const sealedColumns = {
  keyId: offerPrivate.keyId,
  nonce: offerPrivate.nonce,
  ciphertext: offerPrivate.ciphertext,
}

type SealedRow = {
  offerId: string
  version: number
  keyId: string
  nonce: Uint8Array
  ciphertext: Uint8Array
}

function opened(rows: readonly SealedRow[], cipher: Cipher): Map<string, Secret> {
  return new Map(rows.map((row) => [row.offerId, cipher.open(row, purposeOf(row.offerId, row.version))]))
}
