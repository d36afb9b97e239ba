import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { applyFunctions, type FunctionFile, type RunScript, readFunctionFiles } from './apply-functions'
import { rowsOf } from './client'
import { runOnPglite, runOnServer } from './migrate'
import { openTestDb, type TestDatabase } from './testing'

let database: TestDatabase
let run: RunScript
const ours = readFunctionFiles()

beforeAll(async () => {
  database = await openTestDb()
  const { raw } = database
  run = raw.kind === 'pglite' ? runOnPglite(raw.pglite) : runOnServer(raw.pool)
})
beforeEach(() => applyFunctions(run, ours))
afterAll(() => database.close())

/** A file whose functions return their own name and a word. */
function fileOf(functions: readonly string[], word: string, name = 'greetings'): FunctionFile {
  const text = functions
    .map(
      (fn) => `create function ${fn}() returns text language sql immutable as $$ select '${fn} ${word}' $$;`,
    )
    .join('\n')
  return { name, text, hash: `${name} ${word} ${functions}`, functions: [...functions] }
}

async function call(fn: string): Promise<string | undefined> {
  const [row] = rowsOf<{ said: string }>(await database.db.execute(sql`select ${sql.raw(fn)}() as said`))
  return row?.said
}

async function filesApplied(): Promise<{ file: string; at: string }[]> {
  return rowsOf(
    await database.db.execute(
      sql`select file, applied_at::text as at from drizzle.function_file order by file`,
    ),
  )
}

test('a file that has changed is replaced as a whole; what is no longer in it goes; other files are left alone', async () => {
  await applyFunctions(run, [...ours, fileOf(['hello', 'goodbye'], 'before')])
  expect(await call('hello')).toBe('hello before')
  const before = await filesApplied()

  await applyFunctions(run, [...ours, fileOf(['hello', 'welcome'], 'after')])
  expect(await call('hello')).toBe('hello after')
  expect(await call('welcome')).toBe('welcome after')
  await expect(call('goodbye')).rejects.toThrow()
  const after = await filesApplied()
  expect(after.filter(({ file }) => file !== 'greetings')).toEqual(
    before.filter(({ file }) => file !== 'greetings'),
  )
})

test('a function may move to another file, and change what it returns', async () => {
  await applyFunctions(run, [...ours, fileOf(['hello'], 'before'), fileOf(['goodbye'], 'before', 'partings')])
  const moved = {
    ...fileOf([], 'after'),
    text: 'create function goodbye() returns integer language sql immutable as $$ select 7 $$;',
    functions: ['goodbye'],
  }
  await applyFunctions(run, [...ours, moved, fileOf(['hello'], 'after', 'partings')])
  expect(await call('goodbye')).toBe(7)
  expect(await call('hello')).toBe('hello after')
})

test('functions of a file that is gone are dropped', async () => {
  await applyFunctions(run, [...ours, fileOf(['hello'], 'before')])
  await applyFunctions(run, ours)
  await expect(call('hello')).rejects.toThrow()
})

test('a function that was dropped by hand is made again', async () => {
  await applyFunctions(run, [...ours, fileOf(['hello', 'goodbye'], 'before')])
  await database.db.execute(sql`drop function hello()`)
  await applyFunctions(run, [...ours, fileOf(['hello', 'goodbye'], 'before')])
  expect(await call('hello')).toBe('hello before')
})

test('triggers are replaced with the function they call', async () => {
  const ledger = ours.filter(({ name }) => name === 'ledger').map((file) => ({ ...file, hash: 'another' }))
  await applyFunctions(run, [...ours.filter(({ name }) => name !== 'ledger'), ...ledger])
  await expect(database.db.execute(sql`delete from ledger_account`)).rejects.toThrow()
})

test('a script that fails changes nothing', async () => {
  const before = await filesApplied()
  const broken = { ...fileOf(['hello'], 'after'), text: 'create function hello() returns nonsense;' }
  await expect(applyFunctions(run, [...ours.slice(1), broken])).rejects.toThrow()
  expect(await filesApplied()).toEqual(before)
  const lasting = rowsOf<{ place: string | null }>(
    await database.db.execute(sql`select to_regproc(${ours[0]?.functions[0]})::text as place`),
  )
  expect(lasting).toEqual([{ place: ours[0]?.functions[0] }])
})
