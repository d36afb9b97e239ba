import * as z from 'zod'
import type { Reason } from '../protocol/verdict'
import { idSchema, webAddressSchema } from '../shared/text'
import { NOTICE_EVENTS, NOTICE_TOPICS, type NoticeEvent } from '../words/notices'
import { againSchema } from './auth'
import { PAGE_CHARS_MAX } from './decision'
import { DELIVERY_FAILURES, DELIVERY_STATES } from './webhook'

/** One server, one to try another, and one to spare; each is called for everything that happens. */
export const INBOX_WEBHOOKS_MAX = 3
/** Calls that a webhook's list shows. */
export const INBOX_DELIVERIES_SHOWN = 20

/** What a person's server is sent, as Standard Webhooks has it; documented in docs/api.md. */
export type InboxMessage = {
  type: NoticeEvent | 'test'
  /** When it happened, RFC 3339. */
  timestamp: string
  data: {
    /** The line that the inbox shows. */
    text: string
    /** The page that it leads to. */
    url: string
    /** How often it happened at once. */
    count: number
    /** Credits as decimal text. */
    amount: string | null
    reason: Reason | null
    question: { id: string; title: string } | null
    offer: { id: string; teaser: string } | null
    bot: { id: string; name: string } | null
    game: { id: string; title: string } | null
  }
}

const topicsSchema = z
  .array(z.enum(NOTICE_TOPICS))
  .min(1, 'Choose at least one kind of news.')
  .max(NOTICE_TOPICS.length)
  .transform((topics) => NOTICE_TOPICS.filter((topic) => topics.includes(topic)))

export const addInboxWebhookSchema = z.object({
  url: webAddressSchema(PAGE_CHARS_MAX),
  topics: topicsSchema,
  password: againSchema,
})
export type AddInboxWebhook = z.infer<typeof addInboxWebhookSchema>

export const inboxWebhookIdSchema = z.object({ id: idSchema() })

/** `isPaused: false` lets it go on; what happened meanwhile is not sent. */
export const changeInboxWebhookSchema = z.object({
  id: idSchema(),
  topics: topicsSchema,
  isPaused: z.boolean(),
})
export type ChangeInboxWebhook = z.infer<typeof changeInboxWebhookSchema>

const inboxDeliverySchema = z.object({
  id: z.string(),
  /** Null for a test call. */
  event: z.enum(NOTICE_EVENTS).nullable(),
  state: z.enum(DELIVERY_STATES),
  attempt: z.int(),
  httpStatus: z.int().nullable(),
  failure: z.string().nullable(),
  createdAt: z.date(),
  lastTryAt: z.date().nullable(),
  /** When it is tried again; null once it has ended. */
  nextTryAt: z.date().nullable(),
})

/** A webhook as its owner sees it; its secret is shown once, when it is made. */
export const inboxWebhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  topics: z.array(z.enum(NOTICE_TOPICS)),
  failingSince: z.date().nullable(),
  pausedAt: z.date().nullable(),
  createdAt: z.date(),
  /** Until then messages are signed with the secret before as well. */
  oldSecretUntil: z.date().nullable(),
  /** Newest first. */
  deliveries: z.array(inboxDeliverySchema),
})
export type InboxWebhook = z.infer<typeof inboxWebhookSchema>

export const newInboxSecretSchema = z.object({ id: z.string(), secret: z.string() })

export const inboxWebhookTestSchema = z.object({
  isOk: z.boolean(),
  httpStatus: z.int().nullable(),
  failure: z.enum(DELIVERY_FAILURES).nullable(),
})
