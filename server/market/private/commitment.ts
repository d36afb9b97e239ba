import { createHmac } from 'node:crypto'
import type { Cipher } from '../../shared/cipher'

/**
 * What a receipt names a text by: HMAC-SHA256 of the text under a nonce of that version of that offer. Without the nonce it tells nothing, not
 * even that two texts are equal; with it anybody who has the text can check that it is the one. The nonce is handed out with the text:
 * to its seller, and to whoever may read what was bought.
 */

type Version = { offerId: string; version: number }

/** 32 bytes, base64url; the same whenever it is asked for, whatever the seal keys are by then. */
export function nonceOf(cipher: Pick<Cipher, 'digest'>, { offerId, version }: Version): string {
  return cipher.digest('commitment', `${offerId}:${version}`)
}

/** Base64url. */
export function commitTo(
  cipher: Pick<Cipher, 'digest'>,
  { privateInfo, ...version }: Version & { privateInfo: string },
): string {
  const nonce = Buffer.from(nonceOf(cipher, version), 'base64url')
  return createHmac('sha256', nonce).update(privateInfo, 'utf8').digest('base64url')
}
