import * as z from 'zod'

/**
 * The only reader of `process.env`. Every variable is in `.env.example`; a bad value stops the start with its name.
 * Empty strings count as absent, so that a copied `.env.example` changes nothing.
 */

const flag = z.enum(['on', 'off'], 'must be on or off')

const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be a whole address that begins with http:// or https://',
})

export const PORT_MAX = 65_535
const PORT_WORDS = `must be a whole number from 0 to ${PORT_MAX}, for example 3000`

const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, PORT_WORDS)
  .transform(Number)
  .pipe(z.number().max(PORT_MAX, PORT_WORDS))

const proxiesSchema = z.string().regex(/^\d$/, 'must be a number of proxies, from 0 to 9').transform(Number)

const TOKENS_WORDS = 'must be a whole number of tokens, for example 20000000'
const tokensSchema = z
  .string()
  .regex(/^\d{1,12}$/, TOKENS_WORDS)
  .transform(Number)

const SECONDS_WORDS = 'must be a whole number of seconds, from 1 to 3600'
const secondsSchema = z
  .string()
  .regex(/^\d{1,4}$/, SECONDS_WORDS)
  .transform(Number)
  .pipe(z.number().min(1, SECONDS_WORDS).max(3_600, SECONDS_WORDS))

const DOLLARS_WORDS = 'must be an amount in dollars, for example 2.50'
const dollarsSchema = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, DOLLARS_WORDS)
  .transform(Number)

const MODELS_WORDS =
  'must be name=input/output[/tokens a day], separated by commas, in dollars for a million tokens, for example gpt-5-mini=0.25/2,qwen3:8b=0/0/5000000'
const MODEL =
  /^(?<name>[^\s,=]{1,200})=(?<input>\d{1,6}(?:\.\d{1,6})?)\/(?<output>\d{1,6}(?:\.\d{1,6})?)(?:\/(?<tokens>\d{1,12}))?$/

/** A model that askers may choose besides the first, its prices in dollars for a million tokens, and what of it may be used in a day. */
export type OtherModel = { name: string; inputUsd: number; outputUsd: number; tokensPerDay: number | null }

const otherModelsSchema = z.string().transform((text, context): OtherModel[] => {
  const models = text.split(',').map((one) => MODEL.exec(one.trim())?.groups)
  const read = models.flatMap((one) =>
    one
      ? {
          name: one.name ?? '',
          inputUsd: Number(one.input),
          outputUsd: Number(one.output),
          tokensPerDay: one.tokens === undefined ? null : Number(one.tokens),
        }
      : [],
  )
  const names = new Set(read.map(({ name }) => name))
  if (read.length < models.length) context.addIssue({ code: 'custom', message: MODELS_WORDS })
  else if (names.size < read.length) context.addIssue({ code: 'custom', message: 'names a model twice' })
  return read
})

const CREDITS_WORDS = 'must be an amount in credits, at most 100, for example 0.05'
const CREDIT_DECIMALS = 6
/** In micro-credits. */
const creditsSchema = z
  .string()
  .regex(/^(?:\d{1,2}(?:\.\d{1,6})?|100)$/, CREDITS_WORDS)
  .transform((text) => {
    const [whole = '', decimals = ''] = text.split('.')
    return BigInt(whole + decimals.padEnd(CREDIT_DECIMALS, '0'))
  })

/** A month: longer than that nobody remembers what was sold. */
const PENDING_HOURS_MAX = 720
const HOURS_WORDS = `must be a whole number of hours, from 0 to ${PENDING_HOURS_MAX}`
const hoursSchema = z
  .string()
  .regex(/^\d{1,3}$/, HOURS_WORDS)
  .transform(Number)
  .pipe(z.number().max(PENDING_HOURS_MAX, HOURS_WORDS))

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

const sealKeysSchema = z
  .string()
  .regex(
    /^[\w-]+:[A-Za-z0-9+/]{43}=(,[\w-]+:[A-Za-z0-9+/]{43}=)*$/,
    'must be id:key[,id:key…] where each key is 32 bytes in base64 (openssl rand -base64 32); the first one seals',
  )

const envSchema = z
  .object({
    PORT: portSchema.default(3000),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
      .optional(),
    APP_URL: webAddress.optional(),
    /** Where the source of what runs here is read. */
    SOURCE_URL: webAddress.optional(),
    /** How many proxies of the operator's stand before this process, each adding to X-Forwarded-For. */
    TRUST_PROXY: proxiesSchema.default(0),
    AUTH_SECRET: z.string().min(32, 'must have at least 32 characters (openssl rand -base64 32)').optional(),
    SEAL_KEYS: sealKeysSchema.optional(),
    GITHUB_ID: z.string().optional(),
    GITHUB_SECRET: z.string().optional(),
    GOOGLE_ID: z.string().optional(),
    GOOGLE_SECRET: z.string().optional(),
    OPENAI_API_KEY: z.string().optional(),
    OPENAI_BASE_URL: webAddress.optional(),
    OPENAI_MODEL: z.string().optional(),
    /** More models of the same server, with prices: askers choose among them and `OPENAI_MODEL`, which is the usual one. */
    OPENAI_OTHER_MODELS: otherModelsSchema.default([]),
    OPENAI_EMBEDDING_MODEL: z.string().optional(),
    /** For one call, retries included; a slow local server may need more. */
    OPENAI_TIMEOUT_SECONDS: secondsSchema.default(600),
    /** How long the model's server may say nothing before a call is given up. */
    OPENAI_STALL_SECONDS: secondsSchema.default(120),
    /** Dollars for a million tokens; 0 when unknown, and then no ceiling in dollars holds. */
    OPENAI_INPUT_USD: dollarsSchema.default(0),
    OPENAI_OUTPUT_USD: dollarsSchema.default(0),
    /** Of the operator's model, in a day (UTC): beyond, the built-in inspector takes over. A tree uses 50 000 tokens or so. */
    MODEL_SITE_TOKENS_PER_DAY: tokensSchema.default(20_000_000),
    MODEL_PERSON_TOKENS_PER_DAY: tokensSchema.default(2_000_000),
    MODEL_BOT_TOKENS_PER_DAY: tokensSchema.default(1_000_000),
    MODEL_SITE_USD_PER_DAY: dollarsSchema.optional(),
    MODEL_PERSON_USD_PER_DAY: dollarsSchema.optional(),
    MODEL_BOT_USD_PER_DAY: dollarsSchema.optional(),
    /** E-mail goes out through this server, for example smtps://user:password@mail.example:465. */
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: 'must be an address that begins with smtp:// or smtps://' })
      .optional(),
    /** Who mails are from: an address, or a name with one. */
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]*$/, 'must hold an e-mail address, for example Market <news@market.example>')
      .optional(),
    /** Who registers proves their e-mail first, and nobody earns without. By default off in a demo market without SMTP, on elsewhere. */
    VERIFY_EMAIL: flag.optional(),
    /** Whole credits that each verified person can ask with in a day, and not keep. */
    DAILY_GRANT: z
      .string()
      .regex(/^\d{1,4}$/, 'must be a whole number of credits, for example 5')
      .transform(Number)
      .default(0),
    /** Credits that a seller lays down with each offer; kept only when an inspector judged it to be off the subject, or its teaser to mislead. 0: none. */
    POSTING_BOND: creditsSchema.default(0n),
    /** So long a buyer may complain about a purchase, and its seller's earnings wait. 0: they are paid at once, and nothing is refunded. */
    EARNINGS_PENDING_HOURS: hoursSchema.default(72),
    /** The page /outbox shows the last mails of everybody. By default on in development; production refuses it. */
    OUTBOX: flag.optional(),
    /** Bots may call http, loopback and private addresses. For development only: see `isLoopbackUrl` below. */
    OUTBOUND_PRIVATE: flag.default('off'),
    /** The market fetches the pages that questions are about. */
    READ_PAGES: flag.default('on'),
    NODE_ENV: z.string().optional(),
    /** A demo market with people anyone may sign in as. By default on without DATABASE_URL, off with it. */
    DEMO: flag.optional(),
    /** Jobs run in the web process. Off only with DATABASE_URL and `npm run worker` elsewhere. */
    WORKER: flag.default('on'),
    /** Calls of the inspector under way at once in one process; more only fill the model's queue. */
    MODEL_CALLS_AT_ONCE: z.coerce.number().int().min(1).max(10_000).default(64),
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  })
  .superRefine((env, context) => {
    const pairs = [
      ['GITHUB_ID', 'GITHUB_SECRET'],
      ['GOOGLE_ID', 'GOOGLE_SECRET'],
      ['SMTP_URL', 'MAIL_FROM'],
    ] as const
    for (const [id, secret] of pairs) {
      if (Boolean(env[id]) !== Boolean(env[secret])) {
        context.addIssue({
          code: 'custom',
          path: [env[id] ? secret : id],
          message: 'is missing: both or neither',
        })
      }
    }
    if (env.DATABASE_URL) {
      for (const name of ['AUTH_SECRET', 'SEAL_KEYS'] as const) {
        if (!env[name])
          context.addIssue({
            code: 'custom',
            path: [name],
            message: 'is required with DATABASE_URL, the same on every machine',
          })
      }
    } else if (env.WORKER === 'off') {
      context.addIssue({
        code: 'custom',
        path: ['WORKER'],
        message: 'can be off only with DATABASE_URL: without it jobs run in this process',
      })
    }
    if (env.OUTBOX === 'on' && env.NODE_ENV === 'production') {
      context.addIssue({
        code: 'custom',
        path: ['OUTBOX'],
        message: 'cannot be on in production: it shows the mails of everybody',
      })
    }
    if (env.OUTBOUND_PRIVATE === 'on') {
      for (const name of ['APP_URL', 'DATABASE_URL'] as const) {
        if (!env[name] || isLoopbackUrl(env[name])) continue
        context.addIssue({
          code: 'custom',
          path: ['OUTBOUND_PRIVATE'],
          message: `cannot be on with a ${name} that is not of this machine: people could reach your private network`,
        })
      }
    }
    const others = env.OPENAI_OTHER_MODELS
    const hasPrices =
      env.OPENAI_INPUT_USD > 0 ||
      env.OPENAI_OUTPUT_USD > 0 ||
      others.some(({ inputUsd, outputUsd }) => inputUsd > 0 || outputUsd > 0)
    if (others.length > 0 && !env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) {
      context.addIssue({
        code: 'custom',
        path: ['OPENAI_OTHER_MODELS'],
        message: 'needs OPENAI_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL',
      })
    }
    if (others.some(({ name }) => name === env.OPENAI_MODEL)) {
      context.addIssue({
        code: 'custom',
        path: ['OPENAI_OTHER_MODELS'],
        message: 'names OPENAI_MODEL again; its prices are OPENAI_INPUT_USD and OPENAI_OUTPUT_USD',
      })
    }
    for (const name of [
      'MODEL_SITE_USD_PER_DAY',
      'MODEL_PERSON_USD_PER_DAY',
      'MODEL_BOT_USD_PER_DAY',
    ] as const) {
      if (env[name] === undefined || hasPrices) continue
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'holds only with prices: set OPENAI_INPUT_USD and OPENAI_OUTPUT_USD',
      })
    }
    if ((env.OPENAI_API_KEY || env.OPENAI_BASE_URL) && !env.OPENAI_MODEL) {
      context.addIssue({
        code: 'custom',
        path: ['OPENAI_MODEL'],
        message: 'is required with OPENAI_API_KEY or OPENAI_BASE_URL',
      })
    }
  })

/** Of this machine only: a market that other people reach, or that shares a database, is not a development one. */
function isLoopbackUrl(text: string): boolean {
  const host = URL.canParse(text) ? new URL(text).hostname : ''
  return ['localhost', '127.0.0.1', '[::1]'].includes(host) || host.endsWith('.localhost')
}

export type Env = z.infer<typeof envSchema>

/** Settings that nothing can start with; says of each what it must be. Values are left out: some are secrets. */
export class BadSettingsError extends Error {
  override readonly name = 'BadSettingsError'
}

/** @throws BadSettingsError that lists each variable with a bad value and why. */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = envSchema.safeParse(present)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(
    (issue) => `  ${issue.path.join('.') || 'environment'}: ${issue.message}`,
  )
  throw new BadSettingsError(`These settings are not right (see .env.example):\n${lines.join('\n')}`)
}

/** The address people use, with the port of this process where none was set. */
export function siteUrl(env: Env): string {
  return env.APP_URL ?? `http://localhost:${env.PORT}`
}

/** Whether people have to prove their e-mail here; otherwise everybody counts as verified. */
export function asksForEmailProof(env: ProofEnv): boolean {
  if (env.VERIFY_EMAIL !== undefined) return env.VERIFY_EMAIL === 'on'
  // A demo market that can mail nobody puts no wall before the first visit.
  return env.SMTP_URL !== undefined || !isDemoOn(env)
}

export type ProofEnv = Pick<Env, 'VERIFY_EMAIL' | 'SMTP_URL' | 'DEMO' | 'DATABASE_URL'>

export function isOutboxOn(env: Env): boolean {
  return env.OUTBOX === undefined ? env.NODE_ENV === 'development' : env.OUTBOX === 'on'
}

export function isDemoOn(env: Pick<Env, 'DEMO' | 'DATABASE_URL'>): boolean {
  return env.DEMO === undefined ? env.DATABASE_URL === undefined : env.DEMO === 'on'
}

/** Where passkeys belong: a name that browsers know the market by, and the one origin they may be used from. Null at a bare address. */
export function passkeySite(env: Env): { rpId: string; origin: string } | null {
  const { hostname, origin } = new URL(siteUrl(env))
  return /^[\d.]+$|^\[/.test(hostname) ? null : { rpId: hostname, origin }
}
