import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { TELLINGS } from '@/server/words/follows'
import { NOTICE_EVENTS, NOTICE_TOPICS } from '@/server/words/notices'
import { micros, moment } from './columns'
import { games } from './games'
import { contexts, verdictReason } from './market'
import { users } from './people'
import { matchers } from './sellers'

export const noticeEvent = pgEnum('notice_event', NOTICE_EVENTS)
export const noticeTopic = pgEnum('notice_topic', NOTICE_TOPICS)
export const errandKind = pgEnum('errand_kind', [
  'fan-out',
  'apply-matcher',
  'match-again',
  'gather-mail',
  ...TELLINGS,
])
export const mailState = pgEnum('mail_state', ['queued', 'sent', 'failed'])
export const accountMailKind = pgEnum('account_mail_kind', ['register', 'verify', 'reset', 'moved'])

/**
 * A context that a person's matcher has found. Whether it is answered or expired follows from the market and is not
 * written here, so that counts and lists cannot differ.
 */
export const inboxItems = pgTable(
  'inbox_item',
  {
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    contextId: text('context_id')
      .notNull()
      .references(() => contexts.id),
    /** The first matcher that found it; null when that matcher is gone. */
    matcherId: text('matcher_id').references(() => matchers.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    seenAt: moment('seen_at'),
    ignoredAt: moment('ignored_at'),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.contextId] }),
    index('inbox_item_newest').on(table.personId, table.createdAt),
    index('inbox_item_context').on(table.contextId),
    /** For a matcher that goes: without it the database reads every item there is. */
    index('inbox_item_matcher').on(table.matcherId),
  ],
)

/**
 * Something that concerns one person: one row per cause, so that ten readings on one question are one line. A cause that
 * goes on after it was read opens a new row.
 */
export const notices = pgTable(
  'notice',
  {
    id: text('id').primaryKey(),
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    event: noticeEvent('event').notNull(),
    /** What is merged: the event and what it is about, for example `offer.read:<rootId>`. */
    cause: text('cause').notNull(),
    contextId: text('context_id').references(() => contexts.id),
    offerId: text('offer_id'),
    botId: text('bot_id'),
    gameId: text('game_id').references(() => games.id),
    /** How often it happened since the row was opened. */
    count: integer('count').notNull().default(1),
    /** Sum of the money in it. */
    amountMicros: micros('amount_micros'),
    reason: verdictReason('reason'),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at').notNull(),
    readAt: moment('read_at'),
    /** When it went into an e-mail. */
    mailedAt: moment('mailed_at'),
  },
  (table) => [
    uniqueIndex('notice_open_cause').on(table.personId, table.cause).where(sql`read_at is null`),
    index('notice_newest').on(table.personId, table.changedAt),
  ],
)

/** How far a tree's events have been turned into notices. */
export const noticeProgress = pgTable('notice_progress', {
  rootId: text('root_id').primaryKey(),
  seq: integer('seq').notNull(),
})

/** What a person wants to hear of, and where; a missing row means the topic's defaults. */
export const noticeSwitches = pgTable(
  'notice_switch',
  {
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    topic: noticeTopic('topic').notNull(),
    onSite: boolean('on_site').notNull(),
    byMail: boolean('by_mail').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.topic] })],
)

/** An e-mail on its way. Without SMTP it stays here, and the outbox page shows it in development. */
export const mails = pgTable(
  'mail',
  {
    id: text('id').primaryKey(),
    /** Null for a mail about an account, which may be nobody's yet. */
    personId: text('person_id').references(() => users.id),
    /** Null for a mail about an account: that is written when it is handed over. */
    subject: text('subject'),
    body: text('body'),
    state: mailState('state').notNull().default('queued'),
    /** A code of the mail server, never its text. */
    failure: text('failure'),
    createdAt: moment('created_at').notNull(),
    /** When it is next handed over; while a process does, the end of its lease. Null once it has ended, and without SMTP. */
    dueAt: moment('due_at'),
    /** How often it was handed over. */
    tries: integer('tries').notNull().default(0),
    sentAt: moment('sent_at'),
  },
  (table) => [
    index('mail_newest').on(table.createdAt),
    check('mail_due', sql`${table.dueAt} is null or ${table.state} = 'queued'`),
    index('mail_due_at').on(table.dueAt).where(sql`due_at is not null`),
  ],
)

/**
 * What a mail about an account is made of. Its words and its link come to be when it is handed over: whether anybody has that address
 * is asked only then, and what opens something is stored nowhere but as a digest.
 */
export const accountMails = pgTable(
  'account_mail',
  {
    mailId: text('mail_id')
      .primaryKey()
      .references(() => mails.id, { onDelete: 'cascade' }),
    kind: accountMailKind('kind').notNull(),
    /** Where it goes; lower case. */
    email: text('email').notNull(),
    /** Whose account; null for `register`, and for `reset` until it is handed over. */
    personId: text('person_id').references(() => users.id),
    /** For `register`: what the newcomer asked to be called. */
    name: text('name'),
    handle: text('handle'),
    /** For `register`: the page to go to afterwards, one of ours. */
    path: text('path'),
    /** SHA-256 of what the link carries; null before it is handed over, and for a mail without one. */
    digest: text('digest').unique(),
    /** The end of the link; the row goes some time after. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('account_mail_expires').on(table.expiresAt),
    index('account_mail_person').on(table.personId),
  ],
)

/**
 * Work that is done in pieces, or later: what it is about, and how far it has come. The row goes when it is done, so whatever became
 * of a job, what is left to do stands here.
 */
export const errands = pgTable(
  'errand',
  {
    kind: errandKind('kind').notNull(),
    /** Of a context, a matcher or a person, as the kind says. */
    subjectId: text('subject_id').notNull(),
    /** Where the last piece ended; null before the first. */
    after: text('after'),
    /** Goes up when it is begun anew: a piece of the former walk then counts for nothing. */
    version: integer('version').notNull().default(1),
    /** How often a piece was begun since the last one ended. */
    tries: integer('tries').notNull().default(0),
    /** When the next piece is begun; while a process does it, the end of its lease. */
    dueAt: moment('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subjectId] }), index('errand_due_at').on(table.dueAt)],
)

export type NoticeRow = typeof notices.$inferSelect
