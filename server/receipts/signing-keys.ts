import { eq } from 'drizzle-orm'
import { exportJWK, FlattenedSign, generateKeyPair, importJWK, type JWK } from 'jose'
import * as z from 'zod'
import type { Db } from '@/db/client'
import { marketSecrets } from '@/db/schema'
import type { SignedReceipt } from '../contract/receipt'
import { secretPurpose } from '../keys/sealed-places'
import type { Cipher } from '../shared/cipher'

/**
 * Keys that sign receipts: Ed25519. They lie in the database, sealed under the market's seal keys, so that every process signs with the
 * same one and a backup has them. The first of the list signs. The others did; of them the public half is kept, for ever.
 */

const NAME = 'receipt-keys'
const ALGORITHM = 'EdDSA'

const keySchema = z.object({
  kid: z.string(),
  x: z.string(),
  /** The private half, of the key that signs. */
  d: z.string().optional(),
})
const keysSchema = z.array(keySchema).min(1)
type Key = z.infer<typeof keySchema>

type KeyDeps = { db: Db; cipher: Cipher }

/** Signs what is put in as JSON, with the newest key. */
export async function signed(deps: KeyDeps, payload: object, at: Date): Promise<SignedReceipt['jws']> {
  const [key] = await keysOf(deps, at)
  if (!key?.d) throw new Error('The key that signs receipts has lost its private half')
  const jws = await new FlattenedSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'caveat-receipt+json' })
    .sign(await importJWK({ kty: 'OKP', crv: 'Ed25519', x: key.x, d: key.d }, ALGORITHM))
  return { payload: jws.payload, protected: jws.protected ?? '', signature: jws.signature }
}

/** The public halves, as a JWK set (RFC 7517): the key that signs now first. */
export async function publicKeys(deps: KeyDeps, at: Date): Promise<{ keys: JWK[] }> {
  const keys = await keysOf(deps, at)
  return {
    keys: keys.map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', alg: ALGORITHM, use: 'sig', kid, x })),
  }
}

/** Makes the key that signs from now on; what the former ones signed can still be checked. Returns its name. */
export async function rotateSigningKey({ db, cipher }: KeyDeps, at: Date): Promise<string> {
  const made = await newKey(at)
  await keysOf({ db, cipher }, at)
  await db.transaction(async (tx) => {
    const [kept] = await tx.select().from(marketSecrets).where(eq(marketSecrets.name, NAME)).for('update')
    const former = kept ? opened(cipher, kept).map(({ kid, x }) => ({ kid, x })) : []
    await tx
      .update(marketSecrets)
      .set(cipher.seal(JSON.stringify([made, ...former]), secretPurpose(NAME)))
      .where(eq(marketSecrets.name, NAME))
  })
  return made.kid
}

/** Made with the first receipt; processes that make it at once agree on one. */
async function keysOf({ db, cipher }: KeyDeps, at: Date): Promise<Key[]> {
  const read = () => db.select().from(marketSecrets).where(eq(marketSecrets.name, NAME))
  const [kept] = await read()
  if (kept) return opened(cipher, kept)
  const first = cipher.seal(JSON.stringify([await newKey(at)]), secretPurpose(NAME))
  await db
    .insert(marketSecrets)
    .values({ name: NAME, ...first })
    .onConflictDoNothing()
  const [made] = await read()
  if (!made) throw new Error('The key that signs receipts was not kept')
  return opened(cipher, made)
}

const opened = (cipher: Cipher, row: typeof marketSecrets.$inferSelect): Key[] =>
  keysSchema.parse(JSON.parse(cipher.open(row, secretPurpose(NAME)).reveal()))

async function newKey(at: Date): Promise<Key> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true })
  const { x, d } = await exportJWK(privateKey)
  // By its time, and apart from one that another process makes in the same millisecond.
  return keySchema.parse({ kid: `r${at.getTime()}-${(x ?? '').slice(0, 6)}`, x, d })
}
