import type { Cipher } from '../../shared/cipher'
import type { Secret } from '../../shared/secret'

/** A sealed text in two columns: the key's id, and nonce and ciphertext in base64 joined by a dot. */
export type SealedText = { keyId: string; sealed: string }

/** `purpose` says what it is and whose: it opens for nothing else. */
export function sealText(cipher: Cipher, text: string, purpose: string): SealedText {
  const { keyId, nonce, ciphertext } = cipher.seal(text, purpose)
  const sealed = `${Buffer.from(nonce).toString('base64')}.${Buffer.from(ciphertext).toString('base64')}`
  return { keyId, sealed }
}

/** @throws Error when the key is unknown or the text was changed or moved. */
export function openText(cipher: Cipher, { keyId, sealed }: SealedText, purpose: string): Secret {
  const [nonce = '', ciphertext = ''] = sealed.split('.')
  return cipher.open(
    { keyId, nonce: Buffer.from(nonce, 'base64'), ciphertext: Buffer.from(ciphertext, 'base64') },
    purpose,
  )
}
