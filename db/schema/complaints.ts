import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import {
  COMPLAINT_ANSWERS,
  COMPLAINT_DECIDERS,
  COMPLAINT_KINDS,
  COMPLAINT_OUTCOMES,
} from '@/server/words/complaints'
import { micros, moment } from './columns'
import { offers } from './market'

/**
 * A buyer's complaint about a purchase: one at most, while its seller's earnings are pending. What both sides write may repeat what was
 * bought: it is theirs, and the moderator's who decides.
 */
export const complaints = pgTable(
  'complaint',
  {
    offerId: text('offer_id')
      .primaryKey()
      .references(() => offers.id),
    contextId: text('context_id').notNull(),
    rootId: text('root_id').notNull(),
    buyerId: text('buyer_id').notNull(),
    sellerId: text('seller_id').notNull(),
    kind: text('kind', { enum: COMPLAINT_KINDS }).notNull(),
    words: text('words').notNull(),
    /** What its buyer paid, less the fee, which the market keeps: the most that can come back. */
    pendingMicros: micros('pending_micros').notNull(),
    filedAt: moment('filed_at').notNull(),
    /** Until then its seller is heard; from then on a rule or a moderator may decide. */
    answerUntil: moment('answer_until').notNull(),
    answer: text('answer', { enum: COMPLAINT_ANSWERS }),
    answerWords: text('answer_words').notNull().default(''),
    answeredAt: moment('answered_at'),
    /** Then the rule decides by itself. */
    decideUntil: moment('decide_until').notNull(),
    outcome: text('outcome', { enum: COMPLAINT_OUTCOMES }),
    decidedBy: text('decided_by', { enum: COMPLAINT_DECIDERS }),
    moderatorId: text('moderator_id'),
    /** Why, for both sides; empty where a rule decided. */
    decisionWords: text('decision_words').notNull().default(''),
    refundedMicros: micros('refunded_micros').notNull().default(sql`0`),
    /** The buyer's cap left less than it would have come to; never where the seller agreed. */
    isCapped: boolean('is_capped').notNull().default(false),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    check('complaint_refund_within', sql`${table.refundedMicros} between 0 and ${table.pendingMicros}`),
    check(
      'complaint_decided_whole',
      sql`(${table.outcome} is null) = (${table.decidedAt} is null) and (${table.outcome} is null) = (${table.decidedBy} is null)`,
    ),
    check(
      'complaint_capped',
      sql`not ${table.isCapped} or (${table.outcome} in ('partly', 'refused') and ${table.decidedBy} <> 'seller')`,
    ),
    check('complaint_answered_whole', sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
    /** What is to be decided, for the sweeper and for moderators. */
    index('complaint_open').on(table.decideUntil, table.offerId).where(sql`outcome is null`),
    index('complaint_buyer').on(table.buyerId, table.filedAt),
    index('complaint_seller').on(table.sellerId, table.filedAt),
  ],
)

export type ComplaintRow = typeof complaints.$inferSelect
