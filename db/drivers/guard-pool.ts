import type { DatabaseLog } from '../database'
import { databaseRefusalOf, isDatabaseAway } from '../refusal'

/** The part of a pooled client that matters here; `pg` and Neon's have it. */
interface PooledClient {
  query(statement: string | object, values?: unknown[]): Promise<unknown>
  on(event: 'error', handler: (error: Error) => void): unknown
  release(error?: Error | boolean): void
}

/** The part of a pool that matters here. */
export interface GuardedPool {
  connect(): Promise<PooledClient>
  on(event: 'error', handler: (error: Error) => void): unknown
  on(event: 'connect' | 'acquire', handler: (client: PooledClient) => void): unknown
  on(event: 'release', handler: (error: Error, client: PooledClient) => void): unknown
}

/**
 * Keeps a process alive and its pool whole when connections break, idle or in use.
 *
 * A pool listens for errors of idle clients only. A client that is checked out, as in every transaction, would end the
 * process with its error; and one that breaks at `begin` is never given back by drizzle, so that each such break would take
 * a connection from the pool for ever. So a client that breaks in use is given back here, at once. Whoever used it gets its
 * error from the statement that failed, and gives back nothing.
 */
export function guardPool(pool: GuardedPool, log?: DatabaseLog): void {
  keepAfterRefusals(pool)
  const inUse = new Set<PooledClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('error', (error) => log?.warn({ reason: error.message }, 'An idle database connection broke.'))
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (!inUse.has(client)) return
      log?.warn({ reason: error.message }, 'A database connection broke while it was used.')
      const { release } = client
      client.release = () => undefined
      release(error)
    })
  })
}

/**
 * A statement that the database refuses leaves its connection as good as it was. Pools throw it away all the same, and the next statement
 * pays for a new one: 20 ms where an answer takes one, for each refusal, and refusals are this market's everyday answers.
 */
function keepAfterRefusals(pool: GuardedPool): void {
  const query: PooledClient['query'] = async (statement, values) => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return await client.query(statement, values)
    } catch (error) {
      if (error instanceof Error && (!databaseRefusalOf(error) || isDatabaseAway(error))) broken = error
      throw error
    } finally {
      client.release(broken)
    }
  }
  Object.assign(pool, { query })
}
