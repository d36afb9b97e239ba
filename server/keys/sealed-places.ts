import { type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { purposeOf as inboxWebhookPurpose } from '../inbox-webhooks/secrets'
import { purposeOf as answerPurpose } from '../inspection/step/answer'
import { purposeOf as trailPurpose } from '../inspection/step/trail-answers'
import { keyPurposeOf, purposeOf as offerPurpose } from '../market/private/purpose'
import { purposeOf as knowledgePurpose } from '../sellers/bots/knowledge'
import { purposeOf as modelKeyPurpose } from '../sellers/bots/own-model'
import { purposeOf as labelPurpose } from '../sellers/corpus/labels'
import { purposeOf as embeddingPurpose } from '../sellers/corpus/meaning'
import { purposeOf as passagePurpose } from '../sellers/corpus/passages'
import { purposeOf as uploadPurpose } from '../sellers/corpus/uploads'
import { purposeOf as webhookPurpose } from '../sellers/webhook/secrets'
import { type Cipher, OWN_KEY, type Sealed } from '../shared/cipher'

/** Every column of the database that holds something sealed under a seal key; `sealed-places.db.test.ts` finds one that is missing. */

export const secretPurpose = (name: string) => `market-secret:${name}`

interface Place {
  table: string
  /** Columns that name a row. */
  id: readonly string[]
  keyId: string
  /** One column with nonce and ciphertext in base64, joined by a dot; or `nonce` and `ciphertext` as bytes. */
  packed?: string
  /** From the values of `id`. */
  purpose: (id: readonly string[]) => string
}

const byFirst =
  (purpose: (id: string) => string) =>
  ([id = '']: readonly string[]) =>
    purpose(id)

export const SEALED_PLACES: readonly Place[] = [
  { table: 'market_secret', id: ['name'], keyId: 'key_id', purpose: byFirst(secretPurpose) },
  { table: 'offer_key', id: ['offer_id'], keyId: 'key_id', purpose: byFirst(keyPurposeOf) },
  {
    table: 'offer_private',
    id: ['offer_id', 'version'],
    keyId: 'key_id',
    purpose: ([offerId = '', version]) => offerPurpose(offerId, Number(version)),
  },
  {
    table: 'answer',
    id: ['root_id', 'revision'],
    keyId: 'key_id',
    purpose: ([rootId = '', revision]) => answerPurpose(rootId, Number(revision)),
  },
  {
    table: 'trail_answer',
    id: ['root_id', 'context_id', 'round'],
    keyId: 'key_id',
    purpose: ([, contextId = '', round]) => trailPurpose(contextId, Number(round)),
  },
  { table: 'corpus_upload', id: ['document_id'], keyId: 'key_id', purpose: byFirst(uploadPurpose) },
  {
    table: 'corpus_document',
    id: ['id'],
    keyId: 'label_key_id',
    packed: 'label_sealed',
    purpose: byFirst(labelPurpose),
  },
  { table: 'corpus_passage', id: ['id'], keyId: 'key_id', purpose: byFirst(passagePurpose) },
  {
    table: 'corpus_passage',
    id: ['id'],
    keyId: 'embedding_key_id',
    packed: 'embedding_sealed',
    purpose: byFirst(embeddingPurpose),
  },
  {
    table: 'bot',
    id: ['id'],
    keyId: 'knowledge_key_id',
    packed: 'knowledge_sealed',
    purpose: byFirst(knowledgePurpose),
  },
  {
    table: 'bot',
    id: ['id'],
    keyId: 'model_key_id',
    packed: 'model_key_sealed',
    purpose: byFirst(modelKeyPurpose),
  },
  {
    table: 'webhook',
    id: ['bot_id'],
    keyId: 'secret_key_id',
    packed: 'secret_sealed',
    purpose: byFirst(webhookPurpose),
  },
  {
    table: 'webhook',
    id: ['bot_id'],
    keyId: 'old_secret_key_id',
    packed: 'old_secret_sealed',
    purpose: byFirst(webhookPurpose),
  },
  {
    table: 'inbox_webhook',
    id: ['id'],
    keyId: 'secret_key_id',
    packed: 'secret_sealed',
    purpose: byFirst(inboxWebhookPurpose),
  },
  {
    table: 'inbox_webhook',
    id: ['id'],
    keyId: 'old_secret_key_id',
    packed: 'old_secret_sealed',
    purpose: byFirst(inboxWebhookPurpose),
  },
]

type FoundRow = { id: string[]; key_id: string; nonce: string; ciphertext: string }

const name = (column: string) => sql.identifier(column)

/** Nonce and ciphertext as base64 text. */
function halves({ packed }: Place): { nonce: SQL; ciphertext: SQL } {
  if (packed === undefined)
    return { nonce: sql`encode(nonce, 'base64')`, ciphertext: sql`encode(ciphertext, 'base64')` }
  return {
    nonce: sql`split_part(${name(packed)}, '.', 1)`,
    ciphertext: sql`split_part(${name(packed)}, '.', 2)`,
  }
}

const sealedOf = (row: FoundRow): Sealed => ({
  keyId: row.key_id,
  nonce: Buffer.from(row.nonce, 'base64'),
  ciphertext: Buffer.from(row.ciphertext, 'base64'),
})

/** `most: null` for all. */
async function find(db: Db, place: Place, condition: SQL, most: number | null): Promise<FoundRow[]> {
  const { nonce, ciphertext } = halves(place)
  const ids = sql.join(
    place.id.map((column) => sql`${name(column)}::text`),
    sql`, `,
  )
  const found = await db.execute(sql`
    select array[${ids}] as id, ${name(place.keyId)} as key_id, ${nonce} as nonce, ${ciphertext} as ciphertext
    from ${name(place.table)} where ${condition} limit ${most}`)
  return rowsOf<FoundRow>(found)
}

/** Ids of the seal keys that something is sealed under. */
export async function keyIdsInUse(db: Db): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const { table, keyId } of SEALED_PLACES) {
    const found = await db.execute(
      sql`select distinct ${name(keyId)} as id from ${name(table)} where ${name(keyId)} is not null`,
    )
    for (const { id } of rowsOf<{ id: string }>(found)) if (id !== OWN_KEY) ids.add(id)
  }
  return ids
}

/** Whether something under this key opens; null when nothing is under it. */
export async function opensUnder(db: Db, cipher: Cipher, keyId: string): Promise<boolean | null> {
  for (const place of SEALED_PLACES) {
    const [row] = await find(db, place, sql`${name(place.keyId)} = ${keyId}`, 1)
    if (row) return opens(cipher, place, row)
  }
  return null
}

/**
 * Seals up to `most` rows of a place anew under the first key; returns how many there were to seal. What is written or removed
 * meanwhile is left as it is.
 */
export async function sealAnew(db: Db, cipher: Cipher, place: Place, most: number): Promise<number> {
  const isOld = sql`${name(place.keyId)} not in (${cipher.sealingId}, ${OWN_KEY})`
  const rows = await find(db, place, isOld, most)
  for (const row of rows) {
    const purpose = place.purpose(row.id)
    const sealed = cipher.seal(cipher.open(sealedOf(row), purpose).reveal(), purpose)
    const nonce = Buffer.from(sealed.nonce).toString('base64')
    const ciphertext = Buffer.from(sealed.ciphertext).toString('base64')
    const set =
      place.packed === undefined
        ? sql`nonce = decode(${nonce}, 'base64'), ciphertext = decode(${ciphertext}, 'base64')`
        : sql`${name(place.packed)} = ${`${nonce}.${ciphertext}`}`
    const here = place.id.map((column, index) => sql`${name(column)}::text = ${row.id[index]}`)
    await db.execute(sql`
      update ${name(place.table)} set ${name(place.keyId)} = ${sealed.keyId}, ${set}
      where ${sql.join(here, sql` and `)} and ${name(place.keyId)} = ${row.key_id} and ${halves(place).nonce} = ${row.nonce}`)
  }
  return rows.length
}

/**
 * Rows of some tables that do not open with these keys: by the id of their first column, one of `ids`. What is under an offer's own key is
 * looked at by `findUnsoundTexts`.
 */
export async function sealedThatStayShut(
  db: Db,
  cipher: Cipher,
  { tables, ids }: { tables: readonly string[]; ids: readonly string[] },
): Promise<{ subject: string; place: string }[]> {
  const shut: { subject: string; place: string }[] = []
  for (const place of SEALED_PLACES.filter(({ table }) => tables.includes(table))) {
    const [first = ''] = place.id
    const isOneOf = sql`${name(first)} = any (${sql.param([...ids])}::text[]) and ${name(place.keyId)} is not null`
    for (const row of await find(db, place, isOneOf, null)) {
      if (opens(cipher, place, row)) continue
      shut.push({ subject: row.id[0] ?? '', place: `${place.table}.${place.packed ?? 'ciphertext'}` })
    }
  }
  return shut
}

function opens(cipher: Cipher, place: Place, row: FoundRow): boolean {
  try {
    cipher.open(sealedOf(row), place.purpose(row.id))
    return true
  } catch {
    return false
  }
}
