import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps'
import { chosenModels } from '../../settings/chosen-models'
import { writeAnswer } from './answer'
import { type Background, createBackground } from './background'

/** Trees taken up by one pass; the next pass goes on. */
const SWEEP_MAX = 100

/** Answers being written, of trees whose sitting has ended. */
export function createAnswerWriter(deps: Deps): Background {
  return createBackground(deps, {
    what: 'an answer',
    work: async (rootId, stopped) =>
      writeAnswer({ ...deps, models: await chosenModels(deps) }, rootId, stopped),
    due: dueAnswers,
  })
}

/** Trees whose answer, or its next revision, nobody writes. */
export const dueAnswers = (now: Date) => sql`
  select root_id as "rootId" from inspection
  where answer_revision > 0 and answered_at is null
    and (answer_due_at is null or answer_due_at <= ${now.toISOString()}::timestamptz)
  order by answer_due_at nulls first limit ${SWEEP_MAX}`
