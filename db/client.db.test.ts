import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rowsOf } from './client'
import { ledgerAccounts, users } from './schema'
import { describeMultiConnection, openTestDb, type TestDatabase } from './testing'

/** More than a JavaScript number holds exactly. */
const HUGE_MICROS = 9_007_199_254_740_993n

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDb()
})
beforeEach(() => database.truncate())
afterAll(() => database.close())

describe('every driver gives the same', () => {
  test('bigint amounts come back exact through the builder', async () => {
    const { db } = database
    await db.insert(ledgerAccounts).values({ id: 'user:huge', kind: 'user', balanceMicros: HUGE_MICROS })
    const [account] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, 'user:huge'))
    expect(account?.balanceMicros).toBe(HUGE_MICROS)
    expect(account?.version).toBe(0)
  })

  test('raw rows carry bigint as text, moments as UTC text and bytes as bytes', async () => {
    const [row] = rowsOf<{ huge: string; at: string; bytes: Uint8Array; names: string[]; total: string }>(
      await database.db.execute(sql`
        select ${HUGE_MICROS}::bigint as huge, '2026-01-02 03:04:05.678+02'::timestamptz as at,
               '\\x0102'::bytea as bytes, array['a', 'b'] as names, count(*) as total
      `),
    )
    expect(row).toMatchObject({
      huge: String(HUGE_MICROS),
      at: '2026-01-02 01:04:05.678+00',
      names: ['a', 'b'],
      total: '1',
    })
    expect([...(row?.bytes ?? [])]).toEqual([1, 2])
  })

  test('moments keep their milliseconds', async () => {
    const createdAt = new Date('2026-01-02T03:04:05.678Z')
    await database.db.insert(users).values({ id: 'user_a', handle: 'a', name: 'A', createdAt })
    const [person] = await database.db.select().from(users)
    expect(person?.createdAt).toEqual(createdAt)
  })

  test('a transaction that throws leaves nothing', async () => {
    const attempt = database.db.transaction(async (tx) => {
      await tx.insert(users).values({ id: 'user_b', handle: 'b', name: 'B', createdAt: new Date() })
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    expect(await database.db.select().from(users)).toEqual([])
  })

  test('rowsOf refuses what is not a result', () => {
    expect(() => rowsOf([])).toThrow(TypeError)
  })
})

describe('notifications', () => {
  test('reach every listener of the channel, and no longer after it stops', async () => {
    const first: string[] = []
    const second: string[] = []
    const stopFirst = await database.listen('tree_changed', (payload) => first.push(payload))
    const stopSecond = await database.listen('tree_changed', (payload) => second.push(payload))
    await database.notify('tree_changed', 'bc_1')
    await vi.waitFor(() => expect([first, second]).toEqual([['bc_1'], ['bc_1']]))

    await stopFirst()
    await database.notify('tree_changed', 'bc_2')
    await vi.waitFor(() => expect(second).toEqual(['bc_1', 'bc_2']))
    expect(first).toEqual(['bc_1'])
    await stopSecond()
  })

  test('a name that Postgres would fold is refused', async () => {
    await expect(database.notify('Tree', '')).rejects.toThrow('Not a channel name')
    await expect(database.listen('tree; drop table users', () => undefined)).rejects.toThrow()
  })
})

describeMultiConnection('a lost listening connection', () => {
  test('comes back, says so, and hears again', async () => {
    const heard: string[] = []
    const onReconnect = vi.fn()
    const stop = await database.listen('tree_changed', (payload) => heard.push(payload), onReconnect)
    await database.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and query ~* '^listen'`,
    )
    await vi.waitFor(() => expect(onReconnect).toHaveBeenCalledTimes(1), 5_000)
    await database.notify('tree_changed', 'bc_3')
    await vi.waitFor(() => expect(heard).toEqual(['bc_3']))
    await stop()
  })
})

test('truncate empties tables and puts back what migrations wrote', async () => {
  const { db } = database
  const before = await db.select().from(ledgerAccounts)
  await db.insert(ledgerAccounts).values({ id: 'user:a', kind: 'user' })
  await db.insert(users).values({ id: 'user_c', handle: 'c', name: 'C', createdAt: new Date() })
  await database.truncate()
  expect(await db.select().from(ledgerAccounts)).toEqual(before)
  expect(await db.select().from(users)).toEqual([])
})
