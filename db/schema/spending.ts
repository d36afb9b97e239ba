import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { micros } from './columns'

/** What an actor with a cap of its own has spent in a day; written in the transaction that spends it (`server/ledger/spend-within-caps.ts`). */
export const spendingDays = pgTable(
  'spending_day',
  {
    /** Kind and id. */
    actor: text('actor').notNull(),
    /** In UTC, 2031-05-01. */
    day: text('day').notNull(),
    spentMicros: micros('spent_micros').notNull(),
  },
  (table) => [primaryKey({ columns: [table.actor, table.day] })],
)
