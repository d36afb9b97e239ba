import { setTimeout as sleep } from 'node:timers/promises'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase, rowsOf } from '../client'
import { migrate } from '../migrate'
import { isDatabaseAway } from '../refusal'
import { ledgerAccounts } from '../schema'
import { createEmptyDatabase, describeMultiConnection } from '../testing'
import { type NeonProxy, startNeonProxy } from '../testing-neon'
import { LIMITS, withoutPooler } from './connection'

/** More than a JavaScript number holds exactly. */
const HUGE_MICROS = 9_007_199_254_740_993n

test('the address without its pooler', () => {
  expect(
    withoutPooler('postgres://u:p@ep-cool-rain-123-pooler.eu-central-1.aws.neon.tech/caveat?sslmode=require'),
  ).toBe('postgres://u:p@ep-cool-rain-123.eu-central-1.aws.neon.tech/caveat?sslmode=require')
  expect(withoutPooler('postgres://u:p@127.0.0.1:5432/caveat')).toBe('postgres://u:p@127.0.0.1:5432/caveat')
})

describeMultiConnection('Neon over WebSocket', () => {
  let proxy: NeonProxy
  let empty: { url: string; drop(): Promise<void> }
  let database: Database

  beforeAll(async () => {
    proxy = await startNeonProxy()
    empty = await createEmptyDatabase()
    database = await openDatabase({ url: empty.url, dataDir: '', driver: 'neon' })
    // Twice at once, as two servers would.
    await Promise.all([migrate(database), migrate(database)])
  })
  afterAll(async () => {
    await database.close()
    await empty.drop()
    proxy.close()
  })

  test('bigint amounts come back exact, through the builder and raw', async () => {
    expect(database.kind).toBe('neon')
    const { db } = database
    await db.insert(ledgerAccounts).values({ id: 'user:huge', kind: 'user', balanceMicros: HUGE_MICROS })
    const [account] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, 'user:huge'))
    expect(account?.balanceMicros).toBe(HUGE_MICROS)
    const raw = rowsOf<{ huge: string; zone: string; at: string }>(
      await db.execute(sql`
        select ${HUGE_MICROS}::bigint as huge, current_setting('TimeZone') as zone,
               '2026-01-02 03:04:05.678+02'::timestamptz as at
      `),
    )
    expect(raw).toEqual([{ huge: String(HUGE_MICROS), zone: 'UTC', at: '2026-01-02 01:04:05.678+00' }])
  })

  test('a transaction commits whole or not at all', async () => {
    const { db } = database
    await db.transaction((tx) => tx.insert(ledgerAccounts).values({ id: 'user:kept', kind: 'user' }))
    const attempt = db.transaction(async (tx) => {
      await tx.insert(ledgerAccounts).values({ id: 'user:dropped', kind: 'user' })
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    const kept = await db.$count(ledgerAccounts, eq(ledgerAccounts.id, 'user:kept'))
    const dropped = await db.$count(ledgerAccounts, eq(ledgerAccounts.id, 'user:dropped'))
    expect([kept, dropped]).toEqual([1, 0])
  })

  test('notifications arrive', async () => {
    const heard: string[] = []
    const stop = await database.listen('tree_changed', (payload) => heard.push(payload))
    await database.notify('tree_changed', 'bc_1')
    await vi.waitFor(() => expect(heard).toEqual(['bc_1']))
    await stop()
  })

  test('a connection that is lost inside a transaction fails that transaction only', async () => {
    const { db } = database
    const lost = db.transaction(async (tx) => {
      await tx.insert(ledgerAccounts).values({ id: 'user:lost', kind: 'user' })
      proxy.breakAll()
      await sleep(50)
      await tx.insert(ledgerAccounts).values({ id: 'user:lost-too', kind: 'user' })
    })
    expect(isDatabaseAway(await lost.catch((error: unknown) => error))).toBe(true)
    expect(await db.$count(ledgerAccounts, like(ledgerAccounts.id, 'user:lost%'))).toBe(0)
  })

  test('a connection carries the limits', async () => {
    const [row] = rowsOf<{ lock: string }>(
      await database.db.execute(sql`select current_setting('lock_timeout') as lock`),
    )
    expect(row).toEqual({ lock: `${LIMITS.lockMs / 1000}s` })
  })
})
