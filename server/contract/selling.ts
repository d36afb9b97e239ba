import * as z from 'zod'
import { DECISION_KINDS } from '../protocol/decision'
import { ASK_KINDS, REASONS } from '../protocol/verdict'
import { cursorSchema, idSchema, momentSchema } from '../shared/text'
import { postOfferSchema, ratingViewSchema } from './market'
import { bondSchema, teaserHonestySchema } from './market-view'
import { sellerBitsSchema } from './records'

/** What a seller sees of their own offers: figures, the offers behind them, and what to ask for. */

/** How long a question's offers are grouped by; chosen by the length of the days that are looked at. */
export const CHART_UNITS = ['day', 'week', 'month'] as const
export type ChartUnit = (typeof CHART_UNITS)[number]

/** Whose offers are looked at: all that are paid to the seller, those written by hand, or those of one bot (its id). */
export const BY_ANYONE = 'anyone'
export const BY_HAND = 'me'

/** Offers made in these days (UTC) by one writer; the figures, the chart and the list all count these. */
export const sellingScopeSchema = z.object({
  /** From this moment, and before that one. */
  from: momentSchema().nullable().default(null),
  to: momentSchema().nullable().default(null),
  by: idSchema().default(BY_ANYONE),
})
export type SellingScope = z.infer<typeof sellingScopeSchema>

/** `made`: all but the withdrawn ones. `open`: not ended, read or not. `read`: by an inspector, whatever came of it. */
export const OFFER_GROUPS = ['made', 'open', 'read', 'bought', 'passed', 'withdrawn'] as const
export type OfferGroup = (typeof OFFER_GROUPS)[number]

export const ownOffersSchema = sellingScopeSchema.extend({
  show: z.enum(OFFER_GROUPS).default('made'),
  /** Only those with this as the last verdict; null for any. */
  reason: z.enum(REASONS).nullable().default(null),
  cursor: cursorSchema().nullable().default(null),
})
export type OwnOffersInput = z.infer<typeof ownOffersSchema>

/** Prices that most offers lie within; both ends are steps of a coarse ladder, so that no price can be read off it. */
export const priceBandSchema = z.object({ lowMicros: z.bigint(), highMicros: z.bigint() })
export type PriceBand = z.infer<typeof priceBandSchema>

/** Questions that are alike enough for their prices to be compared. */
export const questionKindSchema = z.object({
  /** What is decided; for a sub-question, what it is for. */
  asks: z.enum([...DECISION_KINDS, ...ASK_KINDS]),
  /** Place in `BUDGET_STEPS`: how many of them the budget reaches. */
  budgetStep: z.int(),
})
export type QuestionKind = z.infer<typeof questionKindSchema>

/** What a purchase was worth to its buyer, averaged over the orders in which all of them could have been bought (server/protocol/shares.ts). */
export const sellerShareSchema = z.object({
  share: z.number(),
  low: z.number(),
  high: z.number(),
  /** `never`: in no order does it change what is recommended. `unseen`: in none of those drawn. */
  changes: z.enum(['never', 'unseen', 'sometimes']),
  unit: z.enum(['bits', 'utility']),
  /** All orders; otherwise so many were drawn, and the share has a band. */
  isExact: z.boolean(),
  orders: z.int(),
  /** Of a choice: utility between the best option and the worst one. Null for a claim. */
  spread: z.number().nullable(),
})
export type SellerShare = z.infer<typeof sellerShareSchema>

/** One of a seller's own offers. */
export const ownOfferSchema = z.object({
  id: z.string(),
  teaser: z.string(),
  priceMicros: z.bigint(),
  state: z.enum(['open', 'withdrawn', 'bought', 'passed']),
  reason: z.enum(REASONS).nullable(),
  way: z.enum(['inspected', 'unseen']).nullable(),
  /** After the fee; null unless bought. */
  earnedMicros: z.bigint().nullable(),
  /** Of it, given back to its buyer. */
  refundedMicros: z.bigint(),
  firstReadAt: z.date().nullable(),
  /** Whether its teaser keeps to its text, as the inspector said; null when it did not. */
  isTeaserFair: z.boolean().nullable(),
  createdAt: z.date(),
  bot: z.object({ id: z.string(), name: z.string() }).nullable(),
  question: z.object({
    id: z.string(),
    /** Null for a sub-question that is sealed. */
    title: z.string().nullable(),
    isSubQuestion: z.boolean(),
    /** False once a sub-question is over and its tree is not public. */
    canOpen: z.boolean(),
  }),
  /** Once its tree has ended without buying it: whether the price was the obstacle. Null before, and when it was bought. */
  wasPriceObstacle: z.boolean().nullable(),
  /** What offers bought on such questions cost, where the price was the obstacle and enough are known. */
  usually: priceBandSchema.nullable(),
  /** Once its buyer has it counted, where everybody may watch the question. */
  share: sellerShareSchema.nullable(),
  /** A published answer quotes it: everybody may read it there. */
  isQuoted: z.boolean(),
  /** How often it was bought at resale, by others than the seller's own hand, and what all resales brought after fee and asker's share. */
  resales: z.int(),
  resaleMicros: z.bigint(),
  /** Null without one. */
  bond: bondSchema.nullable(),
  /** What its buyer said of it afterwards. */
  rating: ratingViewSchema.nullable(),
  /** What it changed against the truth, in bits of log score; null where that is not known, or only the asker may watch. */
  bits: z.number().nullable(),
})
export type OwnOffer = z.infer<typeof ownOfferSchema>

export const ownOffersPageSchema = z.object({
  offers: z.array(ownOfferSchema),
  nextCursor: z.string().nullable(),
})
export type OwnOffersPage = z.infer<typeof ownOffersPageSchema>

const count = z.int()

export const sellingFiguresSchema = z.object({
  /** `made` is the sum of `open`, `bought` and `passed`. */
  made: count,
  open: count,
  read: count,
  bought: count,
  /** Of the bought: by the buyer without an inspector. */
  boughtUnseen: count,
  passed: count,
  withdrawn: count,
  /** After fees. */
  earnedMicros: z.bigint(),
  /** Of the passed, most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(REASONS), offers: count })),
  honesty: teaserHonestySchema,
  /** What was sold gained against the truth, where that is known. */
  bits: sellerBitsSchema,
  unit: z.enum(CHART_UNITS),
  /** Without gaps, oldest first; empty when nothing was offered. Each counts offers made in it. */
  periods: z.array(
    z.object({
      /** Its first day, `YYYY-MM-DD`. */
      start: z.string(),
      open: count,
      bought: count,
      passed: count,
      earnedMicros: z.bigint(),
    }),
  ),
})
export type SellingFigures = z.infer<typeof sellingFiguresSchema>

/** What a seller asked for on one kind of question, and what was paid there. */
export const askingSchema = z.object({
  kind: questionKindSchema,
  /** Own offers that were not bought, in trees that have ended. */
  unbought: count,
  /** Of these, where the price was the obstacle. */
  tooDear: count,
  /** The middle price of those. Null when there are none. */
  askedMicros: z.bigint().nullable(),
  usually: priceBandSchema.nullable(),
})
export type Asking = z.infer<typeof askingSchema>

/** A bot's figures with what it used. Credits and dollars are never added up. */
export const botSellingSchema = z.object({
  figures: sellingFiguresSchema,
  tokens: count,
  costMicroUsd: z.bigint(),
  /** Days on which it used anything, oldest first. */
  days: z.array(z.object({ day: z.string(), offers: count, tokens: count, costMicroUsd: z.bigint() })),
  /** The questions on which it did best and worst, one offer of each; of the newest offers that are decided. */
  postMortem: z.object({ best: z.array(ownOfferSchema), worst: z.array(ownOfferSchema) }),
})
export type BotSelling = z.infer<typeof botSellingSchema>

/** The writers whose offers can be looked at apart. */
export const writersSchema = z.array(z.object({ botId: z.string(), name: z.string() }))

/** Three a day: enough to learn what a teaser and a price do, and each costs the operator several inspections. They can set another number. */
export const JUDGEMENTS_PER_DAY = 3

/** A draft as it would be posted. */
export const judgeDraftSchema = postOfferSchema.pick({
  contextId: true,
  teaser: true,
  privateInfo: true,
  priceMicros: true,
})
export type JudgeDraftInput = z.infer<typeof judgeDraftSchema>

const judgementsLeft = { left: z.int(), perDay: z.int() }
export const judgementsLeftSchema = z.object(judgementsLeft)
export type JudgementsLeft = z.infer<typeof judgementsLeftSchema>

/** What the question's inspector makes of a draft that lies before it alone. */
export const judgementSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('judged'),
    ...judgementsLeft,
    /** "Built-in inspector" or the model's own name. */
    inspector: z.string(),
    /** The price it was asked about. */
    priceMicros: z.bigint(),
    /** At that price, when it can ask nothing more. */
    buys: z.boolean(),
    /** Why it would, or would not. */
    reason: z.enum(REASONS),
    /** About the highest price it would pay; null when it would not buy at any price. */
    upToMicros: z.bigint().nullable(),
    /** What it would ask the market before it decides, in words made from the seller's own draft. */
    ask: z.object({ kind: z.enum(ASK_KINDS), question: z.string() }).nullable(),
  }),
  z.object({
    outcome: z.literal('failed'),
    ...judgementsLeft,
    /** It was reached and could make nothing of the draft, so this was one of the day's tries. */
    isCounted: z.boolean(),
  }),
])
export type Judgement = z.infer<typeof judgementSchema>
