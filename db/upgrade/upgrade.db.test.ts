import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase, rowsOf } from '../client'
import { findDrift } from '../drift'
import { createPglite, databaseOf } from '../drivers/pglite'
import { FormerVersionError, MIGRATIONS_FOLDER, migrate } from '../migrate'
import { createEmptyDatabase, describeMultiConnection } from '../testing'

/** Of the first migration, whose tables were compared with those of revision 75314af one by one. */
const FIRST_MIGRATION_SHA256 = 'f604cf5ea42a01e94ae53b8f71fcf6ff06de78dd17793bec805564bc7845e0e6'

const FIRST_MIGRATION = readFileSync(path.join(MIGRATIONS_FOLDER, '0000_market.sql'), 'utf8')
const FORMER = readFileSync(path.join(import.meta.dirname, 'revision-75314af.sql'), 'utf8')

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo()
})

async function formerOnPglite(): Promise<Database> {
  const pglite = await createPglite()
  await pglite.exec(FIRST_MIGRATION)
  await pglite.exec(FORMER)
  const database = databaseOf(pglite)
  cleanUp.push(database.close)
  return database
}

async function formerOnPostgres(): Promise<Database> {
  const empty = await createEmptyDatabase()
  cleanUp.push(empty.drop)
  const database = await openDatabase({ url: empty.url, dataDir: '' })
  cleanUp.push(database.close)
  await database.db.execute(sql.raw(FIRST_MIGRATION))
  await database.db.execute(sql.raw(FORMER))
  return database
}

/** Every row of every table by the table's name. */
async function allRows({ db }: Database): Promise<Map<string, unknown[]>> {
  const tables = rowsOf<{ name: string }>(
    await db.execute(sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`),
  )
  const rows = new Map<string, unknown[]>()
  for (const { name } of tables) {
    const found = await db.execute(sql`select to_jsonb(t) as row from ${sql.identifier(name)} t`)
    rows.set(
      name,
      rowsOf<{ row: unknown }>(found).map(({ row }) => row),
    )
  }
  return rows
}

/** What was applied, and when. */
async function bookkeeping({ db }: Database): Promise<unknown[]> {
  return [
    ...rowsOf(await db.execute(sql`select * from drizzle.__drizzle_migrations order by id`)),
    ...rowsOf(await db.execute(sql`select * from drizzle.function_file order by file`)),
  ]
}

/** Columns that have gone, because no value of theirs has a meaning any more. */
const DROPPED: Readonly<Record<string, readonly string[]>> = { bot: ['score_min'] }

const withoutDropped = (table: string, row: unknown) =>
  Object.fromEntries(Object.entries(Object(row)).filter(([column]) => !DROPPED[table]?.includes(column)))

async function upgrades(database: Database): Promise<void> {
  const before = await allRows(database)
  expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([])

  await migrate(database)
  const after = await allRows(database)
  for (const [table, rows] of before) {
    for (const row of rows)
      expect(after.get(table), table).toContainEqual(expect.objectContaining(withoutDropped(table, row)))
  }
  expect(await findDrift(database.db)).toEqual([])

  const applied = await bookkeeping(database)
  await migrate(database)
  expect(await bookkeeping(database)).toEqual(applied)
}

/** Two schemas are made and one is filled: seconds, on a busy machine half a minute. */
const UPGRADE_MS = 120_000

describe('a database of revision 75314af', () => {
  test('is what the first migration makes, which is never rewritten', () => {
    expect(createHash('sha256').update(FIRST_MIGRATION).digest('hex')).toBe(FIRST_MIGRATION_SHA256)
  })

  test(
    'keeps every row, gets the functions of today, and is left alone by a second start',
    async () => {
      await upgrades(await formerOnPglite())
    },
    UPGRADE_MS,
  )

  test('is refused, whole and with a way out, when it is of an earlier revision', async () => {
    const database = await formerOnPglite()
    await database.db.execute(sql`delete from drizzle.__drizzle_migrations where id = 19`)
    const before = await allRows(database)
    await expect(migrate(database)).rejects.toThrow(FormerVersionError)
    expect(await allRows(database)).toEqual(before)
  })
})

describeMultiConnection('a database of revision 75314af on a server', () => {
  test(
    'keeps every row, gets the functions of today, and is left alone by a second start',
    async () => {
      await upgrades(await formerOnPostgres())
    },
    UPGRADE_MS,
  )
})
