import { readdirSync, readFileSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import * as schema from './schema'
import { TABLES_PAGE, tablesPage } from './tables-page'

it('the page of the tables is that of the schema; npm run docs:tables writes it', () => {
  expect(readFileSync(TABLES_PAGE, 'utf8')).toBe(tablesPage())
})

it('has every table of every file of the schema, once', () => {
  const names = Object.values(schema)
    .filter((value) => is(value, PgTable))
    .map((table) => getTableConfig(table).name)
  const drawn = [...tablesPage().matchAll(/^ {2}(\w+) \{$/gm)].map(([, name]) => name)
  expect(drawn.sort()).toEqual(names.sort())
  const files = readdirSync('db/schema').filter((file) => !/^(columns|index)\.ts$/.test(file))
  const linked = [...tablesPage().matchAll(/\(\.\.\/db\/schema\/(\w+\.ts)\)/g)].map(([, file]) => file)
  expect(linked.sort()).toEqual(files.sort())
})
