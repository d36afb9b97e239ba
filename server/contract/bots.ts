import * as z from 'zod'
import { REASONS } from '../protocol/verdict'
import { lineSchema, secretTextSchema, textSchema, webAddressSchema } from '../shared/text'
import {
  AUDIENCES,
  BOT_KINDS,
  PAUSE_REASONS,
  PRICE_RULES,
  type PriceRule,
  RUN_STATES,
  SILENCES,
} from '../words/sellers'
import { personSchema } from './auth'
import { PAGE_CHARS_MAX } from './decision'
import { FOR_ASKER, licenceSchema } from './licence'
import {
  PRIVATE_CHARS_MAX,
  priceMicrosSchema,
  requestKeySchema,
  TEASER_CHARS_MAX,
  TEASER_CHARS_MIN,
} from './market'
import { uncountedSalesSchema } from './market-view'
import { matcherQuerySchema, shownQuerySchema } from './matching'

export const BOT_NAME_CHARS_MAX = 60
export const BOT_ABOUT_CHARS_MAX = 300
/** Three failures in a row pause a bot: a broken bot should tell its owner, not the market. */
export const BOT_FAILURES_MAX = 3
export const BOTS_PER_PERSON_MAX = 50
export const AUDIENCE_PEOPLE_MAX = 100
/** More passages than this on one question are a document, not an answer. */
export const OFFERS_PER_CONTEXT_MAX = 10
export const OFFERS_PER_DAY_MAX = 10_000
export const TOKENS_PER_DAY_MAX = 50_000_000
export const API_KEY_CHARS_MAX = 400
/** Of a million tokens: ten thousand dollars, more than any model costs. */
const MICRO_USD_MAX = 10_000_000_000n

/** Rules whose price is held within bounds. */
export const hasBounds = (rule: PriceRule) =>
  rule === 'chosen' || rule === 'per-length' || rule === 'follows-demand'

/** How offers are priced; which rules a kind can follow is in `RULES_OF_KIND`. */
export const priceRuleSchema = z
  .object({
    rule: z.enum(PRICE_RULES),
    /** `fixed`, `per-document`: of one offer; `per-length`: of a hundred words; `chosen`: when none is named; `follows-demand`: now. */
    priceMicros: priceMicrosSchema,
    minMicros: priceMicrosSchema.nullable().default(null),
    maxMicros: priceMicrosSchema.nullable().default(null),
  })
  .superRefine((price, context) => {
    if (!hasBounds(price.rule)) return
    if (price.minMicros === null || price.maxMicros === null) {
      const path = [price.minMicros === null ? 'minMicros' : 'maxMicros']
      context.addIssue({ code: 'custom', path, message: 'Set the bounds of the price.' })
    } else if (price.minMicros > price.maxMicros) {
      context.addIssue({
        code: 'custom',
        path: ['maxMicros'],
        message: 'The highest price is below the lowest.',
      })
    } else if (
      price.rule !== 'per-length' &&
      (price.priceMicros < price.minMicros || price.priceMicros > price.maxMicros)
    ) {
      context.addIssue({
        code: 'custom',
        path: ['priceMicros'],
        message: 'This price lies outside the bounds below. Change it, or widen them.',
      })
    }
  })
export type Price = z.infer<typeof priceRuleSchema>

/** Whom a bot answers. People are named by handle. */
export const audienceSchema = z.object({
  who: z.enum(AUDIENCES).default('everyone'),
  handles: z.array(lineSchema().trim().toLowerCase().min(1).max(40)).max(AUDIENCE_PEOPLE_MAX).default([]),
})

/** A bot that has reached a cap is silent until the next day (UTC). */
export const capsSchema = z.object({
  offersPerDay: z.int().min(1).max(OFFERS_PER_DAY_MAX).default(200),
  offersPerContext: z.int().min(1).max(OFFERS_PER_CONTEXT_MAX).default(1),
  tokensPerDay: z.int().min(0).max(TOKENS_PER_DAY_MAX).default(200_000),
})

/** The model for embeddings that most servers of the OpenAI protocol know, by this or as another name for their own. */
export const USUAL_EMBEDDING_MODEL = 'text-embedding-3-small'

/** The owner's own model. The key is written and never read back. */
export const ownModelSchema = z.object({
  model: lineSchema().trim().min(1, 'Name the model.').max(200),
  baseUrl: webAddressSchema(500),
  /** Null keeps the key that is stored; an empty text removes it. */
  apiKey: secretTextSchema().trim().max(API_KEY_CHARS_MAX).nullable(),
  /** What turns text into numbers there, for a bot that searches by meaning; empty for none. */
  embeddingModel: lineSchema()
    .trim()
    .max(200)
    .regex(/^\S*$/, 'The name of a model has no spaces.')
    .default(USUAL_EMBEDDING_MODEL),
  /** Micro-dollars for a million tokens, to show what calls cost; 0 when unknown. */
  inputMicroUsd: z.bigint().min(0n).max(MICRO_USD_MAX).default(0n),
  outputMicroUsd: z.bigint().min(0n).max(MICRO_USD_MAX).default(0n),
})

const botFields = {
  name: lineSchema().trim().min(2, 'Name the bot.').max(BOT_NAME_CHARS_MAX),
  /** What it sells, public. */
  about: lineSchema().trim().max(BOT_ABOUT_CHARS_MAX).default(''),
  matcher: matcherQuerySchema,
  price: priceRuleSchema,
  /** Of all its offers. */
  licence: licenceSchema.default(FOR_ASKER),
  audience: audienceSchema.prefault({}),
  caps: capsSchema.prefault({}),
}

const teaserSchema = lineSchema()
  .trim()
  .min(TEASER_CHARS_MIN, `Say in at least ${TEASER_CHARS_MIN} characters what it sells.`)
  .max(TEASER_CHARS_MAX, `Keep the teaser under ${TEASER_CHARS_MAX} characters.`)

/** What a bot is made of, by kind. */
export const botInputSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('fixed'),
    ...botFields,
    teaser: teaserSchema,
    /** The information it sells. */
    knowledge: textSchema().trim().min(1, 'Write the information it sells.').max(PRIVATE_CHARS_MAX),
  }),
  z.object({
    kind: z.literal('llm'),
    ...botFields,
    /** What it knows and how it answers. */
    knowledge: textSchema().trim().min(1, 'Write what it knows.').max(PRIVATE_CHARS_MAX),
    /** Null for the operator's model. */
    ownModel: ownModelSchema.nullable().default(null),
  }),
  z.object({
    kind: z.literal('corpus'),
    ...botFields,
    /** The least share of a question's words that a passage must have, rare ones counting more: half of them say noise, most say what is asked. */
    fitMin: z.number().min(0).max(1).default(0.3),
    /** Titles in teasers are public. */
    namesDocuments: z.boolean().default(false),
    usesEmbeddings: z.boolean().default(false),
    /** For HyDE and embeddings; null for the operator's. */
    ownModel: ownModelSchema.nullable().default(null),
  }),
  z.object({
    kind: z.literal('webhook'),
    ...botFields,
    url: webAddressSchema(PAGE_CHARS_MAX),
  }),
  /** Its owner's program asks what waits, so it needs no address. */
  z.object({ kind: z.literal('queue'), ...botFields }),
])
export type BotInput = z.infer<typeof botInputSchema>

export const createBotSchema = z.object({
  bot: botInputSchema,
  /** Put to work at once; otherwise it waits for its owner, who can rehearse it first. */
  isLive: z.boolean(),
  requestKey: requestKeySchema,
})
export type CreateBotInput = z.infer<typeof createBotSchema>

/** A bot as everybody may see it. */
export const botViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  about: z.string(),
  kind: z.enum(BOT_KINDS),
  owner: personSchema,
  isYours: z.boolean(),
  isPaused: z.boolean(),
  pausedFor: z.enum(PAUSE_REASONS).nullable(),
  /** Its owner removed it: only its history is left. */
  removedAt: z.date().nullable(),
  matcher: shownQuerySchema,
  price: priceRuleSchema,
  licence: licenceSchema,
  teaser: z.string(),
  offers: z.int(),
  bought: z.int(),
  earnedMicros: z.bigint(),
  createdAt: z.date(),
  /** For its owner only, else null. Keys and secrets are in nobody's view. */
  own: z
    .object({
      knowledge: z.string(),
      audience: audienceSchema,
      caps: capsSchema,
      /** Of its key no more than whether one is stored. */
      ownModel: ownModelSchema.omit({ apiKey: true }).extend({ hasKey: z.boolean() }).nullable(),
      fitMin: z.number(),
      namesDocuments: z.boolean(),
      usesEmbeddings: z.boolean(),
      /** Where a `webhook` bot is called; else null. */
      url: z.string().nullable(),
      failures: z.int(),
      /** What of its sales is not in the figures above. */
      uncounted: uncountedSalesSchema,
      /** Today (UTC), for the caps. */
      today: z.object({ offers: z.int(), tokens: z.int(), costMicroUsd: z.bigint() }),
    })
    .nullable(),
})
export type BotView = z.infer<typeof botViewSchema>

/** What became of a bot that was removed. */
export const removedBotSchema = z.object({
  botId: z.string(),
  /** Offers that nobody had read. */
  withdrawn: z.int(),
  /** It had no history, so nothing is left of it. */
  isGone: z.boolean(),
})
export type RemovedBot = z.infer<typeof removedBotSchema>

/** One line of a bot's run log, for its owner: what it saw, what it said, what it cost, what became of it. */
export const botRunViewSchema = z.object({
  id: z.string(),
  state: z.enum(RUN_STATES),
  silence: z.enum(SILENCES).nullable(),
  failure: z.string().nullable(),
  /** The question it was asked; the root of its tree once its words are closed again. */
  contextId: z.string(),
  question: z.string(),
  /** Teasers a sub-question is about, as far as the bot's owner may still read them. */
  about: z.array(z.string()),
  offers: z.array(
    z.object({
      id: z.string(),
      teaser: z.string(),
      priceMicros: z.bigint(),
      state: z.enum(['open', 'withdrawn', 'bought', 'passed']),
      reason: z.enum(REASONS).nullable(),
    }),
  ),
  promptTokens: z.int(),
  completionTokens: z.int(),
  costMicroUsd: z.bigint(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
})
export type BotRunView = z.infer<typeof botRunViewSchema>
