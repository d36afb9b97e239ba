import type { Db, Tx } from '@/db/client'
import type { Env } from '../env'
import { chosenAmong, type Models, offeredNames } from '../llm/directory'
import { readSettings } from './settings'

type Needs = { db: Db | Tx; env: Env; models: Models }

/** The models as they are to be asked now. Read where one is asked, so that a change holds at once in every process. */
export async function chosenModels({ db, env, models }: Needs): Promise<Models> {
  // Of one there is no choice.
  if (offeredNames(models).length < 2) return models
  const { usualModel, models: allowed } = await readSettings(db, env)
  return chosenAmong(models, { usual: usualModel, allowed })
}
