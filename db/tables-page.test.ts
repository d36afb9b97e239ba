import { readFileSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import * as schema from './schema'
import { TABLES_PAGE, tablesPage } from './tables-page'

it('the page of the tables is that of the schema; npm run docs:tables writes it', async () => {
  expect(readFileSync(TABLES_PAGE, 'utf8')).toBe(await tablesPage())
})

it('has every table, once', async () => {
  const names = Object.values(schema)
    .filter((value) => is(value, PgTable))
    .map((table) => getTableConfig(table).name)
  const drawn = [...(await tablesPage()).matchAll(/^ {2}(\w+) \{$/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(0)
  expect(drawn.sort()).toEqual(names.sort())
})
