import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { copyRunningFolder } from '@/db/backup/copy-folder'
import { dumpServer, restoreServer } from '@/db/backup/dump-server'
import { type Database, openDatabase, rowsOf } from '@/db/client'
import { PATIENT_LIMITS } from '@/db/drivers/connection'
import { closeToOthers, syncTree } from '@/db/files'
import { lockDataDir } from '@/db/lock-file'
import packageJson from '@/package.json'
import type { Env } from './env'
import { KEYS_FILE } from './keys'
import { verifyLedger } from './ledger/verify'

/** What a backup is made of: a folder named by its time with the data and this note, and the keys beside it. */
const NOTE_FILE = 'backup.json'
const FOLDER_DATA = 'pglite'
const SERVER_DATA = 'market.dump'

const noteSchema = z.object({
  madeAt: z.iso.datetime(),
  kind: z.enum(['pglite', 'server']),
  version: z.string(),
})
type Note = z.infer<typeof noteSchema>

/** What an operator can mend; the message is a sentence that says how. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

type Place = Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>

/**
 * Writes a backup of the market, which may be running, into a new folder below `into`, and opens it to see that it holds.
 * Returns the folder.
 */
export async function makeBackup(
  env: Place,
  { into, at, say }: { into: string; at: Date; say: (line: string) => void },
): Promise<string> {
  const folder = path.join(into, at.toISOString().replaceAll(':', '-').slice(0, 19))
  if (existsSync(folder)) throw new BackupError(`${folder} is there already. Try again in a second.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    if (env.DATABASE_URL) await dumpServer(env.DATABASE_URL, path.join(folder, SERVER_DATA))
    else await copyFolder(env.DATA_DIR, folder)
    const note: Note = {
      madeAt: at.toISOString(),
      kind: env.DATABASE_URL ? 'server' : 'pglite',
      version: packageJson.version,
    }
    await writeFile(path.join(folder, NOTE_FILE), `${JSON.stringify(note, null, 2)}\n`)
    if (note.kind === 'pglite') await prove({ DATA_DIR: folder }, say)
    say(await keepKeys(env, into))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  await closeToOthers(into)
  await syncTree(into)
  return folder
}

async function copyFolder(dataDir: string, folder: string): Promise<void> {
  const from = path.join(dataDir, FOLDER_DATA)
  if (!existsSync(from))
    throw new BackupError(`There is no market in ${path.resolve(dataDir)}. Name its folder in DATA_DIR.`)
  await copyRunningFolder(from, path.join(folder, FOLDER_DATA))
}

/** Says whether the keys are with the backup; without them nothing sealed in it can be read. */
async function keepKeys(env: Place, into: string): Promise<string> {
  const file = path.join(env.DATA_DIR, KEYS_FILE)
  if (env.DATABASE_URL || !existsSync(file))
    return 'The keys are not in it: they come from the environment (SEAL_KEYS, AUTH_SECRET). Keep them in another safe place.'
  await copyFile(file, path.join(into, KEYS_FILE))
  return `The keys are beside it, in ${path.join(into, KEYS_FILE)}: whoever has both can read everything.`
}

/** Opens what was copied and checks its books. */
async function prove(place: Place, say: (line: string) => void): Promise<void> {
  const database = await openDatabase({
    url: place.DATABASE_URL,
    dataDir: place.DATA_DIR,
    limits: PATIENT_LIMITS,
  })
  try {
    const checks = await verifyLedger(database.db)
    const failed = checks.filter(({ ok }) => !ok)
    if (failed.length === 0) say(`It opens, and all ${checks.length} checks of the books pass.`)
    else
      say(
        `It opens, but the books are wrong: ${failed.map(({ name }) => name).join(', ')}. Run npm run verify.`,
      )
  } finally {
    await database.close()
  }
}

/**
 * Puts a backup into a market that has nothing yet: an empty folder, or an empty database. What is there is never
 * overwritten. The market must not run.
 */
export async function restoreBackup(
  env: Place,
  { from, say }: { from: string; say: (line: string) => void },
): Promise<void> {
  const note = await readNote(from)
  if (note.kind === 'server') {
    if (!env.DATABASE_URL)
      throw new BackupError('This backup is of a Postgres database: name an empty one in DATABASE_URL.')
    await refuseUnlessEmpty(env.DATABASE_URL)
    await restoreServer(env.DATABASE_URL, path.join(from, SERVER_DATA))
    say('Start the market with the SEAL_KEYS and AUTH_SECRET of that time, or later ones that hold its keys.')
  } else {
    if (env.DATABASE_URL)
      throw new BackupError(
        'This backup is of a folder (PGlite): leave DATABASE_URL out, and name the folder in DATA_DIR.',
      )
    await restoreFolder(env.DATA_DIR, from, say)
  }
  await prove(env, say)
}

async function readNote(folder: string): Promise<Note> {
  const text = await readFile(path.join(folder, NOTE_FILE), 'utf8').catch(() => null)
  if (text === null)
    throw new BackupError(
      `${path.resolve(folder)} is no backup: it has no ${NOTE_FILE}. Name the folder that npm run backup printed.`,
    )
  return noteSchema.parse(JSON.parse(text))
}

async function restoreFolder(dataDir: string, from: string, say: (line: string) => void): Promise<void> {
  const unlock = lockDataDir(dataDir)
  try {
    const place = path.join(dataDir, FOLDER_DATA)
    if (existsSync(place))
      throw new BackupError(
        `${path.resolve(place)} holds a market. Move it away first (mv ${place} ${place}.before), or restore into another folder with DATA_DIR.`,
      )
    const keys = path.join(path.dirname(from), KEYS_FILE)
    const own = path.join(dataDir, KEYS_FILE)
    if (!existsSync(keys))
      say('There are no keys beside the backup: give the market those of that time (SEAL_KEYS, AUTH_SECRET).')
    else if (!existsSync(own)) await copyFile(keys, own)
    else if (!(await readFile(keys)).equals(await readFile(own)))
      throw new BackupError(
        `${path.resolve(own)} holds other keys than the backup. Move it away first, or restore into another folder with DATA_DIR.`,
      )
    // Whole or not at all: a market never starts on half of one.
    const draft = `${place}.restoring`
    await rm(draft, { recursive: true, force: true })
    await copyRunningFolder(path.join(from, FOLDER_DATA), draft)
    await closeToOthers(dataDir)
    await syncTree(draft)
    await rename(draft, place)
    await syncTree(dataDir)
  } finally {
    unlock()
  }
}

async function refuseUnlessEmpty(url: string): Promise<void> {
  const database: Database = await openDatabase({ url, dataDir: '', poolMax: 1 })
  try {
    const [row] = rowsOf<{ tables: number }>(
      await database.db.execute(
        sql`select count(*)::int as tables from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
      ),
    )
    if (row?.tables !== 0)
      throw new BackupError(
        'The database in DATABASE_URL is not empty. Make a new one (createdb market) and name that.',
      )
  } finally {
    await database.close()
  }
}
