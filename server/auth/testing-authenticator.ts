import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { NewPasskey, PasskeyAnswer } from '../contract/passkeys'

/** An authenticator with one passkey, in software: what a browser would send for it (WebAuthn, sections 6.1 and 6.5). */

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')

export type Site = { rpId: string; origin: string }
type Signing = Site & { challenge: string; userVerified?: boolean; userHandle?: string }

export function softAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, { challenge, origin }: Signing) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  /** Each use counts up by one. */
  function authData({ rpId, userVerified = true }: Signing, flags: number, ...rest: Uint8Array[]) {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const all = USER_PRESENT | (userVerified ? USER_VERIFIED : 0) | flags
    return Buffer.concat([sha256(rpId), Buffer.from([all]), count, ...rest])
  }

  return {
    id: base64url(id),
    /** As a copy of the device does: it counts from there again. */
    countFrom(count: number) {
      counter = count
    },
    make(asked: Signing): NewPasskey['response'] {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = authData(asked, ATTESTED, Buffer.alloc(16), length, id, isoCBOR.encode(key))
      const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(data)],
      ])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', asked)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      }
    },
    sign(asked: Signing): PasskeyAnswer {
      const client = clientData('webauthn.get', asked)
      const data = authData(asked, 0)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          ...(asked.userHandle === undefined
            ? {}
            : { userHandle: Buffer.from(asked.userHandle).toString('base64url') }),
        },
      }
    },
  }
}
