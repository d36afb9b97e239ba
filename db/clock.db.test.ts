import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { rowsOf } from './client'
import { openDatabaseClock } from './clock'
import { describeMultiConnection, openTestDb, type TestDatabase } from './testing'

/** What a look on a busy machine of two cores may be off by. */
const CLOSE_MS = 250

const DAY_MS = 86_400_000

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => vi.useRealTimers())
afterAll(() => database.close())

async function databaseTime(): Promise<number> {
  const [row] = rowsOf<{ ms: string }>(
    await database.db.execute(sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`),
  )
  return Number(row?.ms)
}

test('the time is the database’s', async () => {
  const clock = await openDatabaseClock(database)
  expect(Math.abs(clock.now().getTime() - (await databaseTime()))).toBeLessThan(CLOSE_MS)
  clock.stop()
})

describeMultiConnection('a machine with a wrong clock', () => {
  test('has the database’s time all the same, also when it is set while the process runs', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS })
    const clock = await openDatabaseClock(database)
    expect(Math.abs(clock.now().getTime() - (await databaseTime()))).toBeLessThan(CLOSE_MS)
    vi.setSystemTime(Date.now() - 7 * DAY_MS)
    expect(Math.abs(clock.now().getTime() - (await databaseTime()))).toBeLessThan(CLOSE_MS)
    clock.stop()
  })

  test('keeps the time it knows while the database does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const warn = vi.fn()
    const execute = vi.fn(database.db.execute.bind(database.db))
    const clock = await openDatabaseClock({ kind: 'postgres', db: { execute } as never }, { warn })
    execute.mockRejectedValueOnce(new Error('away'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(warn).toHaveBeenCalledTimes(1)
    expect(Math.abs(clock.now().getTime() - (await databaseTime()))).toBeLessThan(CLOSE_MS)
    clock.stop()
  })
})
