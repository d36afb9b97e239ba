import { type SQLWrapper, sql } from 'drizzle-orm'
import { check, index, integer, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { PAGE_FAILURES, PASSAGE_PLACES } from '@/server/words/pages'
import { bytes, moment } from './columns'
import { contexts } from './market'

export const passagePlace = pgEnum('passage_place', PASSAGE_PLACES)

/** A page of the web by its normal form (`server/shared/web-address.ts`), as it was when it was last read. */
export const pageThreads = pgTable(
  'page_thread',
  {
    address: text('address').primaryKey(),
    /** SHA-256 of the address, by whose beginning pages are looked up; null until a row of before there were hashes is brought in. */
    hash: bytes('hash'),
    /** The address that the page itself gives as its own, on its own site: its questions stand there. Never a third one. */
    joinedTo: text('joined_to'),
    title: text('title').notNull().default(''),
    /** The name of what the page sells, from its schema.org data; empty when it says none. */
    product: text('product').notNull().default(''),
    /** Its main text, in which passages are found again. */
    text: text('text').notNull().default(''),
    /** SHA-256 of the bytes that were fetched. */
    contentHash: text('content_hash').notNull().default(''),
    /** When what stands here was fetched; null while nothing was. */
    readAt: moment('read_at'),
    /** Why the last try brought nothing; null when it brought what stands here. */
    failure: text('failure', { enum: PAGE_FAILURES }),
    triedAt: moment('tried_at'),
    /** When it is next taken up, while somebody wants it read again: at once, or at the end of a lease. */
    dueAt: moment('due_at'),
    tries: integer('tries').notNull().default(0),
  },
  (table) => [
    index('page_thread_due').on(table.dueAt).where(sql`due_at is not null`),
    index('page_thread_hash').on(table.hash),
  ],
)

/** The host of an address in normal form, with its port. */
export const hostOf = (address: SQLWrapper) => sql<string>`split_part(${address}, '/', 3)`

/** A root that is about a page of the web, and the passage of it that it is about. */
export const threadQuestions = pgTable(
  'thread_question',
  {
    contextId: text('context_id')
      .notNull()
      .references(() => contexts.id),
    /** The normal form of the page as its asker gave it; as it was written where `address` is empty. */
    own: text('own').notNull(),
    /** In whose thread it stands: `own`, or what that was joined to; empty until an earlier question is brought in. */
    address: text('address').notNull(),
    askedAt: moment('asked_at').notNull(),
    /** When its asker last put it here or gave it other words, by an edit; null while neither. */
    changedAt: moment('changed_at'),
    /** The passage (TextQuoteSelector of the W3C's Web Annotation Data Model); empty when it is about the whole page. */
    exact: text('exact').notNull().default(''),
    prefix: text('prefix').notNull().default(''),
    suffix: text('suffix').notNull().default(''),
    /** Where it stood when it was last found (TextPositionSelector), in characters of the page's main text. */
    startAt: integer('start_at'),
    endAt: integer('end_at'),
    place: passagePlace('place').notNull().default('unread'),
  },
  (table) => [
    primaryKey({ columns: [table.contextId, table.own] }),
    /** The thread of an address, the newest question first. */
    index('thread_question_address').on(table.address, table.askedAt.desc().nullsFirst(), table.contextId),
    /** Those about pages of a site, for its owners. */
    index('thread_question_host').on(hostOf(table.address), table.askedAt.desc().nullsFirst()),
    check('passage_position', sql`(${table.startAt} is null) = (${table.endAt} is null)`),
    check(
      'passage_attached',
      sql`${table.place} <> 'attached' or (${table.startAt} is not null and ${table.exact} <> '')`,
    ),
  ],
)
