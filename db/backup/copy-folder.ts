import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Says from where the log must be read to bring the tables up to date. */
const CONTROL_FILE = path.join('global', 'pg_control')
const LOG_FOLDER = 'pg_wal'

/** Each try that fails met a checkpoint, of which there is one in 64 MB of log. */
const TRIES_MAX = 5

/** The folder's checkpoint moved during every try. */
export class FolderTooBusyError extends Error {
  override readonly name = 'FolderTooBusyError'

  constructor() {
    super('The market writes too fast for a copy of its folder. Try again when less happens.')
  }
}

/**
 * Copies PGlite's folder while a process has it open.
 *
 * It is a base backup as Postgres makes one ("Continuous Archiving", section "Making a Base Backup Using the Low Level API"):
 * the tables are copied while they change, and what changed meanwhile is repeated from the log, which holds the whole page
 * of everything changed since the last checkpoint (`full_page_writes`). That holds as long as no checkpoint happens in
 * between, so the file that names it is copied first, and compared at the end. The log is copied last.
 */
export async function copyRunningFolder(from: string, to: string): Promise<void> {
  for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
    await rm(to, { recursive: true, force: true })
    await mkdir(to, { recursive: true, mode: 0o700 })
    const control = await readFile(path.join(from, CONTROL_FILE))
    await copyBelow(from, to, (place) => !place.startsWith(LOG_FOLDER) && place !== CONTROL_FILE)
    await copyBelow(from, to, (place) => place.startsWith(LOG_FOLDER))
    await writeFile(path.join(to, CONTROL_FILE), control)
    if (control.equals(await readFile(path.join(from, CONTROL_FILE)))) return
  }
  await rm(to, { recursive: true, force: true })
  throw new FolderTooBusyError()
}

async function copyBelow(from: string, to: string, isWanted: (place: string) => boolean): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const place = path.relative(from, path.join(entry.parentPath, entry.name))
    // The folder of the log must be there for what is in it; other folders may be empty and are needed all the same.
    if (entry.isDirectory()) await mkdir(path.join(to, place), { recursive: true, mode: 0o700 })
    else if (entry.isFile() && isWanted(place))
      await copyIfThere(path.join(from, place), path.join(to, place))
  }
}

/** What a table that was dropped meanwhile leaves is repeated from the log, its end too. */
async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/** Where `ControlFileData` (catalog/pg_control.h) has the place of the last checkpoint, and the timeline it is on. */
const CHECKPOINT_AT = 32
const TIMELINE_AT = 48
const SEGMENT = /^[0-9A-F]{24}$/
const SEGMENT_BYTES = 16 * 1024 * 1024
/** More than the record of a checkpoint takes, with the head of a page. */
const RECORD_BYTES = 512

/**
 * Removes from a folder that was closed all of the log but its last record, which alone is read at the next start. The rest is
 * room for later, and still says what was written before.
 */
export async function dropOldLog(folder: string): Promise<void> {
  const control = await readFile(path.join(folder, CONTROL_FILE))
  const checkpoint = control.readBigUInt64LE(CHECKPOINT_AT)
  const number = checkpoint / BigInt(SEGMENT_BYTES)
  const perFile = 0x1_0000_0000n / BigInt(SEGMENT_BYTES)
  const hex = (value: bigint | number) => value.toString(16).toUpperCase().padStart(8, '0')
  const last = hex(control.readUInt32LE(TIMELINE_AT)) + hex(number / perFile) + hex(number % perFile)

  const log = path.join(folder, LOG_FOLDER)
  for (const name of await readdir(log))
    if (SEGMENT.test(name) && name !== last) await rm(path.join(log, name))
  const handle = await open(path.join(log, last), 'r+')
  try {
    const end = Number(checkpoint % BigInt(SEGMENT_BYTES)) + RECORD_BYTES
    await handle.truncate(end)
    await handle.truncate(SEGMENT_BYTES)
  } finally {
    await handle.close()
  }
}
