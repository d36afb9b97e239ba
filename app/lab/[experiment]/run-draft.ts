import type { Facts } from '@/app/lab/[experiment]/facts'
import type { Value } from '@/server/lab/experiment'
import { overLimit, type ParameterField, valuesFrom } from '@/server/lab/parameter-fields'
import { secondsOfSeed } from '@/server/lab/run-time'
import { seedsFrom } from '@/server/lab/seeds'

/** Longer, and a page is the wrong place: the command uses all cores and goes on where it was stopped. */
export const HERE_SECONDS_MAX = 60
/** The estimate is for an ordinary machine; where it errs, what is done after this is shown and the rest left out. */
export const HERE_SECONDS_STOP = 2 * HERE_SECONDS_MAX

export type Draft = { values: Readonly<Record<string, string>>; seeds: string }

export type ReadDraft =
  | {
      ok: true
      set: Readonly<Record<string, readonly Value[]>>
      seeds: readonly number[]
      runs: number
      /** About, on one core of an ordinary machine. */
      seconds: number
      /** How many of the seeds fit into a page's time: all of them, fewer, or none. */
      seedsHere: number
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

/** More fields than these are a page of their own on a phone. */
const FIELDS_MAX = 9
/** Of so many, those that have several values come first, and these at least are seen. */
const FIELDS_SHOWN = 4

/** Which parameters a form shows, and which it folds away. */
export function foldedFields({ fields }: Pick<Facts, 'fields'>): {
  shown: readonly ParameterField[]
  folded: readonly ParameterField[]
} {
  if (fields.length <= FIELDS_MAX) return { shown: fields, folded: [] }
  const isSwept = ({ defaults }: ParameterField) => defaults.length > 1
  const rest = fields.filter((field) => !isSwept(field))
  const swept = fields.filter(isSwept)
  const extra = rest.slice(0, Math.max(0, FIELDS_SHOWN - swept.length))
  const shown = fields.filter((field) => isSwept(field) || extra.includes(field))
  return { shown, folded: fields.filter((field) => !shown.includes(field)) }
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
  const perSeed = secondsOfSeed(facts, set)
  const seconds = perSeed * read.seeds.length
  const seedsHere = Math.min(read.seeds.length, Math.floor(HERE_SECONDS_MAX / perSeed))
  const sets = Object.entries(set).map(([name, values]) => ` --set '${name}=${values.join(',')}'`)
  const seeds = draft.seeds === facts.seeds ? '' : ` --seeds ${draft.seeds.replaceAll(' ', '')}`
  const command = `npm run lab -- ${facts.name}${seeds}${sets.join('')}`
  return { ok: true, set, seeds: read.seeds, runs, seconds, seedsHere, command }
}
