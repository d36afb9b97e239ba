import { pgTable, text } from 'drizzle-orm/pg-core'
import { STOPS } from '@/server/words/moderation'
import { moment } from './columns'

/** What an operator has stopped, for everybody: a row stands while it is. */
export const marketStops = pgTable('market_stop', {
  name: text('name', { enum: STOPS }).primaryKey(),
  /** Read by everybody. */
  reason: text('reason').notNull(),
  stoppedAt: moment('stopped_at').notNull(),
  /** Null for a command on the market's machine. */
  byId: text('by_id'),
})

/** What an operator has set in place of the environment. */
export const marketSettings = pgTable('market_setting', {
  /** Of the closed list in `server/contract/settings.ts`. */
  key: text('key').primaryKey(),
  /** As its reader there takes it. */
  value: text('value').notNull(),
  changedAt: moment('changed_at').notNull(),
  byId: text('by_id'),
})

/** What makes the first operator: printed once, kept as a digest, gone with the first use. */
export const operatorCodes = pgTable('operator_code', {
  /** SHA-256. */
  digest: text('digest').primaryKey(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
