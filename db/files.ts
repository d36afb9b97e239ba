import { execFile } from 'node:child_process'
import { chmod, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const MODE_BITS = 0o777

/** As many as Node's threads for files; more would only wait. */
const AT_ONCE = 4

/** A folder and all below it, deepest names last. Links are not followed. */
async function everythingIn(folder: string): Promise<{ place: string; isFolder: boolean }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return [
    { place: folder, isFolder: true },
    ...entries
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => ({ place: path.join(entry.parentPath, entry.name), isFolder: entry.isDirectory() })),
  ]
}

/** Takes every right on a folder and all below it from everybody but its owner. */
export async function closeToOthers(folder: string): Promise<void> {
  const limit = pLimit(AT_ONCE)
  const all = await everythingIn(folder)
  await Promise.all(
    all.map(({ place, isFolder }) =>
      limit(async () => {
        const mode = isFolder ? FOLDER_MODE : FILE_MODE
        if (((await stat(place)).mode & MODE_BITS) !== mode) await chmod(place, mode)
      }),
    ),
  )
}

/** Brings a file, or the names in a folder, to the disk. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Brings a folder and all below it to the disk: in one go where the system can (GNU's `sync`), else file by file, each of
 * which waits for the disk, a second for a hundred files.
 */
export async function syncTree(folder: string): Promise<void> {
  try {
    await promisify(execFile)('sync', ['--file-system', folder])
  } catch {
    const limit = pLimit(AT_ONCE)
    const all = await everythingIn(folder)
    await Promise.all(all.map(({ place }) => limit(() => syncFile(place))))
  }
}
