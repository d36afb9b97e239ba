import { z } from 'zod'
import { RUN_STATES, SILENCES } from '../../shared/seller-words'

/** Ten past questions show what a bot does without costing its owner a day's tokens. */
export const REHEARSED_QUESTIONS = 10

/** A past public question that a bot's matcher would have matched, and what became of it. */
export const rehearsableSchema = z.object({
  contextId: z.string(),
  title: z.string(),
  budgetMicros: z.bigint(),
  createdAt: z.date(),
  /** As everybody may know it from the question's page. */
  outcome: z.object({ offers: z.int(), boughtMicros: z.array(z.bigint()) }),
})
export type Rehearsable = z.infer<typeof rehearsableSchema>

/** What a bot would have said to one of them. For its owner only; nothing of it is kept. */
export const rehearsalSchema = z.object({
  contextId: z.string(),
  state: z.enum(RUN_STATES).exclude(['queued']),
  silence: z.enum(SILENCES).nullable(),
  /** A failure code, never its text; of an answer, the code of what did not work though it came. */
  failure: z.string().nullable(),
  offers: z.array(z.object({ teaser: z.string(), privateInfo: z.string(), priceMicros: z.bigint() })),
  promptTokens: z.int(),
  completionTokens: z.int(),
  costMicroUsd: z.bigint(),
})
export type Rehearsal = z.infer<typeof rehearsalSchema>

/** An offer of a bot that was bought on a public question. */
export const boughtOfferSchema = z.object({
  id: z.string(),
  teaser: z.string(),
  priceMicros: z.bigint(),
  boughtAt: z.date(),
  question: z.object({ id: z.string(), title: z.string() }),
})
export type BoughtOffer = z.infer<typeof boughtOfferSchema>
