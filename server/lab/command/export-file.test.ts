import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import demoMarket from '../market/demo-market.json'
import { BadArgumentError } from './arguments'
import { checkExportPlace, writeWhole } from './export-file'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lab-'))
})
afterEach(() => rm(folder, { recursive: true }))

const EXPORT = demoMarket.map((tree) => `${JSON.stringify(tree)}\n`).join('')

it.each([
  ['notes', 'Milk, eggs.'],
  ['JSON of another kind', '{"a":1}\n'],
  ['an export with a line of somebody else’s', `${EXPORT}Milk, eggs.`],
  ['a space', ' '],
])('leaves %s alone, and says what to do', async (_, text) => {
  const file = path.join(folder, 'there')
  await writeFile(file, text)
  const checked = checkExportPlace(file)
  await expect(checked).rejects.toThrow(BadArgumentError)
  await expect(checked).rejects.toThrow(
    `--out: ${file} is there already and no export wrote it; name a new file, or move that one away.`,
  )
  expect(await readFile(file, 'utf8')).toBe(text)
})

it('refuses a folder, a device and a place below a file', async () => {
  await mkdir(path.join(folder, 'inner'))
  await expect(checkExportPlace(path.join(folder, 'inner'))).rejects.toThrow('is a folder; name a file')
  await symlink('/dev/null', path.join(folder, 'null'))
  await expect(checkExportPlace(path.join(folder, 'null'))).rejects.toThrow('no export wrote it')
  await writeFile(path.join(folder, 'file'), '')
  await expect(checkExportPlace(path.join(folder, 'file', 'below'))).rejects.toThrow('cannot be written')
})

it('takes a new file, an earlier export and an empty one, and writes it whole', async () => {
  for (const [name, before] of [
    ['new', null],
    ['earlier', EXPORT],
    ['empty', ''],
  ] as const) {
    const file = path.join(folder, name)
    if (before !== null) await writeFile(file, before)
    await checkExportPlace(file)
    await writeWhole(file, 'whole\n')
    expect(await readFile(file, 'utf8')).toBe('whole\n')
  }
  expect((await readdir(folder)).sort()).toEqual(['earlier', 'empty', 'new'])
})

it('keeps what was there, and leaves nothing behind, when it cannot write', async () => {
  const place = path.join(folder, 'gone', 'file')
  await expect(writeWhole(place, 'x')).rejects.toThrow(`${place} cannot be written`)
  expect(await readdir(folder)).toEqual([])
})
