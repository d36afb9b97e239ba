import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { APPEAL_OUTCOMES, OUTCOMES, RULES, SUBJECT_KINDS, SUSPENDABLE } from '@/server/words/moderation'
import { moment } from './columns'
import { users } from './people'
import { bots } from './sellers'

/** Something that was flagged, with all its flags; decided once, and once more when its author appeals. */
export const moderationCases = pgTable(
  'moderation_case',
  {
    id: text('id').primaryKey(),
    subjectKind: text('subject_kind', { enum: SUBJECT_KINDS }).notNull(),
    subjectId: text('subject_id').notNull(),
    /** Whose it is: told of the outcome, and may appeal. */
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    openedAt: moment('opened_at').notNull(),
    /** Null while it waits in the queue. */
    outcome: text('outcome', { enum: OUTCOMES }),
    /** The rule that it breaks; null where it was kept. */
    rule: text('rule', { enum: RULES }),
    /** The moderator's words, to those who flagged it and to its author; never in the public log. */
    note: text('note').notNull().default(''),
    decidedAt: moment('decided_at'),
    /** Null for a command on the market's machine too. */
    deciderId: text('decider_id'),
    appealedAt: moment('appealed_at'),
    /** The author's words. */
    appeal: text('appeal').notNull().default(''),
    appealOutcome: text('appeal_outcome', { enum: APPEAL_OUTCOMES }),
    appealNote: text('appeal_note').notNull().default(''),
    appealDecidedAt: moment('appeal_decided_at'),
    appealDeciderId: text('appeal_decider_id'),
    /** Of a hidden person or bot: the words that were taken out of sight, put back when it is shown again. */
    kept: jsonb('kept').$type<{ name: string; words: string }>(),
  },
  (table) => [
    check('moderation_case_decided', sql`(${table.outcome} is null) = (${table.decidedAt} is null)`),
    check(
      'moderation_case_rule',
      sql`(${table.rule} is not null) = (${table.outcome} is not distinct from 'hidden')`,
    ),
    check(
      'moderation_case_appeal',
      sql`${table.appealedAt} is null or ${table.outcome} is not distinct from 'hidden'`,
    ),
    check(
      'moderation_case_appeal_decided',
      sql`(${table.appealOutcome} is null) = (${table.appealDecidedAt} is null) and (${table.appealOutcome} is null or ${table.appealedAt} is not null)`,
    ),
    /** Flags of one thing go into one case while it waits. */
    uniqueIndex('moderation_case_open').on(table.subjectKind, table.subjectId).where(sql`outcome is null`),
    /** The queue: few, however many were decided. */
    index('moderation_case_waiting')
      .on(table.openedAt)
      .where(sql`outcome is null or (appealed_at is not null and appeal_outcome is null)`),
    index('moderation_case_author').on(table.authorId),
    /** The public log, newest first. */
    index('moderation_case_log').on(table.decidedAt).where(sql`decided_at is not null`),
  ],
)

/** What somebody says is wrong with a thing: once each. Told to nobody but moderators. */
export const flags = pgTable(
  'flag',
  {
    caseId: text('case_id')
      .notNull()
      .references(() => moderationCases.id),
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    rule: text('rule', { enum: RULES }).notNull(),
    words: text('words').notNull().default(''),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.personId] }),
    index('flag_person').on(table.personId, table.createdAt),
  ],
)

/** What nobody but its author, its buyer and moderators sees. Its row goes when it is shown again; nothing of the thing itself is changed. */
export const hiddenThings = pgTable(
  'hidden_thing',
  {
    kind: text('kind', { enum: SUBJECT_KINDS }).notNull(),
    id: text('id').notNull(),
    caseId: text('case_id')
      .notNull()
      .references(() => moderationCases.id),
    since: moment('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] }), index('hidden_thing_case').on(table.caseId)],
)

/** One right that a person, or one bot of theirs, does not have until then. */
export const suspensions = pgTable(
  'suspension',
  {
    id: text('id').primaryKey(),
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    /** Null: the person, with all their keys and bots. */
    botId: text('bot_id').references(() => bots.id),
    right: text('suspended_right', { enum: SUSPENDABLE }).notNull(),
    rule: text('rule', { enum: RULES }).notNull(),
    /** To the person alone. */
    note: text('note').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    until: moment('until').notNull(),
    byId: text('by_id'),
    /** Given back before its end. */
    liftedAt: moment('lifted_at'),
    liftedById: text('lifted_by_id'),
  },
  (table) => [
    check('suspension_ends', sql`${table.until} > ${table.createdAt}`),
    check('suspension_of_bot', sql`${table.botId} is null or ${table.right} = 'sell'`),
    index('suspension_standing').on(table.personId, table.until).where(sql`lifted_at is null`),
    index('suspension_person').on(table.personId, table.createdAt),
    index('suspension_newest').on(table.createdAt),
  ],
)

/** Whom somebody does not want to see; blocked, who may not offer on their questions either. */
export const personMutes = pgTable(
  'person_mute',
  {
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    otherId: text('other_id')
      .notNull()
      .references(() => users.id),
    isBlocked: boolean('is_blocked').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.otherId] }),
    check('person_mute_of_another', sql`${table.personId} <> ${table.otherId}`),
    /** Who does not want to see the asker of a new question. */
    index('person_mute_other').on(table.otherId),
  ],
)
