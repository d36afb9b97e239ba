import { sql } from 'drizzle-orm'
import { check, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { micros, moment } from './columns'
import { users } from './people'

/**
 * What sellers sold, by season and topic: counted anew as a whole every few minutes from what everybody may watch, so that nothing here is
 * a source of its own (`server/market/reputation/`).
 */
export const sellerRecords = pgTable(
  'seller_record',
  {
    /** A quarter, "2026-Q4", or "all" for ever. */
    season: text('season').notNull(),
    /** A tag of the question; empty for all of them. */
    topic: text('topic').notNull(),
    sellerId: text('seller_id')
      .notNull()
      .references(() => users.id),
    /** Offers that an inspector read. */
    read: integer('read').notNull(),
    bought: integer('bought').notNull(),
    /** Different hands that bought. */
    buyers: integer('buyers').notNull(),
    rated: integer('rated').notNull(),
    useful: integer('useful').notNull(),
    spentMicros: micros('spent_micros').notNull(),
    refundedMicros: micros('refunded_micros').notNull(),
    /** From 0, where everybody begins, towards 1 (`server/market/reputation/standing.ts`). */
    standing: doublePrecision('standing').notNull(),
    /** What the purchases changed where options have utilities, in their points, and of how many. */
    value: doublePrecision('value').notNull(),
    valued: integer('valued').notNull(),
    /** What they gained against the truth, in bits, and of how many. */
    bits: doublePrecision('bits').notNull(),
    scored: integer('scored').notNull(),
    countedAt: moment('counted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.season, table.topic, table.sellerId] }),
    index('seller_record_seller').on(table.sellerId, table.season),
    check('seller_record_standing', sql`${table.standing} between 0 and 1`),
  ],
)
