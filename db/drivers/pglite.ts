import path from 'node:path'
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database } from '../database'
import { checkChannel } from '../listener'
import { lockDataDir } from '../lock-file'
import * as schema from '../schema'

/** Postgres in this process, in `<dataDir>/pglite`. Exactly one process may have it open, which the lock file sees to. */
export async function openPgliteFolder(dataDir: string): Promise<Database> {
  const unlock = lockDataDir(dataDir)
  try {
    const pglite = await createPglite({ dataDir: path.join(dataDir, 'pglite') })
    return databaseOf(pglite, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** An instance that speaks like a Postgres server through `pg`: `bigint` comes back as text, the session is in UTC. */
export async function createPglite(options: PGliteOptions = {}): Promise<PGlite> {
  const pglite = await PGlite.create({ ...options, parsers: { [types.INT8]: (text: string) => text } })
  await pglite.exec("set time zone 'UTC'")
  return pglite
}

/** Wraps an open instance; `afterClose` runs once it is closed. */
export function databaseOf(pglite: PGlite, afterClose: () => void = () => undefined): Database {
  let closing: Promise<void> | undefined
  return {
    db: drizzle(pglite, { schema }),
    kind: 'pglite',
    raw: { kind: 'pglite', pglite },
    isFull: () => false,
    async listen(channel, onPayload) {
      checkChannel(channel)
      const unlisten = await pglite.listen(channel, onPayload)
      return () => unlisten()
    },
    async notify(channel, payload) {
      checkChannel(channel)
      await pglite.query('select pg_notify($1, $2)', [channel, payload])
    },
    close() {
      closing ??= pglite.close().finally(afterClose)
      return closing
    },
  }
}
