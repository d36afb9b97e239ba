import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { PROOF_FAILURES, PROOF_WAYS, THEMES } from '@/server/words/sites'
import { moment } from './columns'
import { contexts } from './market'
import { users } from './people'

/** A site of the web that somebody says is theirs. What is set here counts while somebody's proof holds. */
export const sites = pgTable(
  'site',
  {
    id: text('id').primaryKey(),
    /** With its port where that is not the usual one, as in the normal form of an address. */
    host: text('host').notNull().unique(),
    /** Of frames with its pages' threads: "#rrggbb", or the market's own. */
    accent: text('accent'),
    theme: text('theme', { enum: THEMES }).notNull().default('auto'),
    /** Questions asked from then on stand in those frames after an owner's yes; null while all do. */
    moderatedSince: moment('moderated_since'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [check('site_accent', sql`${table.accent} ~ '^#[0-9a-f]{6}$'`)],
)

/** Somebody who says that a site is theirs, and how the proof stands. Several may own one: the site names them all. */
export const siteOwners = pgTable(
  'site_owner',
  {
    siteId: text('site_id')
      .notNull()
      .references(() => sites.id),
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    /** What the site is to say of this person; no secret, for it stands on the site. */
    token: text('token').notNull().unique(),
    /** How it was last proven; null while it was not. */
    way: text('way', { enum: PROOF_WAYS }),
    /** Since when without a gap. */
    provenAt: moment('proven_at'),
    /** The proof holds until then, unless the site is found to say otherwise. */
    validUntil: moment('valid_until'),
    checkedAt: moment('checked_at'),
    /** Why the last look found nothing; null when it found the proof. */
    failure: text('failure', { enum: PROOF_FAILURES }),
    /** When the site is looked at again, while a proof holds. */
    dueAt: moment('due_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.personId] }),
    index('site_owner_person').on(table.personId),
    index('site_owner_due').on(table.dueAt).where(sql`due_at is not null`),
    check(
      'site_owner_proven',
      sql`(${table.provenAt} is null) = (${table.validUntil} is null) and (${table.provenAt} is null) = (${table.way} is null)`,
    ),
  ],
)

/** What an owner of a site said of a question: whether it stands in frames with threads of the site's pages. */
export const siteDecisions = pgTable(
  'site_decision',
  {
    siteId: text('site_id')
      .notNull()
      .references(() => sites.id),
    contextId: text('context_id')
      .notNull()
      .references(() => contexts.id),
    isShown: boolean('is_shown').notNull(),
    decidedAt: moment('decided_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.contextId] })],
)
