import { createReadStream, existsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Db, rowsOf } from '@/db/client'
import { BackupError } from './errors'

/**
 * Keys of offers are in no backup but in one file beside all of them, which each backup replaces by those of now: what was
 * forgotten since opens from no backup any more.
 */
export const OFFER_KEYS_FILE = 'offer-keys.ndjson'

/** Rows read and written at once. */
const CHUNK = 5_000

/** One line: the offer, and its key as it is sealed. */
const lineSchema = z.tuple([z.string(), z.string(), z.base64(), z.base64()])
type Line = z.infer<typeof lineSchema>

/** @throws BackupError when the file has keys of offers that this market does not know: they would be lost. */
export async function writeOfferKeys(db: Db, folder: string): Promise<void> {
  const file = path.join(folder, OFFER_KEYS_FILE)
  await refuseForeign(db, file)
  const draft = await open(`${file}.new`, 'w', 0o600)
  try {
    for (let after = ''; ; ) {
      const found = await db.execute(sql`
        select offer_id as id, key_id as key, translate(encode(nonce, 'base64'), E'\n', '') as nonce,
          translate(encode(ciphertext, 'base64'), E'\n', '') as ciphertext
        from offer_key where offer_id > ${after} order by offer_id limit ${CHUNK}`)
      const rows = rowsOf<{ id: string; key: string; nonce: string; ciphertext: string }>(found)
      const lines = rows.map(({ id, key, nonce, ciphertext }): Line => [id, key, nonce, ciphertext])
      await draft.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      after = rows.at(-1)?.id ?? ''
      if (rows.length < CHUNK) break
    }
    await draft.sync()
  } finally {
    await draft.close()
  }
  await rename(`${file}.new`, file)
}

/** Puts the keys of these offers back, as far as they are still kept. */
export async function readOfferKeys(db: Db, folder: string): Promise<void> {
  for await (const lines of linesOf(path.join(folder, OFFER_KEYS_FILE))) {
    await db.execute(sql`
      insert into offer_key (offer_id, key_id, nonce, ciphertext)
      select k ->> 0, k ->> 1, decode(k ->> 2, 'base64'), decode(k ->> 3, 'base64')
      from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) as k
      join info_offer o on o.id = k ->> 0 and o.forgotten_at is null
      on conflict (offer_id) do nothing`)
  }
}

async function refuseForeign(db: Db, file: string): Promise<void> {
  for await (const lines of linesOf(file)) {
    const ids = JSON.stringify(lines.map(([id]) => id))
    const found = await db.execute(sql`
      select count(*)::int as known from info_offer
      where id in (select jsonb_array_elements_text(${ids}::jsonb))`)
    if (rowsOf<{ known: number }>(found)[0]?.known !== lines.length)
      throw new BackupError(
        `${file} has keys of offers that this market does not know: it belongs to another market, or to this one before it was restored. Name another folder for this backup.`,
      )
  }
}

async function* linesOf(file: string): AsyncGenerator<Line[]> {
  if (!existsSync(file)) return
  let chunk: Line[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    chunk.push(lineSchema.parse(JSON.parse(line)))
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
