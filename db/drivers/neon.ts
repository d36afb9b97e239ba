import { Client, Pool } from '@neondatabase/serverless'
import { drizzle } from 'drizzle-orm/neon-serverless'
import type { Database, DatabaseLog } from '../database'
import { checkChannel, createListener } from '../listener'
import * as schema from '../schema'
import { CONNECTION, LIMITS, type Limits, sessionSettings, withoutPooler } from './connection'
import { guardPool } from './guard-pool'

/**
 * Neon over WebSocket, through Node's own client for it. Not Neon's one-statement HTTP driver: it has no transactions
 * that read and then write.
 */
export function openNeon({
  url,
  poolMax,
  limits = LIMITS,
  log,
}: {
  url: string
  poolMax: number
  limits?: Limits
  log?: DatabaseLog
}): Database {
  /** Awaited before a new connection is handed out. Its own name, because the types of the package leave it out. */
  const hooks = { onConnect: (client: Client) => client.query(sessionSettings(limits)) }
  const pool = new Pool({
    ...CONNECTION,
    connectionString: url,
    max: poolMax,
    // A WebSocket has no time limit of its own for silence.
    query_timeout: limits.silenceMs,
    ...hooks,
  })
  guardPool(pool, log)

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
    isFull: () => pool.waitingCount > 0 && pool.idleCount === 0,
    trouble: () => null,
    flush: () => Promise.resolve(),
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
