import type { Database, DatabaseLog } from './database'
import type { Limits } from './drivers/connection'

export type { Database, Db, Tx } from './database'

export interface OpenOptions {
  /** `postgres://…`; without it, PGlite in the folder. */
  url?: string
  /** Folder of PGlite and its lock file; not touched when there is a `url`. */
  dataDir: string
  /** Chosen from the address when left out: Neon for hosts that end in `.neon.tech`. */
  driver?: 'postgres' | 'neon'
  /** Connections to Postgres or Neon at once. */
  poolMax?: number
  /** How long things may take on a connection to Postgres or Neon; `LIMITS` when left out. */
  limits?: Limits
  log?: DatabaseLog
  /** Called once when PGlite stopped for good: the process must be started again. A pool to a server connects again by itself. */
  onStopped?: (error: Error) => void
}

/** A small Postgres allows about 100 connections: room for nine processes and what runs beside them. */
const DEFAULT_POOL_MAX = 10

/**
 * Opens the database; does not migrate it.
 *
 * @throws DataDirInUseError when there is no `url` and another process has the folder open; DataDirUnusableError and
 * DataDirDamagedError when the folder or what is in it cannot be used.
 */
export async function openDatabase({
  url,
  dataDir,
  driver,
  poolMax = DEFAULT_POOL_MAX,
  limits,
  log,
  onStopped,
}: OpenOptions): Promise<Database> {
  // A process loads the one driver it uses.
  if (!url) {
    const { openPgliteFolder } = await import('./drivers/pglite')
    return openPgliteFolder(dataDir, { log, onStopped })
  }
  if ((driver ?? driverOf(url)) === 'neon') {
    const { openNeon } = await import('./drivers/neon')
    return openNeon({ url, poolMax, limits, log })
  }
  const { openPostgres } = await import('./drivers/postgres')
  return openPostgres({ url, poolMax, limits, log })
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
