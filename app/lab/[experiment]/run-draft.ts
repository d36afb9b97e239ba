import type { Facts } from '@/app/lab/[experiment]/facts'
import type { Value } from '@/server/lab/experiment'
import { overLimit, valuesFrom } from '@/server/lab/parameter-fields'
import { seedsFrom } from '@/server/lab/seeds'

/** Longer, and a page is the wrong place: the command uses all cores and goes on where it was stopped. */
export const HERE_SECONDS_MAX = 60

export type Draft = { values: Readonly<Record<string, string>>; seeds: string }

export type ReadDraft =
  | {
      ok: true
      set: Readonly<Record<string, readonly Value[]>>
      seeds: readonly number[]
      runs: number
      seconds: number
      command: string
    }
  | { ok: false; problems: Readonly<Record<string, string>> }

/** What the form shows first: every parameter's values, separated by commas. */
export function firstDraft({ fields, seeds }: Facts): Draft {
  return {
    values: Object.fromEntries(fields.map(({ name, defaults }) => [name, defaults.join(', ')])),
    seeds,
  }
}

/** The form as runs, or for each field what is wrong with it (`seeds` for the seeds). */
export function readDraft(facts: Facts, draft: Draft): ReadDraft {
  const problems: Record<string, string> = {}
  const set: Record<string, readonly Value[]> = {}
  for (const field of facts.fields) {
    const values = valuesFrom(field, draft.values[field.name] ?? '')
    if (!values.ok) problems[field.name] = values.problem
    else if (values.values.join() !== field.defaults.join()) set[field.name] = values.values
  }
  const over = overLimit(facts, set)
  if (over) problems[over.name] ??= over.problem
  const read = seedsFrom(draft.seeds)
  if (!read.ok) problems.seeds = `This field ${read.problem}`
  if (!read.ok || Object.keys(problems).length > 0) return { ok: false, problems }
  const points = facts.fields.reduce(
    (product, { name, defaults }) => product * (set[name] ?? defaults).length,
    1,
  )
  const runs = points * read.seeds.length
  const sets = Object.entries(set).map(([name, values]) => ` --set '${name}=${values.join(',')}'`)
  const seeds = draft.seeds === facts.seeds ? '' : ` --seeds ${draft.seeds.replaceAll(' ', '')}`
  const command = `npm run lab -- ${facts.name}${seeds}${sets.join('')}`
  return { ok: true, set, seeds: read.seeds, runs, seconds: runs * facts.secondsPerRun, command }
}
