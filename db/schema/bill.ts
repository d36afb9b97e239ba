import { bigint, date, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

export const modelPayer = pgEnum('model_payer', ['site', 'person', 'bot'])

/** What the operator's model was used for in a day (UTC), by everybody, by each person and by each bot. */
export const modelUse = pgTable(
  'model_use',
  {
    payer: modelPayer('payer').notNull(),
    /** Of the person or the bot; empty for the site. */
    payerId: text('payer_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Used, and put aside for calls under way. */
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    /** By the prices of the settings; 0 without them. */
    microUsd: bigint('micro_usd', { mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.payer, table.payerId] })],
)
