import * as z from 'zod'
import { ASK_KINDS } from '../protocol/verdict'
import { idSchema, lineSchema, textSchema } from '../shared/text'
import { RUN_STATES, SILENCES } from '../words/sellers'
import { OFFERS_PER_CONTEXT_MAX } from './bots'
import { decisionSchema } from './decision'
import { PRIVATE_CHARS_MAX, priceMicrosSchema, TEASER_CHARS_MAX, TEASER_CHARS_MIN } from './market'

/** What a program takes in one go; what it has answered makes room for the next. */
export const QUEUE_SHOWN = 50

/** A question that waits for a bot: public text alone. */
export const queuedSchema = z.object({
  /** Of the question towards this bot: what an answer names. */
  runId: z.string(),
  contextId: z.string(),
  question: z.object({
    title: z.string(),
    body: z.string(),
    decision: decisionSchema,
    pages: z.array(z.string()),
    tags: z.array(z.string()),
  }),
  /** Of a sub-question: its kind, and the teasers that it is about. */
  subject: z.object({ kind: z.enum(ASK_KINDS), teasers: z.array(z.string()) }).nullable(),
  budgetMicros: z.bigint(),
  /** A price counts when the rule is `chosen`, and is held within the bounds. */
  price: z.object({
    rule: z.enum(['fixed', 'chosen']),
    usualMicros: z.bigint(),
    minMicros: z.bigint(),
    maxMicros: z.bigint(),
  }),
  offersMax: z.int(),
  /** Until when offers are taken. */
  closesAt: z.date().nullable(),
  waitingSince: z.date(),
})
export type Queued = z.infer<typeof queuedSchema>

/** What a program says to a question; no offers for silence. */
export const answerQueuedSchema = z.object({
  botId: idSchema(),
  runId: idSchema(),
  offers: z
    .array(
      z.object({
        teaser: lineSchema().trim().min(TEASER_CHARS_MIN).max(TEASER_CHARS_MAX),
        privateInfo: textSchema().trim().min(1).max(PRIVATE_CHARS_MAX),
        /** Left out for the usual one. */
        priceMicros: priceMicrosSchema.optional(),
      }),
    )
    .max(OFFERS_PER_CONTEXT_MAX),
})
export type AnswerQueued = z.infer<typeof answerQueuedSchema>

/** What came of it: `answered` when an offer was posted; else why not. */
export const queuedResultSchema = z.object({
  state: z.enum(RUN_STATES),
  silence: z.enum(SILENCES).nullable(),
})
export type QueuedResult = z.infer<typeof queuedResultSchema>
