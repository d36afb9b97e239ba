import { setImmediate as nextTurn } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { corpusUploads } from '@/db/schema'
import type { Cipher } from '../../shared/cipher'

/** An upload lies sealed until it is cut: all of it is private information. */

export const purposeOf = (documentId: string) => `upload:${documentId}`

/** The cipher seals text, so the bytes go in base64. */
export function sealUpload(cipher: Cipher, documentId: string, bytes: Uint8Array) {
  return { documentId, ...cipher.seal(Buffer.from(bytes).toString('base64'), purposeOf(documentId)) }
}

/** The bytes of an upload; null when it is gone. */
export async function openUpload(db: Db, cipher: Cipher, documentId: string): Promise<Uint8Array | null> {
  const [row] = await db.select().from(corpusUploads).where(eq(corpusUploads.documentId, documentId))
  if (!row) return null
  // Reading ten megabytes from the database is a turn of the event loop, and opening them another.
  await nextTurn()
  return new Uint8Array(Buffer.from(cipher.open(row, purposeOf(documentId)).reveal(), 'base64'))
}
