import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { describe } from 'vitest'
import { readFunctionFiles } from './apply-functions'
import { type Database, type Db, openDatabase, rowsOf } from './client'
import { createPglite, databaseOf } from './drivers/pglite'
import { MIGRATIONS_FOLDER, migrate } from './migrate'

export interface TestDatabase extends Database {
  /** Empties every table of ours and puts back the rows that migrations wrote. Triggers do not run; sequences go on. */
  truncate(): Promise<void>
}

export interface ServerDatabase {
  url: string
  drop(): Promise<void>
}

/** A Postgres server on which the user may create databases; without it tests run on PGlite. */
const serverUrl = process.env.TEST_DATABASE_URL

/** Schema of the copies that `truncate` puts back. */
const BASELINE = 'baseline'

/**
 * A migrated, otherwise empty database of its own for one test file; close it in `afterAll`.
 *
 * On PGlite in memory, from a copy of the migrated folder that is kept between runs: migrating takes seconds, loading a
 * fraction of one. An earlier file of the same worker may have left its database, unless `isNew`: for who asks how a planner
 * goes about it. With TEST_DATABASE_URL, a new database on that server, dropped by `close`.
 */
export async function openTestDb({ isNew = false } = {}): Promise<TestDatabase> {
  return serverUrl ? withTruncate(await createOnServer(serverUrl)) : openKept(isNew)
}

/** What a file of tests leaves to the next one of its worker: loading takes a second, and a file of tests as long. */
let kept: { pglite: PGlite; asLoaded: string } | undefined

/** The one that is kept, or another; `close` keeps it where nothing of it but rows was changed. */
async function openKept(isNew: boolean): Promise<TestDatabase> {
  const taken = isNew ? undefined : kept
  if (taken) kept = undefined
  const pglite = taken?.pglite ?? (await loadPglite())
  const database = await withTruncate(databaseOf(pglite))
  const asLoaded = taken?.asLoaded ?? (await shapeOf(database.db))
  let isOpen = true
  return {
    ...database,
    async close() {
      if (!isOpen) return
      isOpen = false
      await database.truncate()
      if (kept === undefined && (await shapeOf(database.db)) === asLoaded) kept = { pglite, asLoaded }
      else await database.close()
    },
  }
}

/** A table that has grown past this is read more slowly ever after, and a planner that has seen rows plans otherwise. */
const GROWN_BYTES = 4 * 1024 * 1024

/** Everything that a test may leave behind beside rows: tables, indexes, functions, triggers, statistics, size, who listens. */
async function shapeOf(db: Db): Promise<string> {
  return JSON.stringify(
    rowsOf(
      await db.execute(sql`
        select
          (select md5(string_agg(concat_ws(' ', c.oid, c.relname, c.relkind, c.reltuples), ',' order by c.oid)) from pg_class c
            join pg_namespace n on n.oid = c.relnamespace where n.nspname !~ '^pg_' and n.nspname <> 'information_schema') as tables,
          (select md5(string_agg(concat_ws(' ', p.oid, p.xmin), ',' order by p.oid)) from pg_proc p
            join pg_namespace n on n.oid = p.pronamespace where n.nspname !~ '^pg_' and n.nspname <> 'information_schema') as functions,
          (select md5(string_agg(concat_ws(' ', t.oid, t.tgenabled), ',' order by t.oid)) from pg_trigger t) as triggers,
          (select count(*)::int from pg_class c where pg_relation_size(c.oid) > ${GROWN_BYTES}) as grown,
          (select count(*)::int from pg_listening_channels()) as listening`),
    ),
  )
}

/**
 * `describe` for what one connection cannot show, such as two buyers and one balance: runs on a real Postgres, and says
 * so in its name where it is skipped.
 */
export function describeMultiConnection(name: string, tests: () => void): void {
  if (serverUrl) describe(name, () => tests())
  else describe.skip(`${name} (needs a real Postgres: TEST_POSTGRES=embedded)`, () => tests())
}

/** How many connections to this database wait for a lock now; on a real Postgres only. */
export async function waitingForLocks({ db }: Database): Promise<number> {
  const found = await db.execute(sql`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rowsOf<{ waiting: number }>(found)[0]?.waiting ?? 0
}

/** Changes when a migration or a function does, and with it the names of what was made from them. */
async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256')
  const files = [...readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }), ...readFunctionFiles()]
  for (const file of files) hash.update(file.hash)
  return hash.digest('hex').slice(0, 16)
}

const CACHE_FOLDER = path.join(process.cwd(), 'node_modules/.cache/caveat')

async function loadPglite() {
  const file = path.join(CACHE_FOLDER, `pglite-${await migrationsHash()}.tar`)
  const kept = await readFile(file).catch(() => undefined)
  if (kept) return createPglite({ loadDataDir: new Blob([kept]) })

  const pglite = await createPglite()
  await migrate({ raw: { kind: 'pglite', pglite } })
  await keep(file, await pglite.dumpDataDir('none'))
  return pglite
}

/** Whole or not at all, for several workers do this at once. Copies of earlier migrations go. */
async function keep(file: string, dump: Blob): Promise<void> {
  await mkdir(CACHE_FOLDER, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, new Uint8Array(await dump.arrayBuffer()))
  await rename(draft, file)
  const others = (await readdir(CACHE_FOLDER)).filter((name) => /^pglite-.*\.tar$/.test(name))
  for (const name of others) {
    if (name !== path.basename(file)) await rm(path.join(CACHE_FOLDER, name), { force: true })
  }
}

async function createOnServer(server: string): Promise<Database> {
  const { url, drop } = await onServer(server, async (admin) =>
    createDatabase(server, admin, `template ${await ensureTemplate(admin, server)}`),
  )
  const database = await openDatabase({ url, dataDir: '', driver: 'postgres' })
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}

/**
 * An empty database without our tables, for tests of migrating itself. Needs a real Postgres: call it inside
 * `describeMultiConnection`.
 */
export async function createEmptyDatabase(): Promise<ServerDatabase> {
  if (!serverUrl) throw new Error('TEST_DATABASE_URL names no server to create a database on.')
  return onServer(serverUrl, (admin) => createDatabase(serverUrl, admin, ''))
}

async function createDatabase(server: string, admin: pg.Client, options: string): Promise<ServerDatabase> {
  const name = `caveat_test_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} ${options}`)
  return {
    url: addressOf(server, name),
    async drop() {
      await onServer(server, (other) => other.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Makes the migrated database that others are copied from, once per server; whoever comes second waits. */
async function ensureTemplate(admin: pg.Client, server: string): Promise<string> {
  const name = `caveat_template_${await migrationsHash()}`
  await admin.query('select pg_advisory_lock(hashtext($1))', [name])
  const found = await admin.query('select 1 from pg_database where datname = $1', [name])
  if (found.rowCount === 0) {
    const draft = `${name}_draft`
    await admin.query(`drop database if exists ${draft} with (force)`)
    await admin.query(`create database ${draft}`)
    const database = await openDatabase({ url: addressOf(server, draft), dataDir: '', driver: 'postgres' })
    await migrate(database).finally(() => database.close())
    await admin.query(`alter database ${draft} rename to ${name}`)
  }
  await admin.query('select pg_advisory_unlock(hashtext($1))', [name])
  return name
}

async function onServer<T>(server: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  return work(admin).finally(() => admin.end())
}

function addressOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Makes copies of the rows that migrations wrote, and one statement that brings the tables back to them. */
async function withTruncate(database: Database): Promise<TestDatabase> {
  const { db } = database
  const tables = rowsOf<{ name: string }>(
    await db.execute(sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`),
  ).map(({ name }) => sql.identifier(name))

  await db.execute(sql`create schema if not exists ${sql.identifier(BASELINE)}`)
  // Triggers off: those that keep a table append-only would refuse. Delete, because truncate makes a new file for every
  // table and index: 25 ms against 2 ms.
  const steps = [
    sql`set local session_replication_role = replica`,
    ...tables.map((table) => sql`delete from ${table}`),
  ]
  for (const table of tables) {
    const rows = rowsOf(await db.execute(sql`select 1 from ${table} limit 1`))
    if (rows.length === 0) continue
    const copy = sql`${sql.identifier(BASELINE)}.${table}`
    await db.execute(sql`create table if not exists ${copy} as table ${table}`)
    steps.push(sql`insert into ${table} table ${copy}`)
  }
  const reset = sql`do $reset$ begin ${sql.join(steps, sql`; `)}; end $reset$`

  return {
    ...database,
    async truncate() {
      await db.transaction((tx) => tx.execute(reset))
    },
  }
}
