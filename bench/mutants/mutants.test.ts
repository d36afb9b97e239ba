import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { AREAS } from './areas'

const ROOT = path.resolve(import.meta.dirname, '../..')

it('every mutant fits its file in exactly one place, so that a run of them breaks what it says', () => {
  const stale = AREAS.flatMap(({ file, mutants }) => {
    const source = readFileSync(path.join(ROOT, file), 'utf8')
    return mutants
      .filter(({ from }) => source.split(from).length !== 2)
      .map(({ from, promise }) => `${file}: ${promise}: ${from}`)
  })
  expect(stale).toEqual([])
})
