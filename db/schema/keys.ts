import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes } from './columns'

/** A known word under each seal key that was ever used: a start with other keys is noticed before anything is sealed or opened. */
export const sealKeyChecks = pgTable('seal_key_check', {
  keyId: text('key_id').primaryKey(),
  nonce: bytes('nonce').notNull(),
  ciphertext: bytes('ciphertext').notNull(),
})

/** Secrets of the market itself, sealed, by name. */
export const marketSecrets = pgTable('market_secret', {
  name: text('name').primaryKey(),
  keyId: text('key_id').notNull(),
  nonce: bytes('nonce').notNull(),
  ciphertext: bytes('ciphertext').notNull(),
})
