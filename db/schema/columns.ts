import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** Integer micro-credits (1 credit = 1 000 000). */
export const micros = (name: string) => bigint(name, { mode: 'bigint' })

/** A moment, to the millisecond, in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A full-text vector; written by the database only. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
