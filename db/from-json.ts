import { getTableColumns, type InferSelectModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** A row as `to_jsonb` gives it: by column name, moments as text. */
export type JsonRow = Record<string, unknown>

/**
 * A row of a table as drizzle would read it. Amounts come as JSON numbers, which are exact up to 2^53: more micro-credits than
 * there can be (`AMOUNT_MICROS_MAX`).
 */
export function fromJson<T extends PgTable>(table: T, row: JsonRow): InferSelectModel<T> {
  const entries = Object.entries(getTableColumns(table)).map(([key, { name, dataType }]) => [
    key,
    readAs(dataType, row[name] ?? null),
  ])
  return Object.fromEntries(entries) as InferSelectModel<T>
}

function readAs(dataType: string, value: unknown): unknown {
  if (value === null) return null
  if (dataType === 'date' && typeof value === 'string') return new Date(value)
  if (dataType === 'bigint' && typeof value === 'number') return BigInt(value)
  return value
}
