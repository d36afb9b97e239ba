import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accessKeys } from './access-keys'
import { moment } from './columns'

/**
 * What the OAuth server keeps between two calls (`server/api/oauth`): programs that registered themselves, what a person is being asked,
 * consents, codes and tokens. Rows are found by the digest of what opens them, and removed some time after their end.
 */
export const oauthRecords = pgTable(
  'oauth_record',
  {
    /** As the provider's library names it: Client, Interaction, Grant, AuthorizationCode, AccessToken, RefreshToken, ReplayDetection. */
    model: text('model').notNull(),
    /** SHA-256 of its id, which for codes and tokens is what opens. */
    digest: text('digest').notNull(),
    /** As the library wrote it, without the id. */
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    /** Of a consent, and of the codes and tokens that come of it: for whom. */
    keyId: text('access_id').references(() => accessKeys.id),
    /** Of codes and tokens: the digest of the consent that they come of. With it they all end. */
    grantDigest: text('grant_digest'),
    /** Null: until somebody removes it. */
    expiresAt: moment('expires_at'),
    /** Of codes and refresh tokens, which open once. */
    usedAt: moment('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.digest] }),
    index('oauth_record_key').on(table.keyId).where(sql`access_id is not null`),
    index('oauth_record_grant').on(table.grantDigest).where(sql`grant_digest is not null`),
    index('oauth_record_end').on(table.expiresAt),
  ],
)
