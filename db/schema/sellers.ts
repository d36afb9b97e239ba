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
import { micros, moment } from './columns'
import { users } from './people'

export const botKind = pgEnum('bot_kind', ['fixed', 'llm'])
export const matcherScope = pgEnum('matcher_scope', ['roots', 'sub-contexts', 'both'])
export const botRunState = pgEnum('bot_run_state', ['queued', 'answered', 'silent', 'failed'])

/** A bot seller. It belongs to a person, who is paid and named. */
export const bots = pgTable(
  'bot',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    kind: botKind('kind').notNull(),
    name: text('name').notNull(),
    /** `fixed`: the teaser it posts. `llm`: unused. */
    teaser: text('teaser').notNull().default(''),
    /**
     * `fixed`: the private information, `llm`: the prompt with what it knows. Sealed like an offer's private information
     * and read by the seller's own view and the bot itself only.
     */
    knowledgeKeyId: text('knowledge_key_id').notNull(),
    knowledgeSealed: text('knowledge_sealed').notNull(),
    priceMicros: micros('price_micros').notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
    /** Failures in a row; three pause the bot. */
    failures: integer('failures').notNull().default(0),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('bot_price_above_zero', sql`${table.priceMicros} > 0`),
    index('bot_owner').on(table.ownerId),
  ],
)

/** A seller's standing query. In this version it belongs to a bot and asks for any of some words. */
export const matchers = pgTable(
  'matcher',
  {
    id: text('id').primaryKey(),
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id),
    /** As the owner typed them: words or phrases, any of which is enough. */
    keywords: text('keywords').array().notNull(),
    scope: matcherScope('scope').notNull(),
    budgetMicrosMin: micros('budget_micros_min').notNull().default(sql`0`),
  },
  (table) => [index('matcher_bot').on(table.botId)],
)

/**
 * The index of matchers: for every keyword its rarest-looking stemmed term. A context looks its own terms up here, so cost
 * grows with the matches and not with the number of matchers (reliability, D4).
 */
export const matcherAnchors = pgTable(
  'matcher_anchor',
  {
    term: text('term').notNull(),
    matcherId: text('matcher_id')
      .notNull()
      .references(() => matchers.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.term, table.matcherId] })],
)

/** One bot asked once about one context. */
export const botRuns = pgTable(
  'bot_run',
  {
    id: text('id').primaryKey(),
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id),
    contextId: text('context_id').notNull(),
    state: botRunState('state').notNull().default('queued'),
    offerId: text('offer_id'),
    /** A model failure code, never its text. */
    failure: text('failure'),
    attempt: integer('attempt').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('bot_run_once').on(table.botId, table.contextId),
    index('bot_run_context').on(table.contextId),
  ],
)

export type BotRow = typeof bots.$inferSelect
export type MatcherRow = typeof matchers.$inferSelect
export type BotRunRow = typeof botRuns.$inferSelect
