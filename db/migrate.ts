import path from 'node:path'
import { Client as NeonClient } from '@neondatabase/serverless'
import { drizzle as drizzleNeon } from 'drizzle-orm/neon-serverless'
import { migrate as migrateNeon } from 'drizzle-orm/neon-serverless/migrator'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
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

/**
 * Applies the migrations that the database does not have yet, all of them or none. Processes that start together wait
 * for each other.
 */
export async function migrate({ raw }: Pick<Database, 'raw'>): Promise<void> {
  switch (raw.kind) {
    case 'pglite':
      return migratePglite(drizzlePglite(raw.pglite), config)
    case 'postgres': {
      const client = new pg.Client({ ...CONNECTION, connectionString: raw.url })
      return withLock(client, () => migratePostgres(drizzlePostgres(client), config))
    }
    case 'neon': {
      const client = new NeonClient({ ...CONNECTION, connectionString: withoutPooler(raw.url) })
      return withLock(client, () => migrateNeon(drizzleNeon(client), config))
    }
  }
}

/** Runs `work` on a connection of its own that holds the lock; the lock ends with the connection. */
async function withLock(
  client: { connect(): Promise<unknown>; query(text: string): Promise<unknown>; end(): Promise<void> },
  work: () => Promise<void>,
): Promise<void> {
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await work()
  } finally {
    await client.end()
  }
}
