import { Client, Pool } from '@neondatabase/serverless'
import { drizzle } from 'drizzle-orm/neon-serverless'
import type { Database, DatabaseLog } from '../database'
import { checkChannel, createListener } from '../listener'
import * as schema from '../schema'
import { CONNECTION, withoutPooler } from './connection'

/** Awaited before a new connection is handed out. Its own name, because the types of the package leave it out. */
const HOOKS = { onConnect: (client: Client) => client.query("set time zone 'UTC'") }

/**
 * Neon over WebSocket, through Node's own client for it. Not Neon's one-statement HTTP driver: it has no transactions
 * that read and then write.
 */
export function openNeon({
  url,
  poolMax,
  log,
}: {
  url: string
  poolMax: number
  log?: DatabaseLog
}): Database {
  const pool = new Pool({
    ...CONNECTION,
    connectionString: url,
    max: poolMax,
    ...HOOKS,
  })
  // The pool replaces a connection that broke while idle; without a handler the process would end.
  pool.on('error', (error: Error) =>
    log?.warn({ reason: error.message }, 'An idle database connection broke.'),
  )

  const listener = createListener(
    () =>
      new Client({
        ...CONNECTION,
        connectionString: withoutPooler(url),
        query_timeout: CONNECTION.connectionTimeoutMillis,
      }),
    log,
  )
  let closing: Promise<void> | undefined
  return {
    db: drizzle(pool, { schema }),
    kind: 'neon',
    raw: { kind: 'neon', url, pool },
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
