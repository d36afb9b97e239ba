import fs from 'node:fs'
import promises, { chmod, cp, mkdtemp, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyRunningFolder } from '../backup/copy-folder'
import { type Database, openDatabase, rowsOf } from '../client'
import { DataDirDamagedError } from '../data-dir'
import { DataDirInUseError, DataDirUnusableError } from '../lock-file'
import { migrate } from '../migrate'
import { DatabaseStoppedError, isDatabaseAway } from '../refusal'
import { users } from '../schema'

/** A cold start on disk: 3 s alone, 20 s on a busy machine of two cores. */
const TIMEOUT_MS = 120_000

/** Memory where there is enough of it: bringing copies of a thousand files to a busy disk takes a minute. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 1e9
const hasMemory =
  fs.existsSync(MEMORY) && fs.statfsSync(MEMORY).bavail * fs.statfsSync(MEMORY).bsize > ROOM_BYTES
const PLACE = hasMemory ? MEMORY : tmpdir()

/** A market that was started once and closed. */
let template: string
let dataDir: string

const person = (name: string) => ({ id: `user_${name}`, handle: name, name, createdAt: new Date() })
const namesIn = async ({ db }: Database) =>
  (await db.select({ name: users.name }).from(users).orderBy(users.name)).map(({ name }) => name)

beforeAll(async () => {
  template = await mkdtemp(path.join(PLACE, 'caveat-template-'))
  const database = await openDatabase({ dataDir: template })
  await migrate(database)
  await database.db.insert(users).values(person('first'))
  await database.close()
}, TIMEOUT_MS)
afterAll(() => rm(template, { recursive: true, force: true }))

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(PLACE, 'caveat-data-'))
  await cp(template, dataDir, { recursive: true })
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('a folder opened again has its data, and migrating again changes nothing', async () => {
  expect(await readdir(dataDir)).toEqual(['pglite'])
  const database = await openDatabase({ dataDir })
  await migrate(database)
  expect(await namesIn(database)).toEqual(['first'])
  await expect(openDatabase({ dataDir })).rejects.toThrow(DataDirInUseError)
  await database.close()
})

test('a query copies no parser of the rows of tables, and arrays are read', async () => {
  const database = await openDatabase({ dataDir })
  if (database.raw.kind !== 'pglite') throw new Error('Not PGlite.')
  // 97 built-in types have one; in a market that is opened again, its tables' rows added a hundred and more.
  expect(Object.keys(database.raw.pglite.parsers).length).toBeLessThan(120)
  const read = await database.db.execute(
    sql`select array['a,b', null] as texts, array[1, 2] as numbers, array[true] as flags`,
  )
  expect(rowsOf(read)).toEqual([{ texts: ['a,b', null], numbers: [1, 2], flags: [true] }])
  await database.close()
})

describe('only the owner may read it', () => {
  async function openToOthers(): Promise<string[]> {
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
    const places = entries.map((entry) => path.join(entry.parentPath, entry.name))
    const modes = await Promise.all(
      places.map(async (place) => ({ place, mode: (await stat(place)).mode & 0o077 })),
    )
    return modes
      .filter(({ place, mode }) => mode !== 0 && path.basename(place) !== 'lock')
      .map(({ place }) => place)
  }

  test('from the first start on, and what is written later', async () => {
    expect(await openToOthers()).toEqual([])
    const database = await openDatabase({ dataDir })
    await database.db.execute(sql`create table later as select g from generate_series(1, 1000) g`)
    await database.close()
    expect(await openToOthers()).toEqual([])
  })

  test('also where an older version left it open', async () => {
    await chmod(path.join(dataDir, 'pglite'), 0o755)
    await chmod(path.join(dataDir, 'pglite', 'PG_VERSION'), 0o666)
    await (await openDatabase({ dataDir })).close()
    expect(await openToOthers()).toEqual([])
  })
})

describe('a folder that is damaged says what to do, and stays as it is', () => {
  const pglite = () => path.join(dataDir, 'pglite')
  async function refusal(): Promise<string> {
    const error = await openDatabase({ dataDir }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DataDirDamagedError)
    return error instanceof Error ? error.message : ''
  }

  test('the log is cut', async () => {
    for (const name of await readdir(path.join(pglite(), 'pg_wal')))
      if (/^[0-9A-F]{24}$/.test(name)) await truncate(path.join(pglite(), 'pg_wal', name), 100)
    expect(await refusal()).toContain('npm run restore')
    // And the folder is free again.
    expect(await readdir(dataDir)).toEqual(['pglite'])
  })

  test('its first file is gone: no new database is made in its place', async () => {
    await rm(path.join(pglite(), 'PG_VERSION'))
    const before = await readdir(pglite())
    expect(await refusal()).toContain('does not open')
    expect(await readdir(pglite())).toEqual(before)
  })

  test('what points to everything is unreadable', async () => {
    await writeFile(path.join(pglite(), 'global', 'pg_control'), Buffer.alloc(8192))
    expect(await refusal()).toContain('docs/operations.md')
  })
})

/** Keeps what a disk has after a power cut: each file as it was when it was last brought there. */
async function rememberDisk(folder: string, disk: string) {
  await cp(folder, disk, { recursive: true })
  let writes = 0
  function keep(descriptor: number): void {
    const place = fs.readlinkSync(`/proc/self/fd/${descriptor}`)
    const isFile = fs.fstatSync(descriptor).isFile()
    if (!isFile || !place.startsWith(folder)) return
    writes += 1
    const kept = path.join(disk, path.relative(folder, place))
    fs.mkdirSync(path.dirname(kept), { recursive: true })
    fs.copyFileSync(place, kept)
  }
  const { fsyncSync } = fs
  fs.fsyncSync = (descriptor) => {
    keep(descriptor)
  }
  syncBuiltinESMExports()
  const handle = await open(folder, 'r')
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockImplementation(async function (
    this: unknown,
  ) {
    keep((this as { fd: number }).fd)
  })
  await handle.close()
  return {
    writes: () => writes,
    forget() {
      fs.fsyncSync = fsyncSync
      syncBuiltinESMExports()
      sync.mockRestore()
    },
  }
}

describe.skipIf(process.platform !== 'linux')('a power cut', () => {
  let disk: string
  beforeEach(async () => {
    disk = await mkdtemp(path.join(PLACE, 'caveat-disk-'))
  })
  afterEach(() => rm(disk, { recursive: true, force: true }))

  /** Does `work`, cuts the power, and returns what is in the database then. */
  async function afterCut(work: (database: Database) => Promise<void>): Promise<string[]> {
    const memory = await rememberDisk(dataDir, disk)
    const database = await openDatabase({ dataDir })
    await work(database)
    memory.forget()
    const cut = await mkdtemp(path.join(PLACE, 'caveat-cut-'))
    await cp(path.join(disk, 'pglite'), path.join(cut, 'pglite'), { recursive: true })
    await database.close()
    const again = await openDatabase({ dataDir: cut })
    const names = await namesIn(again)
    await again.close()
    await rm(cut, { recursive: true, force: true })
    return names
  }

  test('takes nothing that was waited for', async () => {
    const names = await afterCut(async (database) => {
      await database.db.insert(users).values(person('kept'))
      await database.db.transaction((tx) => tx.insert(users).values(person('kept-too')))
      await database.flush()
    })
    expect(names).toEqual(['first', 'kept', 'kept-too'])
  })

  test('takes nothing around a checkpoint, and at no moment the database itself', async () => {
    const names = await afterCut(async (database) => {
      await database.db.execute(sql`create table bulk (said text)`)
      await database.db.execute(sql`insert into bulk select repeat('x', 1000) from generate_series(1, 30000)`)
      await database.db.insert(users).values(person('before'))
      await database.db.execute(sql`checkpoint`)
      await database.db.insert(users).values(person('after'))
      await database.flush()
    })
    expect(names).toEqual(['after', 'before', 'first'])
  })

  test('many that wait share the writes', async () => {
    const memory = await rememberDisk(dataDir, disk)
    const database = await openDatabase({ dataDir })
    const before = memory.writes()
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await database.db.insert(users).values(person(`p${index}`))
        await database.flush()
      }),
    )
    expect(memory.writes() - before).toBeGreaterThan(0)
    expect(memory.writes() - before).toBeLessThan(40)
    await database.close()
    memory.forget()
  })
})

describe.skipIf(process.platform !== 'linux')('a full disk', () => {
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    )

  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  test('ends writing before the log has no room, keeps reading, and writing goes on once there is room', async () => {
    const database = await openDatabase({ dataDir })
    const real = await promises.statfs(dataDir)
    vi.spyOn(promises, 'statfs').mockResolvedValue({ ...real, bavail: 0 } as never)
    syncBuiltinESMExports()
    await vi.waitFor(() => expect(database.trouble()).toBe('full'), 5_000)
    const refusal = await refusalOf(database.db.insert(users).values(person('lost')))
    expect(isDatabaseAway(refusal)).toBe(true)
    expect(await namesIn(database)).toEqual(['first'])
    await expect(openDatabase({ dataDir: path.join(dataDir, 'other') })).rejects.toThrow(DataDirUnusableError)

    vi.restoreAllMocks()
    syncBuiltinESMExports()
    await vi.waitFor(() => expect(database.trouble()).toBe(null), 5_000)
    await database.db.insert(users).values(person('second'))
    expect(await namesIn(database)).toEqual(['first', 'second'])
    await database.close()
  })

  test('that takes no log ends the database with the reason; nothing hangs, and what was waited for is kept', async () => {
    const onStopped = vi.fn()
    const database = await openDatabase({ dataDir, onStopped })
    await database.db.insert(users).values(person('kept'))
    await database.flush()
    const { writeSync } = fs
    vi.spyOn(fs, 'writeSync').mockImplementation(((descriptor: number, ...rest: [never]) => {
      if (!fs.readlinkSync(`/proc/self/fd/${descriptor}`).includes('pg_wal'))
        return writeSync(descriptor, ...rest)
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    }) as never)
    const refusals = await Promise.all(
      ['lost', 'lost-too'].map((name) =>
        refusalOf(database.db.transaction((tx) => tx.insert(users).values(person(name)))),
      ),
    )
    for (const refusal of refusals) expect(isDatabaseAway(refusal)).toBe(true)
    expect(isDatabaseAway(await refusalOf(namesIn(database)))).toBe(true)
    expect(onStopped).toHaveBeenCalledExactlyOnceWith(expect.any(DatabaseStoppedError))
    expect(String(onStopped.mock.calls)).toContain('No space left on device')
    expect(database.trouble()).toBe('stopped')
    await database.close()

    vi.restoreAllMocks()
    const again = await openDatabase({ dataDir })
    expect(await namesIn(again)).toEqual(['first', 'kept'])
    await again.close()
  })
})

describe('a copy of the folder while it is used', () => {
  test('opens, and has all that was written before it and nothing by half', async () => {
    const database = await openDatabase({ dataDir })
    await database.db.execute(sql`create table pair (id int, side text)`)
    let written = 0
    let isOver = false
    const writer = (async () => {
      while (!isOver) {
        await database.db.transaction(async (tx) => {
          await tx.execute(sql`insert into pair values (${written}, 'left')`)
          await tx.execute(sql`insert into pair select ${written}, 'right'`)
        })
        written += 1
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    await vi.waitFor(() => expect(written).toBeGreaterThan(20), TIMEOUT_MS)
    const before = written
    const copy = await mkdtemp(path.join(PLACE, 'caveat-copy-'))
    await copyRunningFolder(path.join(dataDir, 'pglite'), path.join(copy, 'pglite'))
    const after = written
    isOver = true
    await writer
    await database.close()

    const restored = await openDatabase({ dataDir: copy })
    const [row] = rowsOf<{ pairs: number; sides: number }>(
      await restored.db.execute(
        sql`select count(distinct id)::int as pairs, count(*)::int as sides from pair`,
      ),
    )
    await restored.close()
    await rm(copy, { recursive: true, force: true })
    expect(after).toBeGreaterThan(before)
    expect(row?.pairs).toBeGreaterThanOrEqual(before)
    expect(row?.sides).toBe(2 * (row?.pairs ?? 0))
  })
})
