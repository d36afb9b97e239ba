import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ProductFacts } from '@/server/contract/product'
import { PHASES } from '@/server/protocol/advance'
import type { AnswerStage } from '@/server/protocol/alphabets'
import { DECISION_KINDS, RESOLVERS } from '@/server/protocol/decision'
import { ASK_KINDS, REASONS } from '@/server/protocol/verdict'
import { PAGE_FAILURES, PAGE_STATES } from '@/server/words/pages'
import { bytes, micros, moment, tsvector } from './columns'
import { users } from './people'
import { bots, licence } from './sellers'

export const contextKind = pgEnum('context_kind', ['root', 'inspection', 'follow-up'])
export const decisionKind = pgEnum('decision_kind', DECISION_KINDS)
export const contextPhase = pgEnum('context_phase', PHASES)
export const askKind = pgEnum('ask_kind', ASK_KINDS)
export const verdictReason = pgEnum('verdict_reason', REASONS)
export const offerState = pgEnum('offer_state', ['open', 'withdrawn', 'bought', 'passed'])
export const pageState = pgEnum('page_state', PAGE_STATES)
export const purchaseWay = pgEnum('purchase_way', ['inspected', 'unseen'])

/** A BuyerContext: a question with its budget. A root belongs to a person; a sub-context was opened by an inspection. */
export const contexts = pgTable(
  'buyer_context',
  {
    id: text('id').primaryKey(),
    /** The root of its tree; its own id for a root. */
    rootId: text('root_id').notNull(),
    parentId: text('parent_id').references((): AnyPgColumn => contexts.id),
    level: integer('level').notNull(),
    kind: contextKind('kind').notNull(),
    /** Who pays and decides: the root's asker, in sub-contexts too. */
    buyerId: text('buyer_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    body: text('body').notNull().default(''),
    decision: decisionKind('decision').notNull(),
    /** For a choice: the named options, in the asker's order; for buy or not: to buy, and not to. */
    options: text('options').array().notNull().default(sql`'{}'`),
    /** For a belief: the claim. For a forecast: what is forecast, a statement that will turn out to be so or not. */
    claim: text('claim').notNull().default(''),
    /** For a forecast: after this no probability counts as a forecast. */
    closesAt: moment('closes_at'),
    /** For a forecast: from then on its outcome may be told. */
    resolvesAt: moment('resolves_at'),
    /** For a forecast: who tells it. */
    resolver: text('resolver', { enum: RESOLVERS }),
    /** For a forecast: where the outcome is read, a text or an address; may be empty unless a named source tells it. */
    resolveSource: text('resolve_source').notNull().default(''),
    /** When the asker was reminded that the outcome is due. */
    remindedAt: moment('reminded_at'),
    /** For a forecast or a claim: when its outcome was first told. */
    resolvedAt: moment('resolved_at'),
    /** For buy or not: the product's page, one of `pages`; what it costs, as the asker wrote it; and what it is needed for. */
    productUrl: text('product_url').notNull().default(''),
    productPrice: text('product_price').notNull().default(''),
    needs: text('needs').notNull().default(''),
    /** Addresses of pages the question is about. */
    pages: text('pages').array().notNull().default(sql`'{}'`),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    budgetMicros: micros('budget_micros').notNull(),
    /** Of the budget, what came out of the buyer's allowance; the last of what is left returns there. */
    allowanceMicros: micros('allowance_micros').notNull().default(sql`0`),
    /** For a sub-context: what it is for. */
    askKind: askKind('ask_kind'),
    /**
     * A sub-question of an earlier version, with words that are not public: nobody reads it but the buyer, once every offer it is
     * about is bought. Sub-questions are worded from public text now.
     */
    isSealed: boolean('is_sealed').notNull().default(false),
    phase: contextPhase('phase').notNull().default('collecting'),
    round: integer('round').notNull().default(0),
    /** Verdicts given in this sitting; `round` counts them over all. */
    sittingRound: integer('sitting_round').notNull().default(0),
    /** Sittings that may follow this one; a sub-context has none. */
    sittingsLeft: integer('sittings_left').notNull().default(0),
    /** Of a root that is provisional: before then no later offers are read. */
    nextSittingAt: moment('next_sitting_at'),
    /** In this sitting. */
    childrenOpened: integer('children_opened').notNull().default(0),
    openChildren: integer('open_children').notNull().default(0),
    /** Of its answer on the way (server/protocol/advance.ts): 0 none, 1 the first, 2 refined by its follow-ups. */
    answerStage: integer('answer_stage').$type<AnswerStage>().notNull().default(0),
    /** What it may still tell beyond what it buys, in thousandths of a bit (server/protocol/bits.ts); what a root ended with stays. */
    millibitsLeft: integer('millibits_left').notNull().default(0),
    /** Matching has run, so `bots_pending` can be believed. */
    isMatched: boolean('is_matched').notNull().default(false),
    /** Triggered bots that have not answered, declined or failed. */
    botsPending: integer('bots_pending').notNull().default(0),
    botsUntil: moment('bots_until').notNull(),
    /** Until then the pages that it is about are waited for; null once they are read or given up, or when there are none. */
    pagesUntil: moment('pages_until'),
    /** Until then people are waited for; for a root, until the inspection's start by deadline. */
    peopleUntil: moment('people_until'),
    /** Offers that start the inspection at once; null when there is no quorum. */
    quorum: integer('quorum'),
    createdAt: moment('created_at').notNull(),
    /** How often its asker took a root up again after it was settled; its holds and releases are numbered by it. */
    reopened: integer('reopened').notNull().default(0),
    /** How often its asker put more into a root's budget; each of those holds is numbered by it. */
    raised: integer('raised').notNull().default(0),
    /** Set when title or text changed after offers had arrived. */
    editedAt: moment('edited_at'),
    /** When the inspector first read this context's offers. */
    inspectedAt: moment('inspected_at'),
    endedAt: moment('ended_at'),
    /** Without angle brackets: Postgres looks for the end of a comment at each "<!--" anew, for seconds. */
    search: tsvector('search').generatedAlwaysAs(
      sql`setweight(to_tsvector('english', translate(title, '<', ' ')), 'A') || setweight(to_tsvector('english', translate(claim, '<', ' ')), 'A') || setweight(to_tsvector('english', translate(body, '<', ' ')), 'B')`,
    ),
  },
  (table) => [
    check('context_budget_above_zero', sql`${table.budgetMicros} > 0`),
    check('context_answer_stage', sql`${table.answerStage} between 0 and 2`),
    check('context_children_not_negative', sql`${table.openChildren} >= 0 and ${table.botsPending} >= 0`),
    /** A tree is read whole for its page and for every step of its inspection. */
    index('context_root').on(table.rootId, table.level),
    index('context_parent').on(table.parentId),
    /** What may still move, for the sweeper: few, however many questions have ended. */
    index('context_moving')
      .on(table.phase)
      .where(sql`phase not in ('waiting', 'settled', 'cancelled', 'failed')`),
    /** The list of questions, one for each of its orders, with a cursor: roots only. `desc` in a query puts nulls first. */
    index('context_roots_newest')
      .on(table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`parent_id is null`),
    index('context_open_newest')
      .on(table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`parent_id is null and phase not in ('settled', 'cancelled', 'failed')`),
    index('context_open_budget')
      .on(table.budgetMicros.desc().nullsFirst(), table.id)
      .where(sql`parent_id is null and phase not in ('settled', 'cancelled', 'failed')`),
    index('context_settled_newest')
      .on(table.endedAt.desc().nullsFirst(), table.id)
      .where(sql`parent_id is null and phase = 'settled' and ended_at is not null`),
    index('context_buyer').on(table.buyerId, table.createdAt),
    /** Forecasts without an outcome, by when it is due; and those whose asker was not reminded of it. */
    index('context_due')
      .on(table.resolvesAt, table.id)
      .where(sql`resolves_at is not null and resolved_at is null and parent_id is null`),
    index('context_unreminded')
      .on(table.resolvesAt, table.id)
      .where(
        sql`resolves_at is not null and resolved_at is null and reminded_at is null and parent_id is null`,
      ),
    index('context_resolved').on(table.resolvedAt).where(sql`resolved_at is not null`),
    check(
      'context_forecast_dates',
      sql`(${table.resolvesAt} is null) = (${table.closesAt} is null) and ${table.closesAt} <= ${table.resolvesAt}`,
    ),
    /** Sub-questions are not searched. */
    index('context_search').using('gin', table.search).where(sql`parent_id is null`),
    index('context_tags').using('gin', table.tags),
  ],
)

/**
 * The terms that an open question could be looked up by (`server/market/matching/anchors.ts`): a new matcher finds it by its
 * anchors, without reading the others. Sub-contexts have no row: few are open at a time. Removed some time after the end.
 */
export const contextTerms = pgTable(
  'context_terms',
  {
    contextId: text('context_id')
      .primaryKey()
      .references(() => contexts.id),
    terms: text('terms').array().notNull(),
  },
  (table) => [index('context_terms_terms').using('gin', table.terms)],
)

/** A page that a root is about, fetched once and read for the inspector, the market's own bots and the asker. */
export const contextPages = pgTable(
  'context_page',
  {
    contextId: text('context_id')
      .notNull()
      .references(() => contexts.id),
    /** As the asker gave it, fragment included. */
    url: text('url').notNull(),
    state: pageState('state').notNull().default('waiting'),
    /** Why it is unread. */
    failure: text('failure', { enum: PAGE_FAILURES }),
    /** Where the redirects ended. */
    finalUrl: text('final_url').notNull().default(''),
    title: text('title').notNull().default(''),
    /** Its main text, paragraphs apart by an empty line. */
    text: text('text').notNull().default(''),
    /** SHA-256 of the bytes that were fetched. */
    contentHash: text('content_hash').notNull().default(''),
    /** What the hash was before it was fetched again after the question was settled; empty while it was not. */
    earlierHash: text('earlier_hash').notNull().default(''),
    /** What the page says of the product that it sells, as schema.org data; null where it says nothing. */
    product: jsonb('product').$type<ProductFacts>(),
    /** When it was fetched, or given up. */
    readAt: moment('read_at'),
    tries: integer('tries').notNull().default(0),
    /** When it is next taken up, while it waits: at once, or at the end of a lease. */
    dueAt: moment('due_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contextId, table.url] }),
    check('page_due_while_waiting', sql`(${table.state} = 'waiting') = (${table.dueAt} is not null)`),
    check('page_unread_has_failure', sql`(${table.state} = 'unread') = (${table.failure} is not null)`),
    index('context_page_due').on(table.dueAt).where(sql`due_at is not null`),
  ],
)

/** Which offers a sub-context is about. */
export const contextAbout = pgTable(
  'context_about',
  {
    contextId: text('context_id')
      .notNull()
      .references(() => contexts.id),
    offerId: text('offer_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contextId, table.offerId] }),
    index('context_about_offer').on(table.offerId),
  ],
)

/** What a question said before each edit made after offers had arrived. */
export const contextRevisions = pgTable(
  'context_revision',
  {
    contextId: text('context_id')
      .notNull()
      .references(() => contexts.id),
    version: integer('version').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    replacedAt: moment('replaced_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contextId, table.version] })],
)

/** An InfoOffer without its private information, which is in `offer_private`. */
export const offers = pgTable(
  'info_offer',
  {
    id: text('id').primaryKey(),
    contextId: text('context_id')
      .notNull()
      .references(() => contexts.id),
    rootId: text('root_id').notNull(),
    sellerId: text('seller_id')
      .notNull()
      .references(() => users.id),
    /** Set when a bot of the seller wrote it. */
    botId: text('bot_id').references(() => bots.id),
    /** The bot's run that made it. */
    botRunId: text('bot_run_id'),
    /** It came, or was changed, through a key of its seller's: a program may have written it. Of a bot's `botId` says so. */
    isByKey: boolean('by_key').notNull().default(false),
    teaser: text('teaser').notNull(),
    priceMicros: micros('price_micros').notNull(),
    /** What its seller laid down to post it (`POSTING_BOND`), in the account `bond:<id>` until its question ends. */
    bondMicros: micros('bond_micros').notNull().default(sql`0`),
    /** What its buyer may do with it; frozen with the first reading, held by a trigger once it is bought. */
    licence: licence('licence').notNull().default('asker'),
    /** For `resale`: what each later reader pays. */
    resaleMicros: micros('resale_micros'),
    /** Goes up with each change before the first reading; purchases name it. */
    version: integer('version').notNull().default(1),
    state: offerState('state').notNull().default('open'),
    /** The last verdict on it. */
    reason: verdictReason('reason'),
    /** Whether its teaser keeps to its text, as an inspector that read both has told; null while none has. */
    isTeaserFair: boolean('is_teaser_fair'),
    /**
     * Words of private information: all that stays visible of a forgotten offer. Of a passage that was chosen by what is sealed, the words
     * of the longest that it was chosen among.
     */
    privateWords: integer('private_words').notNull(),
    /**
     * The market chose it among so many passages of a bot by the sealed offers that its sub-question is about: which it is its seller learns
     * once it is bought and the tree has ended (`server/market/private/choose.ts`). No digest and no commitment of it is kept.
     */
    chosenAmong: smallint('chosen_among'),
    /** Keyed digest of the private information: two offers of the same words in one context are told without reading them. */
    contentHash: text('content_hash'),
    /**
     * Commitment to the private information under a nonce that is its seller's, and its buyer's: what a receipt names it by, also once
     * it is forgotten (`server/market/private/commitment.ts`). Null of offers that are older than receipts.
     */
    commitment: text('commitment'),
    /** Posted after its question was settled: read only if the asker takes the question up again. */
    isCounter: boolean('is_counter').notNull().default(false),
    /** From then on it is frozen. */
    firstReadAt: moment('first_read_at'),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at'),
    endedAt: moment('ended_at'),
    /** Its private information was destroyed for good: withdrawn, or not bought long after its question ended. */
    forgottenAt: moment('forgotten_at'),
  },
  (table) => [
    check('offer_price_above_zero', sql`${table.priceMicros} > 0`),
    check(
      'offer_chosen_unseen',
      sql`${table.chosenAmong} is null or (${table.chosenAmong} > 1 and ${table.botId} is not null
        and ${table.contextId} <> ${table.rootId} and ${table.contentHash} is null and ${table.commitment} is null)`,
    ),
    check('offer_bond_not_negative', sql`${table.bondMicros} >= 0`),
    check(
      'offer_resale_price',
      sql`(${table.licence} = 'resale') = (${table.resaleMicros} is not null) and ${table.resaleMicros} > 0`,
    ),
    index('offer_context').on(table.contextId, table.createdAt),
    index('offer_root').on(table.rootId),
    index('offer_seller').on(table.sellerId, table.createdAt),
    index('offer_bot').on(table.botId, table.createdAt).where(sql`bot_id is not null`),
    index('offer_bot_run').on(table.botRunId).where(sql`bot_run_id is not null`),
    /** Records of sellers and days of the market count what was read since they last counted. */
    index('offer_first_read').on(table.firstReadAt).where(sql`first_read_at is not null`),
    /** Teasers of roots are searched. */
    index('offer_teaser_search')
      .using('gin', sql`to_tsvector('english', translate(teaser, '<', ' '))`)
      .where(sql`context_id = root_id`),
    index('offer_to_forget').on(table.rootId).where(sql`forgotten_at is null and state <> 'bought'`),
  ],
)

/**
 * Private information, encrypted (AES-256-GCM; the id and version are bound in as additional data). Read through
 * `server/market/private/` only.
 */
export const offerPrivate = pgTable(
  'offer_private',
  {
    offerId: text('offer_id')
      .notNull()
      .references(() => offers.id),
    version: integer('version').notNull(),
    keyId: text('key_id').notNull(),
    nonce: bytes('nonce').notNull(),
    ciphertext: bytes('ciphertext').notNull(),
  },
  (table) => [primaryKey({ columns: [table.offerId, table.version] })],
)

/**
 * The key of an offer's private information, sealed under a seal key. Kept apart from the text, in backups too: once this row is
 * gone nothing opens it.
 */
export const offerKeys = pgTable('offer_key', {
  offerId: text('offer_id')
    .primaryKey()
    .references(() => offers.id),
  keyId: text('key_id').notNull(),
  nonce: bytes('nonce').notNull(),
  ciphertext: bytes('ciphertext').notNull(),
})

/** An offer bought for a tree; unlocks the private information for that buyer, for ever. */
export const purchases = pgTable(
  'purchase',
  {
    id: text('id').primaryKey(),
    offerId: text('offer_id')
      .notNull()
      .references(() => offers.id),
    offerVersion: integer('offer_version').notNull(),
    /** Question, buyer and seller are taken from the offer, which has them as references. */
    contextId: text('context_id').notNull(),
    rootId: text('root_id').notNull(),
    buyerId: text('buyer_id').notNull(),
    sellerId: text('seller_id').notNull(),
    priceMicros: micros('price_micros').notNull(),
    /** Part of the price that the market kept. */
    feeMicros: micros('fee_micros').notNull(),
    /** The offer's, as it was sold. */
    licence: licence('licence').notNull().default('asker'),
    way: purchaseWay('way').notNull(),
    /** When its buyer asked its seller to let it be quoted in public. */
    quoteAskedAt: moment('quote_asked_at'),
    /** When its seller let be quoted what was sold for the asker alone; never taken back. */
    quoteAllowedAt: moment('quote_allowed_at'),
    /** Unbought offers of the tree whose private information this one repeats; shown sealed until all are bought. */
    quotes: text('quotes').array().notNull().default(sql`'{}'`),
    createdAt: moment('created_at').notNull(),
    /** Until then its seller's earnings are pending; null where they were paid at once, as by earlier versions of the market. */
    clearsAt: moment('clears_at'),
    /** They are the seller's, or went back: nothing is pending any more. */
    clearedAt: moment('cleared_at'),
  },
  (table) => [
    check('purchase_cleared_was_pending', sql`${table.clearedAt} is null or ${table.clearsAt} is not null`),
    /** What is pending, for the sweeper and for its seller's wallet. */
    index('purchase_pending').on(table.clearsAt).where(sql`clears_at is not null and cleared_at is null`),
    index('purchase_pending_seller')
      .on(table.sellerId, table.clearsAt)
      .where(sql`clears_at is not null and cleared_at is null`),
    /** An offer belongs to one context and so to one buyer: it is sold at most once. */
    uniqueIndex('purchase_offer_key').on(table.offerId),
    index('purchase_root').on(table.rootId, table.createdAt),
    index('purchase_buyer').on(table.buyerId, table.createdAt),
    index('purchase_seller').on(table.sellerId, table.createdAt),
    /** For the figures of a day. */
    index('purchase_day').on(table.createdAt),
  ],
)

/**
 * What somebody bought of the sources of a published answer, from its seller, by a licence that lets it be sold on. Unlocks that one text for that
 * buyer, for ever. Paid at once: it is final, so nothing of it is pending.
 */
export const resales = pgTable(
  'resale',
  {
    id: text('id').primaryKey(),
    offerId: text('offer_id')
      .notNull()
      .references(() => offers.id),
    /** Of its offer, as the seller. */
    rootId: text('root_id').notNull(),
    sellerId: text('seller_id').notNull(),
    buyerId: text('buyer_id')
      .notNull()
      .references(() => users.id),
    /** Who bought it first, and published the answer. */
    askerId: text('asker_id').notNull(),
    /** As the licence says. */
    priceMicros: micros('price_micros').notNull(),
    /** Parts of the price: what the market kept, and what went to the asker. */
    feeMicros: micros('fee_micros').notNull(),
    shareMicros: micros('share_micros').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check(
      'resale_parts',
      sql`${table.feeMicros} >= 0 and ${table.shareMicros} >= 0 and ${table.feeMicros} + ${table.shareMicros} < ${table.priceMicros}`,
    ),
    check(
      'resale_buyer',
      sql`${table.buyerId} <> ${table.sellerId} and ${table.buyerId} <> ${table.askerId}`,
    ),
    /** Nobody pays for the same twice. */
    uniqueIndex('resale_once').on(table.offerId, table.buyerId),
    index('resale_buyer_newest').on(table.buyerId, table.createdAt),
    /** What one viewer of a question bought of it. */
    index('resale_buyer_root').on(table.buyerId, table.rootId),
    index('resale_seller').on(table.sellerId),
    index('resale_asker').on(table.askerId),
  ],
)

/** One effect per form: the answer to a request is kept for a day under the key its form was given. */
export const requestKeys = pgTable(
  'request_key',
  {
    userId: text('user_id').notNull(),
    route: text('route').notNull(),
    key: text('key').notNull(),
    /** Of what it was asked with, keyed. */
    inputHash: text('input_hash').notNull(),
    /** What the first call returned: ids only. */
    result: jsonb('result').$type<Record<string, string>>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.route, table.key] })],
)

export type ContextRow = typeof contexts.$inferSelect
export type OfferRow = typeof offers.$inferSelect
export type PurchaseRow = typeof purchases.$inferSelect
