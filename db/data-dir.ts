import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Postgres writes it last when it makes a database, and first looks for it. */
export function isFolderOfDatabase(folder: string): boolean {
  return existsSync(path.join(folder, 'PG_VERSION'))
}

/** Where `ControlFileData` of Postgres (catalog/pg_control.h) has its `state`, and which one means that it was closed. */
const STATE_AT = 16
const SHUT_DOWN = 1

/** False when the process that had it open was killed, so that what it wrote may be in the system's memory only. */
export function wasClosed(folder: string): boolean {
  const control = readFileSync(path.join(folder, 'global', 'pg_control'))
  return control.length > STATE_AT + 4 && control.readInt32LE(STATE_AT) === SHUT_DOWN
}

/** Lines of the database that say why it stopped. */
const REASON = /\b(?:FATAL|PANIC|ERROR):\s+(.*)/

/** The last of what the database printed that says why it stopped. */
export function reasonIn(said: readonly string[]): string | undefined {
  return said.map((line) => REASON.exec(line)?.[1]).findLast(Boolean)
}

/** What is in the folder cannot be opened as the market's database. */
export class DataDirDamagedError extends Error {
  override readonly name = 'DataDirDamagedError'

  /** `said`: what the database printed. */
  constructor(folder: string, said: readonly string[], cause?: unknown) {
    const place = path.resolve(folder)
    const reason = reasonIn(said)
    super(
      [
        `The database in ${place} does not open${reason ? `: ${reason}` : ''}.`,
        'It is damaged, its disk is full, or another version made it; nothing in it was repaired or removed.',
        `Make sure that the disk has room and start again. If that does not help, move the folder away (mv ${place} ${place}.damaged) and restore the last backup: npm run restore -- <folder of the backup>. See docs/operations.md.`,
      ].join('\n'),
      { cause },
    )
  }
}
