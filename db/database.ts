import type { PGlite } from '@electric-sql/pglite'
import type { Pool as NeonPool } from '@neondatabase/serverless'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import type * as schema from './schema'

/** What the database room writes to; pino's logger fits. */
export interface DatabaseLog {
  warn(fields: Record<string, unknown>, message: string): void
}

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

export type Trouble = 'full' | 'stopped'

export interface Database {
  /**
   * PGlite has one connection: inside `db.transaction(async (tx) => …)` use `tx` only, for `db` would wait for the
   * transaction, and the transaction for it.
   */
  db: Db
  kind: RawDatabase['kind']
  /** The driver below, for libraries that bring their own SQL. */
  raw: RawDatabase
  /** True while every connection is in use and somebody waits for one: the database may be well, and is not reached. */
  isFull(): boolean
  /**
   * Why PGlite takes no writes: its disk has too little room, for as long as that lasts, or it stopped, until the process is started
   * again. Null while it does, and for a server, which tells by its errors.
   */
  trouble(): Trouble | null
  /**
   * Resolves when all that was committed before the call survives a power cut; rejects when the disk refuses. A server has
   * seen to that before it answers a commit; PGlite does it beside the work, so wait for it before something is acknowledged.
   */
  flush(): Promise<void>
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
