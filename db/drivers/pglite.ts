import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { DataDirDamagedError, isFolderOfDatabase, reasonIn, wasClosed } from '../data-dir'
import type { Database, DatabaseLog, Trouble } from '../database'
import { closeToOthers, syncTree } from '../files'
import { checkChannel } from '../listener'
import { DataDirUnusableError, lockDataDir } from '../lock-file'
import { DatabaseStoppedError } from '../refusal'
import * as schema from '../schema'
import { DURABLE_PARAMS, DurableFolder } from './durable-folder'
import { isDiskFull, ROOM_MIN_BYTES } from './room'
import { takeTurns } from './turns'

/** How often to look whether the log has grown enough for a checkpoint. PGlite makes none by itself while it runs. */
const LOOK_AT_LOG_MS = 10_000

/** How often to look how much room the disk has. */
const LOOK_AT_ROOM_MS = 1_000

/** Of what the database prints; the reason why it stops is among the last. */
const LINES_KEPT = 50

interface FolderOptions {
  log?: DatabaseLog
  /** Called once, when nothing can be read or written any more in this process. */
  onStopped?: (error: DatabaseStoppedError) => void
}

/**
 * Postgres in this process, in `<dataDir>/pglite`. Exactly one process may have it open, which the lock file sees to; only its
 * owner may read it.
 *
 * @throws DataDirInUseError, DataDirUnusableError, which a disk without room is too, and DataDirDamagedError when what is there
 * does not open.
 */
export async function openPgliteFolder(dataDir: string, options: FolderOptions = {}): Promise<Database> {
  const unlock = lockDataDir(dataDir)
  try {
    if (isDiskFull(await freeBytesAt(dataDir), false))
      throw new DataDirUnusableError(
        dataDir,
        `lies on a disk with less than ${ROOM_MIN_BYTES / 2 ** 20} MB left. Make room, or choose another folder.`,
        undefined,
      )
    return await openFolder(path.join(dataDir, 'pglite'), unlock, options)
  } catch (error) {
    unlock()
    throw error
  }
}

async function freeBytesAt(place: string): Promise<number> {
  const { bavail, bsize } = await statfs(place)
  return bavail * bsize
}

async function openFolder(
  folder: string,
  unlock: () => void,
  { log, onStopped }: FolderOptions,
): Promise<Database> {
  const isNew = !existsSync(folder)
  if (!isNew) {
    if (!isFolderOfDatabase(folder)) throw new DataDirDamagedError(folder, [])
    if (!wasClosed(folder)) await syncTree(folder)
  }
  const said: string[] = []
  let trouble: Trouble | null = null
  const files = new DurableFolder(folder, (reason) => {
    trouble = 'stopped'
    const stopped = new DatabaseStoppedError(reasonIn(said) ?? String(reason), reason)
    onStopped?.(stopped)
    return stopped
  })
  const pglite = await openOrSayWhy(folder, files, said)
  takeTurns(pglite)
  await closeToOthers(folder)
  if (isNew) await syncTree(folder)
  files.relax()

  const tidy = setInterval(() => {
    if (!files.isCheckpointDue || trouble) return
    files
      .strictly(() => pglite.exec('checkpoint'))
      .catch((error: unknown) => log?.warn({ reason: String(error) }, 'A checkpoint failed.'))
  }, LOOK_AT_LOG_MS)
  tidy.unref()

  async function lookAtRoom(): Promise<void> {
    const free = await freeBytesAt(folder)
    const isFull = isDiskFull(free, trouble === 'full')
    if (trouble === 'stopped' || isFull === (trouble === 'full')) return
    trouble = isFull ? 'full' : null
    log?.warn(
      { freeMegabytes: Math.floor(free / 2 ** 20) },
      isFull
        ? 'The disk of DATA_DIR is full: nothing is written until it has room again.'
        : 'The disk of DATA_DIR has room again: writing goes on.',
    )
    // Postgres itself stops for good when its log finds no room; a refused write costs one call.
    await pglite.exec(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`)
  }
  const watch = setInterval(() => {
    lookAtRoom().catch((error: unknown) =>
      log?.warn({ reason: String(error) }, 'The room on the disk is not known.'),
    )
  }, LOOK_AT_ROOM_MS)
  watch.unref()

  const database = databaseOf(pglite, unlock)
  let closing: Promise<void> | undefined
  return {
    ...database,
    trouble: () => trouble,
    flush: () => files.flush(),
    close() {
      clearInterval(tidy)
      clearInterval(watch)
      // What stopped cannot be closed in order; the next start reads its log.
      closing ??= trouble === 'stopped' ? Promise.resolve(unlock()) : files.strictly(() => database.close())
      return closing
    },
  }
}

async function openOrSayWhy(folder: string, files: DurableFolder, said: string[]): Promise<PGlite> {
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
  const pglite = await PGlite.create({
    ...options,
    parsers: { [types.INT8]: (text: string) => text, [types.BYTEA]: bytesOf },
    serializers: { [types.BYTEA]: hexOf },
  })
  pglite.parsers = ofBuiltInTypes(pglite.parsers)
  await pglite.exec("set time zone 'UTC'")
  return pglite
}

/** Postgres' `FirstGenbkiObjectId` (access/transam.h): types from here on are rows of tables, and arrays of those. */
const ROW_TYPES_FROM = 10_000

/**
 * drizzle names a parser with each query, and PGlite then copies all of its own: hundreds, one for an array of rows of each table, which
 * no query returns. It was half of what a short query costs.
 */
function ofBuiltInTypes(parsers: PGlite['parsers']): PGlite['parsers'] {
  return Object.fromEntries(Object.entries(parsers).filter(([oid]) => Number(oid) < ROW_TYPES_FROM))
}

/** PGlite's own go byte by byte, for seconds with an upload; these are the system's, a hundred times as fast. */
const hexOf = (bytes: Uint8Array) =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
const bytesOf = (text: string) => Buffer.from(text.slice(2), 'hex')

/** Wraps an open instance; `afterClose` runs once it is closed. Nothing of it is on a disk unless the caller sees to it. */
export function databaseOf(pglite: PGlite, afterClose: () => void = () => undefined): Database {
  let closing: Promise<void> | undefined
  return {
    db: drizzle(pglite, { schema }),
    kind: 'pglite',
    raw: { kind: 'pglite', pglite },
    isFull: () => false,
    trouble: () => null,
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
