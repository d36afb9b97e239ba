import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { marketSecrets, sealKeyChecks } from '@/db/schema'
import { type Cipher, createCipher } from '../shared/cipher'
import { WrongKeysError } from './errors'
import { keyIdsInUse, opensUnder, secretPurpose } from './sealed-places'

/** What is sealed under each key so that the key can be told from another one. */
const KNOWN_WORD = 'caveat'
const wordPurpose = (keyId: string) => `known-word:${keyId}`

const FINGERPRINTS = 'fingerprints'
const KEY_BYTES = 32

/** Whether anything is sealed in this database. */
export async function hasSealedTexts(db: Db): Promise<boolean> {
  const [row] = rowsOf<{ known: boolean }>(
    await db.execute(sql`select exists (select from ${sealKeyChecks}) as known`),
  )
  return row?.known === true || (await keyIdsInUse(db)).size > 0
}

/**
 * The cipher of these keys, once each of them is known to be the one that the market was sealed with. Processes that start
 * together agree.
 *
 * @throws WrongKeysError
 */
export async function openCipher(db: Db, sealKeys: string): Promise<Cipher> {
  const cipher = createCipher(sealKeys)
  await checkKeys(db, cipher, sealKeys)
  return createCipher(sealKeys, await fingerprintKey(db, cipher))
}

async function checkKeys(db: Db, cipher: Cipher, sealKeys: string): Promise<void> {
  const known = await knownWords(db, cipher)
  if (known.has(cipher.sealingId)) return
  // A market of an earlier version has no known words: something sealed under each key stands for them, once.
  for (const keyId of await keyIdsInUse(db)) {
    if (known.has(keyId)) continue
    if (!cipher.keyIds.includes(keyId)) throw new WrongKeysError(keyId, 'missing')
    if ((await opensUnder(db, cipher, keyId)) === false) throw new WrongKeysError(keyId, 'other')
    await keepWord(db, keyId, sealKeys)
  }
  await keepWord(db, cipher.sealingId, sealKeys)
  // Another process may have been first, with another key of the same name.
  await knownWords(db, cipher)
}

async function keepWord(db: Db, keyId: string, sealKeys: string): Promise<void> {
  const entry = sealKeys.split(',').find((key) => key.startsWith(`${keyId}:`))
  if (!entry) throw new WrongKeysError(keyId, 'missing')
  await db
    .insert(sealKeyChecks)
    .values(createCipher(entry).seal(KNOWN_WORD, wordPurpose(keyId)))
    .onConflictDoNothing()
}

/** Ids of the keys whose known word opens. */
async function knownWords(db: Db, cipher: Cipher): Promise<Set<string>> {
  const words = await db.select().from(sealKeyChecks)
  for (const word of words) {
    if (!cipher.keyIds.includes(word.keyId)) throw new WrongKeysError(word.keyId, 'missing')
    try {
      cipher.open(word, wordPurpose(word.keyId))
    } catch {
      throw new WrongKeysError(word.keyId, 'other')
    }
  }
  return new Set(words.map(({ keyId }) => keyId))
}

/** Made once; sealed, so that it outlives every seal key. */
async function fingerprintKey(db: Db, cipher: Cipher): Promise<string> {
  const purpose = secretPurpose(FINGERPRINTS)
  await db
    .insert(marketSecrets)
    .values({ name: FINGERPRINTS, ...cipher.seal(randomBytes(KEY_BYTES).toString('base64'), purpose) })
    .onConflictDoNothing()
  const [kept] = await db.select().from(marketSecrets).where(sql`${marketSecrets.name} = ${FINGERPRINTS}`)
  if (!kept) throw new Error('The key of the fingerprints was not kept.')
  return cipher.open(kept, purpose).reveal()
}
