import { existsSync } from 'node:fs'
import path from 'node:path'
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { DataDirDamagedError, isFolderOfDatabase, wasClosed } from '../data-dir'
import type { Database, DatabaseLog } from '../database'
import { closeToOthers, syncTree } from '../files'
import { checkChannel } from '../listener'
import { lockDataDir } from '../lock-file'
import * as schema from '../schema'
import { DURABLE_PARAMS, DurableFolder } from './durable-folder'

/** How often to look whether the log has grown enough for a checkpoint. PGlite makes none by itself while it runs. */
const LOOK_AT_LOG_MS = 10_000

/** Of what the database prints; the reason why it stops is among the last. */
const LINES_KEPT = 50

/**
 * Postgres in this process, in `<dataDir>/pglite`. Exactly one process may have it open, which the lock file sees to; only its
 * owner may read it.
 *
 * @throws DataDirInUseError, DataDirUnusableError, and DataDirDamagedError when what is there does not open.
 */
export async function openPgliteFolder(dataDir: string, log?: DatabaseLog): Promise<Database> {
  const unlock = lockDataDir(dataDir)
  try {
    return await openFolder(path.join(dataDir, 'pglite'), unlock, log)
  } catch (error) {
    unlock()
    throw error
  }
}

async function openFolder(folder: string, unlock: () => void, log?: DatabaseLog): Promise<Database> {
  const isNew = !existsSync(folder)
  if (!isNew) {
    if (!isFolderOfDatabase(folder)) throw new DataDirDamagedError(folder, [])
    if (!wasClosed(folder)) await syncTree(folder)
  }
  const files = new DurableFolder(folder)
  const pglite = await openOrSayWhy(folder, files)
  await closeToOthers(folder)
  if (isNew) await syncTree(folder)
  files.relax()

  const tidy = setInterval(() => {
    if (!files.isCheckpointDue) return
    files
      .strictly(() => pglite.exec('checkpoint'))
      .catch((error: unknown) => log?.warn({ reason: String(error) }, 'A checkpoint failed.'))
  }, LOOK_AT_LOG_MS)
  tidy.unref()

  const database = databaseOf(pglite, unlock)
  let closing: Promise<void> | undefined
  return {
    ...database,
    flush: () => files.flush(),
    close() {
      clearInterval(tidy)
      closing ??= files.strictly(() => database.close())
      return closing
    },
  }
}

async function openOrSayWhy(folder: string, files: DurableFolder): Promise<PGlite> {
  const said: string[] = []
  const hear = (line: string) => {
    said.push(line)
    said.splice(0, said.length - LINES_KEPT)
    return true
  }
  try {
    return await createPglite({ fs: files, startParams: DURABLE_PARAMS, onStdout: hear, onStderr: hear })
  } catch (error) {
    throw new DataDirDamagedError(folder, said, error)
  }
}

/** An instance that speaks like a Postgres server through `pg`: `bigint` comes back as text, the session is in UTC. */
export async function createPglite(options: PGliteOptions = {}): Promise<PGlite> {
  const pglite = await PGlite.create({ ...options, parsers: { [types.INT8]: (text: string) => text } })
  await pglite.exec("set time zone 'UTC'")
  return pglite
}

/** Wraps an open instance; `afterClose` runs once it is closed. Nothing of it is on a disk unless the caller sees to it. */
export function databaseOf(pglite: PGlite, afterClose: () => void = () => undefined): Database {
  let closing: Promise<void> | undefined
  return {
    db: drizzle(pglite, { schema }),
    kind: 'pglite',
    raw: { kind: 'pglite', pglite },
    isFull: () => false,
    flush: () => Promise.resolve(),
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
