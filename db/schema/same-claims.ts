import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { contexts } from './market'
import { users } from './people'

/** Two claims that somebody says are one. They are shown as one from the second person's word until a moderator parts them. */
export const sameClaims = pgTable(
  'same_claim',
  {
    /** Of the two ids the lesser. */
    leftId: text('left_id')
      .notNull()
      .references(() => contexts.id),
    rightId: text('right_id')
      .notNull()
      .references(() => contexts.id),
    proposedById: text('proposed_by_id')
      .notNull()
      .references(() => users.id),
    proposedAt: moment('proposed_at').notNull(),
    confirmedById: text('confirmed_by_id').references(() => users.id),
    confirmedAt: moment('confirmed_at'),
    partedById: text('parted_by_id').references(() => users.id),
    partedAt: moment('parted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.leftId, table.rightId] }),
    check('same_claim_order', sql`${table.leftId} < ${table.rightId}`),
    check('same_claim_confirmed', sql`(${table.confirmedById} is null) = (${table.confirmedAt} is null)`),
    check('same_claim_by_two', sql`${table.confirmedById} <> ${table.proposedById}`),
    check('same_claim_parted', sql`(${table.partedById} is null) = (${table.partedAt} is null)`),
    index('same_claim_right').on(table.rightId),
    /** How many somebody proposed today. */
    index('same_claim_proposed').on(table.proposedById, table.proposedAt),
  ],
)
