import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as bill from './schema/bill'
import * as inbox from './schema/inbox'
import * as inspection from './schema/inspection'
import * as keys from './schema/keys'
import * as ledger from './schema/ledger'
import * as market from './schema/market'
import * as people from './schema/people'
import * as prose from './schema/prose'
import * as sellers from './schema/sellers'

/** Where the page stands, from the project's folder. */
export const TABLES_PAGE = 'docs/tables.md'

const DOMAINS: Readonly<Record<string, object>> = {
  people,
  market,
  inspection,
  ledger,
  sellers,
  inbox,
  prose,
  bill,
  keys,
}

const HEAD = `# The tables

Written by \`npm run docs:tables\` from \`db/schema\`; a test fails when it is stale. What a table and a column mean stands beside them in
\`db/schema\`. A line is a foreign key; some ids (\`root_id\` in most tables) have none.
`

/** The page of all tables in Markdown, with a Mermaid diagram of each domain. */
export function tablesPage(): string {
  const parts = Object.entries(DOMAINS).map(([domain, module]) => {
    const tables = Object.values(module)
      .filter((value) => is(value, PgTable))
      .sort((a, b) => (getTableConfig(a).name < getTableConfig(b).name ? -1 : 1))
    const lines = [...tables.flatMap(entity), ...tables.flatMap(relations)].map((line) => `  ${line}`)
    const source = `[db/schema/${domain}.ts](../db/schema/${domain}.ts)`
    return `## ${domain}\n\n${source}\n\n\`\`\`mermaid\nerDiagram\n${lines.join('\n')}\n\`\`\`\n`
  })
  return [HEAD, ...parts].join('\n')
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
