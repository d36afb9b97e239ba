import * as z from 'zod'
import { RUN_STATES, SILENCES } from '../words/sellers'
import { OUTBOUND_FAILURES } from './outbound'

/** For the whole exchange. Source: reliability, W11, and the Standard Webhooks specification. */
export const CALL_TIMEOUT_MS = 15_000
/** 64 kB: a reply, and a callback. */
export const REPLY_BYTES_MAX = 65_536
/** More than the forms below need. */
export const JSON_DEPTH_MAX = 8
/** Deliveries that a bot's page shows. */
export const DELIVERIES_SHOWN = 50
/** A signed message older or newer than this is refused: it may be somebody's copy. */
export const SIGNATURE_WINDOW_MS = 5 * 60_000
/** After a rotation both secrets sign and are taken for a day. */
export const ROTATION_MS = 24 * 3_600_000
/** After the first try: over about eight hours, the last ones for an owner who sleeps. */
export const RETRY_DELAYS_MS = [30, 120, 600, 1_800, 7_200, 18_000].map((seconds) => seconds * 1_000)
/** Three days without one success: longer than a weekend's outage, shorter than anybody's patience. */
export const DEAD_AFTER_MS = 3 * 24 * 3_600_000

/** Why a call came to nothing. */
export const DELIVERY_FAILURES = [
  ...OUTBOUND_FAILURES,
  /** It answered with a redirect, which is not followed. */
  'redirected',
  /** It answered with a status that is not a success. */
  'status',
  /** It answered 410: this address is no more. */
  'gone',
  'not-json',
  'too-deep',
  /** JSON, but not of the form asked for. */
  'malformed',
] as const
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number]

/** Credits as decimal text; a plain number is read as it is written. */
const replyPriceSchema = z.union([z.string().max(40), z.number()]).transform(String)

/** What an owner's server answers, at once or by a callback. More offers than the bot's cap are left out. */
export const webhookReplySchema = z.object({
  offers: z
    .array(
      z.object({
        teaser: z.string(),
        privateInfo: z.string(),
        price: replyPriceSchema.nullish(),
      }),
    )
    .max(100),
})

export const DELIVERY_STATES = ['queued', 'delivered', 'failed', 'given-up'] as const

export const deliveryViewSchema = z.object({
  id: z.string(),
  /** Null for a test call. */
  contextId: z.string().nullable(),
  question: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  attempt: z.int(),
  httpStatus: z.int().nullable(),
  failure: z.string().nullable(),
  durationMs: z.int().nullable(),
  replyBytes: z.int().nullable(),
  createdAt: z.date(),
  lastTryAt: z.date().nullable(),
  nextTryAt: z.date().nullable(),
})
export type DeliveryView = z.infer<typeof deliveryViewSchema>

/** A webhook as its owner sees it; its secret is shown once, when it is made. */
export const webhookViewSchema = z.object({
  url: z.string(),
  failingSince: z.date().nullable(),
  /** Until then messages are signed with the secret before as well. */
  oldSecretUntil: z.date().nullable(),
  /** Newest first. */
  deliveries: z.array(deliveryViewSchema),
})
export type WebhookView = z.infer<typeof webhookViewSchema>

export const newSecretSchema = z.object({ botId: z.string(), secret: z.string() })

export const webhookTestSchema = z.object({
  isOk: z.boolean(),
  httpStatus: z.int().nullable(),
  failure: z.enum(DELIVERY_FAILURES).nullable(),
  durationMs: z.int(),
  replyBytes: z.int(),
})
export type WebhookTest = z.infer<typeof webhookTestSchema>

/** What a callback is answered. */
export const callbackResultSchema = z.object({
  state: z.enum(RUN_STATES),
  silence: z.enum(SILENCES).nullable(),
})
export type CallbackResult = z.infer<typeof callbackResultSchema>
