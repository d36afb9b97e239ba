import { type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import { type Db, rowsOf } from '../client'

/**
 * How values cross between the functions of `db/functions/*.sql` and their callers: names are snake_case there and camelCase
 * here; amounts are text there and `bigint` here, moments text and `Date`, bytes base64 and `Uint8Array`. What comes back is
 * checked.
 */

/** Calls a function and reads what it returns. @throws ZodError when that is not what was expected. */
export async function call<T extends z.ZodType>(db: Db, called: SQL, expected: T): Promise<z.output<T>> {
  const [row] = rowsOf<{ returned: unknown }>(await db.execute(sql`select ${called} as returned`))
  return expected.parse(row?.returned)
}

// What comes back.

/** Micro-credits. Rows as `row_to_json` gives them have numbers, which must be exact. */
export const micros = z.union([z.string().regex(/^-?\d+$/), z.int()]).transform((there) => BigInt(there))

export const moment = z
  .string()
  .transform((there) => new Date(there))
  .refine((here) => !Number.isNaN(here.getTime()), 'not a moment')

/** Postgres breaks base64 into lines. */
export const bytes = z
  .string()
  .regex(/^[A-Za-z0-9+/\n]*={0,2}$/)
  .transform((there) => Buffer.from(there, 'base64'))

// Schemas are made once, not at every call: making one for a list of texts took 7 µs, reading with it 0.03.

/** Ids or keys, of a function that returns `text[]`. */
export const strings = z.array(z.string())

/** A list; `json_agg` over nothing gives null. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.preprocess((there) => there ?? [], z.array(item))
}

/** An object of named fields. */
export function record<S extends z.core.$ZodShape>(shape: S) {
  const names = Object.keys(shape).map((key) => [key, snakeCase(key)] as const)
  return z.preprocess((there) => renamed(there, names), z.object(shape))
}

/** A row of a table as `row_to_json` gives it, read as drizzle would. */
export function tableRow<C extends Readonly<Record<string, AnyPgColumn>>>(columns: C) {
  const entries = Object.entries(columns)
  const names = entries.map(([key, { name }]) => [key, name] as const)
  const shape = z.object(Object.fromEntries(entries.map(([key, column]) => [key, columnType(column)])))
  return z.preprocess(
    (there) => renamed(there, names),
    // Shape and type are both made from the columns.
    shape.transform((row) => row as { [K in keyof C]: GetColumnData<C[K]> }),
  )
}

/** Fields by their names here; what is no object is left for the check to refuse. */
function renamed(there: unknown, names: readonly (readonly [key: string, name: string])[]): unknown {
  if (!isObject(there)) return there
  const here: Record<string, unknown> = {}
  for (const [key, name] of names) here[key] = there[name]
  return here
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** A few hundred names, each written thousands of times. */
const snakeCased = new Map<string, string>()

function snakeCase(key: string): string {
  const known = snakeCased.get(key)
  if (known !== undefined) return known
  const made = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  snakeCased.set(key, made)
  return made
}

function columnType(column: AnyPgColumn): z.ZodType {
  return column.notNull ? valueType(column) : valueType(column).nullable()
}

function valueType({ dataType, enumValues }: AnyPgColumn): z.ZodType {
  switch (dataType) {
    case 'date':
      return moment
    case 'bigint':
      return micros
    case 'number':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'string':
      return enumValues && enumValues.length > 0 ? z.enum(enumValues) : z.string()
    case 'array':
      return z.array(z.string())
    default:
      return z.unknown()
  }
}

// What goes there.

/** A list of objects goes as it is, for a column of type `jsonb`. */
type Field =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | readonly string[]
  | readonly Readonly<Record<string, string | number | readonly string[]>>[]
  | null
  | undefined
type Fields = Readonly<Record<string, Field>>

/** A parameter of type `jsonb`: a list of objects, for `jsonb_to_recordset`. */
export function records(list: readonly Fields[]): SQL {
  return jsonb(list.map(recordThere))
}

/** A parameter of type `jsonb`: one object. */
export function oneRecord(fields: Fields): SQL {
  return jsonb(recordThere(fields))
}

/** A parameter of type `jsonb`: objects, texts or numbers by id, so that each row finds its own part. */
export function byId(entries: ReadonlyMap<string, boolean | number | string | Fields>): SQL {
  return jsonb(
    Object.fromEntries(
      [...entries].map(([id, value]) => [id, typeof value === 'object' ? recordThere(value) : value]),
    ),
  )
}

/** A parameter of type `text[]`. */
export function texts(value: readonly string[]): SQL {
  return sql`${sql.param([...value])}::text[]`
}

/** A parameter of type `timestamptz`. */
export function instant(value: Date): SQL {
  return sql`${value.toISOString()}::timestamptz`
}

function jsonb(value: unknown): SQL {
  return sql`${JSON.stringify(value)}::jsonb`
}

function recordThere(here: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(here).map(([key, value]) => [snakeCase(key), fieldThere(value)]))
}

function fieldThere(value: Field): unknown {
  if (typeof value === 'bigint') return value.toString()
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}
