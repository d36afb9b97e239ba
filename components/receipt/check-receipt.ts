import { base64url, decodeProtectedHeader, errors, flattenedVerify, importJWK } from 'jose'
import * as z from 'zod'

/** As `examples/verify-receipt.mjs` does it on a machine of one's own, with what browsers have: Ed25519 and HMAC of Web Crypto. */

const ALGORITHM = 'EdDSA'

const jwsSchema = z.object({ payload: z.string(), protected: z.string(), signature: z.string() })
/** The API gives the receipt beside its signed form; only what is signed counts. */
const fileSchema = z.union([jwsSchema, z.object({ jws: jwsSchema }).transform(({ jws }) => jws)])
const keysSchema = z.object({
  keys: z.array(
    z.object({ kid: z.string(), kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
  ),
})
const soldSchema = z.object({
  id: z.string(),
  teaser: z.string().nullable(),
  commitment: z.string().nullable(),
  nonce: z.string().nullable(),
})
const headSchema = z.object({ issuer: z.string(), issuedAt: z.coerce.date() })
/** Of a receipt what is said of it here: one that is older or newer than this page has it too. */
const receiptSchema = z.discriminatedUnion('kind', [
  headSchema.extend({ kind: z.literal('tree'), offers: z.array(soldSchema) }),
  headSchema
    .extend({ kind: z.literal('offer'), offer: soldSchema })
    .transform(({ offer, ...head }) => ({ ...head, offers: [offer] })),
])
export type CheckedReceipt = z.infer<typeof receiptSchema>

export type Checked =
  | { is: 'genuine'; receipt: CheckedReceipt; keyName: string }
  /** Not what the market signed. */
  | { is: 'changed' }
  | { is: 'no-receipt' }
  /** Signed with a key that the market does not publish. */
  | { is: 'unknown-key'; keyName: string }
  /** This browser knows no Ed25519, or keeps its cryptography from pages that are not sent encrypted. */
  | { is: 'not-here' }

/** Whether a file is a receipt that the holder of one of these keys signed, and as it was signed. */
export async function checkReceipt(file: unknown, keySet: unknown): Promise<Checked> {
  const jws = fileSchema.safeParse(file)
  const { keys } = keysSchema.parse(keySet)
  const keyName = jws.success ? keyNameOf(jws.data) : null
  if (!jws.success || keyName === null) return { is: 'no-receipt' }
  const jwk = keys.find(({ kid }) => kid === keyName)
  if (!jwk) return { is: 'unknown-key', keyName }
  const key = await importJWK(jwk, ALGORITHM).catch(() => null)
  if (key === null) return { is: 'not-here' }
  try {
    const { payload } = await flattenedVerify(jws.data, key, { algorithms: [ALGORITHM] })
    const receipt = receiptSchema.safeParse(JSON.parse(new TextDecoder().decode(payload)))
    return receipt.success ? { is: 'genuine', receipt: receipt.data, keyName } : { is: 'no-receipt' }
  } catch (error) {
    if (error instanceof errors.JOSEError) return { is: 'changed' }
    throw error
  }
}

/** Which key a file says it was signed with; null when it says nothing that can be read. */
function keyNameOf(jws: z.infer<typeof jwsSchema>): string | null {
  try {
    return decodeProtectedHeader(jws).kid ?? null
  } catch {
    return null
  }
}

/** The offer of a receipt whose text this is, letter for letter; null when it is none of theirs that the reader may read. */
export async function offerWithText(receipt: CheckedReceipt, text: string) {
  for (const offer of receipt.offers)
    if (offer.nonce !== null && (await commitmentOf(text, offer.nonce)) === offer.commitment) return offer
  return null
}

async function commitmentOf(text: string, nonce: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = new Uint8Array(base64url.decode(nonce))
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const signed = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(text))
  return base64url.encode(new Uint8Array(signed))
}
