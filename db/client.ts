import type { PGlite } from '@electric-sql/pglite'
import type { Pool as NeonPool } from '@neondatabase/serverless'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import type { DatabaseLog } from './listener'
import type * as schema from './schema'

/** A database or an open transaction: what every function that reads or writes rows takes. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/** An open transaction. A function takes this when what it writes must commit together with something of its caller. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** Stops a listener. */
export type Unlisten = () => Promise<void>

export type RawDatabase =
  | { kind: 'pglite'; pglite: PGlite }
  | { kind: 'postgres'; url: string; pool: Pool }
  | { kind: 'neon'; url: string; pool: NeonPool }

export interface Database {
  /**
   * PGlite has one connection: inside `db.transaction(async (tx) => …)` use `tx` only, for `db` would wait for the
   * transaction, and the transaction for it.
   */
  db: Db
  kind: RawDatabase['kind']
  /** The driver below, for libraries that bring their own SQL. */
  raw: RawDatabase
  /**
   * Calls `onPayload` for each notification on the channel (lower case letters, digits and underscores).
   *
   * Notifications are hints. Those sent while the connection was down are lost: `onReconnect` is called once it is back,
   * to read from the tables what was missed. PGlite has no connection to lose.
   */
  listen(channel: string, onPayload: (payload: string) => void, onReconnect?: () => void): Promise<Unlisten>
  /**
   * Sends a hint of at most 7999 bytes, ids only. Call it after the commit: inside a transaction it would take a lock on
   * the whole database on Postgres, and never return on PGlite.
   */
  notify(channel: string, payload: string): Promise<void>
  close(): Promise<void>
}

export interface OpenOptions {
  /** `postgres://…`; without it, PGlite in the folder. */
  url?: string
  /** Folder of PGlite and its lock file; not touched when there is a `url`. */
  dataDir: string
  /** Chosen from the address when left out: Neon for hosts that end in `.neon.tech`. */
  driver?: 'postgres' | 'neon'
  /** Connections to Postgres or Neon at once. */
  poolMax?: number
  log?: DatabaseLog
}

/** A small Postgres allows about 100 connections: room for nine processes and what runs beside them. */
const DEFAULT_POOL_MAX = 10

/**
 * Opens the database; does not migrate it.
 *
 * @throws DataDirInUseError when there is no `url` and another process has the folder open.
 */
export async function openDatabase({
  url,
  dataDir,
  driver,
  poolMax = DEFAULT_POOL_MAX,
  log,
}: OpenOptions): Promise<Database> {
  // A process loads the one driver it uses.
  if (!url) {
    const { openPgliteFolder } = await import('./drivers/pglite')
    return openPgliteFolder(dataDir)
  }
  if ((driver ?? driverOf(url)) === 'neon') {
    const { openNeon } = await import('./drivers/neon')
    return openNeon({ url, poolMax, log })
  }
  const { openPostgres } = await import('./drivers/postgres')
  return openPostgres({ url, poolMax, log })
}

function driverOf(url: string): 'postgres' | 'neon' {
  return new URL(url).hostname.endsWith('.neon.tech') ? 'neon' : 'postgres'
}

/**
 * Rows of a `db.execute(sql…)`, whichever driver ran it. `T` is what the statement returns as the drivers give it, the
 * same on all three: `bigint` columns and `count(*)` are strings (`BigInt(row.total)`), moments are ISO-like strings in
 * UTC, `bytea` is a `Uint8Array`. Queries of drizzle's builder need none of this.
 */
export function rowsOf<T>(result: unknown): T[] {
  if (typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)) {
    return result.rows
  }
  throw new TypeError('Not the result of a statement.')
}
