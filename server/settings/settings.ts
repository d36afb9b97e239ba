import { eq } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { marketSettings } from '@/db/schema'
import { FLAGS_PER_DAY, NOTES_PER_DAY, OFFERS_PER_SELLER } from '../contract/limits'
import {
  type MarketTerms,
  SETTING_KEYS,
  type SettingKey,
  type Settings,
  settingsSchema,
  TOKEN_CEILINGS,
} from '../contract/operate'
import { JUDGEMENTS_PER_DAY } from '../contract/selling'
import type { Env } from '../env'
import { FEE_BASIS_POINTS, MICROS_PER_CREDIT, WELCOME_GRANT } from '../shared/money'

type Defaults = Pick<
  Env,
  'DAILY_GRANT' | 'MODEL_SITE_TOKENS_PER_DAY' | 'MODEL_PERSON_TOKENS_PER_DAY' | 'MODEL_BOT_TOKENS_PER_DAY'
>

/** What holds where no operator has set anything. */
export function defaultsOf(env: Defaults): Settings {
  return {
    signUp: 'open',
    signUpDomains: [],
    dailyGrant: env.DAILY_GRANT,
    usualModel: '',
    models: [],
    siteTokensPerDay: env.MODEL_SITE_TOKENS_PER_DAY,
    personTokensPerDay: env.MODEL_PERSON_TOKENS_PER_DAY,
    botTokensPerDay: env.MODEL_BOT_TOKENS_PER_DAY,
    ...FIXED,
  }
}

/** Where the environment's word is not asked for. */
const NO_ENV: Defaults = {
  DAILY_GRANT: 0,
  MODEL_SITE_TOKENS_PER_DAY: 0,
  MODEL_PERSON_TOKENS_PER_DAY: 0,
  MODEL_BOT_TOKENS_PER_DAY: 0,
}

/** Those of which the environment says nothing. */
const FIXED = {
  welcomeGrant: WELCOME_GRANT,
  feeBasisPoints: FEE_BASIS_POINTS,
  offersPerSeller: OFFERS_PER_SELLER,
  judgementsPerDay: JUDGEMENTS_PER_DAY,
  flagsPerDay: FLAGS_PER_DAY,
  notesPerDay: NOTES_PER_DAY,
}

/** One of which the environment says nothing. */
export async function readFixed(db: Db | Tx, key: keyof typeof FIXED): Promise<number> {
  return readSetting(db, NO_ENV, key)
}

type TermsDeps = { db: Db | Tx; env: Pick<Env, 'EARNINGS_PENDING_HOURS'> }

/** What asking and selling costs now, and what newcomers are given. */
export async function readTerms({ db, env }: TermsDeps): Promise<MarketTerms> {
  const [feeBasisPoints, welcome] = [
    await readFixed(db, 'feeBasisPoints'),
    await readFixed(db, 'welcomeGrant'),
  ]
  return {
    feeBasisPoints,
    pendingHours: env.EARNINGS_PENDING_HOURS,
    welcomeMicros: BigInt(welcome) * MICROS_PER_CREDIT,
  }
}

/** What holds now, of everything that can be set. */
export async function readSettings(db: Db | Tx, env: Defaults): Promise<Settings> {
  const rows = await db.select().from(marketSettings)
  const set = rows.flatMap(({ key, value }) => {
    const known = SETTING_KEYS.find((one) => one === key)
    return known ? [[known, JSON.parse(value)] as const] : []
  })
  return settingsOf(env, Object.fromEntries(set))
}

/** Ceilings of tokens: an operator can only lower them, also when the environment's were lowered since. */
function settingsOf(env: Defaults, set: Partial<Record<SettingKey, unknown>>): Settings {
  const defaults = defaultsOf(env)
  const settings = settingsSchema.parse({ ...defaults, ...set })
  const lowered = TOKEN_CEILINGS.map((key) => [key, Math.min(settings[key], defaults[key])] as const)
  return { ...settings, ...Object.fromEntries(lowered) }
}

/** How many tokens a day all, one person and one bot may use of the operator's models, where the environment says `most`. */
export async function readTokenCeilings(
  db: Db | Tx,
  most: Record<'site' | 'person' | 'bot', number>,
): Promise<Record<'site' | 'person' | 'bot', number>> {
  const { siteTokensPerDay, personTokensPerDay, botTokensPerDay } = await readSettings(db, {
    ...NO_ENV,
    MODEL_SITE_TOKENS_PER_DAY: most.site,
    MODEL_PERSON_TOKENS_PER_DAY: most.person,
    MODEL_BOT_TOKENS_PER_DAY: most.bot,
  })
  return { site: siteTokensPerDay, person: personTokensPerDay, bot: botTokensPerDay }
}

/** One of them. Read where it is obeyed, so that a change holds at once in every process. */
export async function readSetting<Key extends SettingKey>(
  db: Db | Tx,
  env: Defaults,
  key: Key,
): Promise<Settings[Key]> {
  const [row] = await db.select().from(marketSettings).where(eq(marketSettings.key, key))
  return settingsOf(env, row ? { [key]: JSON.parse(row.value) } : {})[key]
}
