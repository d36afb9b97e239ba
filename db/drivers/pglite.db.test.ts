import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../client'
import { DataDirInUseError } from '../lock-file'
import { migrate } from '../migrate'
import { users } from '../schema'

/** Two cold starts on disk: 6 s alone, 20 s on a busy machine of two cores. */
const TIMEOUT_MS = 120_000

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'caveat-data-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test(
  'a folder opened again has its data, and migrating again changes nothing',
  async () => {
    const first = await openDatabase({ dataDir })
    await migrate(first)
    await first.db.insert(users).values({ id: 'user_a', handle: 'a', name: 'A', createdAt: new Date() })
    await first.close()
    expect(readdirSync(dataDir)).toEqual(['pglite'])

    const second = await openDatabase({ dataDir })
    await migrate(second)
    expect(await second.db.select({ name: users.name }).from(users)).toEqual([{ name: 'A' }])
    await expect(openDatabase({ dataDir })).rejects.toThrow(DataDirInUseError)
    await second.close()
  },
  TIMEOUT_MS,
)
