import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase, rowsOf } from '@/db/client'
import { LIMITS } from '@/db/drivers/connection'
import { describeMultiConnection, openTestDb, type TestDatabase } from '@/db/testing'
import { type FaultyNetwork, startFaultyNetwork } from '@/db/testing-proxy'
import { createHealth, timedLook } from './health'
import { freezeMoney, unfreezeMoney } from './ledger/freeze'
import { readVerified } from './verify/findings'

/** What a load balancer waits. */
const PROMISED_MS = 2_000

const AT = new Date('2026-01-05T09:00:00Z')

let market: TestDatabase

beforeAll(async () => {
  market = await openTestDb()
})
afterAll(() => market.close())

const jobs = { isUp: async () => true }

function healthOf(database: Database) {
  const health = createHealth({
    database,
    jobs,
    model: { name: 'built-in', isBuiltIn: true },
    bill: null,
    verified: async () => readVerified(market.db),
    demo: false,
    upSince: AT,
  })
  return async () => {
    const before = performance.now()
    const answer = await health({ isWorkerHere: true })
    expect(performance.now() - before).toBeLessThan(PROMISED_MS)
    return answer
  }
}

test('says that all is well, and that money is stopped', async () => {
  const health = healthOf(market)
  expect(await health()).toMatchObject({
    status: 'ok',
    database: { ok: true, state: 'answers' },
    ledger: { ok: true },
  })
  await freezeMoney(market.db, { reason: 'sum-is-zero', at: AT })
  expect(await health()).toMatchObject({ status: 'degraded', database: { ok: true }, ledger: { ok: false } })
  await unfreezeMoney(market.db, { at: AT })
})

test('says why PGlite takes no writes: no room for now, or stopped', async () => {
  expect(await healthOf({ ...market, trouble: () => 'full' })()).toMatchObject({
    status: 'degraded',
    database: { ok: false, state: 'full', words: expect.stringContaining('Make room') },
    ledger: { ok: true },
  })
  const unread = { ...market, trouble: () => 'stopped' as const }
  expect(await healthOf(unread)()).toMatchObject({
    status: 'degraded',
    database: { ok: false, state: 'stopped' },
  })
})

test('a queue that throws or hangs is down, not an error', async () => {
  const base = {
    database: market,
    model: { name: 'built-in', isBuiltIn: true },
    bill: null,
    verified: async () => readVerified(market.db),
    demo: false,
    upSince: AT,
  }
  const throwing = createHealth({ ...base, jobs: { isUp: () => Promise.reject(new Error('no queue')) } })
  expect(await throwing({ isWorkerHere: false })).toMatchObject({ status: 'degraded', jobs: { ok: false } })
  const hanging = createHealth({ ...base, jobs: { isUp: () => new Promise(() => undefined) } })
  expect(await hanging({ isWorkerHere: false })).toMatchObject({ status: 'degraded', jobs: { ok: false } })
})

describe('a look in time', () => {
  test('is shared while it is under way, and begun anew when it hangs', async () => {
    let looks = 0
    const look = timedLook(
      () => {
        looks += 1
        return looks === 1 ? new Promise<string>(() => undefined) : Promise.resolve(`look ${looks}`)
      },
      { lateMs: 20, againMs: 60 },
    )
    expect(await Promise.all([look(), look(), look()])).toEqual(['late', 'late', 'late'])
    expect(looks).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(await look()).toBe('look 2')
  })
})

describeMultiConnection('whatever the database does', () => {
  let network: FaultyNetwork
  let database: Database

  beforeEach(async () => {
    if (market.raw.kind === 'pglite') throw new Error('Not a server.')
    network = await startFaultyNetwork(market.raw.url)
    database = await openDatabase({
      url: network.url,
      dataDir: '',
      driver: 'postgres',
      poolMax: 2,
      limits: { ...LIMITS, silenceMs: 4_000 },
    })
  })
  afterEach(async () => {
    await network.stop()
    await database.close()
  })

  test('down', async () => {
    const health = healthOf(database)
    await network.stop()
    expect(await health()).toMatchObject({ status: 'degraded', database: { ok: false, state: 'down' } })
  })

  test('silent, and back as soon as it speaks', async () => {
    const health = healthOf(database)
    expect(await health()).toMatchObject({ status: 'ok' })
    network.freeze()
    expect(await health()).toMatchObject({ status: 'degraded', database: { ok: false, state: 'silent' } })
    network.thaw()
    expect(await health()).toMatchObject({ status: 'ok' })
  })

  test('all connections wait for locks', async () => {
    const health = healthOf(database)
    const waiting = await market.db.transaction(async (tx) => {
      await tx.execute(sql`lock table users in access exclusive mode`)
      const both = [1, 2].map(() => database.db.execute(sql`select count(*) from users`).then(rowsOf))
      expect(await health()).toMatchObject({ status: 'degraded', database: { ok: false, state: 'busy' } })
      return both
    })
    await Promise.all(waiting)
    expect(await health()).toMatchObject({ status: 'ok' })
  })
})
