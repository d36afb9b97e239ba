import * as z from 'zod'
import { DECISION_KINDS } from '../protocol/decision'
import { policySchema } from '../protocol/policy'
import { AROUND_CHARS_MAX } from '../shared/anchor'
import { AMOUNT_MICROS_MAX, BUDGET_MICROS_MIN, exactCredits, PRICE_MICROS_MIN } from '../shared/money'
import { cursorSchema, idSchema, lineSchema, TITLE_CHARS_MIN, textSchema } from '../shared/text'
import { RATINGS } from '../words/ratings'
import { decisionSchema, pageSchema } from './decision'
import { FOR_ASKER, licenceSchema } from './licence'
import { LIST_STATES, LIST_TABS, PAGES_MAX } from './limits'

export const TITLE_CHARS_MAX = 200
/** 20 000 characters: a long article; beyond that a page address serves better. */
export const BODY_CHARS_MAX = 20_000
/** A long paragraph: who marks more than that marks no claim. */
export const QUOTED_CHARS_MAX = 1_000
export const TAGS_MAX = 8
/** A handle, or the id of a bot. */
export const ADDRESSEE_CHARS_MAX = 64
/** Whom one has in mind; whoever is told more often stops reading. */
export const ADDRESSEES_MAX = 10
export const TEASER_CHARS_MIN = 10
export const TEASER_CHARS_MAX = 400
/** About 3 000 words: what an inspector can read in one call beside others. */
export const PRIVATE_CHARS_MAX = 20_000
/** A minute at least, for bots need no longer; 90 days at most, so that no credits are held for ever. */
export const DEADLINE_MINUTES_MIN = 1
export const DEADLINE_MINUTES_MAX = 90 * 24 * 60
export const QUORUM_MAX = 50
export const PAGE_SIZE = 20
export const budgetMicrosSchema = z
  .bigint()
  .min(BUDGET_MICROS_MIN, `A budget is at least ${exactCredits(BUDGET_MICROS_MIN)} credits.`)
  .max(AMOUNT_MICROS_MAX, `A budget is at most ${exactCredits(AMOUNT_MICROS_MAX)} credits.`)

export const priceMicrosSchema = z
  .bigint()
  .min(PRICE_MICROS_MIN, `A price is at least ${exactCredits(PRICE_MICROS_MIN)} credits.`)
  .max(AMOUNT_MICROS_MAX, `A price is at most ${exactCredits(AMOUNT_MICROS_MAX)} credits.`)

/** Made once when a form opens; the same key never has two effects. */
export const requestKeySchema = idSchema().min(8).max(64)

/** Of a page, what a question is about: a passage, and what stands around it (TextQuoteSelector of the Web Annotation Data Model). */
export const passageSchema = z.object({
  /** One of the question's pages. */
  page: pageSchema,
  exact: lineSchema().trim().min(1, 'Mark some words of the page.').max(QUOTED_CHARS_MAX),
  prefix: lineSchema()
    .max(2 * AROUND_CHARS_MAX)
    .default(''),
  suffix: lineSchema()
    .max(2 * AROUND_CHARS_MAX)
    .default(''),
})

export type Passage = z.infer<typeof passageSchema>

export const tagSchema = lineSchema()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}+#.-]{0,29}$/u, 'A tag is one word of letters, digits, + # . or -.')

/** When the inspection begins: on the buyer's word, at N offers, or at the deadline. It begins at the deadline in any case. */
export const startSchema = z.discriminatedUnion('rule', [
  z.object({ rule: z.literal('manual') }),
  /** As soon as the bots that were triggered have answered. */
  z.object({ rule: z.literal('now') }),
  z.object({ rule: z.literal('quorum'), offers: z.int().min(1).max(QUORUM_MAX) }),
  z.object({ rule: z.literal('deadline') }),
])

export type Start = z.infer<typeof startSchema>

/**
 * How often a question is read that does not say: twelve times. Sittings are a minute, two, four … apart and the last is held at the
 * deadline (`nextSittingAt`), so these reach over seventeen hours of offers and cost a dozen readings at most.
 */
export const USUAL_SITTINGS = 12

/**
 * How many follow-ups lie one below another where the asker does not say: what a first answer lacks is asked once. What the answer to that
 * lacks would have a share of a share of the budget, which is rarely worth a wait.
 */
export const USUAL_FOLLOW_UP_DEPTH = 1

/**
 * How a new question is inspected. It stays open: a provisional answer as soon as the bots have answered, later offers read in further
 * sittings until its deadline or until its asker says enough. `maxSittings: 1` is “answer me once, now”. The protocol by itself has one
 * sitting and no answers on the way, and so have questions that were asked before there were several.
 */
export const askPolicySchema = policySchema.extend({
  maxSittings: policySchema.shape.maxSittings.unwrap().default(USUAL_SITTINGS),
  followUpDepth: policySchema.shape.followUpDepth.unwrap().default(USUAL_FOLLOW_UP_DEPTH),
})

const questionFields = {
  title: lineSchema()
    .trim()
    .min(TITLE_CHARS_MIN, `Ask in at least ${TITLE_CHARS_MIN} characters.`)
    .max(TITLE_CHARS_MAX, `Keep the question under ${TITLE_CHARS_MAX} characters; details go below.`),
  body: textSchema()
    .trim()
    .max(BODY_CHARS_MAX, `Keep the details under ${BODY_CHARS_MAX} characters; link to a page for more.`),
}

export const askSchema = z.object({
  ...questionFields,
  decision: decisionSchema,
  pages: z.array(pageSchema).max(PAGES_MAX, `At most ${PAGES_MAX} pages.`),
  /** What of one of these pages it is about; left out, all of each, or the claim where a page says it in these words. */
  passage: passageSchema.optional(),
  tags: z.array(tagSchema).max(TAGS_MAX, `At most ${TAGS_MAX} tags.`),
  /** Whom it is put to by name, beside everybody who looks for such a question: people by handle, bots by id. */
  addressees: z
    .array(lineSchema().trim().min(1).max(ADDRESSEE_CHARS_MAX))
    .max(ADDRESSEES_MAX, `At most ${ADDRESSEES_MAX} people and bots by name.`)
    .optional(),
  budgetMicros: budgetMicrosSchema,
  /** From now. */
  deadlineMinutes: z.int().min(DEADLINE_MINUTES_MIN).max(DEADLINE_MINUTES_MAX),
  start: startSchema,
  isTreePublic: z.boolean(),
  /** Every answer is published as soon as it is written; left out, none is. */
  publishWhenDone: z.boolean().optional(),
  /** Others may buy what a published answer rests on, where its seller lets it be sold on, and a share is the asker’s. */
  isResaleAgreed: z.boolean().optional(),
  policy: askPolicySchema.prefault({}),
  requestKey: requestKeySchema,
})

export type AskInput = z.infer<typeof askSchema>

export const editContextSchema = z.object({
  contextId: idSchema(),
  ...questionFields,
  /** Only before the first offer; left out to keep what is there. */
  decision: decisionSchema.optional(),
  pages: askSchema.shape.pages.optional(),
  tags: askSchema.shape.tags.optional(),
})

export type EditContextInput = z.infer<typeof editContextSchema>

export const postOfferSchema = z.object({
  contextId: idSchema(),
  teaser: lineSchema()
    .trim()
    .min(TEASER_CHARS_MIN, `Say in at least ${TEASER_CHARS_MIN} characters what you are selling.`)
    .max(TEASER_CHARS_MAX, `Keep the teaser under ${TEASER_CHARS_MAX} characters.`),
  privateInfo: textSchema()
    .trim()
    .min(1, 'Write the information you are selling.')
    .max(PRIVATE_CHARS_MAX, `Keep the information under ${PRIVATE_CHARS_MAX} characters.`),
  priceMicros: priceMicrosSchema,
  licence: licenceSchema.default(FOR_ASKER),
  /** May stand on a settled question: read only if its asker takes it up again. Said by the seller, for the price is then their risk. */
  isCounter: z.boolean().default(false),
  requestKey: requestKeySchema,
})

export type PostOfferInput = z.input<typeof postOfferSchema>

export const changeOfferSchema = postOfferSchema.omit({ contextId: true, isCounter: true }).extend({
  offerId: idSchema(),
  version: z.int32(),
  /** Left out to keep what is there. */
  licence: licenceSchema.optional(),
})

export type ChangeOfferInput = z.infer<typeof changeOfferSchema>

/** Long enough for what was wrong. */
export const RATING_REASON_CHARS_MAX = 500
export const rateSchema = z.object({
  rootId: idSchema(),
  offerId: idSchema(),
  rating: z.enum(RATINGS),
  reason: textSchema().trim().min(1, 'Say in a few words why.').max(RATING_REASON_CHARS_MAX),
})

export type RateInput = z.infer<typeof rateSchema>

/** `reason`: for the buyer and the seller; null for others. */
export const ratingViewSchema = z.object({ rating: z.enum(RATINGS), reason: z.string().nullable() })

export type RatingView = z.infer<typeof ratingViewSchema>

export const listSchema = z.object({
  tab: z.enum(LIST_TABS).default('newest'),
  query: lineSchema().trim().max(200).default(''),
  tag: lineSchema().max(30).nullable().default(null),
  decision: z.enum(DECISION_KINDS).nullable().default(null),
  /** Left out, all. */
  state: z.enum(LIST_STATES).nullish(),
  cursor: cursorSchema().nullable().default(null),
})

export type ListInput = z.infer<typeof listSchema>

/** What asking would cost, before confirming. Inspection itself is free in this version. */
export const quoteSchema = z.object({
  budgetMicros: z.bigint(),
  /** What can be asked with now, the allowance in it. */
  availableMicros: z.bigint(),
  /** Of that, what was given for today and is spent first. */
  allowanceMicros: z.bigint(),
  leftMicros: z.bigint(),
})

export type Quote = z.infer<typeof quoteSchema>
