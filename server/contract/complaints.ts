import * as z from 'zod'
import { AMOUNT_MICROS_MAX } from '../shared/money'
import { idSchema, textSchema } from '../shared/text'
import {
  COMPLAINT_ANSWERS,
  COMPLAINT_DECIDERS,
  COMPLAINT_KINDS,
  COMPLAINT_OUTCOMES,
} from '../words/complaints'

/** Enough to show what is wrong, with quotations of both texts. */
export const COMPLAINT_CHARS_MAX = 2_000

const wordsSchema = (empty: string) => textSchema().trim().min(1, empty).max(COMPLAINT_CHARS_MAX)
const offerSchema = z.object({ offerId: idSchema() })

export const fileComplaintSchema = offerSchema.extend({
  kind: z.enum(COMPLAINT_KINDS),
  words: wordsSchema('Say what is wrong, so that the seller can answer.'),
})
export type FileComplaintInput = z.infer<typeof fileComplaintSchema>

export const answerComplaintSchema = offerSchema.extend({
  answer: z.enum(COMPLAINT_ANSWERS),
  words: wordsSchema('Say in a few words why.'),
})
export type AnswerComplaintInput = z.infer<typeof answerComplaintSchema>

export const decideComplaintSchema = offerSchema.extend({
  /** 0 refunds nothing. */
  refundMicros: z.bigint().min(0n, 'A refund is not below zero.').max(AMOUNT_MICROS_MAX),
  words: wordsSchema('Say why, for both sides.'),
})
export type DecideComplaintInput = z.infer<typeof decideComplaintSchema>

export const complaintSchema = z.object({
  kind: z.enum(COMPLAINT_KINDS),
  words: z.string(),
  filedAt: z.date(),
  answerUntil: z.date(),
  answer: z.enum(COMPLAINT_ANSWERS).nullable(),
  answerWords: z.string(),
  decideUntil: z.date(),
  outcome: z.enum(COMPLAINT_OUTCOMES).nullable(),
  decidedBy: z.enum(COMPLAINT_DECIDERS).nullable(),
  decisionWords: z.string(),
  refundedMicros: z.bigint(),
  /** It would have been more, but for what one buyer may have back. */
  isCapped: z.boolean(),
  decidedAt: z.date().nullable(),
})

/** What a side of a purchase, or a moderator, sees of it. */
export const saleViewSchema = z.object({
  offerId: z.string(),
  role: z.enum(['buyer', 'seller', 'moderator']),
  /** Null while sealed to the viewer. */
  teaser: z.string().nullable(),
  question: z.object({ id: z.string(), title: z.string() }),
  seller: z.object({ handle: z.string(), name: z.string() }),
  priceMicros: z.bigint(),
  feeMicros: z.bigint(),
  boughtAt: z.date(),
  /** Until then its seller's earnings wait; null where they never did. */
  pendingUntil: z.date().nullable(),
  isPending: z.boolean(),
  /** Null until somebody complains. */
  complaint: complaintSchema.nullable(),
  /** As an inspector that read both has told; null where none has. */
  isTeaserFair: z.boolean().nullable(),
  /** What can come back at most without the seller's agreeing: the buyer's cap is counted in. */
  refundMostMicros: z.bigint(),
  can: z.object({ complain: z.boolean(), answer: z.boolean(), decide: z.boolean() }),
})
export type SaleView = z.infer<typeof saleViewSchema>

/** A line of the moderators' list. */
export const waitingComplaintSchema = z.object({
  offerId: z.string(),
  kind: z.enum(COMPLAINT_KINDS),
  pendingMicros: z.bigint(),
  filedAt: z.date(),
  answer: z.enum(COMPLAINT_ANSWERS).nullable(),
  answerUntil: z.date(),
  decideUntil: z.date(),
})
export type WaitingComplaint = z.infer<typeof waitingComplaintSchema>

/** Earnings that wait. */
export const pendingSaleSchema = z.object({
  offerId: z.string(),
  teaser: z.string(),
  /** What its seller gets, the fee taken off. */
  netMicros: z.bigint(),
  until: z.date(),
  isContested: z.boolean(),
})
export type PendingSale = z.infer<typeof pendingSaleSchema>
