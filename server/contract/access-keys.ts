import * as z from 'zod'
import { DELEGABLE_SCOPES, type DelegableScope } from '../actors/actor'
import { AMOUNT_MICROS_MAX, PRICE_MICROS_MIN } from '../shared/money'
import { idSchema, lineSchema } from '../shared/text'
import { proofSchema } from './auth'

export const KEY_NAME_CHARS_MAX = 60
/** A program each for a laptop, a phone, a few servers and some experiments; whoever has more has forgotten some. */
export const KEYS_MAX = 20
/** A year: a key that nobody renews is one that nobody watches. Null in its place is a choice of the owner's. */
export const KEY_DAYS_MAX = 366

/** Below a cap of the least price nothing could be bought at all. */
const capSchema = z
  .bigint()
  .min(PRICE_MICROS_MIN, 'A cap is at least 0.01 credits.')
  .max(AMOUNT_MICROS_MAX, 'A cap is at most 100 000 credits.')

/** What a key of a bot may have: it sells in the bot's name, and sees what is public and the bot's own. */
export const BOT_SCOPES: readonly DelegableScope[] = ['read', 'sell']

/** What its owner lets a program do, and how much of it. */
export const allowedShape = {
  scopes: z
    .array(z.enum(DELEGABLE_SCOPES))
    .min(1, 'Choose at least one thing that it may do.')
    .max(DELEGABLE_SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'One of these is named twice.'),
  /** Both with the scope to spend, neither without. */
  spendPerDayMicros: capSchema.nullable().default(null),
  spendPerQuestionMicros: capSchema.nullable().default(null),
  /** More than this at once, or for one question, waits for a yes; null asks for none. */
  askAboveMicros: z
    .bigint()
    .min(0n, 'Write an amount of credits, 0 to be asked for everything.')
    .max(AMOUNT_MICROS_MAX, 'That is more than any cap.')
    .nullable()
    .default(null),
}
export type Allowed = z.infer<z.ZodObject<typeof allowedShape>>

/** Caps belong to the scope to spend, and fit each other. */
export function checkAllowed(
  { scopes, spendPerDayMicros: day, spendPerQuestionMicros: question, askAboveMicros: above }: Allowed,
  check: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  const spends = scopes.includes('spend')
  if (above !== null && !spends)
    check.addIssue({
      code: 'custom',
      path: ['askAboveMicros'],
      message: 'It may not spend, so there is nothing to ask you for.',
    })
  const caps = [
    { path: 'spendPerDayMicros', cap: day },
    { path: 'spendPerQuestionMicros', cap: question },
  ]
  for (const { path, cap } of caps)
    if (spends !== (cap !== null))
      check.addIssue({
        code: 'custom',
        path: [path],
        message: spends ? 'Say how much it may spend.' : 'It may not spend, so it has no cap.',
      })
  if (day !== null && question !== null && question > day)
    check.addIssue({
      code: 'custom',
      path: ['spendPerQuestionMicros'],
      message: 'For one question it cannot be more than for a day.',
    })
}

export const createKeySchema = proofSchema
  .extend({
    name: lineSchema().trim().min(1, 'Say what will use it.').max(KEY_NAME_CHARS_MAX),
    ...allowedShape,
    /** As which bot of one's own it acts; null for oneself. */
    botId: idSchema().nullable().default(null),
    /** Null: until it is revoked. */
    days: z.int().min(1).max(KEY_DAYS_MAX).nullable(),
  })
  .superRefine((key, check) => {
    if (key.botId !== null && key.scopes.some((scope) => !BOT_SCOPES.includes(scope)))
      check.addIssue({
        code: 'custom',
        path: ['scopes'],
        message: 'A key of a bot reads and sells, and nothing else.',
      })
    checkAllowed(key, check)
  })
export type CreateKey = z.infer<typeof createKeySchema>

/** A key, for its owner alone; what it opens with is shown once and never again. */
export const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Its last letters. */
  hint: z.string(),
  scopes: z.array(z.enum(DELEGABLE_SCOPES)),
  spendPerDayMicros: z.bigint().nullable(),
  spendPerQuestionMicros: z.bigint().nullable(),
  askAboveMicros: z.bigint().nullable(),
  /** The bot that it acts as; null for its owner. */
  bot: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  /** To a minute. */
  usedAt: z.date().nullable(),
})
export type AccessKey = z.infer<typeof keySchema>

export const newKeySchema = z.object({ key: keySchema, secret: z.string() })
