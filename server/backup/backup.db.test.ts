import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DumpToolError } from '@/db/backup/dump-server'
import { type Database, openDatabase, rowsOf } from '@/db/client'
import { migrate } from '@/db/migrate'
import { offerKeys, offers, users } from '@/db/schema'
import { createEmptyDatabase, describeMultiConnection, openTestDb, type TestDatabase } from '@/db/testing'
import { askQuestion, credits, newKey, person as newPerson, sell } from '../inspection/engine/testing'
import { openCipher } from '../keys/open-cipher'
import { readKeys } from '../keys/read-keys'
import { buyUnseen } from '../market/buy-unseen'
import { viewOffers } from '../market/context-view'
import { withdrawOffer } from '../market/post-offer'
import { testMarket } from '../testing'
import { verifyMarket } from '../verify/run'
import { makeBackup, restoreBackup } from './backup'
import { BackupError } from './errors'

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

/** A folder is PGlite's, whatever the other tests run on: once is enough. */
const describeFolder = describe.skipIf(process.env.TEST_POSTGRES !== undefined)

describeFolder('a market in a folder', () => {
  let running: Database
  let dataDir: string
  let into: string

  beforeAll(async () => {
    dataDir = path.join(place, 'data')
    into = path.join(place, 'backups')
    running = await openDatabase({ dataDir })
    await migrate(running)
    await readKeys({ DATA_DIR: dataDir }, { hasTexts: false })
    await running.db.insert(users).values(person('before'))
  }, TIMEOUT_MS)
  afterAll(() => running.close())

  test(
    'is saved while it runs, opened and checked; restored, it has its people and its keys',
    async () => {
      const folder = await makeBackup({ DATA_DIR: dataDir }, { into, at: AT, say })
      await running.db.insert(users).values(person('after'))
      expect(said.join('\n')).toMatch(
        /It opens, and all \d+ checks of the books pass\.\nThe seal keys are in it/,
      )
      expect((await stat(folder)).mode & 0o077).toBe(0)
      expect((await stat(path.join(into, 'keys.json'))).mode & 0o077).toBe(0)

      const restored = path.join(place, 'restored')
      await restoreBackup({ DATA_DIR: restored }, { from: folder, say })
      expect(await readKeys({ DATA_DIR: restored }, { hasTexts: true })).toEqual(
        await readKeys({ DATA_DIR: dataDir }, { hasTexts: false }),
      )
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
    await readKeys({ DATA_DIR: other }, { hasTexts: false })
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

describeFolder('what is forgotten after a backup', () => {
  const SECRET = 'Ockham and Sons measured a crack of 17 millimetres.'

  /** Files below a folder in which these bytes are. */
  async function filesWith(folder: string, bytes: Uint8Array): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
    const found = await Promise.all(
      files.map(async (file) => (await readFile(file)).includes(Buffer.from(bytes))),
    )
    return files.filter((_, index) => found[index])
  }

  test(
    'opens from no backup; what was bought does',
    async () => {
      const [dataDir, into] = [path.join(place, 'forgetful'), path.join(place, 'many')]
      const running = await openDatabase({ dataDir })
      await migrate(running)
      const keys = await readKeys({ DATA_DIR: dataDir }, { hasTexts: false })
      const fresh = testMarket({ ...running, truncate: async () => undefined })
      const market = {
        ...fresh,
        deps: { ...fresh.deps, cipher: await openCipher(running.db, keys.sealKeys) },
      }
      const [buyer, seller] = [await newPerson(market, 'ada'), await newPerson(market, 'sol')]
      const contextId = await askQuestion(market, buyer, { start: { rule: 'manual' } })
      const offer = { contextId, teaser: 'A report.', privateInfo: SECRET, price: 1 }
      const [bought, withdrawn] = [await sell(market, seller, offer), await sell(market, seller, offer)]
      await buyUnseen(market.deps, buyer, {
        offerId: bought,
        version: 1,
        priceMicros: credits(1),
        requestKey: newKey(),
      })
      const ownKeys = await running.db.select().from(offerKeys)
      const folder = await makeBackup({ DATA_DIR: dataDir }, { into, at: AT, say })

      // Neither key is anywhere in the backup, sealed as it is; in the market they are.
      expect(ownKeys).toHaveLength(2)
      for (const { ciphertext } of ownKeys) {
        expect(await filesWith(folder, ciphertext)).toEqual([])
        expect(await filesWith(path.join(dataDir, 'pglite'), ciphertext)).not.toEqual([])
      }

      await withdrawOffer(market.deps, seller, withdrawn)
      const next = new Date(AT.getTime() + 86_400_000)
      await makeBackup({ DATA_DIR: dataDir }, { into, at: next, say })
      await running.close()

      const restored = path.join(place, 'remembering')
      await restoreBackup({ DATA_DIR: restored }, { from: folder, say })
      expect(said.join('\n')).toContain('1 texts were forgotten since; their offers are withdrawn.')
      const database = await openDatabase({ dataDir: restored })
      const { sealKeys } = await readKeys({ DATA_DIR: restored }, { hasTexts: true })
      const deps = { ...market.deps, db: database.db, cipher: await openCipher(database.db, sealKeys) }
      const seen = await viewOffers(deps, seller, contextId)
      expect(seen.map(({ id, privateInfo }) => ({ id, privateInfo }))).toEqual([
        { id: bought, privateInfo: SECRET },
      ])
      // Nobody pays for a text that is gone.
      const [ended] = await database.db.select().from(offers).where(eq(offers.id, withdrawn))
      expect(ended).toMatchObject({
        state: 'withdrawn',
        endedAt: expect.any(Date),
        forgottenAt: expect.any(Date),
      })
      const checks = await verifyMarket(
        { db: database.db, cipher: deps.cipher, now: next },
        { areas: ['custody'] },
      )
      expect(checks.flatMap(({ findings }) => findings)).toEqual([])
      // A market that does not know these offers does not take the place of their keys.
      await expect(
        makeBackup({ DATA_DIR: path.join(place, 'data') }, { into, at: new Date(0), say }),
      ).rejects.toThrow('another market')
      await database.close()
    },
    2 * TIMEOUT_MS,
  )
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
    expect(said.join('\n')).toContain('The seal keys are not in it')

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
