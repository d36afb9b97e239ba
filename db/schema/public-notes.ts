import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { NOTE_REASONS, NOTE_STATUSES } from '@/server/words/public-notes'
import { moment } from './columns'
import { contexts } from './market'
import { users } from './people'

/** What somebody wrote on a claim, for everybody once people who usually disagree find it helpful; one for each person and claim. */
export const publicNotes = pgTable(
  'public_note',
  {
    id: text('id').primaryKey(),
    rootId: text('root_id')
      .notNull()
      .references(() => contexts.id),
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull(),
    status: text('status', { enum: NOTE_STATUSES }).notNull().default('waiting'),
    /** i_n of `server/market/notes/bridging.ts`, as last counted. */
    intercept: doublePrecision('intercept').notNull().default(0),
    /** Ratings that counted then: of hands that stand for themselves and have rated enough. */
    ratings: integer('ratings').notNull().default(0),
    /** Since when its ratings are other than those last counted; null while they are not. */
    dueAt: moment('due_at'),
  },
  (table) => [
    check('public_note_ratings', sql`${table.ratings} >= 0`),
    uniqueIndex('public_note_once').on(table.rootId, table.authorId),
    /** Those that wait, the newest first. */
    index('public_note_status').on(table.status, table.createdAt.desc().nullsFirst(), table.id),
    /** How many somebody wrote today. */
    index('public_note_author').on(table.authorId, table.createdAt),
    index('public_note_due').on(table.dueAt).where(sql`due_at is not null`),
  ],
)

/** What somebody holds of a public note, with one reason; said anew it replaces what was said. */
export const noteRatings = pgTable(
  'note_rating',
  {
    noteId: text('note_id')
      .notNull()
      .references(() => publicNotes.id, { onDelete: 'cascade' }),
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    isHelpful: boolean('is_helpful').notNull(),
    reason: text('reason', { enum: NOTE_REASONS }).notNull(),
    ratedAt: moment('rated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.noteId, table.personId] }),
    /** How many somebody rated today. */
    index('note_rating_person').on(table.personId, table.ratedAt),
  ],
)
