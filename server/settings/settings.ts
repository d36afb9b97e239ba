import { eq } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { marketSettings } from '@/db/schema'
import {
  type MarketTerms,
  SETTING_KEYS,
  type SettingKey,
  type Settings,
  settingsSchema,
} from '../contract/operate'
import type { Env } from '../env'
import { FEE_BASIS_POINTS, MICROS_PER_CREDIT, WELCOME_GRANT } from '../shared/money'

type Defaults = Pick<Env, 'DAILY_GRANT'>

/** What holds where no operator has set anything. */
export function defaultsOf({ DAILY_GRANT }: Defaults): Settings {
  return { signUp: 'open', signUpDomains: [], dailyGrant: DAILY_GRANT, models: [], ...FIXED }
}

/** Those of which the environment says nothing. */
const FIXED = { welcomeGrant: WELCOME_GRANT, feeBasisPoints: FEE_BASIS_POINTS }

/** One of which the environment says nothing. */
export async function readFixed(db: Db | Tx, key: keyof typeof FIXED): Promise<number> {
  return readSetting(db, { DAILY_GRANT: 0 }, key)
}

/** What asking and selling costs now, and what newcomers are given. */
export async function readTerms(db: Db | Tx): Promise<MarketTerms> {
  const [feeBasisPoints, welcome] = [
    await readFixed(db, 'feeBasisPoints'),
    await readFixed(db, 'welcomeGrant'),
  ]
  return { feeBasisPoints, welcomeMicros: BigInt(welcome) * MICROS_PER_CREDIT }
}

/** What holds now, of everything that can be set. */
export async function readSettings(db: Db | Tx, env: Defaults): Promise<Settings> {
  const rows = await db.select().from(marketSettings)
  const set = rows.flatMap(({ key, value }) => {
    const known = SETTING_KEYS.find((one) => one === key)
    return known ? [[known, JSON.parse(value)] as const] : []
  })
  return settingsSchema.parse({ ...defaultsOf(env), ...Object.fromEntries(set) })
}

/** One of them. Read where it is obeyed, so that a change holds at once in every process. */
export async function readSetting<Key extends SettingKey>(
  db: Db | Tx,
  env: Defaults,
  key: Key,
): Promise<Settings[Key]> {
  const [row] = await db.select().from(marketSettings).where(eq(marketSettings.key, key))
  const settings = { ...defaultsOf(env), ...(row ? { [key]: JSON.parse(row.value) } : {}) }
  return settingsSchema.parse(settings)[key]
}
