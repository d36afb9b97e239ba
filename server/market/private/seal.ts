import type { Tx } from '@/db/client'
import { offerPrivate } from '@/db/schema'
import type { Cipher } from '../../shared/cipher'
import { purposeOf } from './purpose'

/** Sealing: how private information comes into the market. It is encrypted before it is written, bound to its offer and version. */

/** The private information of a new offer's first version, sealed. */
export function sealNew(
  cipher: Cipher,
  { offerId, privateInfo }: { offerId: string; privateInfo: string },
): { keyId: string; nonce: Uint8Array; ciphertext: Uint8Array } {
  return cipher.seal(privateInfo, purposeOf(offerId, 1))
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
