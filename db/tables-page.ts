import { readdirSync } from 'node:fs'
import path from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'

/** Where the page stands, from the project's folder. */
export const TABLES_PAGE = 'docs/tables.md'

const SCHEMA_FOLDER = path.join(import.meta.dirname, 'schema')

const HEAD = `# The tables

Written by \`npm run docs:tables\` from \`db/schema\`; a test fails when it is stale. What a table and a column mean stands beside them in
\`db/schema\`. A line is a foreign key; some ids (\`root_id\` in most tables) have none.
`

/** The page of all tables in Markdown, with a Mermaid diagram of each file of the schema. */
export async function tablesPage(): Promise<string> {
  const domains = readdirSync(SCHEMA_FOLDER)
    .map((file) => path.basename(file, '.ts'))
    .filter((name) => name !== 'index' && name !== 'columns')
    .sort()
  return [HEAD, ...(await Promise.all(domains.map(partOf)))].join('\n')
}

async function partOf(domain: string): Promise<string> {
  const module: object = await import(`./schema/${domain}.ts`)
  const tables = Object.values(module)
    .filter((value) => is(value, PgTable))
    .sort((a, b) => (getTableConfig(a).name < getTableConfig(b).name ? -1 : 1))
  const lines = [...tables.flatMap(entity), ...tables.flatMap(relations)].map((line) => `  ${line}`)
  const source = `[db/schema/${domain}.ts](../db/schema/${domain}.ts)`
  return `## ${domain}\n\n${source}\n\n\`\`\`mermaid\nerDiagram\n${lines.join('\n')}\n\`\`\`\n`
}

function entity(table: PgTable): string[] {
  const { name, columns, primaryKeys } = getTableConfig(table)
  const keys = keyColumns(table)
  const inPrimaryKey = new Set([
    ...columns.filter((column) => column.primary).map((column) => column.name),
    ...primaryKeys.flatMap((key) => key.columns.map((column) => column.name)),
  ])
  const attributes = columns.map((column) => {
    const marks = [
      ...(inPrimaryKey.has(column.name) ? ['PK'] : []),
      ...(keys.has(column.name) ? ['FK'] : []),
    ].join(', ')
    const isNullable = !column.notNull && !inPrimaryKey.has(column.name)
    const parts = [shortType(column.getSQLType()), column.name, marks, isNullable ? '"or null"' : '']
    return `  ${parts.filter((part) => part !== '').join(' ')}`
  })
  return [`${name} {`, ...attributes, '}']
}

/** Mermaid takes no blanks in a type. */
function shortType(type: string): string {
  return type.startsWith('timestamp') ? 'timestamptz' : type.replaceAll(' ', '_')
}

function keyColumns(table: PgTable): Set<string> {
  return new Set(
    getTableConfig(table).foreignKeys.flatMap((key) => key.reference().columns.map((column) => column.name)),
  )
}

function relations(table: PgTable): string[] {
  const { name, foreignKeys } = getTableConfig(table)
  return foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference()
    const isOptional = columns.some((column) => !column.notNull)
    const isOneToOne = columns.every((column) => column.primary)
    const line = `${isOneToOne ? '|o' : '}o'}--${isOptional ? 'o|' : '||'}`
    const label = columns.map((column) => column.name).join(' ')
    return `${name} ${line} ${getTableConfig(foreignTable).name} : ${label}`
  })
}
