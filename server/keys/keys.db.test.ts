import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rowsOf } from '@/db/client'
import { marketSecrets, offerKeys, offerPrivate, requestKeys, sealKeyChecks } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { seedDemoOnce } from '../demo/seed'
import { askQuestion, person, sell } from '../inspection/engine/testing'
import { memoryQueue } from '../jobs/memory-queue'
import { viewOffers } from '../market/context-view'
import { once } from '../market/once'
import { purposeOf } from '../market/private/purpose'
import { type Cipher, createCipher } from '../shared/cipher'
import { type TestMarket, testMarket } from '../testing'
import { KeysMissingError, WrongKeysError } from './errors'
import { hasSealedTexts, openCipher } from './open-cipher'
import { KEYS_FILE, keptKeys, readKeys } from './read-keys'
import { rotateKeyFile, rotateKeys } from './rotate'
import { sealClear } from './seal-clear'
import { keyIdsInUse, opensUnder, SEALED_PLACES } from './sealed-places'

/** Seeding is minutes of a market's life. */
const SEED_TIMEOUT_MS = 120_000

const entry = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`
const [OLD, NEW] = [entry('old', 1), entry('new', 2)]

let database: TestDatabase
let market: TestMarket
let folder: string

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
  folder = await mkdtemp(path.join(tmpdir(), 'caveat-keys-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A question with an offer of one text, sealed under these keys. */
async function offerUnder(sealKeys: string, privateInfo = 'The pier is cracked.') {
  const deps = { ...market.deps, cipher: await openCipher(database.db, sealKeys) }
  const here = { ...market, deps }
  const [buyer, seller] = [await person(here, 'ada'), await person(here, 'sol')]
  const contextId = await askQuestion(here, buyer, { start: { rule: 'manual' } })
  const offerId = await sell(here, seller, { contextId, teaser: 'A report.', privateInfo, price: 1 })
  return { contextId, seller, offerId }
}

async function readUnder(sealKeys: string, { contextId, seller }: { contextId: string; seller: string }) {
  const deps = { ...market.deps, cipher: await openCipher(database.db, sealKeys) }
  return (await viewOffers(deps, seller, contextId))[0]?.privateInfo
}

test('every sealed column of the database is known, so that none is left out of a change of keys', async () => {
  const found = await database.db.execute(sql`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and (column_name = 'key_id' or column_name like '%\\_key\\_id')
      and table_name <> 'seal_key_check'`)
  const places = rowsOf<{ place: string }>(found).map(({ place }) => place)
  expect(SEALED_PLACES.map(({ table, keyId }) => `${table}.${keyId}`).sort()).toEqual(places.sort())
})

describe('keys that are not those of the market', () => {
  async function expectRefused(sealKeys: string, why: RegExp) {
    const before = await database.db.select().from(sealKeyChecks)
    const refusal = await openCipher(database.db, sealKeys).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(WrongKeysError)
    expect(refusal instanceof Error ? refusal.message : '').toMatch(why)
    expect(await database.db.select().from(sealKeyChecks)).toEqual(before)
  }

  test('are noticed at the start, before anything is sealed', async () => {
    await openCipher(database.db, OLD)
    await openCipher(database.db, OLD)
    await expectRefused(NEW, /under the key "old", which is not among/)
    await expectRefused(entry('old', 9), /"old" has the right name and is another key/)
    await expectRefused(`${NEW},${entry('old', 9)}`, /"old" has the right name/)
  })

  test('are noticed in a market of an earlier version too, which has no known words', async () => {
    const offer = await offerUnder(OLD)
    const sealed = createCipher(OLD).seal('An older text.', purposeOf(offer.offerId, 1))
    await database.db.update(offerPrivate).set(sealed)
    await database.db.delete(offerKeys)
    await database.db.delete(sealKeyChecks)
    await database.db.delete(marketSecrets)
    await expectRefused(NEW, /not among/)
    await expectRefused(entry('old', 9), /is another key/)
    expect(await readUnder(`${NEW},${OLD}`, offer)).toBe('An older text.')
    // From now on the older key is known by its word as well.
    await expectRefused(`${NEW},${entry('old', 9)}`, /"old" has the right name/)
  })

  test('are not made when the file is missing and something is sealed', async () => {
    expect(await hasSealedTexts(database.db)).toBe(false)
    const keys = await readKeys({ DATA_DIR: folder }, { hasTexts: false })
    await offerUnder(keys.sealKeys)
    const file = path.join(folder, KEYS_FILE)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await rm(file)
    expect(await hasSealedTexts(database.db)).toBe(true)
    await expect(readKeys({ DATA_DIR: folder }, { hasTexts: true })).rejects.toThrow(KeysMissingError)
    expect(existsSync(file)).toBe(false)
  })

  test('processes that start together agree on what they make', async () => {
    const ciphers = await Promise.all([1, 2, 3].map(() => openCipher(database.db, OLD)))
    expect(new Set(ciphers.map((cipher) => cipher.fingerprint('The same words.'))).size).toBe(1)
  })
})

describe('a change of keys', () => {
  test(
    'seals everything of a whole market anew, after which the old key may go',
    async () => {
      const cipher = await openCipher(database.db, OLD)
      await seedDemoOnce({ ...market.deps, cipher, jobs: memoryQueue().jobs })
      const before = await keyIdsInUse(database.db)
      expect([...before]).toEqual(['old'])

      const both = await openCipher(database.db, `${NEW},${OLD}`)
      const { sealed, free, inUse } = await rotateKeys(database.db, both)
      expect(sealed).toBeGreaterThan(50)
      expect({ free, inUse }).toEqual({ free: ['old'], inUse: [] })
      const alone = await openCipher(database.db, NEW)
      expect([...(await keyIdsInUse(database.db))]).toEqual(['new'])
      expect(await opensUnder(database.db, alone, 'new')).toBe(true)
      // The same words are told to be the same before and after.
      expect(alone.fingerprint('Some words.')).toBe(cipher.fingerprint('Some words.'))
      expect(alone.blinder('bot')('word')).toBe(cipher.blinder('bot')('word'))
      // Done again it does nothing; and each text opens, or it could not be sealed once more.
      expect((await rotateKeys(database.db, alone)).sealed).toBe(0)
      const next = await openCipher(database.db, `${entry('next', 3)},${NEW}`)
      expect((await rotateKeys(database.db, next)).sealed).toBe(sealed)
    },
    SEED_TIMEOUT_MS,
  )

  test('goes on while the market works; a process with the old key in front keeps it in use', async () => {
    const offers = []
    for (let count = 0; count < 5; count += 1) offers.push(await offerUnder(OLD, `Text ${count}.`))
    const stale = { ...market.deps, cipher: createCipher(OLD) }
    const both = await openCipher(database.db, `${NEW},${OLD}`)
    const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
    const contextId = await askQuestion(market, buyer, { start: { rule: 'manual' } })
    const writing = (async () => {
      for (let count = 0; count < 10; count += 1)
        await sell({ ...market, deps: stale }, seller, {
          contextId,
          teaser: `Late ${count}.`,
          privateInfo: `Late text ${count}.`,
          price: 1,
        })
    })()
    await rotateKeys(database.db, both)
    await writing
    const second = await rotateKeys(database.db, both)
    expect(second.free).toEqual(['old'])
    for (const [index, offer] of offers.entries()) expect(await readUnder(NEW, offer)).toBe(`Text ${index}.`)
    const late = await readUnder(NEW, { contextId, seller })
    expect(late).toMatch(/^Late text/)
  })

  test('of a market in a folder makes the key, and takes the old one out of the file', async () => {
    const first = await readKeys({ DATA_DIR: folder }, { hasTexts: false })
    const offer = await offerUnder(first.sealKeys)
    const file = path.join(folder, KEYS_FILE)
    const done = await rotateKeyFile(database.db, { file, at: new Date('2026-01-05T09:00:00Z') })
    expect(done.free).toEqual(['first'])
    const now = await keptKeys(file)
    expect(now?.sealKeys).toMatch(/^k20260105T090000:[^,]+$/)
    expect(now?.authSecret).toBe(first.authSecret)
    expect(await readUnder(now?.sealKeys ?? '', offer)).toBe('The pier is cracked.')
    expect(await readFile(file, 'utf8')).not.toContain(first.sealKeys)
    await expect(openCipher(database.db, first.sealKeys)).rejects.toThrow(WrongKeysError)
  })
})

describe('the digest of a request', () => {
  const digests = async () => (await database.db.select().from(requestKeys)).map((row) => row.inputHash)
  const request = { userId: 'user_ada', route: 'offers.post', key: 'one', at: new Date() }
  const input = { privateInfo: 'The code is 471100.', priceMicros: 1n }
  const sent = async (cipher: Cipher, given: unknown = input) =>
    database.db.transaction((tx) =>
      once(tx, { cipher }, { ...request, input: given }, async () => ({ offerId: 'of_first' })),
    )

  test('tells nothing to who lacks the key, and holds when the seal keys change', async () => {
    const old = await openCipher(database.db, OLD)
    await sent(old)
    const [first] = await digests()
    await rotateKeys(database.db, await openCipher(database.db, `${NEW},${OLD}`))
    const now = await openCipher(database.db, NEW)
    expect(await sent(now)).toEqual({ offerId: 'of_first' })
    await expect(sent(now, { ...input, priceMicros: 2n })).rejects.toMatchObject({
      code: 'request.key_reused',
    })
    await database.truncate()
    await sent(await openCipher(database.db, OLD))
    const [second] = await digests()
    // The key is made at random for each market.
    expect(second).not.toBe(first)
  })

  test('of an earlier version is put under the key at the start, and still counts', async () => {
    const cipher = await openCipher(database.db, OLD)
    const text = '{"privateInfo":"The code is 471100.","priceMicros":"1n"}'
    const inputHash = createHash('sha256').update(text).digest('hex')
    const { at, ...who } = request
    const result = { offerId: 'of_before' }
    await database.db.insert(requestKeys).values({ ...who, inputHash, result, createdAt: at })
    expect(await sealClear({ ...market.deps, cipher })).toBe(1)
    expect(await digests()).not.toContain(inputHash)
    expect(await sealClear({ ...market.deps, cipher })).toBe(0)
    expect(await sent(cipher)).toEqual(result)
  })
})

test('an offer’s key opens no other offer', async () => {
  const cipher = await openCipher(database.db, OLD)
  const [one, other] = [await offerUnder(OLD, 'One.'), await offerUnder(OLD, 'Other.')]
  const rows = await database.db.select().from(offerKeys).where(eq(offerKeys.offerId, one.offerId))
  const { keyId = '', nonce = new Uint8Array(), ciphertext = new Uint8Array() } = rows[0] ?? {}
  await database.db
    .update(offerKeys)
    .set({ keyId, nonce, ciphertext })
    .where(eq(offerKeys.offerId, other.offerId))
  await expect(viewOffers({ ...market.deps, cipher }, other.seller, other.contextId)).rejects.toThrow()
})
