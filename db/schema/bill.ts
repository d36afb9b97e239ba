import { bigint, date, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

export const modelPayer = pgEnum('model_payer', ['site', 'person', 'bot', 'model'])

/** What the operator's models were used for in a day (UTC): by everybody, by each person, by each bot; and each model by all. */
export const modelUse = pgTable(
  'model_use',
  {
    payer: modelPayer('payer').notNull(),
    /** Of the person or the bot, or the model's name; empty for the site. */
    payerId: text('payer_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Used, and put aside for calls under way. */
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    /** By the prices of the settings; 0 without them. */
    microUsd: bigint('micro_usd', { mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.payer, table.payerId] })],
)
