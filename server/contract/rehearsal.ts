import * as z from 'zod'
import { idSchema } from '../shared/text'
import { RUN_STATES, SILENCES } from '../words/sellers'
import { askSchema, budgetMicrosSchema } from './market'
import { proseSchema } from './prose'

/** Ten questions show what a bot does without costing its owner a day's tokens. */
export const REHEARSED_QUESTIONS = 10

/** A public question that a bot's matcher would have matched, and what became of it. */
export const rehearsableSchema = z.object({
  contextId: z.string(),
  title: z.string(),
  /** Asked by a person; else it is an inspector's sub-question. */
  isRoot: z.boolean(),
  budgetMicros: z.bigint(),
  createdAt: z.date(),
  /** As everybody may know it from the question's page. */
  outcome: z.object({ offers: z.int(), boughtMicros: z.array(z.bigint()) }),
})
export type Rehearsable = z.infer<typeof rehearsableSchema>

/** What a bot would say to a question. For its owner only; nothing of it is kept. */
const wouldSaySchema = z.object({
  state: z.enum(RUN_STATES).exclude(['queued']),
  silence: z.enum(SILENCES).nullable(),
  /** A failure code, never its text; of an answer, the code of what did not work though it came. */
  failure: z.string().nullable(),
  offers: z.array(
    z.object({
      teaser: z.string(),
      privateInfo: z.string(),
      privateProse: proseSchema,
      priceMicros: z.bigint(),
    }),
  ),
  promptTokens: z.int(),
  completionTokens: z.int(),
  costMicroUsd: z.bigint(),
})
export type WouldSay = z.infer<typeof wouldSaySchema>

/** What it would have said to a question of somebody else. */
export const rehearsalSchema = wouldSaySchema.extend({ contextId: z.string() })
export type Rehearsal = z.infer<typeof rehearsalSchema>

/** A question that a bot's owner has made up: as long as one that is asked may be. */
export const ownQuestionSchema = z.object({
  botId: idSchema(),
  question: askSchema.shape.title,
  budgetMicros: budgetMicrosSchema,
})
export type OwnQuestion = z.infer<typeof ownQuestionSchema>

/** What it would say to that, and whether it would be asked at all. */
export const ownRehearsalSchema = wouldSaySchema.extend({ wakesIt: z.boolean() })
export type OwnRehearsal = z.infer<typeof ownRehearsalSchema>

/** An offer of a bot that was bought on a public question. */
export const boughtOfferSchema = z.object({
  id: z.string(),
  teaser: z.string(),
  priceMicros: z.bigint(),
  boughtAt: z.date(),
  question: z.object({ id: z.string(), title: z.string() }),
})
export type BoughtOffer = z.infer<typeof boughtOfferSchema>
