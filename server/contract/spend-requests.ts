import * as z from 'zod'
import { idSchema } from '../shared/text'
import { SPEND_KINDS } from '../words/programs'

/** An owner looks a few times a day; what nobody answered by tomorrow was asked for yesterday's reasons. */
export const REQUEST_LASTS_MS = 24 * 3_600_000
/** Of one key at once: as many as somebody answers in one go. A program that runs wild fills no more. */
export const REQUESTS_WAITING_MAX = 20
/** Answered and expired ones, on the page where they are answered. */
export const REQUESTS_SHOWN = 50

export const REQUEST_STATES = ['waiting', 'done', 'declined', 'expired'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** What a key asked its owner for. */
export const spendRequestSchema = z.object({
  requestId: z.string(),
  kind: z.enum(SPEND_KINDS),
  /** `done`: the owner said yes, and it was carried out, once. */
  state: z.enum(REQUEST_STATES),
  amountMicros: z.bigint(),
  /** Of a purchase. */
  offerId: z.string().nullable(),
  /** What it came to: the question that was asked, raised or taken up again, or the purchase. Null unless done. */
  contextId: z.string().nullable(),
  purchaseId: z.string().nullable(),
  createdAt: z.date(),
  /** A yes after this comes too late. */
  expiresAt: z.date(),
  decidedAt: z.date().nullable(),
})
export type SpendRequest = z.infer<typeof spendRequestSchema>

/** The same for the owner, who answers: with what it is about and which key asks. */
export const ownerRequestSchema = spendRequestSchema.extend({
  /** The question's title; of a purchase the offer's teaser. Null once it is over, but for a purchase. */
  about: z.string().nullable(),
  key: z.object({ name: z.string(), hint: z.string() }),
})
export type OwnerRequest = z.infer<typeof ownerRequestSchema>

export const answerRequestSchema = z.object({ requestId: idSchema(), isYes: z.boolean() })
