import type { GetColumnData } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** A row as `row_to_json` gives it: by column name, moments as text. */
export type JsonRow = Record<string, unknown>

type Columns = Record<string, AnyPgColumn>

/**
 * Makes what reads such rows as drizzle would. Amounts come as JSON numbers, which are exact up to 2^53: more micro-credits than
 * there can be (`AMOUNT_MICROS_MAX`).
 */
export function jsonReader<C extends Columns>(
  columns: C,
): (row: JsonRow) => { [K in keyof C]: GetColumnData<C[K]> } {
  const fields = Object.entries(columns).map(([key, { name, dataType }]) => ({ key, name, dataType }))
  return (row) => {
    const read: JsonRow = {}
    for (const { key, name, dataType } of fields) read[key] = readAs(dataType, row[name] ?? null)
    return read as { [K in keyof C]: GetColumnData<C[K]> }
  }
}

function readAs(dataType: string, value: unknown): unknown {
  if (value === null) return null
  if (dataType === 'date' && typeof value === 'string') return new Date(value)
  if (dataType === 'bigint' && typeof value === 'number') return BigInt(value)
  return value
}
