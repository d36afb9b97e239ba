import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { SpendKind, SpendState } from '@/server/words/programs'
import { accessKeys } from './access-keys'
import { micros, moment } from './columns'
import { users } from './people'

/**
 * What a key with a threshold would spend above it: it happens when its owner says yes, once, and not otherwise. Whether it has
 * expired follows from the time and is not written here.
 */
export const spendRequests = pgTable(
  'spend_request',
  {
    id: text('id').primaryKey(),
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    keyId: text('access_id')
      .notNull()
      .references(() => accessKeys.id),
    kind: text('kind').$type<SpendKind>().notNull(),
    /** The call's own key against being done twice, and a digest of its input under the market's key. */
    requestKey: text('request_key').notNull(),
    inputHash: text('input_hash').notNull(),
    /** What was asked for, as superjson writes it, to the letter; null once it is over, for nothing needs it any more. */
    input: text('input'),
    /** Of a purchase. */
    offerId: text('offer_id'),
    amountMicros: micros('amount_micros').notNull(),
    state: text('state').$type<SpendState>().notNull().default('waiting'),
    /** Ids that carrying it out came to. */
    result: jsonb('result').$type<Record<string, string>>(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    check('spend_request_kind', sql`${table.kind} in ('ask', 'buy', 'raise', 'reopen', 'resale')`),
    check('spend_request_state', sql`${table.state} in ('waiting', 'done', 'declined')`),
    check('spend_request_decided', sql`(${table.state} = 'waiting') = (${table.decidedAt} is null)`),
    check('spend_request_done', sql`(${table.state} = 'done') = (${table.result} is not null)`),
    uniqueIndex('spend_request_once').on(table.personId, table.kind, table.requestKey),
    index('spend_request_newest').on(table.personId, table.createdAt),
    index('spend_request_key').on(table.keyId),
    index('spend_request_waiting').on(table.expiresAt).where(sql`state = 'waiting'`),
  ],
)

/** An agent that registered itself: until a person adopts it, it reads what is public; then it is a bot of theirs, by the same key. */
export const registeredAgents = pgTable(
  'registered_agent',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of its key. */
    digest: text('digest').notNull(),
    hint: text('hint').notNull(),
    /** SHA-256 of what its claim link carries. */
    claimDigest: text('claim_digest').notNull(),
    name: text('name').notNull(),
    about: text('about').notNull(),
    /** What it would answer, and for how much. */
    words: text('words').array().notNull(),
    priceMicros: micros('price_micros').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Unless somebody adopts it before. */
    expiresAt: moment('expires_at').notNull(),
    /** Of its adopter; null until then. */
    keyId: text('access_id').references(() => accessKeys.id),
    adoptedAt: moment('adopted_at'),
  },
  (table) => [
    check('registered_agent_adopted', sql`(${table.keyId} is null) = (${table.adoptedAt} is null)`),
    uniqueIndex('registered_agent_digest_key').on(table.digest),
    uniqueIndex('registered_agent_claim_key').on(table.claimDigest),
    index('registered_agent_waiting').on(table.expiresAt).where(sql`access_id is null`),
  ],
)
