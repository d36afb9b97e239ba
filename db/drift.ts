import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from './client'
import { createPglite, databaseOf } from './drivers/pglite'
import { migrate } from './migrate'

/** What a schema holds: `column users.id` and the like, each with its definition in one line. */
export type Description = ReadonlyMap<string, string>

/**
 * Compares the tables, columns, types, indexes, constraints, triggers and functions of a database with those that the
 * migrations and the functions' files make in an empty one. One sentence for each difference; none when they are the same.
 */
export async function findDrift(db: Db): Promise<string[]> {
  return differences(await describeExpected(), await describeSchema(db))
}

export function differences(expected: Description, found: Description): string[] {
  const names = [...new Set([...expected.keys(), ...found.keys()])].sort()
  return names.flatMap((name) => {
    const [wanted, is] = [expected.get(name), found.get(name)]
    if (wanted === is) return []
    if (is === undefined) return [`${name} is missing`]
    if (wanted === undefined) return [`${name} is not in the code`]
    if (name.startsWith('function ')) return [`${name} is not the one in the code`]
    return [`${name} is “${is}”, in the code “${wanted}”`]
  })
}

/** What the code makes, in a database of its own in memory. */
export async function describeExpected(): Promise<Description> {
  const empty = databaseOf(await createPglite())
  try {
    await migrate(empty)
    return await describeSchema(empty.db)
  } finally {
    await empty.close()
  }
}

/** Describes the schema `public`, but for what extensions brought. The order of a table's columns is not part of it. */
export async function describeSchema(db: Db): Promise<Description> {
  const rows = rowsOf<{ name: string; definition: string }>(
    await db.execute(sql`
      with of_extensions as (select classid, objid from pg_depend where deptype = 'e'),
      tables as (
        select oid, relname, reloptions from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not exists (select from of_extensions where classid = 'pg_class'::regclass and objid = pg_class.oid)
      )
      select 'table ' || relname as name, coalesce(array_to_string(reloptions, ', '), '') as definition
      from tables
      union all
      select 'column ' || relname || '.' || attname,
        concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
          'storage ' || attstorage::text, case when attgenerated <> '' then 'generated' else 'default' end
            || ' ' || pg_get_expr(adbin, adrelid))
      from tables
      join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      union all
      select 'index ' || index_class.relname, pg_get_indexdef(indexrelid)
      from tables
      join pg_index on indrelid = tables.oid
      join pg_class index_class on index_class.oid = indexrelid
      union all
      -- Postgres 18 counts "not null" as constraints; here they belong to the columns.
      select 'constraint ' || relname || '.' || conname, pg_get_constraintdef(pg_constraint.oid)
      from tables
      join pg_constraint on conrelid = tables.oid and contype <> 'n'
      union all
      select 'trigger ' || relname || '.' || tgname,
        pg_get_triggerdef(pg_trigger.oid) || case when tgenabled = 'O' then '' else ' (not enabled)' end
      from tables
      join pg_trigger on tgrelid = tables.oid and not tgisinternal
      union all
      select 'type ' || typname, string_agg(enumlabel, ', ' order by enumsortorder)
      from pg_type
      join pg_enum on enumtypid = pg_type.oid
      where typnamespace = 'public'::regnamespace
        and not exists (select from of_extensions where classid = 'pg_type'::regclass and objid = pg_type.oid)
      group by typname
      union all
      select 'function ' || proname || '(' || pg_get_function_identity_arguments(oid) || ')', md5(pg_get_functiondef(oid))
      from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from of_extensions where classid = 'pg_proc'::regclass and objid = pg_proc.oid)
    `),
  )
  return new Map(rows.map(({ name, definition }) => [name, definition]))
}
