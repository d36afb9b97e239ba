import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database, DatabaseLog } from '../database'
import { checkChannel, createListener } from '../listener'
import * as schema from '../schema'
import { CONNECTION } from './connection'

/** Any Postgres, over TCP. */
export function openPostgres({
  url,
  poolMax,
  log,
}: {
  url: string
  poolMax: number
  log?: DatabaseLog
}): Database {
  const pool = new pg.Pool({
    ...CONNECTION,
    connectionString: url,
    max: poolMax,
    onConnect: (client) => client.query("set time zone 'UTC'"),
  })
  // The pool replaces a connection that broke while idle; without a handler the process would end.
  pool.on('error', (error) => log?.warn({ reason: error.message }, 'An idle database connection broke.'))

  const listener = createListener(
    () =>
      new pg.Client({
        ...CONNECTION,
        connectionString: url,
        query_timeout: CONNECTION.connectionTimeoutMillis,
      }),
    log,
  )
  let closing: Promise<void> | undefined
  return {
    db: drizzle(pool, { schema }),
    kind: 'postgres',
    raw: { kind: 'postgres', url, pool },
    listen: listener.listen,
    async notify(channel, payload) {
      checkChannel(channel)
      await pool.query('select pg_notify($1, $2)', [channel, payload])
    },
    close() {
      closing ??= listener.close().then(() => pool.end())
      return closing
    },
  }
}
