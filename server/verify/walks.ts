import { type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'

/**
 * The tables that checks walk over, by primary key, a slice at a time: so a slice costs the same in a market of any size, and reads
 * nothing that its checks do not. Everything else is reached from there through an index.
 */
const TABLES = {
  transfers: ['ledger_transfer', 'key'],
  accounts: ['ledger_account', 'id'],
  trees: ['inspection', 'root_id'],
  contexts: ['buyer_context', 'id'],
  offers: ['info_offer', 'id'],
  purchases: ['purchase', 'id'],
  resales: ['resale', 'id'],
  people: ['users', 'id'],
  links: ['account_mail', 'mail_id'],
  spending: ['spending_day', 'actor'],
  requests: ['spend_request', 'id'],
  bots: ['bot', 'id'],
  runs: ['bot_run', 'id'],
  deliveries: ['webhook_delivery', 'id'],
  matchers: ['matcher', 'id'],
  documents: ['corpus_document', 'id'],
  passages: ['corpus_passage', 'id'],
  notices: ['notice', 'id'],
  hooks: ['inbox_webhook', 'id'],
  games: ['game', 'id'],
} as const satisfies Record<string, readonly [table: string, key: string]>

/**
 * `whole` has no slices: its checks read what is overdue through indexes that hold only what may still move. `books` is a sum over
 * everything, made at the start and by the command only: what it would find, the walk over accounts finds too.
 */
export type WalkName = keyof typeof TABLES | 'whole' | 'books'

export type SlicedWalk = keyof typeof TABLES

export const SLICED_WALKS = Object.keys(TABLES) as SlicedWalk[]

/** The next subjects after one, in the order of their keys. */
export const nextSubjects = (walk: SlicedWalk, after: string | null, most: number): SQL => {
  const [table, key] = TABLES[walk]
  const column = sql.identifier(key)
  const isAfter = after === null ? sql`true` : sql`${column} > ${after}`
  return sql`select ${column} as id from ${sql.identifier(table)} where ${isAfter} order by ${column} limit ${most}`
}

export async function readSubjects(
  db: Db,
  walk: SlicedWalk,
  { after, most }: { after: string | null; most: number },
): Promise<string[]> {
  return rowsOf<{ id: string }>(await db.execute(nextSubjects(walk, after, most))).map(({ id }) => id)
}
