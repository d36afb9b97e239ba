import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { BadArgumentError } from './arguments'

/** What a system says when a folder or a file cannot be made, in words. */
const CODES: Readonly<Record<string, string>> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'that disk can only be read',
  ENOSPC: 'that disk is full',
  EDQUOT: 'this account’s share of that disk is full',
  ENOTDIR: 'a part of it is a file',
  EISDIR: 'it is a folder',
  ENOENT: 'the system makes no files there',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
}

/**
 * Makes a folder and sees that something can be written to it, before hours of runs are lost.
 *
 * @throws BadArgumentError that names the folder, why not, and what to do.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeEach(path.resolve(folder))
    await rmdir(await mkdtemp(path.join(folder, '.try-')))
  } catch (error) {
    throw new BadArgumentError(`${notWritten(folder, error)} Name another folder with --out.`)
  }
}

/** One after another: Node's own recursion never ends where the system makes no folder, as in /proc. */
async function makeEach(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (found?.isDirectory()) return
  if (found) throw Object.assign(new Error(), { code: 'ENOTDIR' })
  if (path.dirname(folder) !== folder) await makeEach(path.dirname(folder))
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Somebody else has made it in between.
    if (error.code !== 'EEXIST') throw error
  })
}

/** "lab-runs/x cannot be written: that disk is full (ENOSPC)." */
export function notWritten(place: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const words = CODES[code] ?? (error instanceof Error ? error.message : String(error))
  return `${place} cannot be written: ${words}${code in CODES ? ` (${code})` : ''}.`
}
