import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { LICENCES } from '@/server/words/licence'
import {
  AUDIENCES,
  BOT_KINDS,
  DOCUMENT_STATES,
  PAUSE_REASONS,
  PRICE_RULES,
  RUN_STATES,
  SILENCES,
} from '@/server/words/sellers'
import { bytes, micros, moment, tsvector } from './columns'
import { users } from './people'

export const licence = pgEnum('licence', LICENCES)
export const botKind = pgEnum('bot_kind', BOT_KINDS)
export const botAudience = pgEnum('bot_audience', AUDIENCES)
export const botPauseReason = pgEnum('bot_pause_reason', PAUSE_REASONS)
export const priceRule = pgEnum('price_rule', PRICE_RULES)
export const matcherScope = pgEnum('matcher_scope', ['roots', 'sub-contexts', 'both'])
export const botRunState = pgEnum('bot_run_state', RUN_STATES)
export const botSilence = pgEnum('bot_silence', SILENCES)
export const documentState = pgEnum('document_state', DOCUMENT_STATES)
export const deliveryState = pgEnum('delivery_state', ['queued', 'delivered', 'failed', 'given-up'])

/** Micro-dollars: what a model call costs its payer. Never mixed with credits. */
const microUsd = (name: string) => bigint(name, { mode: 'bigint' })

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
    /** What it sells, in its owner's public words. */
    about: text('about').notNull().default(''),
    /** `fixed`: the teaser it posts. The others write a teaser for each offer. */
    teaser: text('teaser').notNull().default(''),
    /**
     * `fixed`: the private information, `llm`: the prompt with what it knows; the others: empty. Sealed like an offer's
     * private information and read by the seller's own view and the bot itself only.
     */
    knowledgeKeyId: text('knowledge_key_id').notNull(),
    knowledgeSealed: text('knowledge_sealed').notNull(),
    priceRule: priceRule('price_rule').notNull().default('fixed'),
    /**
     * `fixed` and `per-document`: the price (of a document without its own). `per-length`: of every hundred words. `follows-demand`: the
     * price now.
     */
    priceMicros: micros('price_micros').notNull(),
    /** What a chosen or reckoned price is held within; null with `fixed`. */
    priceMicrosMin: micros('price_micros_min'),
    priceMicrosMax: micros('price_micros_max'),
    /** What the buyers of its offers may do with them. */
    licence: licence('licence').notNull().default('asker'),
    /** For `resale`: what each later reader pays. */
    resaleMicros: micros('resale_micros'),
    audience: botAudience('audience').notNull().default('everyone'),
    /** Whose questions it answers (`only`) or leaves (`except`). */
    audiencePeople: text('audience_people').array().notNull().default(sql`'{}'`),
    /** Caps; a bot that has reached one is silent. Days are UTC. */
    offersPerDayMax: integer('offers_per_day_max').notNull().default(200),
    offersPerContextMax: integer('offers_per_context_max').notNull().default(1),
    tokensPerDayMax: integer('tokens_per_day_max').notNull().default(200_000),
    /** The owner's own model; null for the operator's. */
    modelName: text('model_name'),
    modelBaseUrl: text('model_base_url'),
    /** What the owner's server is asked for to compare meanings; null for none. */
    modelEmbeddings: text('model_embeddings'),
    /** Never read back: opened for a call of this bot only. */
    modelKeyId: text('model_key_id'),
    modelKeySealed: text('model_key_sealed'),
    /** Of a million tokens, as the owner says, so that the run log can show what a call cost. */
    inputMicroUsd: microUsd('input_micro_usd').notNull().default(sql`0`),
    outputMicroUsd: microUsd('output_micro_usd').notNull().default(sql`0`),
    /** `corpus`: the least share of a question that a passage worth offering has (`server/sellers/corpus/fit.ts`), from 0 to 1. */
    fitMin: doublePrecision('fit_min').notNull().default(0.3),
    /** `corpus`: whether a teaser says which document the passage is from: what titles tell is then public. */
    namesDocuments: boolean('names_documents').notNull().default(false),
    /** `corpus`: passages are also compared with a made-up answer by meaning (HyDE), where embeddings are available. */
    usesEmbeddings: boolean('uses_embeddings').notNull().default(false),
    isPaused: boolean('is_paused').notNull().default(false),
    pausedFor: botPauseReason('paused_for'),
    /** Failures in a row; three pause the bot. */
    failures: integer('failures').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    /** Its owner removed it: it is history, without matcher, secrets or documents, and paused for ever. */
    removedAt: moment('removed_at'),
  },
  (table) => [
    check('bot_removed_is_paused', sql`${table.removedAt} is null or ${table.isPaused}`),
    check('bot_price_above_zero', sql`${table.priceMicros} > 0`),
    check(
      'bot_resale_price',
      sql`(${table.licence} = 'resale') = (${table.resaleMicros} is not null) and ${table.resaleMicros} > 0`,
    ),
    check('bot_price_bounds', sql`${table.priceMicrosMin} <= ${table.priceMicrosMax}`),
    check(
      'bot_price_follows',
      sql`${table.priceRule}::text <> 'follows-demand' or coalesce(${table.priceMicros} between ${table.priceMicrosMin} and ${table.priceMicrosMax}, false)`,
    ),
    index('bot_owner').on(table.ownerId),
    /** Bots whose name begins with some letters, whatever the database's collation. */
    index('bot_name_begins').on(sql`lower(name) text_pattern_ops`).where(sql`not is_paused`),
  ],
)

/** What a bot did on one day (UTC): what its caps are held against and its chart is drawn from. */
export const botDays = pgTable(
  'bot_day',
  {
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id),
    /** `YYYY-MM-DD`. */
    day: text('day').notNull(),
    offers: integer('offers').notNull().default(0),
    promptTokens: integer('prompt_tokens').notNull().default(0),
    completionTokens: integer('completion_tokens').notNull().default(0),
    costMicroUsd: microUsd('cost_micro_usd').notNull().default(sql`0`),
  },
  (table) => [primaryKey({ columns: [table.botId, table.day] })],
)

/** How the price of a bot that follows demand moved: where its owner set it, and each look at demand since. */
export const botPriceMoves = pgTable(
  'bot_price_move',
  {
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    /** From then on. */
    priceMicros: micros('price_micros').notNull(),
    /** Offers that were read since the look before, and those of them that were bought; none where the owner set the price. */
    reads: integer('reads').notNull(),
    sold: integer('sold').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.botId, table.at] }),
    check('bot_price_move_above_zero', sql`${table.priceMicros} > 0`),
    check('bot_price_move_sold', sql`0 <= ${table.sold} and ${table.sold} <= ${table.reads}`),
  ],
)

/** A seller's standing query over contexts: of a bot, or of a person's inbox. All its conditions must hold. */
export const matchers = pgTable(
  'matcher',
  {
    id: text('id').primaryKey(),
    botId: text('bot_id').references(() => bots.id),
    personId: text('person_id').references(() => users.id),
    /** What its owner calls it; a bot's matcher has none. */
    name: text('name').notNull().default(''),
    /** Words or phrases as typed, any of which is enough; empty asks for none. */
    anyOf: text('any_of').array().notNull().default(sql`'{}'`),
    /** Words or phrases that must all occur. */
    allOf: text('all_of').array().notNull().default(sql`'{}'`),
    /** Words or phrases none of which may occur. */
    noneOf: text('none_of').array().notNull().default(sql`'{}'`),
    /** Any of these tags; empty asks for none. */
    tags: text('tags').array().notNull().default(sql`'{}'`),
    /** A page of the context begins with any of these addresses; empty asks for none. */
    pagePrefixes: text('page_prefixes').array().notNull().default(sql`'{}'`),
    /** Kinds of decision; empty means any. */
    decisions: text('decisions').array().notNull().default(sql`'{}'`),
    scope: matcherScope('scope').notNull(),
    budgetMicrosMin: micros('budget_micros_min').notNull().default(sql`0`),
    /** The asker's record, in per cent of the questions that ended: read by an inspector, and with a purchase. */
    inspectedPercentMin: integer('inspected_percent_min').notNull().default(0),
    boughtPercentMin: integer('bought_percent_min').notNull().default(0),
    /** The context is at most this old; null means any age. Held at reading, since it changes by itself. */
    ageHoursMax: integer('age_hours_max'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    changedAt: moment('changed_at'),
  },
  (table) => [
    check('matcher_of_one', sql`(${table.botId} is null) <> (${table.personId} is null)`),
    index('matcher_bot').on(table.botId),
    index('matcher_person').on(table.personId),
  ],
)

/**
 * The index of matchers: the terms one of which a context must have for the matcher to have a chance. A context looks its
 * own terms up here, so cost grows with the matches and not with the number of matchers (reliability, D4). Terms begin with
 * their kind, see `server/market/matching/anchors.ts`.
 */
export const matcherAnchors = pgTable(
  'matcher_anchor',
  {
    term: text('term').notNull(),
    /** A bot's or a person's: a bot is found at once, people in chunks afterwards. */
    isBots: boolean('is_bots').notNull(),
    /** A second term that the context must have too; empty when the matcher asks for no other. */
    also: text('also').notNull().default(''),
    /** The matcher's; in the index, so that what the context cannot pay for is not even looked at. */
    budgetMicrosMin: micros('budget_micros_min').notNull(),
    matcherId: text('matcher_id')
      .notNull()
      .references(() => matchers.id, { onDelete: 'cascade' }),
  },
  (table) => [
    /** In the order in which matchers of one term are read: a page of them is one stretch of this index. */
    primaryKey({
      name: 'matcher_anchor_pk',
      columns: [table.term, table.isBots, table.also, table.budgetMicrosMin, table.matcherId],
    }),
    index('matcher_anchor_matcher').on(table.matcherId),
  ],
)

/** One bot asked once about one context. Its offers name it. */
export const botRuns = pgTable(
  'bot_run',
  {
    id: text('id').primaryKey(),
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id),
    contextId: text('context_id').notNull(),
    state: botRunState('state').notNull().default('queued'),
    /** Why it said nothing. */
    silence: botSilence('silence'),
    /** A failure code, never its text. */
    failure: text('failure'),
    attempt: integer('attempt').notNull().default(0),
    /**
     * When it is next taken up: at once, at the next try, or when its wait is over; while a process has it, the end of its lease.
     * Null once it has ended.
     */
    dueAt: moment('due_at'),
    /** How often it was begun since it last got anywhere. */
    tries: integer('tries').notNull().default(0),
    promptTokens: integer('prompt_tokens').notNull().default(0),
    completionTokens: integer('completion_tokens').notNull().default(0),
    costMicroUsd: microUsd('cost_micro_usd').notNull().default(sql`0`),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('bot_run_once').on(table.botId, table.contextId),
    index('bot_run_context').on(table.contextId),
    index('bot_run_newest').on(table.botId, table.createdAt),
    check('bot_run_due', sql`(${table.dueAt} is not null) = (${table.state} in ('queued', 'awaited'))`),
    index('bot_run_due_at').on(table.dueAt).where(sql`due_at is not null`),
  ],
)

/** A document that a `corpus` bot sells passages of. */
export const corpusDocuments = pgTable(
  'corpus_document',
  {
    id: text('id').primaryKey(),
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id),
    /** The file's name as uploaded, and its title; null only between an upgrade and the start that seals them. */
    labelKeyId: text('label_key_id'),
    labelSealed: text('label_sealed'),
    /** As an earlier version kept them; null once they are sealed. */
    name: text('name'),
    title: text('title'),
    /** One of the media types of `server/contract/corpus.ts`. */
    mediaType: text('media_type').notNull(),
    bytes: integer('bytes').notNull(),
    /** With the price rule `per-document`: of any passage of this one; null for the bot's price. */
    priceMicros: micros('price_micros'),
    state: documentState('state').notNull().default('waiting'),
    /** A code, see `server/contract/corpus.ts`. */
    failure: text('failure'),
    /** How often its reading was begun since it last got anywhere. */
    tries: integer('tries').notNull().default(0),
    /** Passages written so far, of `passagesTotal`, which is known once the document is cut. */
    passagesDone: integer('passages_done').notNull().default(0),
    passagesTotal: integer('passages_total'),
    /** How its passages are sealed and found (`server/sellers/corpus/index-again.ts`); 0: in the clear, as an earlier version kept them. */
    indexVersion: integer('index_version').notNull().default(0),
    /** Terms of the passages written so far: with their number, BM25's mean length without reading them. */
    termsTotal: integer('terms_total').notNull().default(0),
    /** When it is next taken up; while a process reads it, the end of its lease. Null once it is read or has failed. */
    dueAt: moment('due_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('corpus_document_bot').on(table.botId, table.createdAt),
    check(
      'corpus_document_due',
      sql`(${table.dueAt} is not null) = (${table.state} in ('waiting', 'reading'))`,
    ),
    index('corpus_document_due_at').on(table.dueAt).where(sql`due_at is not null`),
  ],
)

/** An upload until it is cut into passages, or until its reading fails for good; deleted then. Sealed: it is all private information. */
export const corpusUploads = pgTable('corpus_upload', {
  documentId: text('document_id')
    .primaryKey()
    .references(() => corpusDocuments.id, { onDelete: 'cascade' }),
  keyId: text('key_id').notNull(),
  nonce: bytes('nonce').notNull(),
  ciphertext: bytes('ciphertext').notNull(),
})

/** A passage of a document. Its text and headings are sealed; what is searched is a blind index of its stemmed words. */
export const corpusPassages = pgTable(
  'corpus_passage',
  {
    id: text('id').primaryKey(),
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id),
    documentId: text('document_id')
      .notNull()
      .references(() => corpusDocuments.id, { onDelete: 'cascade' }),
    /** From 0, in reading order. */
    position: integer('position').notNull(),
    /** Its headings as an earlier version kept them; null once they are sealed with the text. */
    section: text('section'),
    /** Words of the text, for prices by length. */
    words: integer('words').notNull(),
    /** Terms after stemming: BM25's document length. */
    length: integer('length').notNull(),
    /**
     * Digests of the terms under a key of the bot's, each as often as it occurs, and the bot's id as one more: so the one index
     * finds a word among the bot's own passages.
     */
    terms: tsvector('terms').notNull(),
    keyId: text('key_id').notNull(),
    nonce: bytes('nonce').notNull(),
    ciphertext: bytes('ciphertext').notNull(),
    /** Meaning of the text as 32-bit floats in base64, sealed: an embedding gives its text away (reliability, L14). */
    embeddingKeyId: text('embedding_key_id'),
    embeddingSealed: text('embedding_sealed'),
  },
  (table) => [
    uniqueIndex('corpus_passage_place').on(table.documentId, table.position),
    index('corpus_passage_bot').on(table.botId),
    index('corpus_passage_terms').using('gin', table.terms),
  ],
)

/** In how many passages of a bot a term (its digest) occurs: BM25's idf without counting at every question. */
export const corpusTerms = pgTable(
  'corpus_term',
  {
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id),
    term: text('term').notNull(),
    passages: integer('passages').notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.term] })],
)

/**
 * Terms (digests) that one asker has tried on the passages of one bot in a day (UTC): whether a bot answers tells something of what it
 * has.
 */
export const corpusProbes = pgTable(
  'corpus_probe',
  {
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id),
    askerId: text('asker_id')
      .notNull()
      .references(() => users.id),
    /** `YYYY-MM-DD`. */
    day: text('day').notNull(),
    terms: text('terms').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.askerId, table.day] })],
)

/** Where a `webhook` bot is called. */
export const webhooks = pgTable('webhook', {
  botId: text('bot_id')
    .primaryKey()
    .references(() => bots.id),
  url: text('url').notNull(),
  secretKeyId: text('secret_key_id').notNull(),
  secretSealed: text('secret_sealed').notNull(),
  /** After a rotation calls are signed with both until then, so that the owner can switch without a gap. */
  oldSecretKeyId: text('old_secret_key_id'),
  oldSecretSealed: text('old_secret_sealed'),
  oldSecretUntil: moment('old_secret_until'),
  /** Since when no call has succeeded; null after a success. */
  failingSince: moment('failing_since'),
})

/** One call of a webhook, tried until it succeeds or is given up; the same id on every try. */
export const webhookDeliveries = pgTable(
  'webhook_delivery',
  {
    /** Sent as `webhook-id`. */
    id: text('id').primaryKey(),
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id),
    /** Null for a test call. */
    botRunId: text('bot_run_id').references(() => botRuns.id),
    state: deliveryState('state').notNull().default('queued'),
    attempt: integer('attempt').notNull().default(0),
    /** Of the last try. */
    httpStatus: integer('http_status'),
    /** A code, see `server/contract/webhook.ts`. */
    failure: text('failure'),
    durationMs: integer('duration_ms'),
    /** Size of the last reply; its text is not kept. */
    replyBytes: integer('reply_bytes'),
    nextTryAt: moment('next_try_at'),
    createdAt: moment('created_at').notNull(),
    lastTryAt: moment('last_try_at'),
  },
  (table) => [
    index('webhook_delivery_bot').on(table.botId, table.createdAt),
    uniqueIndex('webhook_delivery_run').on(table.botRunId),
  ],
)

/** A seller had an inspector judge a draft; the draft itself is not kept. Counted per day. */
export const draftJudgements = pgTable(
  'draft_judgement',
  {
    id: text('id').primaryKey(),
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    contextId: text('context_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('draft_judgement_person').on(table.personId, table.createdAt)],
)

export type BotRow = typeof bots.$inferSelect
export type MatcherRow = typeof matchers.$inferSelect
export type CorpusDocumentRow = typeof corpusDocuments.$inferSelect
export type WebhookRow = typeof webhooks.$inferSelect
