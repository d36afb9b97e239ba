import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DumpToolError } from '@/db/backup/dump-server'
import { type Database, openDatabase, rowsOf } from '@/db/client'
import { migrate } from '@/db/migrate'
import { users } from '@/db/schema'
import { createEmptyDatabase, describeMultiConnection, openTestDb, type TestDatabase } from '@/db/testing'
import { BackupError, makeBackup, restoreBackup } from './backup'
import { readKeys } from './keys'

/** Cold starts of PGlite on a busy machine. */
const TIMEOUT_MS = 120_000

const person = (name: string) => ({ id: `user_${name}`, handle: name, name, createdAt: new Date() })
const AT = new Date('2026-01-05T09:00:00Z')

let place: string
const said: string[] = []
const say = (line: string) => void said.push(line)

beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'caveat-backup-'))
})
beforeEach(() => void said.splice(0))
afterAll(() => rm(place, { recursive: true, force: true }))

describe('a market in a folder', () => {
  let running: Database
  let dataDir: string
  let into: string

  beforeAll(async () => {
    dataDir = path.join(place, 'data')
    into = path.join(place, 'backups')
    running = await openDatabase({ dataDir })
    await migrate(running)
    await readKeys({ DATA_DIR: dataDir })
    await running.db.insert(users).values(person('before'))
  }, TIMEOUT_MS)
  afterAll(() => running.close())

  test(
    'is saved while it runs, opened and checked; restored, it has its people and its keys',
    async () => {
      const folder = await makeBackup({ DATA_DIR: dataDir }, { into, at: AT, say })
      await running.db.insert(users).values(person('after'))
      expect(said.join('\n')).toMatch(
        /It opens, and all \d+ checks of the books pass\.\nThe keys are beside it/,
      )
      expect((await stat(folder)).mode & 0o077).toBe(0)
      expect((await stat(path.join(into, 'keys.json'))).mode & 0o077).toBe(0)

      const restored = path.join(place, 'restored')
      await restoreBackup({ DATA_DIR: restored }, { from: folder, say })
      expect(await readKeys({ DATA_DIR: restored })).toEqual(await readKeys({ DATA_DIR: dataDir }))
      const database = await openDatabase({ dataDir: restored })
      expect(await database.db.select({ name: users.name }).from(users)).toEqual([{ name: 'before' }])
      await database.close()

      // What is there is never overwritten.
      await expect(restoreBackup({ DATA_DIR: restored }, { from: folder, say })).rejects.toThrow(
        'holds a market',
      )
    },
    TIMEOUT_MS,
  )

  test('keys of another market are not overwritten', async () => {
    const [name = ''] = await readdir(into)
    const other = path.join(place, 'other')
    await readKeys({ DATA_DIR: other })
    const before = await readFile(path.join(other, 'keys.json'), 'utf8')
    await expect(restoreBackup({ DATA_DIR: other }, { from: path.join(into, name), say })).rejects.toThrow(
      'holds other keys',
    )
    expect(await readFile(path.join(other, 'keys.json'), 'utf8')).toBe(before)
    expect(existsSync(path.join(other, 'pglite'))).toBe(false)
  })

  test('what is not a backup, and a backup of the other kind, say so', async () => {
    await expect(restoreBackup({ DATA_DIR: place }, { from: place, say })).rejects.toThrow('is no backup')
    const folder = path.join(place, 'of-a-server')
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    await writeFile(
      path.join(folder, 'backup.json'),
      JSON.stringify({ madeAt: AT.toISOString(), kind: 'server', version: '0' }),
    )
    await expect(restoreBackup({ DATA_DIR: place }, { from: folder, say })).rejects.toThrow(BackupError)
    await expect(
      makeBackup({ DATA_DIR: path.join(place, 'nothing') }, { into: path.join(place, 'b'), at: AT, say }),
    ).rejects.toThrow('There is no market')
    expect(await readdir(path.join(place, 'b'))).toEqual([])
  })
})

test('without the tools of Postgres the sentence says what to install', async () => {
  vi.stubEnv('PATH', '')
  const error = await makeBackup(
    { DATA_DIR: '', DATABASE_URL: 'postgres://localhost:1/none' },
    { into: path.join(place, 'no-tools'), at: AT, say },
  ).catch((thrown: unknown) => thrown)
  vi.unstubAllEnvs()
  expect(error).toBeInstanceOf(DumpToolError)
  expect(error instanceof Error && error.message).toContain('postgresql-client')
})

describeMultiConnection('a market on a server', () => {
  let market: TestDatabase
  beforeEach(async () => {
    market = await openTestDb()
  })
  afterEach(() => market.close())

  test('is saved while it runs and restored into an empty database', async ({ skip }) => {
    if (market.raw.kind === 'pglite') throw new Error('Not a server.')
    const [server] = rowsOf<{ version: string }>(
      await market.db.execute(sql`select current_setting('server_version') as version`),
    )
    const tool = /\d+/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0]
    skip(
      Number(tool ?? 0) < Number.parseInt(server?.version ?? '', 10),
      `needs pg_dump of version ${server?.version}`,
    )
    await market.db.insert(users).values(person('kept'))
    const folder = await makeBackup(
      { DATA_DIR: place, DATABASE_URL: market.raw.url },
      { into: path.join(place, 'server'), at: AT, say },
    )
    expect(said.join('\n')).toContain('The keys are not in it')

    const empty = await createEmptyDatabase()
    await restoreBackup({ DATA_DIR: place, DATABASE_URL: empty.url }, { from: folder, say })
    expect(said.join('\n')).toMatch(/all \d+ checks of the books pass/)
    const database = await openDatabase({ url: empty.url, dataDir: '', driver: 'postgres' })
    await migrate(database)
    expect(await database.db.select({ name: users.name }).from(users)).toEqual([{ name: 'kept' }])
    await database.close()
    await expect(
      restoreBackup({ DATA_DIR: place, DATABASE_URL: empty.url }, { from: folder, say }),
    ).rejects.toThrow('is not empty')
    await empty.drop()
  })
})
