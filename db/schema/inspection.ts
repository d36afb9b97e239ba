import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ANSWERS_ON_THE_WAY } from '@/server/protocol/alphabets'
import { CLAIM_VERDICTS, JUDGES, OUTCOMES, RESOLVER_ROLES } from '@/server/protocol/decision'
import type { Policy } from '@/server/protocol/policy'
import { PAUSED_FOR, STEP_FAILURES } from '@/server/words/failures'
import { RATINGS } from '@/server/words/ratings'
import { bytes, micros, moment, tsvector } from './columns'
import { contexts, offers } from './market'

export const inspectionStatus = pgEnum('inspection_status', [
  'collecting',
  'running',
  'provisional',
  'paused',
  'settled',
  'cancelled',
  'failed',
])
export const startRule = pgEnum('start_rule', ['manual', 'now', 'quorum', 'deadline'])
export const stepState = pgEnum('step_state', ['claimed', 'waiting', 'done', 'dropped'])

/** One per root context: the run of the protocol over its tree. */
export const inspections = pgTable(
  'inspection',
  {
    rootId: text('root_id')
      .primaryKey()
      .references(() => contexts.id),
    status: inspectionStatus('status').notNull().default('collecting'),
    policy: jsonb('policy').$type<Policy>().notNull(),
    startRule: startRule('start_rule').notNull(),
    /** When the inspection starts with whatever is there. */
    deadlineAt: moment('deadline_at').notNull(),
    /** Root offers chosen by the buyer; null reads all. */
    chosenOffers: text('chosen_offers').array(),
    /** Everyone may watch the tree (states, prices, teasers, reason codes), not only the buyer. */
    isTreePublic: boolean('is_tree_public').notNull().default(false),
    /** Number of the tree's last event. */
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
    treeContexts: integer('tree_contexts').notNull().default(1),
    /** Model tokens used by the tree, and what the policy allows. */
    tokensUsed: bigint('tokens_used', { mode: 'number' }).notNull().default(0),
    tokenCap: bigint('token_cap', { mode: 'number' }).notNull(),
    modelCalls: integer('model_calls').notNull().default(0),
    /** What ran: "Built-in inspector" or the model's name. */
    inspectorName: text('inspector_name').notNull().default(''),
    /**
     * Then the built-in inspector first answered for the model: a ceiling of the operator's bill was reached, or the model gave no
     * verdict and a pause would have told too much.
     */
    builtInSince: moment('built_in_since'),
    /** Why, while paused, as far as it may be told. */
    pausedFor: text('paused_for', { enum: PAUSED_FOR }),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    /** Answers that were wanted so far: one after the first sitting, another after each that bought something. */
    answerRevision: integer('answer_revision').notNull().default(0),
    /** When the last of them was written; null while it is due. */
    answeredAt: moment('answered_at'),
    /** When the answer is next begun; null for at once. While a process writes it, the end of its lease. */
    answerDueAt: moment('answer_due_at'),
    /** How often it was begun. */
    answerTries: integer('answer_tries').notNull().default(0),
    /** The asker wants every answer published as soon as it is written. */
    publishWhenDone: boolean('publish_when_done').notNull().default(false),
    /** The asker lets others buy what a published answer rests on, for a share of the price (`ASKER_SHARE_BASIS_POINTS`). */
    isResaleAgreed: boolean('is_resale_agreed').notNull().default(false),
    /** What the market keeps of each price in this tree, in hundredths of a per cent: as it was set when the question was asked. */
    feeBasisPoints: integer('fee_basis_points').notNull().default(500),
  },
  (table) => [
    check('inspection_fee', sql`${table.feeBasisPoints} between 0 and 5000`),
    check('inspection_tree_not_empty', sql`${table.treeContexts} > 0`),
    index('inspection_status').on(table.status, table.deadlineAt),
    /** Questions that are open, the next to end first; named by what they are not, since a migration may not use a value that is as new as itself. */
    index('inspection_ending')
      .on(table.deadlineAt, table.rootId)
      .where(sql`status not in ('settled', 'cancelled', 'failed')`),
    /** What waits for its answer, for the sweeper: few, however many questions have ended. */
    index('inspection_unanswered')
      .on(table.answerDueAt)
      .where(sql`answer_revision > 0 and answered_at is null`),
  ],
)

/** One call of the inspector for one round of one context: claimed, called, applied. Never the prompt, never the reply. */
export const inspectionSteps = pgTable(
  'inspection_step',
  {
    contextId: text('context_id')
      .notNull()
      .references(() => contexts.id),
    round: integer('round').notNull(),
    rootId: text('root_id').notNull(),
    state: stepState('state').notNull(),
    /** Goes up with each claim; a late worker's answer names an older one and is dropped. */
    attempt: integer('attempt').notNull(),
    leaseUntil: moment('lease_until').notNull(),
    /** Offer versions as they were pinned, in the order they were shown. */
    shown: jsonb('shown').$type<{ offerId: string; version: number }[]>().notNull(),
    /**
     * Offers that the verdict, which asked, would buy, in its order: shown to the next call of that context's inspector, and to
     * nobody else.
     */
    reserved: text('reserved').array().notNull().default(sql`'{}'`),
    /** Seed of that order. */
    seed: bigint('seed', { mode: 'number' }).notNull(),
    inspectorName: text('inspector_name').notNull(),
    /** Names the words that it was asked with; empty for the built-in inspector, and until its verdict is applied. */
    promptVersion: text('prompt_version').notNull().default(''),
    /** Requests that were sent for it. */
    calls: integer('calls').notNull().default(0),
    promptTokens: integer('prompt_tokens').notNull().default(0),
    completionTokens: integer('completion_tokens').notNull().default(0),
    /** Of more than one opinion, the first one's first: who would buy which of the offers that this step bought; of others nothing is kept. */
    opinions: jsonb('opinions').$type<Opinion[]>().notNull().default(sql`'[]'`),
    /** Wall time of the call that counted. */
    milliseconds: integer('milliseconds'),
    failure: text('failure', { enum: STEP_FAILURES }),
    /** Calls that failed and workers that were lost since the tree began or its buyer resumed it. */
    failures: integer('failures').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contextId, table.round] }),
    /** The sweeper looks for claimed steps whose lease has run out. */
    index('inspection_step_lease').on(table.leaseUntil).where(sql`state in ('claimed', 'waiting')`),
    index('inspection_step_root').on(table.rootId),
  ],
)

/** One mind, and what it would buy. */
export type Opinion = { inspector: string; bought: string[] }

/** What happened, numbered per tree: ids, amounts and states; the source of the live tree, the replay and the audit. */
export const inspectionEvents = pgTable(
  'inspection_event',
  {
    rootId: text('root_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    type: text('type').notNull(),
    contextId: text('context_id').notNull(),
    offerId: text('offer_id'),
    amountMicros: micros('amount_micros'),
    round: integer('round'),
    /** A reason code, an ask kind or a failure code. */
    code: text('code'),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.rootId, table.seq] })],
)

/** The answer written from the dossier alone. Sealed: it may quote what was bought. */
export const answers = pgTable(
  'answer',
  {
    rootId: text('root_id')
      .notNull()
      .references(() => contexts.id),
    /** From 1: each later one takes the place of the one before, which stays readable. */
    revision: integer('revision').notNull().default(1),
    keyId: text('key_id').notNull(),
    nonce: bytes('nonce').notNull(),
    ciphertext: bytes('ciphertext').notNull(),
    /** What it rests on, in the order of purchase. */
    citations: text('citations').array().notNull(),
    /** The number by which the text cites each of these; empty in answers of before, which have them in this order. */
    numbers: integer('numbers').array().notNull().default([]),
    /** What the dossier recommended after 0, 1, 2, … purchases. */
    trail: jsonb('trail').$type<AnswerTrail>().notNull(),
    /**
     * Who said so, each time knowing only that much; empty where one call imagined all of it knowing everything, as answers of an earlier
     * version of the market were made.
     */
    trailBy: text('trail_by').notNull().default(''),
    writtenBy: text('written_by').notNull(),
    writtenAt: moment('written_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.rootId, table.revision] })],
)

/**
 * An answer that was written on the way, from what was bought for one question of a tree: its first, and as its follow-ups refined it.
 * Sealed, and for the buyer alone, like `answer`.
 */
export const trailAnswers = pgTable(
  'trail_answer',
  {
    rootId: text('root_id').notNull(),
    contextId: text('context_id')
      .notNull()
      .references(() => contexts.id),
    /** The step's. */
    round: integer('round').notNull(),
    writtenAs: text('written_as', { enum: ANSWERS_ON_THE_WAY }).notNull(),
    keyId: text('key_id').notNull(),
    nonce: bytes('nonce').notNull(),
    ciphertext: bytes('ciphertext').notNull(),
    /** Purchases in the order of their citation numbers. */
    citations: text('citations').array().notNull(),
    writtenBy: text('written_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.rootId, table.contextId, table.round] })],
)

export type AnswerTrail = (
  | { kind: 'open' }
  | { kind: 'belief'; probability: number }
  | { kind: 'choice'; utilities: number[] }
)[]

/**
 * What each purchase of an answer was worth, counted because its buyer asked for it: what is recommended knowing only some of them, a
 * short call for each set.
 */
export const valuations = pgTable(
  'valuation',
  {
    rootId: text('root_id').notNull(),
    /** The answer's. */
    revision: integer('revision').notNull(),
    /** What the best option rather than the worst is worth to the buyer, who alone is told; null when he did not say. */
    stakeMicros: micros('stake_micros'),
    /** Seed of the orders that are drawn where not all are counted. */
    seed: bigint('seed', { mode: 'number' }).notNull(),
    /** Calls cost nothing, so that more sets are counted exactly. */
    isFree: boolean('is_free').notNull(),
    /** What is recommended by set: places of the purchases known, in order, joined by commas. */
    known: jsonb('known').$type<Record<string, AnswerTrail[number]>>().notNull().default({}),
    /** Who said so: one mind; empty before the first. */
    countedBy: text('counted_by').notNull().default(''),
    calls: integer('calls').notNull().default(0),
    tokens: bigint('tokens', { mode: 'number' }).notNull().default(0),
    requestedAt: moment('requested_at').notNull(),
    /** When it is next gone on with; null for at once. While a process counts, the end of its lease. */
    dueAt: moment('due_at'),
    tries: integer('tries').notNull().default(0),
    /** Everything was asked that will be; null while it is under way. */
    countedAt: moment('counted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.rootId, table.revision] }),
    foreignKey({
      columns: [table.rootId, table.revision],
      foreignColumns: [answers.rootId, answers.revision],
    }),
    /** What waits to be counted, for the sweeper. */
    index('valuation_uncounted').on(table.dueAt).where(sql`counted_at is null`),
    check('valuation_stake', sql`${table.stakeMicros} > 0`),
  ],
)

/** What the buyer says of a purchase afterwards: once, with a reason. */
export const ratings = pgTable(
  'rating',
  {
    offerId: text('offer_id')
      .primaryKey()
      .references(() => offers.id),
    rootId: text('root_id').notNull(),
    sellerId: text('seller_id').notNull(),
    rating: text('rating', { enum: RATINGS }).notNull(),
    /** It may repeat what was bought: for its buyer and its seller alone. */
    reason: text('reason').notNull(),
    ratedAt: moment('rated_at').notNull(),
  },
  (table) => [index('rating_seller').on(table.sellerId, table.ratedAt)],
)

/**
 * An answer that its asker published, as far as the licences of what it rests on go (`server/protocol/publication.ts`): what anybody
 * may read, and nothing else, so it is not sealed. One that a later one replaced stays readable; what was taken back is emptied.
 */
export const publications = pgTable(
  'publication',
  {
    rootId: text('root_id').notNull(),
    /** From 1, in the order of publishing. */
    number: integer('number').notNull(),
    /** The answer's. */
    revision: integer('revision').notNull(),
    /** The option that was recommended; empty for other decisions. */
    verdict: text('verdict').notNull(),
    /** The first sentence that others may read, in plain words; may be empty. */
    lead: text('lead').notNull(),
    /** All that others may read. */
    markdown: text('markdown').notNull(),
    /** Sentences that a licence keeps back. */
    withheld: integer('withheld').notNull(),
    /** Purchases whose private information stands beside it for everybody to read. */
    quoted: text('quoted').array().notNull(),
    publishedAt: moment('published_at').notNull(),
    /** A later one replaced it, or it was taken back. */
    endedAt: moment('ended_at'),
    takenBackAt: moment('taken_back_at'),
    search: tsvector('search').generatedAlwaysAs(
      sql`setweight(to_tsvector('english', translate(verdict, '<', ' ')), 'A') || setweight(to_tsvector('english', translate(lead, '<', ' ')), 'A') || setweight(to_tsvector('english', translate(markdown, '<', ' ')), 'B')`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.rootId, table.number] }),
    foreignKey({
      columns: [table.rootId, table.revision],
      foreignColumns: [answers.rootId, answers.revision],
    }),
    /** What stands now: at most one of a question. */
    uniqueIndex('publication_standing').on(table.rootId).where(sql`ended_at is null`),
    index('publication_newest').on(table.publishedAt, table.rootId).where(sql`ended_at is null`),
    index('publication_search').using('gin', table.search).where(sql`ended_at is null`),
    check('publication_withheld', sql`${table.withheld} >= 0`),
    check(
      'publication_taken_back',
      sql`${table.takenBackAt} is null or (${table.endedAt} is not null and ${table.verdict} = '' and ${table.lead} = '' and ${table.markdown} = '' and ${table.quoted} = '{}')`,
    ),
  ],
)

/** What the buyer did in the end. */
export const decisions = pgTable(
  'decision',
  {
    rootId: text('root_id')
      .primaryKey()
      .references(() => contexts.id),
    buyerId: text('buyer_id').notNull(),
    /** For a choice: the option's place in the asker's order. */
    option: integer('option'),
    /** For a belief or a forecast: 0 to 100, that it is so. */
    percent: integer('percent'),
    /** For a belief: what the claim is held to be; null where only a probability was told, as before there were words for it. */
    verdict: text('verdict', { enum: CLAIM_VERDICTS }),
    note: text('note').notNull().default(''),
    decidedAt: moment('decided_at').notNull(),
  },
  (table) => [check('decision_percent', sql`${table.percent} is null or ${table.percent} between 0 and 100`)],
)

/**
 * What turned out to be so: of a forecast or a claim, with the source that says it. One stands; what a correction replaced stays
 * readable.
 */
export const resolutions = pgTable(
  'resolution',
  {
    rootId: text('root_id')
      .notNull()
      .references(() => contexts.id),
    /** From 1, in the order of telling. */
    number: integer('number').notNull(),
    outcome: text('outcome', { enum: OUTCOMES }).notNull(),
    /** Where it can be read: a text or an address. */
    source: text('source').notNull(),
    reason: text('reason').notNull(),
    byId: text('by_id').notNull(),
    byRole: text('by_role', { enum: RESOLVER_ROLES }).notNull(),
    resolvedAt: moment('resolved_at').notNull(),
    /** A correction replaced it. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.rootId, table.number] }),
    uniqueIndex('resolution_standing').on(table.rootId).where(sql`ended_at is null`),
  ],
)

/** What a purchase changed against the truth, in bits of log score, once its question is resolved. */
export const purchaseScores = pgTable(
  'purchase_score',
  {
    offerId: text('offer_id')
      .primaryKey()
      .references(() => offers.id),
    rootId: text('root_id').notNull(),
    sellerId: text('seller_id').notNull(),
    /** Set when a bot of the seller wrote the offer. */
    botId: text('bot_id'),
    /** What the recommended probability gained by it; negative when it misled. */
    bits: doublePrecision('bits').notNull(),
    resolvedAt: moment('resolved_at').notNull(),
  },
  (table) => [
    index('purchase_score_seller').on(table.sellerId, table.resolvedAt),
    index('purchase_score_root').on(table.rootId),
  ],
)

/** A probability that was told before the outcome was known, and the outcome: what calibration is counted from. */
export const probabilityScores = pgTable(
  'probability_score',
  {
    rootId: text('root_id').notNull(),
    judge: text('judge', { enum: JUDGES }).notNull(),
    /** For an asker the person; for an inspector the name of its model. */
    name: text('name').notNull(),
    probability: doublePrecision('probability').notNull(),
    /** It turned out to be so. */
    isTrue: boolean('is_true').notNull(),
    resolvedAt: moment('resolved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.rootId, table.judge] }),
    /** The newest of one person, and of all inspectors. */
    index('probability_score_asker').on(table.name, table.resolvedAt).where(sql`judge = 'asker'`),
    index('probability_score_inspector').on(table.resolvedAt).where(sql`judge = 'inspector'`),
    check('probability_score_range', sql`${table.probability} between 0 and 1`),
  ],
)

/** The market's figures of one past day (UTC), counted once: what the public page of its health shows. */
export const marketDays = pgTable('market_day', {
  /** "2026-11-23". */
  day: text('day').primaryKey(),
  trades: integer('trades').notNull(),
  spentMicros: micros('spent_micros').notNull(),
  /** Null where nothing was traded. */
  medianPriceMicros: micros('median_price_micros'),
  sellers: integer('sellers').notNull(),
  buyers: integer('buyers').notNull(),
  /** Herfindahl–Hirschman index of what sellers took and of what buyers paid, from 0 to 1; null where nothing was traded. */
  sellersIndex: doublePrecision('sellers_index'),
  buyersIndex: doublePrecision('buyers_index'),
  /** Questions that ended, and those of them that bought anything. */
  ended: integer('ended').notNull(),
  answered: integer('answered').notNull(),
  /** Decided that day to go back to buyers; null, as are the next two, of days that were counted before it was. */
  refundedMicros: micros('refunded_micros'),
  /** Offers first read that day whose teaser an inspector found to mislead, and those of them that are bought. */
  misleading: integer('misleading'),
  misleadingBought: integer('misleading_bought'),
  countedAt: moment('counted_at').notNull(),
})

export type InspectionRow = typeof inspections.$inferSelect
export type InspectionEventRow = typeof inspectionEvents.$inferSelect
