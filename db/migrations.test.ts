import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('keep the newest snapshot alone, and it is that of the newest migration', () => {
  const meta = 'db/migrations/meta'
  const { entries } = JSON.parse(readFileSync(`${meta}/_journal.json`, 'utf8')) as {
    entries: { idx: number }[]
  }
  const newest = String(entries.at(-1)?.idx).padStart(4, '0')
  expect(readdirSync(meta).sort()).toEqual([`${newest}_snapshot.json`, '_journal.json'])
})
