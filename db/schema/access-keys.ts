import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DelegableScope } from '@/server/actors/actor'
import { micros, moment } from './columns'
import { users } from './people'
import { bots } from './sellers'

/**
 * What a program may do for a person, or as one of their bots. One made by hand opens with its secret; one of a program that its owner
 * connected (OAuth) has no secret of its own and opens with the tokens in `oauth_record`. A revoked one stays: the audit log names it.
 */
export const accessKeys = pgTable(
  'access_key',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of what was shown once; null for a connected program. */
    digest: text('digest'),
    /** Its last letters, by which its owner knows it again; empty for a connected program. */
    hint: text('hint').notNull(),
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    /** As whom it acts; null for the person. */
    botId: text('bot_id').references(() => bots.id),
    /** What its owner calls it, or a connected program itself. */
    name: text('name').notNull(),
    /** Of a connected program: its client id, and the host that its person was sent back to. */
    clientId: text('client_id'),
    clientHost: text('client_host'),
    scopes: text('scopes').array().$type<DelegableScope[]>().notNull(),
    /** Both for a key that may spend, neither for another. */
    spendPerDayMicros: micros('spend_per_day_micros'),
    spendPerQuestionMicros: micros('spend_per_question_micros'),
    /** More than this at once, or for one question, waits for its owner's yes; null asks for none. */
    askAboveMicros: micros('ask_above_micros'),
    createdAt: moment('created_at').notNull(),
    /** Null: good until it is revoked. */
    expiresAt: moment('expires_at'),
    /** To a minute; null when it never was. */
    usedAt: moment('used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    check(
      'access_key_caps',
      sql`('spend' = any(${table.scopes})) = (${table.spendPerDayMicros} is not null) and ('spend' = any(${table.scopes})) = (${table.spendPerQuestionMicros} is not null)`,
    ),
    check(
      'access_key_asks',
      sql`${table.askAboveMicros} is null or ${table.spendPerDayMicros} is not null and ${table.askAboveMicros} >= 0`,
    ),
    check('access_key_opens', sql`(${table.digest} is null) = (${table.clientId} is not null)`),
    check('access_key_client', sql`(${table.clientId} is null) = (${table.clientHost} is null)`),
    uniqueIndex('access_key_digest_key').on(table.digest),
    /** A program is connected once: whoever connects it again changes what it may do, and its day's spending goes on counting. */
    uniqueIndex('access_key_program')
      .on(table.personId, table.clientId)
      .where(sql`client_id is not null and revoked_at is null`),
    /** Whether a program that registered itself is still somebody's. */
    index('access_key_client_id').on(table.clientId).where(sql`client_id is not null`),
    index('access_key_person').on(table.personId, table.createdAt),
    index('access_key_bot').on(table.botId).where(sql`${table.botId} is not null`),
  ],
)
