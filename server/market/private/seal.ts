import { inArray } from 'drizzle-orm'
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

/** Seals and stores the private information of later versions of offers, which the caller has locked. */
export async function writePrivates(
  tx: Tx,
  cipher: Cipher,
  written: readonly { offerId: string; version: number; privateInfo: string }[],
): Promise<void> {
  if (written.length === 0) return
  const keys = await keysOf(tx, cipher, [...new Set(written.map(({ offerId }) => offerId))])
  await tx.insert(offerPrivate).values(
    written.flatMap(({ offerId, version, privateInfo }) => {
      const sealed = keys.get(offerId)?.seal(privateInfo, purposeOf(offerId, version))
      return sealed ? [{ offerId, version, ...sealed }] : []
    }),
  )
}

/** Offers of an earlier version of the market have no keys, and get them with their first change. */
async function keysOf(tx: Tx, cipher: Cipher, offerIds: readonly string[]): Promise<Map<string, TextKey>> {
  const kept = await tx
    .select()
    .from(offerKeys)
    .where(inArray(offerKeys.offerId, [...offerIds]))
  const keys = new Map(kept.map((row) => [row.offerId, cipher.openKey(row, keyPurposeOf(row.offerId))]))
  const missing = offerIds
    .filter((offerId) => !keys.has(offerId))
    .map((offerId) => ({ offerId, ...cipher.newKey(keyPurposeOf(offerId)) }))
  if (missing.length > 0)
    await tx.insert(offerKeys).values(missing.map(({ offerId, sealed }) => ({ offerId, ...sealed })))
  for (const { offerId, key } of missing) keys.set(offerId, key)
  return keys
}
