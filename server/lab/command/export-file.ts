import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readDataSet } from '../market/data-set'
import { BadArgumentError } from './arguments'
import { makeFolder, notWritten } from './out-folder'

/**
 * Sees that an export replaces nothing but an earlier one, and that its folder can be written to.
 *
 * @throws BadArgumentError that names the place, what is there, and what to do.
 */
export async function checkExportPlace(file: string): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (found?.isDirectory()) {
    throw new BadArgumentError(`--out: ${file} is a folder; name a file, such as market.jsonl.`)
  }
  await makeFolder(path.dirname(file))
  if (found && !(found.isFile() && (await isExport(file)))) {
    throw new BadArgumentError(
      `--out: ${file} is there already and no export wrote it; name a new file, or move that one away.`,
    )
  }
}

/** An export of a market without a settled tree is empty. */
async function isExport(file: string): Promise<boolean> {
  try {
    const text = await readFile(file, 'utf8')
    if (text !== '') readDataSet(text)
    return true
  } catch {
    // Whatever cannot be read as one is somebody else's.
    return false
  }
}

/**
 * Writes a file whole or not at all: until it is whole, an earlier one stays.
 *
 * @throws BadArgumentError that names the file and why not.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.draft`
  try {
    await writeFile(draft, text)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw new BadArgumentError(`${notWritten(file, error)} Name another file with --out.`)
  }
}
