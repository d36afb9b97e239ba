import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, integer, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns'

/** What the checks of `server/verify` have found wrong and not yet found right again. */
export const findings = pgTable(
  'finding',
  {
    /** One of the list of `server/verify/checks`. */
    checkId: text('check_id').notNull(),
    /** What was looked at: the id of a row of the check's walk; empty for a check that looks at everything at once. */
    subjectId: text('subject_id').notNull(),
    /** Ids, amounts and states; never text that a person wrote. */
    problem: text('problem').notNull(),
    /** The account that pays nothing until this is right. */
    account: text('account'),
    foundAt: moment('found_at').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.checkId, table.subjectId, table.problem] }),
    index('finding_account').on(table.account).where(sql`account is not null`),
  ],
)

/**
 * How far each walk over a table has come. In a table, so that processes share one pass instead of each beginning its own, and a
 * restart goes on where the last one stopped: in a large market a pass takes longer than the time between two deployments.
 */
export const verifyWalks = pgTable('verify_walk', {
  /** One of `server/verify/walks.ts`. */
  walk: text('walk').primaryKey(),
  /** The last subject that was looked at; null at the beginning of a pass. */
  after: text('after'),
  /** When the next slices are looked at; while a process does, the end of its lease. */
  dueAt: moment('due_at').notNull(),
  /** Subjects of one slice: halved when a slice takes too long. */
  size: integer('size').notNull(),
  /** Subjects looked at in this pass. */
  checked: bigint('checked', { mode: 'number' }).notNull().default(0),
  passBegunAt: moment('pass_begun_at'),
  /** When all had been looked at for the last time. */
  passEndedAt: moment('pass_ended_at'),
})

export const mendingKind = pgEnum('mending_kind', ['reverse', 'restate', 'grant'])

/** What an operator put right, and why. Never changed or deleted. */
export const mendings = pgTable('mending', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  checkId: text('check_id').notNull(),
  subjectId: text('subject_id').notNull(),
  /** By contrary transfers, by writing a balance again as the transfers have it, or by giving credits. */
  kind: mendingKind('kind').notNull(),
  /** What was done: keys of transfers, or an account with its balances. */
  deed: text('deed').notNull(),
  reason: text('reason').notNull(),
  mendedAt: moment('mended_at').notNull(),
})
