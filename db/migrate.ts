import path from 'node:path'
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
    case 'pglite': {
      const { drizzle } = await import('drizzle-orm/pglite')
      const { migrate: apply } = await import('drizzle-orm/pglite/migrator')
      return apply(drizzle(raw.pglite), config)
    }
    case 'postgres': {
      const { default: pg } = await import('pg')
      const { drizzle } = await import('drizzle-orm/node-postgres')
      const { migrate: apply } = await import('drizzle-orm/node-postgres/migrator')
      const client = new pg.Client({ ...CONNECTION, connectionString: raw.url })
      return withLock(client, () => apply(drizzle(client), config))
    }
    case 'neon': {
      const { Client } = await import('@neondatabase/serverless')
      const { drizzle } = await import('drizzle-orm/neon-serverless')
      const { migrate: apply } = await import('drizzle-orm/neon-serverless/migrator')
      const client = new Client({ ...CONNECTION, connectionString: withoutPooler(raw.url) })
      return withLock(client, () => apply(drizzle(client), config))
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
