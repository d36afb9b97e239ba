import * as z from 'zod'
import type { Experiment, Value } from './experiment'

/** A parameter as a form or a help text shows it. */
export type ParameterField = {
  name: string
  words: string
  /** What `--set` or a form gives when it says nothing: the sweep's values, or the usual one alone. */
  defaults: readonly Value[]
  /** The schema's own default. */
  usual: Value
} & (
  | { kind: 'number' | 'integer'; min: number | null; max: number | null }
  | { kind: 'boolean' | 'text' }
  | { kind: 'choice'; options: readonly string[] }
)

const jsonFields = z.record(
  z.string(),
  z.object({
    type: z.enum(['number', 'integer', 'boolean', 'string']),
    description: z.string(),
    default: z.union([z.number(), z.string(), z.boolean()]),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    enum: z.array(z.string()).optional(),
  }),
)

/** The parameters of an experiment in its own order. */
export function parameterFields({ parameters, sweep }: Experiment): ParameterField[] {
  const fields = jsonFields.parse(z.toJSONSchema(parameters, { io: 'input' }).properties ?? {})
  return Object.entries(fields).map(([name, field]) => {
    const common = {
      name,
      words: field.description,
      defaults: sweep[name] ?? [field.default],
      usual: field.default,
    }
    if (field.enum) return { ...common, kind: 'choice', options: field.enum }
    if (field.type === 'boolean') return { ...common, kind: 'boolean' }
    if (field.type === 'string') return { ...common, kind: 'text' }
    return {
      ...common,
      kind: field.type,
      min: bound(field.minimum ?? null),
      max: bound(field.maximum ?? null),
    }
  })
}

/** Whole numbers without a bound of their own end where JavaScript's do, which says nothing to a reader. */
function bound(limit: number | null): number | null {
  return limit !== null && Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? null : limit
}

/** "a whole number from 1 to 365", "on or off": what a field takes, for an error or a hint. */
export function legalWords(field: ParameterField): string {
  switch (field.kind) {
    case 'choice':
      return `one of ${field.options.join(', ')}`
    case 'boolean':
      return 'true or false'
    case 'text':
      return 'a text'
    default: {
      const noun = field.kind === 'integer' ? 'a whole number' : 'a number'
      if (field.min !== null && field.max !== null) return `${noun} from ${field.min} to ${field.max}`
      if (field.min !== null) return `${noun} from ${field.min} on`
      if (field.max !== null) return `${noun} up to ${field.max}`
      return noun
    }
  }
}

/** A value from what somebody typed; null when it is no value of the field. */
export function valueFrom(field: ParameterField, text: string): Value | null {
  switch (field.kind) {
    case 'choice':
      return field.options.includes(text) ? text : null
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : null
    case 'text':
      return text
    default: {
      const number = Number(text)
      if (text.trim() === '' || !Number.isFinite(number)) return null
      if (field.kind === 'integer' && !Number.isInteger(number)) return null
      if ((field.min !== null && number < field.min) || (field.max !== null && number > field.max))
        return null
      return number
    }
  }
}

/** Values of a field from what somebody typed, separated by commas; each counts once, for a point run twice is not two. */
export function valuesFrom(
  field: ParameterField,
  text: string,
): { ok: true; values: Value[] } | { ok: false; problem: string } {
  const words = field.kind === 'text' ? [text] : text.split(',').map((word) => word.trim())
  const values: Value[] = []
  for (const word of words) {
    const value = valueFrom(field, word)
    if (value === null)
      return { ok: false, problem: `“${shortened(word)}” is not legal; it must be ${legalWords(field)}.` }
    if (values.includes(value))
      return { ok: false, problem: `“${shortened(word)}” comes twice; each value counts once.` }
    values.push(value)
  }
  return { ok: true, values }
}

/** Of what somebody typed or pasted, as much as a sentence bears. */
const QUOTED_MAX = 40

function shortened(text: string): string {
  return text.length <= QUOTED_MAX ? text : `${text.slice(0, QUOTED_MAX)}…`
}

/** The first parameter that is larger than the one that bounds it, with a sentence; null when none is. */
export function overLimit(
  { fields, atMost }: { fields: readonly ParameterField[]; atMost: Experiment['atMost'] },
  set: Readonly<Record<string, readonly Value[]>>,
): { name: string; problem: string } | null {
  const valuesOf = (name: string) =>
    (set[name] ?? fields.find((field) => field.name === name)?.defaults ?? []).map(Number)
  for (const [name, limit] of Object.entries(atMost)) {
    const most = Math.max(...valuesOf(name))
    const bound = Math.min(...valuesOf(limit))
    if (most > bound) return { name, problem: `“${most}” is more than ${limit}, which is ${bound}.` }
  }
  return null
}
