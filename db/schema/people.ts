import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ROLES } from '@/server/actors/actor'
import { bytes, moment } from './columns'

export const personRole = pgEnum('person_role', ROLES)

/** A person. E-mail and password hash are read by `server/auth` only. */
export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    /** In addresses: lower case letters, digits and dashes. */
    handle: text('handle').notNull(),
    name: text('name').notNull(),
    bio: text('bio').notNull().default(''),
    /** Lower case; null for people who sign in through a provider that gave none. */
    email: text('email'),
    /** When this person proved that the e-mail is theirs; null until then. Nothing is mailed to who has not, but links to prove it. */
    emailVerifiedAt: moment('email_verified_at'),
    /** argon2id, in PHC form; null for OAuth and demo people. */
    passwordHash: text('password_hash'),
    /** What they may do beyond their own things: `npm run operator`. */
    role: personRole('role').notNull().default('person'),
    isDemo: boolean('is_demo').notNull().default(false),
    /** For a visitor who stepped in: the demo person this one is made after. Nobody signs in as that one. */
    demoOf: text('demo_of').references((): AnyPgColumn => users.id),
    createdAt: moment('created_at').notNull(),
    /** The account is gone: its name is taken away, its rows in the books stay. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_handle_key').on(table.handle),
    /** People whose handle, name or last name begins with some letters, whatever the database's collation. */
    index('users_handle_begins').on(table.handle.asc().op('text_pattern_ops')),
    index('users_name_begins').on(sql`lower(name) text_pattern_ops`),
    index('users_last_name_begins').on(sql`lower(substring(name from '[^ ]+$')) text_pattern_ops`),
    uniqueIndex('users_email_key').on(table.email).where(sql`${table.email} is not null`),
  ],
)

/** A handle that a deleted account had: nobody gets it again, and nobody reads it here. */
export const retiredHandles = pgTable('retired_handle', {
  /** SHA-256. */
  digest: text('digest').primaryKey(),
  retiredAt: moment('retired_at').notNull(),
})

/** A person's login at an OAuth provider. */
export const authAccounts = pgTable(
  'auth_account',
  {
    provider: text('provider').notNull(),
    providerAccountId: text('provider_account_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.providerAccountId] }),
    /** Whether somebody has a way in besides. */
    index('auth_account_user').on(table.userId),
  ],
)

/** A login. The cookie names this row, so deleting it ends the login at the next request. */
export const authSessions = pgTable(
  'auth_session',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When it was last used, to some minutes; null when it never was. */
    seenAt: moment('seen_at'),
    /** Coarse, for its owner alone: "Firefox on Windows". Null for logins that are older than the column. */
    device: text('device'),
    /** Coarse too: the first half of the address it was opened from. */
    network: text('network'),
  },
  (table) => [index('auth_session_user').on(table.userId)],
)

/** A passkey of a person: its public half. */
export const passkeys = pgTable(
  'passkey',
  {
    /** As its authenticator calls it, base64url; the same nowhere else. */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** COSE. */
    publicKey: bytes('public_key').notNull(),
    /** Of uses, as the authenticator counts them; 0 for ever where it does not. It never goes back: a copy would. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How a browser reaches it: "internal", "usb"… */
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('passkey_user').on(table.userId)],
)

/** What an authenticator was asked to sign; the row goes with the first answer. */
export const passkeyChallenges = pgTable(
  'passkey_challenge',
  {
    /** SHA-256 of the challenge. */
    digest: text('digest').primaryKey(),
    /** Who adds a passkey; null for signing in with one. */
    userId: text('user_id').references(() => users.id),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('passkey_challenge_expires').on(table.expiresAt)],
)
export const clusterCause = pgEnum('cluster_cause', ['address', 'device', 'ring'])

/**
 * Accounts that look like one hand (`server/market/clusters/`), found anew every few minutes: what they buy of each other counts in no
 * record. People in no cluster have no row.
 */
export const personClusters = pgTable(
  'person_cluster',
  {
    personId: text('person_id')
      .primaryKey()
      .references(() => users.id),
    /** Its first member. */
    cluster: text('cluster').notNull(),
    cause: clusterCause('cause').notNull(),
  },
  (table) => [index('person_cluster_cluster').on(table.cluster)],
)

export type UserRow = typeof users.$inferSelect
