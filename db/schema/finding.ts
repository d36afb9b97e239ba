import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { FOLLOWED } from '@/server/words/follows'
import { moment } from './columns'
import { contexts } from './market'
import { users } from './people'
import { bots } from './sellers'

/** The tags of roots, one row each, so that a tag's questions are read in their order; a trigger keeps it as `buyer_context.tags` has it. */
export const questionTags = pgTable(
  'question_tag',
  {
    contextId: text('context_id')
      .notNull()
      .references(() => contexts.id),
    tag: text('tag').notNull(),
    /** The question's `created_at`. */
    askedAt: moment('asked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contextId, table.tag] }),
    /** A tag's questions, the newest first; and tags that begin with some letters, whatever the database's collation. */
    index('question_tag_newest').on(
      table.tag.asc().op('text_pattern_ops'),
      table.askedAt.desc().nullsFirst(),
      table.contextId,
    ),
  ],
)

/**
 * How often a root's page was read, and never by whom (`server/market/finding/readings.ts`). A row apart from its question, which the
 * engine locks while it works; none until it is first read.
 */
export const questionReadings = pgTable(
  'question_reading',
  {
    contextId: text('context_id')
      .primaryKey()
      .references(() => contexts.id),
    readings: integer('readings').notNull(),
  },
  (table) => [
    check('question_reading_above_zero', sql`${table.readings} > 0`),
    /** The list's order by it. */
    index('question_reading_most').on(table.readings.desc().nullsFirst(), table.contextId),
  ],
)

/** What somebody wants to hear of. */
export const follows = pgTable(
  'follow',
  {
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: FOLLOWED }).notNull(),
    /** The id of a root or of a person, the normal form of a page's address, or a tag. */
    subject: text('subject').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.kind, table.subject] }),
    /** Who is to be told, a chunk at a time. */
    index('follow_subject').on(table.kind, table.subject, table.personId),
  ],
)

/** Whom an asker asks by name, beside everybody who looks for such a question. */
export const addressees = pgTable(
  'context_addressee',
  {
    contextId: text('context_id')
      .notNull()
      .references(() => contexts.id),
    /** The person, or the bot's owner. */
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    botId: text('bot_id').references(() => bots.id),
  },
  (table) => [
    uniqueIndex('context_addressee_person').on(table.contextId, table.personId).where(sql`bot_id is null`),
    uniqueIndex('context_addressee_bot').on(table.contextId, table.botId).where(sql`bot_id is not null`),
  ],
)
