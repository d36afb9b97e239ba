import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { NOTICE_TOPICS } from '@/server/words/notices'
import { micros, moment } from './columns'
import { noticeEvent } from './inbox'
import { verdictReason } from './market'
import { users } from './people'
import { deliveryState } from './sellers'

/** Where a person's own server is told what their inbox is told. */
export const inboxWebhooks = pgTable(
  'inbox_webhook',
  {
    id: text('id').primaryKey(),
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    url: text('url').notNull(),
    topics: text('topics', { enum: NOTICE_TOPICS }).array().notNull(),
    secretKeyId: text('secret_key_id').notNull(),
    secretSealed: text('secret_sealed').notNull(),
    /** After a rotation calls are signed with both until then, so that the owner can switch without a gap. */
    oldSecretKeyId: text('old_secret_key_id'),
    oldSecretSealed: text('old_secret_sealed'),
    oldSecretUntil: moment('old_secret_until'),
    /** Since when no call has succeeded; null after a success. */
    failingSince: moment('failing_since'),
    /** Nothing is sent, and what happens meanwhile is not sent later: its address was dead, or its owner stopped it. */
    pausedAt: moment('paused_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('inbox_webhook_topics', sql`cardinality(${table.topics}) > 0`),
    index('inbox_webhook_person').on(table.personId),
  ],
)

/** One thing that happened, told to one webhook: tried until it succeeds or is given up, with the same id on every try. */
export const inboxDeliveries = pgTable(
  'inbox_delivery',
  {
    /** Sent as `webhook-id`. */
    id: text('id').primaryKey(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => inboxWebhooks.id, { onDelete: 'cascade' }),
    /** What happened, as a notice has it; null for a test call. */
    event: noticeEvent('event'),
    contextId: text('context_id'),
    offerId: text('offer_id'),
    botId: text('bot_id'),
    gameId: text('game_id'),
    /** How often it happened at once. */
    count: integer('count').notNull().default(1),
    amountMicros: micros('amount_micros'),
    reason: verdictReason('reason'),
    happenedAt: moment('happened_at').notNull(),
    state: deliveryState('state').notNull().default('queued'),
    attempt: integer('attempt').notNull().default(0),
    /** Of the last try. */
    httpStatus: integer('http_status'),
    /** A code, see `server/contract/webhook.ts`. */
    failure: text('failure'),
    durationMs: integer('duration_ms'),
    /** When it is next tried; while a process calls, the end of its lease. Null once it has ended. */
    dueAt: moment('due_at'),
    createdAt: moment('created_at').notNull(),
    lastTryAt: moment('last_try_at'),
  },
  (table) => [
    check('inbox_delivery_due', sql`(${table.dueAt} is not null) = (${table.state} = 'queued')`),
    index('inbox_delivery_newest').on(table.webhookId, table.createdAt),
    index('inbox_delivery_due_at').on(table.dueAt).where(sql`due_at is not null`),
  ],
)
