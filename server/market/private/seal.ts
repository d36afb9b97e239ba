import { eq } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { offerKeys, offerPrivate } from '@/db/schema'
import type { Cipher, TextKey } from '../../shared/cipher'
import { keyPurposeOf, purposeOf } from './purpose'

/**
 * Sealing: how private information comes into the market. It is encrypted before it is written, bound to its offer and version,
 * under a key of the offer's own, which lies sealed in a table of its own: when that is destroyed the text is gone for good.
 */

/** The private information of a new offer's first version, sealed, and the offer's key. */
export function sealNew(
  cipher: Cipher,
  { offerId, privateInfo }: { offerId: string; privateInfo: string },
): {
  keyId: string
  nonce: Uint8Array
  ciphertext: Uint8Array
  ownKeyId: string
  ownKeyNonce: Uint8Array
  ownKeyCiphertext: Uint8Array
} {
  const { key, sealed } = cipher.newKey(keyPurposeOf(offerId))
  return {
    ...key.seal(privateInfo, purposeOf(offerId, 1)),
    ownKeyId: sealed.keyId,
    ownKeyNonce: sealed.nonce,
    ownKeyCiphertext: sealed.ciphertext,
  }
}

/** Seals and stores the private information of a later version of an offer, which the caller has locked. */
export async function writeVersion(
  tx: Tx,
  cipher: Cipher,
  { offerId, version, privateInfo }: { offerId: string; version: number; privateInfo: string },
): Promise<void> {
  const key = await keyOf(tx, cipher, offerId)
  await tx.insert(offerPrivate).values({
    offerId,
    version,
    ...key.seal(privateInfo, purposeOf(offerId, version)),
  })
}

/** Offers of an earlier version of the market have none, and get one with their first change. */
async function keyOf(tx: Tx, cipher: Cipher, offerId: string): Promise<TextKey> {
  const [kept] = await tx.select().from(offerKeys).where(eq(offerKeys.offerId, offerId))
  if (kept) return cipher.openKey(kept, keyPurposeOf(offerId))
  const { key, sealed } = cipher.newKey(keyPurposeOf(offerId))
  await tx.insert(offerKeys).values({ offerId, ...sealed })
  return key
}
