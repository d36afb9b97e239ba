import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { users } from './people'

/** How often somebody did what is limited, for all processes together (`server/api/rate-limit.ts`); written by rate-limiter-flexible. */
export const rateLimits = pgTable(
  'rate_limit',
  {
    /** What is limited, and whose: an account, an address, both. */
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expire: moment('expire'),
  },
  (table) => [index('rate_limit_expire').on(table.expire)],
)

/** Where somebody signed in from before: guesses of others do not slow them down there. */
export const knownAddresses = pgTable(
  'known_address',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Keyed: an address is nobody's business. */
    digest: text('digest').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.digest] }),
    /** Who else signs in there (`server/market/clusters`). */
    index('known_address_digest').on(table.digest),
  ],
)

/** A browser that somebody signed in with before, by its cookie: guesses of others neither stop nor slow them down there. */
export const knownDevices = pgTable(
  'known_device',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Keyed, of what the cookie holds. */
    digest: text('digest').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.digest] }),
    /** Whether a cookie is one of ours at all. */
    index('known_device_digest').on(table.digest),
  ],
)
