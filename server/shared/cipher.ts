import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { Secret } from './secret'
import { withoutSource } from './source-line'

/** 96 bits, as GCM wants; random per sealing. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** Hexadecimal. */
const BLIND_CHARS = 16

export type Sealed = { keyId: string; nonce: Uint8Array; ciphertext: Uint8Array }

/** In the place of a key's id: sealed under a key of the text's own. No seal key can have this name. */
export const OWN_KEY = '*'

/**
 * Seals private text with AES-256-GCM. `purpose` (what it is and whose) is bound in as additional data, so a sealed text
 * moved to another row does not open. Source: design, section 5; reliability, W8.
 */
export interface Cipher {
  /** Id of the key that seals. */
  readonly sealingId: string
  /** Ids of all keys. */
  readonly keyIds: readonly string[]
  seal(text: string, purpose: string): Sealed
  /** @throws Error when the key is unknown or the text was changed or moved. */
  open(sealed: Sealed, purpose: string): Secret
  /**
   * A new key for one text, and the key sealed: the text is gone for good, from every copy, once that is destroyed.
   * `purpose` is the key's.
   */
  newKey(purpose: string): { key: TextKey; sealed: Sealed }
  /** @throws Error as `open`. */
  openKey(sealed: Sealed, purpose: string): TextKey
  /**
   * The same for the same text and purpose, and tells nothing to who lacks the key: what private text is compared or looked up by.
   * The key outlives every change of seal keys.
   */
  digest(purpose: DigestPurpose, text: string): string
  /**
   * Digests of words for a blind index, under a key of `scope`'s own: 16 letters and digits, so that 64 bits tell words apart and none
   * is told from its digest without the key.
   */
  blinder(scope: string): (word: string) => string
  /**
   * The same for the same words, whatever their case, spacing and named source; tells nothing to who lacks the key.
   */
  fingerprint(text: string): string
}

/** What a digest is for: digests of one text for two purposes have nothing in common. */
export type DigestPurpose = 'fingerprint' | 'request' | 'blinder' | 'commitment' | 'feed'

/** Seals and opens as a cipher does, under one key of its own; its texts name `OWN_KEY`. */
export type TextKey = Pick<Cipher, 'seal' | 'open'>

/**
 * `keys`: "id:base64,id:base64"; the first one seals, all of them open, so a new key is put in front. `fingerprintKey` (base64)
 * is kept apart from them, so that fingerprints outlive a change; without it the first key makes them.
 */
export function createCipher(keys: string, fingerprintKey?: string): Cipher {
  const ring = new Map(
    keys.split(',').map((entry) => {
      const [id = '', key = ''] = entry.split(':')
      return [id, createSecretKey(key, 'base64')] as const
    }),
  )
  const first = ring.entries().next().value
  if (!first) throw new Error('A cipher needs at least one key')
  const [sealingId, sealingKey] = first
  const digestKey = fingerprintKey ? createSecretKey(fingerprintKey, 'base64') : sealingKey

  function open(sealed: Sealed, purpose: string): Secret {
    const key = ring.get(sealed.keyId)
    if (!key) throw new Error(`No seal key "${sealed.keyId}" is configured`)
    return openWith(key, sealed, purpose)
  }

  const digest = (purpose: DigestPurpose, text: string) =>
    createHmac('sha256', digestKey).update(`${purpose}:${text}`).digest('base64url')

  return {
    sealingId,
    keyIds: [...ring.keys()],
    seal: (text, purpose) => sealWith(sealingKey, sealingId, text, purpose),
    open,
    newKey(purpose) {
      const bytes = randomBytes(KEY_BYTES).toString('base64')
      return { key: textKey(bytes), sealed: sealWith(sealingKey, sealingId, bytes, purpose) }
    },
    openKey: (sealed, purpose) => textKey(open(sealed, purpose).reveal()),
    digest,
    blinder(scope) {
      const key = createSecretKey(digest('blinder', scope), 'base64url')
      return (word) => createHmac('sha256', key).update(word).digest('hex').slice(0, BLIND_CHARS)
    },
    fingerprint(text) {
      const words = withoutSource(text).normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).join(' ')
      return digest('fingerprint', words)
    },
  }
}

function textKey(base64: string): TextKey {
  const key = createSecretKey(base64, 'base64')
  return {
    seal: (text, purpose) => sealWith(key, OWN_KEY, text, purpose),
    open: (sealed, purpose) => openWith(key, sealed, purpose),
  }
}

function sealWith(key: KeyObject, keyId: string, text: string, purpose: string): Sealed {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(purpose))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { keyId, nonce, ciphertext }
}

function openWith(key: KeyObject, sealed: Sealed, purpose: string): Secret {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(purpose))
  const bytes = Buffer.from(sealed.ciphertext)
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
  const text = Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES)), decipher.final()])
  return new Secret(text.toString('utf8'))
}
