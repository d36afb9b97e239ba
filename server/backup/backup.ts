import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { copyRunningFolder, dropOldLog } from '@/db/backup/copy-folder'
import { dumpServer, restoreServer } from '@/db/backup/dump-server'
import { type Database, type Db, openDatabase, rowsOf } from '@/db/client'
import { PATIENT_LIMITS } from '@/db/drivers/connection'
import { closeToOthers, syncTree } from '@/db/files'
import { offersForget } from '@/db/functions/market'
import { lockDataDir } from '@/db/lock-file'
import { offers } from '@/db/schema'
import packageJson from '@/package.json'
import type { Env } from '../env'
import { KEYS_FILE, keepKeys, keptKeys } from '../keys/read-keys'
import { OWN_KEY } from '../shared/cipher'
import { systemClock } from '../shared/clock'
import { verifyMarket } from '../verify/run'
import { BackupError } from './errors'
import { OFFER_KEYS_FILE, readOfferKeys, writeOfferKeys } from './offer-keys'

/**
 * What a backup is made of: a folder named by its time with the data, the seal keys and this note; beside all of them the
 * keys of offers as they are now.
 */
const NOTE_FILE = 'backup.json'
const FOLDER_DATA = 'pglite'
const SERVER_DATA = 'market.dump'
const OFFER_KEYS_TABLE = 'public.offer_key'

const noteSchema = z.object({
  madeAt: z.iso.datetime(),
  kind: z.enum(['pglite', 'server']),
  version: z.string(),
})
type Note = z.infer<typeof noteSchema>

type Say = (line: string) => void
type Place = Pick<Env, 'DATABASE_URL' | 'DATA_DIR' | 'SEAL_KEYS'>

/**
 * Writes a backup of the market, which may be running, into a new folder below `into`, and opens it to see that it holds.
 * Returns the folder.
 */
export async function makeBackup(
  env: Place,
  { into, at, say }: { into: string; at: Date; say: Say },
): Promise<string> {
  const folder = path.join(into, at.toISOString().replaceAll(':', '-').slice(0, 19))
  if (existsSync(folder)) throw new BackupError(`${folder} is there already. Try again in a second.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    if (env.DATABASE_URL) await saveServer(env.DATABASE_URL, folder)
    else await saveFolder(env.DATA_DIR, folder, say)
    const note: Note = {
      madeAt: at.toISOString(),
      kind: env.DATABASE_URL ? 'server' : 'pglite',
      version: packageJson.version,
    }
    await writeFile(path.join(folder, NOTE_FILE), `${JSON.stringify(note, null, 2)}\n`)
    say(await saveKeys(env, folder))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  await closeToOthers(into)
  await syncTree(into)
  return folder
}

async function saveServer(url: string, folder: string): Promise<void> {
  await dumpServer(url, path.join(folder, SERVER_DATA), { without: OFFER_KEYS_TABLE })
  await withDatabase({ DATABASE_URL: url, DATA_DIR: '' }, ({ db }) =>
    writeOfferKeys(db, path.dirname(folder)),
  )
}

async function saveFolder(dataDir: string, folder: string, say: Say): Promise<void> {
  const from = path.join(dataDir, FOLDER_DATA)
  if (!existsSync(from))
    throw new BackupError(`There is no market in ${path.resolve(dataDir)}. Name its folder in DATA_DIR.`)
  const copy = path.join(folder, FOLDER_DATA)
  await copyRunningFolder(from, copy)
  await withDatabase({ DATA_DIR: folder }, async ({ db }) => {
    await prove(db, say)
    await writeOfferKeys(db, path.dirname(folder))
    // Out of the table, out of its file, and then out of the log.
    await db.execute(sql`delete from offer_key`)
    await db.execute(sql`vacuum full offer_key`)
    await db.execute(sql`select pg_switch_wal()`)
    await db.execute(sql`checkpoint`)
  })
  await dropOldLog(copy)
}

/**
 * Says whether the seal keys are with the backup; without them nothing sealed in it can be read.
 *
 * @throws BackupError when they are neither in the folder nor in the environment.
 */
async function saveKeys(env: Place, folder: string): Promise<string> {
  const kept = env.DATABASE_URL ? null : await keptKeys(path.join(env.DATA_DIR, KEYS_FILE))
  if (kept === null && !env.DATABASE_URL && !env.SEAL_KEYS)
    throw new BackupError(
      `${KEYS_FILE} is missing in ${path.resolve(env.DATA_DIR)} and SEAL_KEYS is not set: a backup cannot be read without them. Put it back, and make the backup again.`,
    )
  if (kept === null)
    return 'The seal keys are not in it: they come from the environment (SEAL_KEYS, AUTH_SECRET). Keep them in another safe place.'
  // Once with the data they sealed, and once with the keys of offers, which are those of now.
  await keepKeys(path.join(folder, KEYS_FILE), kept)
  await keepKeys(path.join(path.dirname(folder), KEYS_FILE), kept)
  return 'The seal keys are in it (keys.json): whoever has the folder can read everything.'
}

/** Checks the books of what was saved or restored. */
async function prove(db: Db, say: Say): Promise<void> {
  const checks = await verifyMarket({ db, cipher: null, now: systemClock.now() }, { areas: ['money'] })
  const failed = checks.filter(({ findings }) => findings.length > 0)
  if (failed.length === 0) say(`It opens, and all ${checks.length} checks of the books pass.`)
  else
    say(
      `It opens, but the books are wrong: ${failed.map(({ check }) => check.id).join(', ')}. Run npm run verify.`,
    )
}

/**
 * Puts a backup into a market that has nothing yet: an empty folder, or an empty database. What is there is never
 * overwritten. The market must not run.
 */
export async function restoreBackup(env: Place, { from, say }: { from: string; say: Say }): Promise<void> {
  const note = await readNote(from)
  if (note.kind === 'server') {
    if (!env.DATABASE_URL)
      throw new BackupError('This backup is of a Postgres database: name an empty one in DATABASE_URL.')
    await withDatabase(env, refuseUnlessEmpty)
    await restoreServer(env.DATABASE_URL, path.join(from, SERVER_DATA))
    say('Start the market with the SEAL_KEYS and AUTH_SECRET of that time, or later ones that hold its keys.')
  } else {
    if (env.DATABASE_URL)
      throw new BackupError(
        'This backup is of a folder (PGlite): leave DATABASE_URL out, and name the folder in DATA_DIR.',
      )
    await restoreFolder(env.DATA_DIR, from, say)
  }
  await withDatabase(env, async ({ db }) => {
    await readOfferKeys(db, path.dirname(from))
    await endForgotten(db, { file: path.join(path.dirname(from), OFFER_KEYS_FILE), say })
    await prove(db, say)
  })
}

async function readNote(folder: string): Promise<Note> {
  const text = await readFile(path.join(folder, NOTE_FILE), 'utf8').catch(() => null)
  if (text === null)
    throw new BackupError(
      `${path.resolve(folder)} is no backup: it has no ${NOTE_FILE}. Name the folder that npm run backup printed.`,
    )
  return noteSchema.parse(JSON.parse(text))
}

async function restoreFolder(dataDir: string, from: string, say: Say): Promise<void> {
  const unlock = lockDataDir(dataDir)
  try {
    const place = path.join(dataDir, FOLDER_DATA)
    if (existsSync(place))
      throw new BackupError(
        `${path.resolve(place)} holds a market. Move it away first (mv ${place} ${place}.before), or restore into another folder with DATA_DIR.`,
      )
    await restoreKeys(dataDir, from, say)
    // Whole or not at all: a market never starts on half of one.
    const draft = `${place}.restoring`
    await copyRunningFolder(path.join(from, FOLDER_DATA), draft)
    await closeToOthers(dataDir)
    await syncTree(draft)
    await rename(draft, place)
    await syncTree(dataDir)
  } finally {
    unlock()
  }
}

/** The keys of now, which seal the keys of offers, and behind them those of the backup's time. */
async function restoreKeys(dataDir: string, from: string, say: Say): Promise<void> {
  const then = await keptKeys(path.join(from, KEYS_FILE))
  const now = (await keptKeys(path.join(path.dirname(from), KEYS_FILE))) ?? then
  if (!then || !now) {
    say('There are no seal keys in the backup: give the market those of that time (SEAL_KEYS, AUTH_SECRET).')
    return
  }
  const sealKeys = [...new Set([...now.sealKeys.split(','), ...then.sealKeys.split(',')])].join(',')
  const file = path.join(dataDir, KEYS_FILE)
  const own = await keptKeys(file)
  if (own && own.sealKeys !== sealKeys)
    throw new BackupError(
      `${path.resolve(file)} holds other keys than the backup. Move it away first, or restore into another folder with DATA_DIR.`,
    )
  await keepKeys(file, { ...now, sealKeys })
}

/**
 * Ends the offers of the backup that nobody can open any more: nobody may pay for them. Their bonds are left to the end of their questions.
 * Without the keys of this market nothing is ended: which of them were forgotten is not known then.
 */
async function endForgotten(db: Db, { file, say }: { file: string; say: Say }): Promise<void> {
  const found = rowsOf<{ id: string; isBought: boolean }>(
    await db.execute(sql`
      select distinct p.offer_id as id, b.id is not null as "isBought"
      from offer_private p left join purchase b on b.offer_id = p.offer_id
      where p.key_id = ${OWN_KEY} and not exists (select from offer_key k where k.offer_id = p.offer_id)`),
  )
  if (found.length === 0) return
  const lost = found.filter(({ isBought }) => isBought).length
  if (lost > 0 || !existsSync(file)) {
    say(
      `${found.length} texts have no key, ${lost} of them paid for: ${file} is missing, or is of another market. Put it there and restore the backup once more, into an empty place.`,
    )
    return
  }
  const offerIds = found.map(({ id }) => id)
  const at = systemClock.now()
  await db.transaction(async (tx) => {
    await tx
      .update(offers)
      .set({ state: 'withdrawn', endedAt: at })
      .where(and(inArray(offers.id, offerIds), eq(offers.state, 'open')))
    await offersForget(tx, { offerIds, at })
  })
  say(`${offerIds.length} texts were forgotten since; their offers are withdrawn.`)
}

async function refuseUnlessEmpty({ db }: Database): Promise<void> {
  const [row] = rowsOf<{ tables: number }>(
    await db.execute(
      sql`select count(*)::int as tables from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    ),
  )
  if (row?.tables !== 0)
    throw new BackupError(
      'The database in DATABASE_URL is not empty. Make a new one (createdb market) and name that.',
    )
}

async function withDatabase(place: Place, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({
    url: place.DATABASE_URL,
    dataDir: place.DATA_DIR,
    poolMax: 1,
    limits: PATIENT_LIMITS,
  })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}
