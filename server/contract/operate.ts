import * as z from 'zod'
import { ROLES } from '../actors/actor'
import { AMOUNT_MICROS_MAX } from '../shared/money'
import { cursorSchema, idSchema, lineSchema } from '../shared/text'
import { STEP_FAILURES } from '../words/failures'
import { STOPS } from '../words/moderation'
import { againSchema, handleSchema } from './auth'
import { suspensionSchema } from './moderation'

/** A sentence: everybody reads it, or whoever it concerns. */
export const REASON_CHARS_MAX = 300
const REASON_CHARS_MIN = 5
export const reasonSchema = lineSchema()
  .trim()
  .min(REASON_CHARS_MIN, 'Say why, in a few words.')
  .max(REASON_CHARS_MAX)

export const stopSchema = z.object({ name: z.enum(STOPS), reason: reasonSchema })

/** What is stopped now; for everybody. */
export const stoppedSchema = z.object({ name: z.enum(STOPS), reason: z.string(), stoppedAt: z.date() })
export type Stopped = z.infer<typeof stoppedSchema>

/** As the environment has it: more would make credits worthless. */
export const DAILY_GRANT_MAX = 9_999
/** For the same reason. */
export const WELCOME_GRANT_MAX = 9_999
/** Half of a price: a market that keeps more has no sellers. The table refuses it too. */
export const FEE_BASIS_POINTS_MAX = 5_000
const DOMAINS_MAX = 50
const MODEL_NAME_CHARS_MAX = 200

const domainSchema = lineSchema()
  .trim()
  .toLowerCase()
  .regex(/^(?=.{1,200}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Write domains such as example.org.')

/** As the environment has it: twelve digits. */
const tokensPerDaySchema = z.int().min(0).max(999_999_999_999)
/** Who lowers a ceiling means less than this: no market uses two thousand million tokens in a day. */
const LOWERED_TOKENS_MAX = 2_000_000_000

/**
 * How far an operator can turn what people feel. Without one offer or flag there is no market and no moderation; at the most one hand still
 * leaves room on a table and in a queue for others, and a day's judgements stay below a question's readings.
 */
export const LIMIT_BOUNDS = {
  offersPerSeller: { least: 1, most: 50 },
  judgementsPerDay: { least: 0, most: 50 },
  flagsPerDay: { least: 1, most: 200 },
  notesPerDay: { least: 0, most: 100 },
}
export type LimitKey = keyof typeof LIMIT_BOUNDS
export const LIMIT_KEYS = Object.keys(LIMIT_BOUNDS) as LimitKey[]
const limitSchema = (key: LimitKey) => z.int().min(LIMIT_BOUNDS[key].least).max(LIMIT_BOUNDS[key].most)

/** What an operator can set while the market runs; each holds in every process from the next look on. */
export const settingsSchema = z.object({
  /** Whether strangers can register. */
  signUp: z.enum(['open', 'closed']),
  /** Only addresses at these domains can; none: all. */
  signUpDomains: z.array(domainSchema).max(DOMAINS_MAX),
  /** Whole credits that each verified person can ask with in a day. */
  dailyGrant: z.int().min(0).max(DAILY_GRANT_MAX),
  /** Of the models that the environment names, the one that is had without a choice; empty: `OPENAI_MODEL`. */
  usualModel: lineSchema().max(MODEL_NAME_CHARS_MAX),
  /** Of the models that the environment names, those that askers may choose besides the usual one; none: all. */
  models: z.array(lineSchema().max(MODEL_NAME_CHARS_MAX)).max(DOMAINS_MAX),
  /** Whole credits that somebody is given once, when the market begins to believe that they are a person. */
  welcomeGrant: z.int().min(0).max(WELCOME_GRANT_MAX),
  /** What the market keeps of each price, in hundredths of a per cent: of questions that are asked from then on. */
  feeBasisPoints: z.int().min(0).max(FEE_BASIS_POINTS_MAX),
  /** Tokens of the operator's models that everybody together, one person and one bot may use in a day; at most the environment's. */
  siteTokensPerDay: tokensPerDaySchema,
  personTokensPerDay: tokensPerDaySchema,
  botTokensPerDay: tokensPerDaySchema,
  /** Of one hand on one question. */
  offersPerSeller: limitSchema('offersPerSeller'),
  /** Drafts that one seller has judged in a day; each costs several readings. */
  judgementsPerDay: limitSchema('judgementsPerDay'),
  /** Things that one person flags in a day. */
  flagsPerDay: limitSchema('flagsPerDay'),
  /** That one person writes in a day. */
  notesPerDay: limitSchema('notesPerDay'),
})
/** Those that can only be lowered: the environment's bound the operator's bill. */
export const TOKEN_CEILINGS = ['siteTokensPerDay', 'personTokensPerDay', 'botTokensPerDay'] as const
export type Settings = z.infer<typeof settingsSchema>
export type SettingKey = keyof Settings
export const SETTING_KEYS = Object.keys(settingsSchema.shape) as SettingKey[]

/** One setting; null takes it back to what the environment says. */
export const changeSettingSchema = z.discriminatedUnion('key', [
  z.object({ key: z.literal('signUp'), value: settingsSchema.shape.signUp.nullable() }),
  z.object({ key: z.literal('signUpDomains'), value: settingsSchema.shape.signUpDomains.nullable() }),
  z.object({ key: z.literal('dailyGrant'), value: settingsSchema.shape.dailyGrant.nullable() }),
  z.object({ key: z.literal('usualModel'), value: settingsSchema.shape.usualModel.min(1).nullable() }),
  z.object({ key: z.literal('models'), value: settingsSchema.shape.models.nullable() }),
  z.object({ key: z.literal('welcomeGrant'), value: settingsSchema.shape.welcomeGrant.nullable() }),
  z.object({ key: z.literal('feeBasisPoints'), value: settingsSchema.shape.feeBasisPoints.nullable() }),
  ...LIMIT_KEYS.map((key) => z.object({ key: z.literal(key), value: limitSchema(key).nullable() })),
  ...TOKEN_CEILINGS.map((key) =>
    z.object({ key: z.literal(key), value: z.int().min(0).max(LOWERED_TOKENS_MAX).nullable() }),
  ),
])
export type ChangeSetting = z.infer<typeof changeSettingSchema>

/** What everybody may know of it. */
export const marketTermsSchema = z.object({
  /** What the market keeps of each price on questions that are asked now, in hundredths of a per cent. */
  feeBasisPoints: z.int(),
  /** For so long after a sale what was earned is pending. */
  pendingHours: z.int(),
  /** What newcomers are given. */
  welcomeMicros: z.bigint(),
})
export type MarketTerms = z.infer<typeof marketTermsSchema>

export const settingsViewSchema = z.object({
  now: settingsSchema,
  /** Of the environment, where a setting was changed here. */
  changed: z.array(
    z.object({
      key: z.enum(SETTING_KEYS),
      changedAt: z.date(),
    }),
  ),
  /** Every model that the environment names, its `OPENAI_MODEL` first; in dollars for a million tokens, 0 where it says nothing. */
  named: z.array(
    z.object({
      name: z.string(),
      inputUsd: z.number(),
      outputUsd: z.number(),
      /** What of it may be used in a day; null without a ceiling of its own. */
      tokensPerDay: z.number().nullable(),
    }),
  ),
  /** The environment's ceilings. */
  tokensMost: z.object({
    siteTokensPerDay: z.number(),
    personTokensPerDay: z.number(),
    botTokensPerDay: z.number(),
  }),
})
export type SettingsView = z.infer<typeof settingsViewSchema>

const queueSchema = z.object({ name: z.string(), waiting: z.int(), oldestAt: z.date().nullable() })

export const dashboardSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  database: z.string(),
  upSince: z.date(),
  hasWorker: z.boolean(),
  model: z.string(),
  books: z.object({
    isOk: z.boolean(),
    checkedAt: z.date().nullable(),
    /** What was ever given, less what was taken back; what all accounts hold must be as much. */
    issuedMicros: z.bigint(),
    heldMicros: z.bigint(),
    feesMicros: z.bigint(),
    frozenAccounts: z.array(z.string()),
  }),
  queues: z.array(queueSchema),
  modelDays: z.array(z.object({ day: z.string(), tokens: z.number(), microUsd: z.bigint() })),
  growth: z.array(
    z.object({ day: z.string(), people: z.int(), questions: z.int(), offers: z.int(), purchases: z.int() }),
  ),
  moderationWaiting: z.int(),
  stopped: z.array(stoppedSchema),
})
export type Dashboard = z.infer<typeof dashboardSchema>

export const PEOPLE_PAGE_SIZE = 30

export const peopleSchema = z.object({
  query: lineSchema().trim().max(100).default(''),
  cursor: cursorSchema().nullable().default(null),
})
export const personRowSchema = z.object({
  handle: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  isDemo: z.boolean(),
  isDeleted: z.boolean(),
  createdAt: z.date(),
})
export const peoplePageSchema = z.object({
  people: z.array(personRowSchema),
  nextCursor: z.string().nullable(),
})

export const personSheetSchema = z.object({
  person: personRowSchema,
  isYou: z.boolean(),
  availableMicros: z.bigint(),
  heldMicros: z.bigint(),
  logins: z.int(),
  bots: z.array(z.object({ id: z.string(), name: z.string(), isPaused: z.boolean() })),
  keys: z.array(
    z.object({ id: z.string(), name: z.string(), hint: z.string(), usedAt: z.date().nullable() }),
  ),
  suspensions: z.array(suspensionSchema),
  /** The newest payments of theirs, by the key that a correction names. */
  transfers: z.array(
    z.object({
      key: z.string(),
      kind: z.string(),
      from: z.string(),
      to: z.string(),
      amountMicros: z.bigint(),
      createdAt: z.date(),
      isReversed: z.boolean(),
    }),
  ),
})
export type PersonSheet = z.infer<typeof personSheetSchema>

export const giveRoleSchema = z.object({ handle: handleSchema, role: z.enum(ROLES) })

export const grantSchema = z.object({
  handle: handleSchema,
  amountMicros: z.bigint().positive().max(AMOUNT_MICROS_MAX),
  reason: reasonSchema,
  /** So that sending it again gives nothing twice. */
  requestKey: z.string().regex(/^[\w-]{1,64}$/),
})
export type GrantInput = z.infer<typeof grantSchema>

export const reverseSchema = z.object({
  key: z.string().regex(/^[\w:.-]{1,200}$/, 'That is no key of a payment.'),
  reason: reasonSchema,
})
export type ReverseInput = z.infer<typeof reverseSchema>

export const claimSchema = z.object({
  code: lineSchema().trim().min(1).max(100),
  password: againSchema,
})

/** A tree of 200 sub-questions read once each; who wants more reads the tables. */
export const READINGS_SHOWN = 200

export const readingsSchema = z.object({
  /** Null: those of any question that are under way. */
  questionId: idSchema().nullable().default(null),
})
export const readingsPageSchema = z.object({
  readings: z.array(
    z.object({
      questionId: z.string(),
      contextId: z.string(),
      round: z.int(),
      state: z.enum(['claimed', 'waiting', 'done', 'dropped']),
      /** Empty until somebody has claimed it. */
      inspector: z.string(),
      /** Empty for the built-in inspector, and while it is under way. */
      promptVersion: z.string(),
      /** Requests that were sent, those that failed included. */
      calls: z.int(),
      promptTokens: z.int(),
      completionTokens: z.int(),
      /** Of the call that counted; null while it is under way. */
      milliseconds: z.int().nullable(),
      failure: z.enum(STEP_FAILURES).nullable(),
      /** Tries that failed since the tree began or was resumed. */
      failures: z.int(),
      createdAt: z.date(),
    }),
  ),
  /** There are more. */
  isCut: z.boolean(),
})
export type ReadingsPage = z.infer<typeof readingsPageSchema>
