import * as z from 'zod'
import { idSchema, lineSchema } from '../shared/text'
import { BOT_ABOUT_CHARS_MAX, BOT_NAME_CHARS_MAX } from './bots'
import { priceMicrosSchema } from './market'
import { KEYWORDS_MAX, keywordSchema } from './matching'

/** A person looks at what their program says within days; what nobody adopted by then was a try. */
export const AGENT_LASTS_MS = 7 * 86_400_000
/** Registered and not adopted, on the whole market: far more than are tried in a week, far fewer than fill a disk. */
export const AGENTS_WAITING_MAX = 5_000

/** What an agent says of itself. */
export const registerAgentSchema = z.object({
  name: lineSchema().trim().min(2, 'Say what you are called.').max(BOT_NAME_CHARS_MAX),
  /** What it knows, in public words. */
  about: lineSchema().trim().max(BOT_ABOUT_CHARS_MAX).default(''),
  /** Words or phrases any of which a question has that it would answer. */
  words: z.array(keywordSchema).min(1, 'Name at least one word.').max(KEYWORDS_MAX),
  /** What an answer costs, unless its adopter sets another price. */
  priceMicros: priceMicrosSchema,
})
export type RegisterAgent = z.infer<typeof registerAgentSchema>

export const registeredAgentSchema = z.object({
  agentId: z.string(),
  /** Shown this once. */
  key: z.string(),
  /** For the person who is to adopt it: whoever has this address can. */
  claimUrl: z.string(),
  /** Adopted by then, or forgotten. */
  expiresAt: z.date(),
})
export type RegisteredAgent = z.infer<typeof registeredAgentSchema>

/** An agent as its own key sees it; `botId` once it is adopted. */
export const agentSchema = z.object({
  agentId: z.string().nullable(),
  name: z.string(),
  botId: z.string().nullable(),
  expiresAt: z.date().nullable(),
})
export type Agent = z.infer<typeof agentSchema>

/** What a claim link shows to whoever may adopt. */
export const claimableSchema = z.object({
  name: z.string(),
  about: z.string(),
  words: z.array(z.string()),
  priceMicros: z.bigint(),
  createdAt: z.date(),
  expiresAt: z.date(),
})
export type Claimable = z.infer<typeof claimableSchema>

export const claimSchema = z.object({ claim: idSchema() })
