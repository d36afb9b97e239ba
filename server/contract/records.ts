import * as z from 'zod'
import { lineSchema } from '../shared/text'

/** Of ten bands of what was told: how much of it came. */
export const calibrationSchema = z.object({
  /** Probabilities that were told before the outcome was known, and have one. */
  n: z.int(),
  /** Mean squared distance from the truth; null with none. */
  brier: z.number().nullable(),
  /** Mean log score in bits, 0 at best; null with none. */
  logScore: z.number().nullable(),
  bands: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      n: z.int(),
      told: z.number().nullable(),
      came: z.number().nullable(),
    }),
  ),
})
export type CalibrationView = z.infer<typeof calibrationSchema>

/** What sold information gained against the truth, in bits of log score, over `n` purchases. */
export const sellerBitsSchema = z.object({ bits: z.number(), n: z.int() })
export type SellerBits = z.infer<typeof sellerBitsSchema>

export const inspectorRecordSchema = calibrationSchema.extend({
  /** Of its model, or of the built-in agent. */
  name: z.string(),
})
export type InspectorRecord = z.infer<typeof inspectorRecordSchema>

/** Days whose median prices a volatility is of: a week, so that its rhythm is in each. */
export const VOLATILITY_DAYS = 7

/** The market on one past day, UTC. */
export const marketDaySchema = z.object({
  /** "2026-11-23". */
  day: z.string(),
  trades: z.int(),
  spentMicros: z.bigint(),
  /** Null, as are the indexes, where nothing was traded. */
  medianPriceMicros: z.bigint().nullable(),
  sellers: z.int(),
  buyers: z.int(),
  sellersIndex: z.number().nullable(),
  buyersIndex: z.number().nullable(),
  ended: z.int(),
  answered: z.int(),
  /** Given back that day by complaints; null, as are the next two, of days that were counted before these were. */
  refundedMicros: z.bigint().nullable(),
  /** Offers first read that day whose teaser an agent found to mislead, and those of them that were bought by its end. */
  misleading: z.int().nullable(),
  misleadingBought: z.int().nullable(),
  /** Of the median prices of this and the six days before it; null with fewer than two. */
  volatility: z.number().nullable(),
})
export type MarketDay = z.infer<typeof marketDaySchema>

export const marketHealthSchema = z.object({
  /** Past days, earliest first; today is not over. */
  days: z.array(marketDaySchema),
  /** Of each model that told probabilities, how they kept their word. */
  minds: z.array(inspectorRecordSchema),
})
export type MarketHealth = z.infer<typeof marketHealthSchema>

/** Of the standing: purchases of nothing that every seller is counted with. Ten good ones of different buyers make one half. */
export const PRIOR_SALES = 10
/** Of one buyer, who may be a friend; more of them change what that buyer's five are worth, and not how many they are. */
export const SALES_OF_ONE_BUYER = 5

/** Leaders of one list: who stands below is found on their own page. */
export const LEADERS_SHOWN = 50
/** Topics of one seller, or to choose from: those with the most sales. */
export const TOPICS_SHOWN = 30
/** A tag, as questions have them. */
const TOPIC_CHARS_MAX = 100

/** How somebody's sales turned out, in one topic or all of them: from what everybody may watch, without trade between one hand's accounts. */
export const sellerRecordSchema = z.object({
  /** A tag; empty for all topics together. */
  topic: z.string(),
  /** Offers that an agent read. */
  read: z.int(),
  bought: z.int(),
  /** Different hands that bought. */
  buyers: z.int(),
  rated: z.int(),
  useful: z.int(),
  /** Of what was sold, in whole twentieths rounded up (percent). */
  refundShare: z.int(),
  /** How sales held up: from 0, where everybody begins, towards 1. */
  standing: z.number(),
  /** What they changed, in points of utility, over `valued` purchases. */
  value: z.number(),
  valued: z.int(),
  /** What they gained against the truth, in bits, over `scored` purchases. */
  bits: z.number(),
  scored: z.int(),
})
export type SellerRecord = z.infer<typeof sellerRecordSchema>

/** What a leaderboard is ordered by. */
export const LEADERBOARDS = ['standing', 'value', 'bits'] as const
export type LeaderboardBy = (typeof LEADERBOARDS)[number]

export const leaderboardSchema = z.object({
  by: z.enum(LEADERBOARDS).default('standing'),
  /** A quarter, "2026-Q4", or "all". */
  season: z
    .string()
    .regex(/^(all|\d{4}-Q[1-4])$/, 'A season is "all", or a quarter such as "2026-Q4".')
    .default('all'),
  /** A tag; empty for all topics. */
  topic: lineSchema().trim().max(TOPIC_CHARS_MAX).default(''),
})
export type LeaderboardInput = z.infer<typeof leaderboardSchema>

export const leaderboardViewSchema = z.object({
  /** The first leads. */
  leaders: z.array(sellerRecordSchema.extend({ seller: z.object({ handle: z.string(), name: z.string() }) })),
  /** To choose from: "all", this quarter, and those with any sale. */
  seasons: z.array(z.string()),
  /** Of this season, those with the most sales first. */
  topics: z.array(z.string()),
})
export type Leaderboard = z.infer<typeof leaderboardViewSchema>
