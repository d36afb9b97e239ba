import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase, rowsOf } from '../client'
import { databaseRefusalOf, isDatabaseAway } from '../refusal'
import { createEmptyDatabase, describeMultiConnection, type ServerDatabase } from '../testing'
import { type FaultyNetwork, startFaultyNetwork } from '../testing-proxy'
import { LIMITS } from './connection'

/** Short, so that what takes the market seconds is seen at once; in the same order as those it runs with. */
const SHORT = { idleInTransactionMs: 300, lockMs: 600, statementMs: 900, silenceMs: 1_500 }

test('each limit outlives what it waits for', () => {
  const { idleInTransactionMs, lockMs, statementMs, silenceMs } = LIMITS
  expect(lockMs).toBeGreaterThan(idleInTransactionMs)
  expect(statementMs).toBeGreaterThan(lockMs)
  expect(silenceMs).toBeGreaterThan(statementMs)
})

describeMultiConnection('a database that fails', () => {
  let server: ServerDatabase
  let network: FaultyNetwork
  let database: Database
  let direct: Database
  const warn = vi.fn()

  beforeEach(async () => {
    warn.mockClear()
    server = await createEmptyDatabase()
    network = await startFaultyNetwork(server.url)
    database = await openDatabase({
      url: network.url,
      dataDir: '',
      driver: 'postgres',
      poolMax: 1,
      limits: SHORT,
      log: { warn },
    })
    direct = await openDatabase({ url: server.url, dataDir: '', driver: 'postgres' })
    await direct.db.execute(sql`create table thing (id int primary key, said text)`)
    await direct.db.execute(sql`insert into thing values (1, 'before')`)
  })
  afterEach(async () => {
    await network.stop()
    await database.close()
    await direct.close()
    await server.drop()
  })

  const saidNow = async ({ db }: Database) =>
    rowsOf<{ said: string }>(await db.execute(sql`select said from thing`))[0]?.said
  const write = (said: string) => sql`update thing set said = ${said} where id = 1`

  test('a connection that is cut inside a transaction fails that transaction only; the pool of one goes on', async () => {
    const lost = database.db.transaction(async (tx) => {
      await tx.execute(write('lost'))
      network.cut()
      await sleep(50)
      await tx.execute(write('lost again'))
    })
    const error = await lost.catch((thrown: unknown) => thrown)
    expect(isDatabaseAway(error)).toBe(true)
    await database.db.transaction((tx) => tx.execute(write('kept')))
    expect(await saidNow(database)).toBe('kept')
    expect(warn).toHaveBeenCalledWith(expect.anything(), 'A database connection broke while it was used.')
  })

  test('a statement that is refused leaves its connection to the next one', async () => {
    const pid = async () =>
      rowsOf<{ pid: number }>(await database.db.execute(sql`select pg_backend_pid() as pid`))[0]?.pid
    const before = await pid()
    await expect(database.db.execute(sql`insert into thing values (1, 'again')`)).rejects.toThrow()
    expect(await pid()).toBe(before)
    expect(warn).not.toHaveBeenCalled()
  })

  test('the server ends a connection inside a transaction, as a restart does', async () => {
    const lost = database.db.transaction(async (tx) => {
      const [row] = rowsOf<{ pid: number }>(await tx.execute(sql`select pg_backend_pid() as pid`))
      await direct.db.execute(sql`select pg_terminate_backend(${row?.pid}::int)`)
      await sleep(100)
      await tx.execute(write('lost'))
    })
    await expect(lost).rejects.toThrow()
    expect(await saidNow(database)).toBe('before')
  })

  test('a connection that breaks at begin is not lost to the pool', async () => {
    await database.db.execute(sql`select 1`)
    network.freeze()
    const lost = database.db.transaction((tx) => tx.execute(write('lost'))).catch((thrown: unknown) => thrown)
    await sleep(50)
    network.cut()
    network.thaw()
    expect(isDatabaseAway(await lost)).toBe(true)
    await database.db.transaction((tx) => tx.execute(write('kept')))
    expect(await saidNow(database)).toBe('kept')
  })

  test('a process that stops inside a transaction lets go of its locks', async () => {
    let isHeld: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      isHeld = resolve
    })
    const stopped = database.db
      .transaction(async (tx) => {
        await tx.execute(write('stopped'))
        isHeld?.()
        await sleep(2 * SHORT.idleInTransactionMs)
        await tx.execute(write('too late'))
      })
      .catch((thrown: unknown) => thrown)
    await held
    const before = performance.now()
    await direct.db.execute(write('moved on'))
    expect(performance.now() - before).toBeLessThan(2 * SHORT.idleInTransactionMs)
    expect(isDatabaseAway(await stopped)).toBe(true)
    expect(await saidNow(database)).toBe('moved on')
  })

  test('whoever waits for a lock gets an error instead of waiting for ever', async () => {
    const other = await openDatabase({ url: server.url, dataDir: '', driver: 'postgres', limits: SHORT })
    await direct.db.transaction(async (tx) => {
      await tx.execute(write('held'))
      const error = await other.db.execute(write('waits')).catch((thrown: unknown) => thrown)
      expect(databaseRefusalOf(error)?.sqlstate).toBe('55P03')
      expect(isDatabaseAway(error)).toBe(true)
    })
    await other.close()
  })

  test('a statement without end is ended', async () => {
    const error = await database.db.execute(sql`select pg_sleep(20)`).catch((thrown: unknown) => thrown)
    expect(databaseRefusalOf(error)?.sqlstate).toBe('57014')
    expect(isDatabaseAway(error)).toBe(true)
  })

  test('a server that falls silent costs one wait, not the connection', async () => {
    await database.db.execute(sql`select 1`)
    network.freeze()
    const silent = database.db
      .transaction((tx) => tx.execute(write('lost')))
      .catch((thrown: unknown) => thrown)
    const error = await silent
    expect(isDatabaseAway(error)).toBe(true)
    network.thaw()
    await database.db.transaction((tx) => tx.execute(write('kept')))
    expect(await saidNow(database)).toBe('kept')
  })
})
