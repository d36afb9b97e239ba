import { z } from 'zod'
import { personSchema } from '../auth/contract'
import {
  PRIVATE_CHARS_MAX,
  priceMicrosSchema,
  requestKeySchema,
  TEASER_CHARS_MAX,
  TEASER_CHARS_MIN,
} from '../market/contract'

export const BOT_NAME_CHARS_MAX = 60
export const KEYWORDS_MAX = 20
/** Three failures in a row pause a bot: a broken bot should tell its owner, not the market. */
export const BOT_FAILURES_MAX = 3

export const keywordSchema = z.string().trim().min(2, 'A keyword has at least two letters.').max(60)

const botFields = {
  name: z.string().trim().min(2, 'Name the bot.').max(BOT_NAME_CHARS_MAX),
  keywords: z.array(keywordSchema).min(1, 'Name at least one word that wakes the bot.').max(KEYWORDS_MAX),
  scope: z.enum(['roots', 'sub-contexts', 'both']),
  priceMicros: priceMicrosSchema,
  requestKey: requestKeySchema,
}

export const createBotSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('fixed'),
    ...botFields,
    teaser: z.string().trim().min(TEASER_CHARS_MIN).max(TEASER_CHARS_MAX),
    /** The information it sells. */
    knowledge: z.string().trim().min(1, 'Write the information it sells.').max(PRIVATE_CHARS_MAX),
  }),
  z.object({
    kind: z.literal('llm'),
    ...botFields,
    teaser: z.literal('').default(''),
    /** What it knows and how it answers. */
    knowledge: z.string().trim().min(1, 'Write what it knows.').max(PRIVATE_CHARS_MAX),
  }),
])
export type CreateBotInput = z.infer<typeof createBotSchema>

/** A bot as everybody may see it; `knowledge` only for its owner. */
export const botViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['fixed', 'llm']),
  owner: personSchema,
  isYours: z.boolean(),
  isPaused: z.boolean(),
  keywords: z.array(z.string()),
  scope: z.enum(['roots', 'sub-contexts', 'both']),
  priceMicros: z.bigint(),
  teaser: z.string(),
  knowledge: z.string().nullable(),
  offers: z.int(),
  bought: z.int(),
  earnedMicros: z.bigint(),
  failures: z.int(),
  createdAt: z.date(),
})
export type BotView = z.infer<typeof botViewSchema>

/** One line of a bot's run log, for its owner. */
export const botRunViewSchema = z.object({
  id: z.string(),
  state: z.enum(['queued', 'answered', 'silent', 'failed']),
  question: z.string(),
  contextId: z.string(),
  offerState: z.enum(['open', 'withdrawn', 'bought', 'passed']).nullable(),
  failure: z.string().nullable(),
  createdAt: z.date(),
})
