import { eq } from 'drizzle-orm'
import { marketSettings } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import { type ChangeSetting, SETTING_KEYS, type SettingsView, TOKEN_CEILINGS } from '../contract/operate'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { offeredNames } from '../llm/directory'
import { defaultsOf, readSetting, readSettings } from '../settings/settings'

type Needs = Pick<Deps, 'db' | 'clock' | 'actor' | 'env' | 'models'>

/** Longest value that a row of the log holds; domains and names of models beyond are cut. */
const LOGGED_CHARS_MAX = 100

/** Of a list or a name. */
const NOTHING_SET = 'as the environment has it'

/**
 * Sets one thing for the market, or takes it back to what the environment says.
 *
 * @throws AppError `market.model_not_offered` for a model that the environment does not name; `operate.above_environment` for more
 * tokens than it allows.
 */
export async function changeSetting(deps: Needs, operatorId: string, change: ChangeSetting): Promise<void> {
  const { key, value } = change
  if (change.key === 'models') requireNamed(deps, change.value ?? [])
  if (change.key === 'usualModel' && change.value !== null) requireNamed(deps, [change.value])
  requireLower(deps, change)
  await deps.db.transaction(async (tx) => {
    const before = await readSetting(tx, deps.env, key)
    if (value === null) await tx.delete(marketSettings).where(eq(marketSettings.key, key))
    else {
      const row = { value: JSON.stringify(value), changedAt: deps.clock.now(), byId: operatorId }
      await tx
        .insert(marketSettings)
        .values({ key, ...row })
        .onConflictDoUpdate({ target: marketSettings.key, set: row })
    }
    const after = await readSetting(tx, deps.env, key)
    await recordAct(tx, deps, null, {
      act: 'setting.changed',
      key,
      before: logged(before),
      after: logged(after),
    })
  })
}

function requireNamed({ models }: Pick<Deps, 'models'>, wanted: readonly string[]): void {
  const named = offeredNames(models)
  if (wanted.every((name) => named.includes(name))) return
  throw new AppError('market.model_not_offered', { details: { field: 'value' } })
}

function requireLower({ env }: Pick<Deps, 'env'>, { key, value }: ChangeSetting): void {
  const ceiling = TOKEN_CEILINGS.find((one) => one === key)
  const most = ceiling && defaultsOf(env)[ceiling]
  if (most === undefined || Number(value) <= most) return
  throw new AppError('operate.above_environment', { details: { field: 'value', most } })
}

function logged(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return (text === '' ? NOTHING_SET : text).slice(0, LOGGED_CHARS_MAX)
}

/** Models without prices of their own are counted at the usual ones. */
function pricedModel(
  { OPENAI_INPUT_USD, OPENAI_OUTPUT_USD, OPENAI_OTHER_MODELS }: Deps['env'],
  name: string,
) {
  const own = OPENAI_OTHER_MODELS.find((one) => one.name === name)
  return own ?? { name, inputUsd: OPENAI_INPUT_USD, outputUsd: OPENAI_OUTPUT_USD, tokensPerDay: null }
}

/** What holds, and what of it was set here. */
export async function viewSettings({ db, env, models }: Needs): Promise<SettingsView> {
  const rows = await db.select().from(marketSettings)
  return {
    now: await readSettings(db, env),
    changed: rows.flatMap(({ key, changedAt }) => {
      const known = SETTING_KEYS.find((one) => one === key)
      return known ? [{ key: known, changedAt }] : []
    }),
    named: offeredNames(models).map((name) => pricedModel(env, name)),
    tokensMost: defaultsOf(env),
  }
}
