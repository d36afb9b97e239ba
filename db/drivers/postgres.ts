import { Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database, DatabaseLog } from '../database'
import { checkChannel, createListener } from '../listener'
import { PostgresSilentError } from '../refusal'
import * as schema from '../schema'
import { CONNECTION, LIMITS, type Limits, sessionSettings } from './connection'
import { guardPool } from './guard-pool'

/** Any Postgres, over TCP. */
export function openPostgres({
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
  const pool = new pg.Pool({
    ...CONNECTION,
    connectionString: url,
    max: poolMax,
    onConnect: (client) => client.query(sessionSettings(limits)),
  })
  guardPool(pool, log)
  pool.on('connect', ({ connection: { stream } }) => {
    if (!(stream instanceof Socket)) return
    stream.setTimeout(limits.silenceMs, () => stream.destroy(new PostgresSilentError(limits.silenceMs)))
  })

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
