import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { REPLY_STANDINGS } from '@/server/words/replies'
import { moment } from './columns'
import { contexts } from './market'
import { users } from './people'

/** Whom a claim is about, as its asker or a moderator says: who may reply to it. */
export const claimSubjects = pgTable(
  'claim_subject',
  {
    rootId: text('root_id')
      .primaryKey()
      .references(() => contexts.id),
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    namedById: text('named_by_id')
      .notNull()
      .references(() => users.id),
    isByModerator: boolean('is_by_moderator').notNull(),
    namedAt: moment('named_at').notNull(),
  },
  (table) => [
    index('claim_subject_person').on(table.personId),
    /** How many somebody named today. */
    index('claim_subject_named_by').on(table.namedById, table.namedAt),
  ],
)

/** What whom a claim is about says to it: one for each of them, as it stands now. */
export const claimReplies = pgTable(
  'claim_reply',
  {
    id: text('id').primaryKey(),
    rootId: text('root_id')
      .notNull()
      .references(() => contexts.id),
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    /** By what right it was written. */
    standing: text('standing', { enum: REPLY_STANDINGS }).notNull(),
    /** The site that was the author's then, where that is the right; else empty. */
    host: text('host').notNull(),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull(),
    editedAt: moment('edited_at'),
  },
  (table) => [
    uniqueIndex('claim_reply_once').on(table.rootId, table.authorId),
    index('claim_reply_author').on(table.authorId),
    check('claim_reply_of_site', sql`(${table.standing} = 'site') = (${table.host} <> '')`),
  ],
)

/** What a reply said before it was edited. */
export const claimReplyRevisions = pgTable(
  'claim_reply_revision',
  {
    replyId: text('reply_id')
      .notNull()
      .references(() => claimReplies.id, { onDelete: 'cascade' }),
    /** From 1. */
    number: integer('number').notNull(),
    text: text('text').notNull(),
    replacedAt: moment('replaced_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.replyId, table.number] })],
)
