import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { SEALED_PLACES } from '../keys/sealed-places'
import { keyPurposeOf, purposeOf } from '../market/private/purpose'
import { type Cipher, OWN_KEY, type Sealed, type TextKey } from '../shared/cipher'

/** One of each for the whole market, or of no tree at all. */
const NOT_COPIED = [
  'finding',
  'ledger_freeze',
  'ledger_state',
  'market_secret',
  'mending',
  'model_use',
  'rate_limit',
  'seal_key_check',
  'verify_walk',
]
const ID = '\\m(bc|off|pur|rsl|usr|bot|mat|run|doc|pas|msg|ntc|mail|jdg|ses|key|gam)_[a-z0-9_]+\\M(?!":)'
const BY_NUMBER = ['ledger_transfer', 'audit_row']
/** The same nowhere else, and no id of ours. */
const UNLIKE = [
  'users.email',
  'known_address.digest',
  'known_device.digest',
  'passkey.id',
  'account_mail.digest',
]
/** More than one market has transfers, or acts. */
const SEQ_STEP = 1_000_000
const SEALED_AT_ONCE = 2_000

/**
 * Copies a whole market beside itself so many times: every row of every table with every id in it changed, so that what held holds. Sealed
 * texts are bound to their ids and are sealed anew.
 */
export async function copyMarket(db: Db, cipher: Cipher, copies: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await copyRows(tx, copies)
    await sealCopies(tx, cipher, copies)
  })
  await db.execute(sql`analyze`)
}

async function copyRows(db: Db, copies: number): Promise<void> {
  const columns = rowsOf<{ table: string; columns: string[] }>(
    await db.execute(sql`
      select c.table_name as "table", array_agg(quote_ident(c.column_name)::text order by c.ordinal_position) as columns
      from information_schema.columns c
      join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema and t.table_type = 'BASE TABLE'
      where c.table_schema = 'public' and c.is_generated = 'NEVER' group by c.table_name order by c.table_name`),
  )
  for (const { table, columns: names } of columns.filter((one) => !NOT_COPIED.includes(one.table))) {
    const values = names.map((name) => {
      // Made for the offer's own id, and so for no copy of it.
      if (table === 'info_offer' && name === 'commitment') return 'null'
      if (table === 'users' && name === 'handle') return `r.handle || '-' || k`
      if (name === 'seq' && BY_NUMBER.includes(table)) return `r.seq + k * ${SEQ_STEP}`
      if (UNLIKE.includes(`${table}.${name}`)) return `r.${name} || '-' || k`
      if (table === 'ledger_transfer' && name === 'id') return `'xfr_' || r.key`
      return `r.${name}`
    })
    await db.execute(
      sql.raw(`
        insert into "${table}" (${names.join(', ')})
        select ${values.join(', ')}
        from "${table}" t cross join generate_series(1, ${copies}) k
        cross join lateral jsonb_populate_record(
          null::"${table}", regexp_replace(to_jsonb(t)::text, '${ID}', '\\&_copy' || k, 'g')::jsonb) r
        on conflict do nothing`),
    )
  }
}

type Row = { id: string[]; key_id: string; nonce: string; ciphertext: string }
type SealedRow = { id: string[]; sealed: Sealed }

const inBytes = ({ key_id, nonce, ciphertext }: Row): Sealed => ({
  keyId: key_id,
  nonce: Buffer.from(nonce, 'base64'),
  ciphertext: Buffer.from(ciphertext, 'base64'),
})

async function sealCopies(db: Db, cipher: Cipher, copies: number): Promise<void> {
  const keys = new Map<string, TextKey>()
  // Offers' own keys before their texts.
  const places = [...SEALED_PLACES].sort(
    (a, b) => Number(b.table === 'offer_key') - Number(a.table === 'offer_key'),
  )
  for (const place of places) {
    if (NOT_COPIED.includes(place.table)) continue
    const isPacked = place.packed !== undefined
    const half = (n: 1 | 2) =>
      isPacked
        ? `split_part(${place.packed}, '.', ${n})`
        : `encode(${n === 1 ? 'nonce' : 'ciphertext'}, 'base64')`
    const rows = rowsOf<Row>(
      await db.execute(
        sql.raw(`select array[${place.id.map((id) => `${id}::text`).join(', ')}] as id, ${place.keyId} as key_id,
          ${half(1)} as nonce, ${half(2)} as ciphertext from "${place.table}"
          where ${place.keyId} is not null and ${place.id[0]} !~ '_copy[0-9]+$'`),
      ),
    )
    const made: SealedRow[] = []
    for (const row of rows) {
      const [first = '', ...rest] = row.id
      const isOwn = row.key_id === OWN_KEY
      const own = isOwn ? keys.get(first) : undefined
      const text = (own ?? cipher).open(inBytes(row), place.purpose(row.id)).reveal()
      if (place.table === 'offer_key') keys.set(first, cipher.openKey(inBytes(row), keyPurposeOf(first)))
      for (let copy = 1; copy <= copies; copy += 1) {
        const id = [`${first}_copy${copy}`, ...rest]
        if (place.table === 'offer_key') {
          const { key, sealed } = cipher.newKey(keyPurposeOf(id[0] ?? ''))
          keys.set(id[0] ?? '', key)
          made.push({ id, sealed })
        } else if (isOwn) {
          const sealed = keys.get(id[0] ?? '')?.seal(text, purposeOf(id[0] ?? '', Number(rest[0])))
          if (sealed) made.push({ id, sealed })
        } else made.push({ id, sealed: cipher.seal(text, place.purpose(id)) })
      }
    }
    for (let from = 0; from < made.length; from += SEALED_AT_ONCE)
      await write(db, place, made.slice(from, from + SEALED_AT_ONCE))
  }
}

async function write(
  db: Db,
  { table, id, keyId, packed }: (typeof SEALED_PLACES)[number],
  rows: readonly SealedRow[],
): Promise<void> {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const given = rows.map(({ id: [first, second], sealed }) => ({
    first,
    second,
    key_id: sealed.keyId,
    nonce: base64(sealed.nonce),
    ciphertext: base64(sealed.ciphertext),
  }))
  const set =
    packed === undefined
      ? `nonce = decode(g.nonce, 'base64'), ciphertext = decode(g.ciphertext, 'base64')`
      : `${packed} = g.nonce || '.' || g.ciphertext`
  const here = `t.${id[0]} = g.first${id[1] === undefined ? '' : ` and t.${id[1]} = g.second::integer`}`
  await db.execute(sql`
    update ${sql.identifier(table)} t set ${sql.raw(`${keyId} = g.key_id, ${set}`)}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g(first text, second text, key_id text, nonce text, ciphertext text)
    where ${sql.raw(here)}`)
}
