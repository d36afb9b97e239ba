import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { applyFunctions, type RunScript } from './apply-functions'
import type { Database } from './client'
import { CONNECTION, withoutPooler } from './drivers/connection'

/**
 * From the folder the process was started in, which is the project's for every script. Not from this file: a production
 * build moves it.
 */
export const MIGRATIONS_FOLDER = path.join(process.cwd(), 'db/migrations')

/** Any number that nothing else in the database uses as an advisory lock. */
const MIGRATION_LOCK = 7_203_114

const config = { migrationsFolder: MIGRATIONS_FOLDER }

/** The database has some of the migrations that were since made one. */
export class FormerVersionError extends Error {
  override readonly name = 'FormerVersionError'

  constructor() {
    super(
      'This database was made by an earlier version of Caveat. Start revision 75314af on it once (git checkout 75314af && npm install && npm start), then this one.',
    )
  }
}

/**
 * Applies the migrations that the database does not have yet, all of them or none, then the functions whose file has
 * changed. Processes that start together wait for each other.
 *
 * @throws FormerVersionError when the database is older than the first migration.
 */
export async function migrate({ raw }: Pick<Database, 'raw'>): Promise<void> {
  switch (raw.kind) {
    case 'pglite': {
      const { drizzle } = await import('drizzle-orm/pglite')
      const { migrate: apply } = await import('drizzle-orm/pglite/migrator')
      return migrateWith(runOnPglite(raw.pglite), () => apply(drizzle(raw.pglite), config))
    }
    case 'postgres': {
      const { default: pg } = await import('pg')
      const { drizzle } = await import('drizzle-orm/node-postgres')
      const { migrate: apply } = await import('drizzle-orm/node-postgres/migrator')
      const client = new pg.Client({ ...CONNECTION, connectionString: raw.url })
      return withLock(client, (run) => migrateWith(run, () => apply(drizzle(client), config)))
    }
    case 'neon': {
      const { Client } = await import('@neondatabase/serverless')
      const { drizzle } = await import('drizzle-orm/neon-serverless')
      const { migrate: apply } = await import('drizzle-orm/neon-serverless/migrator')
      const client = new Client({ ...CONNECTION, connectionString: withoutPooler(raw.url) })
      return withLock(client, (run) => migrateWith(run, () => apply(drizzle(client), config)))
    }
  }
}

async function migrateWith(run: RunScript, applyMigrations: () => Promise<void>): Promise<void> {
  await refuseFormerVersion(run)
  await applyMigrations()
  await applyFunctions(run)
}

/**
 * The first migration bears the time of the last of the nineteen that it replaced (revision 75314af): a database that has that
 * one has the whole schema, and drizzle, which goes by time, leaves it alone. One that has only some of them cannot go on.
 */
async function refuseFormerVersion(run: RunScript): Promise<void> {
  const [found] = await run(`select to_regclass('drizzle.__drizzle_migrations') is not null as has_any`)
  if (found?.has_any !== true) return
  const [last] = await run('select max(created_at)::text as at from drizzle.__drizzle_migrations')
  const [first] = readMigrationFiles(config)
  if (first && typeof last?.at === 'string' && Number(last.at) < first.folderMillis)
    throw new FormerVersionError()
}

type Answer = { rows: Record<string, unknown>[] }

/** A client of a server; a pool will do for scripts that need no session. */
type ServerClient = { query(text: string): Promise<Answer | Answer[]> }

export function runOnPglite(pglite: PGlite): RunScript {
  return async (script) => (await pglite.exec(script)).at(-1)?.rows ?? []
}

export function runOnServer(client: ServerClient): RunScript {
  // A script of several statements is answered by a list.
  return async (script) => [await client.query(script)].flat().at(-1)?.rows ?? []
}

/** Runs `work` on a connection of its own that holds the lock; the lock ends with the connection. */
async function withLock(
  client: ServerClient & { connect(): Promise<unknown>; end(): Promise<void> },
  work: (run: RunScript) => Promise<void>,
): Promise<void> {
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await work(runOnServer(client))
  } finally {
    await client.end()
  }
}
