import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { Secret } from './secret'
import { withoutSource } from './source-line'

/** 96 bits, as GCM wants; random per sealing. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Sealed = { keyId: string; nonce: Uint8Array; ciphertext: Uint8Array }

/**
 * Seals private text with AES-256-GCM. `purpose` (what it is and whose) is bound in as additional data, so a sealed text
 * moved to another row does not open. Source: design, section 5; reliability, W8.
 */
export interface Cipher {
  seal(text: string, purpose: string): Sealed
  /** @throws Error when the key is unknown or the text was changed or moved. */
  open(sealed: Sealed, purpose: string): Secret
  /**
   * The same for the same words, whatever their case, spacing and named source; tells nothing to who lacks the key. After a
   * change of keys old and new fingerprints differ.
   */
  fingerprint(text: string): string
}

/** `keys`: "id:base64,id:base64"; the first one seals, all of them open, so a new key is put in front. */
export function createCipher(keys: string): Cipher {
  const ring = new Map(
    keys.split(',').map((entry) => {
      const [id = '', key = ''] = entry.split(':')
      return [id, createSecretKey(key, 'base64')] as const
    }),
  )
  const first = ring.entries().next().value
  if (!first) throw new Error('A cipher needs at least one key')
  const [sealingId, sealingKey] = first

  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      cipher.setAAD(Buffer.from(purpose))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return { keyId: sealingId, nonce, ciphertext }
    },
    open(sealed, purpose) {
      const key = ring.get(sealed.keyId)
      if (!key) throw new Error(`No seal key "${sealed.keyId}" is configured`)
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(purpose))
      const bytes = Buffer.from(sealed.ciphertext)
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
      const text = Buffer.concat([
        decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES)),
        decipher.final(),
      ])
      return new Secret(text.toString('utf8'))
    },
    fingerprint(text) {
      const words = withoutSource(text).normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).join(' ')
      return createHmac('sha256', sealingKey).update(`fingerprint:${words}`).digest('base64url')
    },
  }
}
