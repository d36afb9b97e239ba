import { notInArray } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { sealKeyChecks } from '@/db/schema'
import type { Cipher } from '../shared/cipher'
import { KeysMissingError } from './errors'
import { openCipher } from './open-cipher'
import { keepKeys, keptKeys, newSealKey } from './read-keys'
import { keyIdsInUse, SEALED_PLACES, sealAnew } from './sealed-places'

/** Rows sealed between two looks at how far it is. */
const CHUNK = 200

/**
 * Seals everything anew under the first key, while the market works. Returns how many texts that were, and the ids of keys that
 * nothing is sealed under any more: they may go. A process that still seals under an old key, because it was not restarted with
 * the new one in front, keeps that key in use.
 */
export async function rotateKeys(
  db: Db,
  cipher: Cipher,
): Promise<{ sealed: number; free: string[]; inUse: string[] }> {
  let sealed = 0
  for (const place of SEALED_PLACES) {
    for (;;) {
      const found = await sealAnew(db, cipher, place, CHUNK)
      sealed += found
      if (found < CHUNK) break
    }
  }
  const used = await keyIdsInUse(db)
  const old = cipher.keyIds.filter((id) => id !== cipher.sealingId)
  await db.delete(sealKeyChecks).where(notInArray(sealKeyChecks.keyId, [cipher.sealingId, ...used]))
  return { sealed, free: old.filter((id) => !used.has(id)), inUse: old.filter((id) => used.has(id)) }
}

/**
 * For a market that keeps its keys in a file: makes a new key, seals everything anew under it, and removes the old keys from the
 * file. Stopped half way, both are there, and the next time finishes it.
 *
 * @throws KeysMissingError, WrongKeysError before anything is changed.
 */
export async function rotateKeyFile(
  db: Db,
  { file, at }: { file: string; at: Date },
): Promise<{ sealed: number; free: string[]; inUse: string[] }> {
  const kept = await keptKeys(file)
  if (!kept) throw new KeysMissingError(file)
  await openCipher(db, kept.sealKeys)
  const fresh = newSealKey(`k${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}`)
  const both = `${fresh},${kept.sealKeys}`
  await keepKeys(file, { ...kept, sealKeys: both })
  const done = await rotateKeys(db, await openCipher(db, both))
  if (done.inUse.length === 0) await keepKeys(file, { ...kept, sealKeys: fresh })
  return done
}
