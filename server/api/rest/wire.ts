import * as z from 'zod'
import { parseCredits, plainCredits } from '../../shared/money'

/**
 * How values look outside: procedures speak `bigint` and `Date`, programs read decimal text in credits and RFC 3339 times. One codec a
 * type; schemas of procedures are carried over to them by their shape, so no field is described twice.
 */

const AMOUNT = /^-?\d{1,12}(\.\d{1,6})?$/

const decimal = (description: string) =>
  z
    .codec(z.string().regex(AMOUNT, 'Write an amount as decimal text, for example "2.50".'), z.bigint(), {
      decode(text) {
        const read = parseCredits(text.replace('-', ''))
        // Its form was checked.
        if (!read.ok) throw new Error(read.message)
        return text.startsWith('-') ? -read.micros : read.micros
      },
      encode: plainCredits,
    })
    .meta({ description, examples: ['2.50'] })

export const creditsCodec = decimal('Credits, as decimal text with up to six decimals.')
export const usdCodec = decimal('US dollars, as decimal text with up to six decimals.')
export const momentCodec = z
  .codec(
    z.iso.datetime({ offset: true, error: 'Write a time as RFC 3339, for example "2026-11-22T09:00:00Z".' }),
    z.date(),
    {
      decode: (text) => new Date(text),
      encode: (at) => at.toISOString(),
    },
  )
  .meta({ description: 'A time, RFC 3339.' })

/** `budgetMicros` is `budget` outside: the unit of its text is the credit. */
export function wireName(name: string): string {
  return name.replace('MicroUsd', 'Usd').replace('Micros', '')
}

/** Texts laid out for pages are no part of the wire: programs get the Markdown that stands beside them. */
const isForPages = (name: string) => /prose$/i.test(name)

const amountOf = (name: string) => (name.includes('MicroUsd') ? usdCodec : creditsCodec)

/** A value of a procedure as JSON has it; `name` is the field that it stands in. */
export function encode(value: unknown, name = ''): unknown {
  if (typeof value === 'bigint') return z.encode(amountOf(name), value)
  if (value instanceof Date) return z.encode(momentCodec, value)
  if (Array.isArray(value)) return value.map((one) => encode(one, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) =>
      isForPages(key) || part === undefined ? [] : [[wireName(key), encode(part, key)]],
    ),
  )
}

/** `in`: unknown fields are refused and names are the procedure's after parsing. `out`: what an answer looks like. */
export type Direction = 'in' | 'out'

/** The schema of a procedure as the wire has it. Rules that span fields are left to the procedure, which parses again. */
export function wireSchema(schema: z.core.$ZodType, direction: Direction, name = ''): z.ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const on = (inner: z.core.$ZodType) => wireSchema(inner, direction, name)
  switch (def.type) {
    case 'object':
      return direction === 'in' ? objectIn(def.shape) : z.object(shapeOf(def.shape, 'out'))
    case 'array':
      return withLengths(z.array(on(def.element)), def.checks)
    case 'union': {
      const options = def.options.map(on)
      return 'discriminator' in def && typeof def.discriminator === 'string'
        ? z.discriminatedUnion(def.discriminator, options as never)
        : z.union(options)
    }
    case 'record':
      return z.record(def.keyType as z.core.$ZodRecordKey, on(def.valueType))
    case 'nullable':
      return on(def.innerType).nullable()
    case 'optional':
      return on(def.innerType).optional()
    case 'default':
    case 'prefault': {
      const inner = on(def.innerType)
      if (direction === 'out') return inner
      return inner.optional().meta({ default: encode(def.defaultValue, name) })
    }
    case 'nonoptional':
    case 'readonly':
      return on(def.innerType)
    case 'bigint':
      return amountOf(name)
    case 'date':
      return momentCodec
    default:
      // Text, numbers, closed lists: the same outside.
      return schema as z.ZodType
  }
}

function shapeOf(shape: z.core.$ZodShape, direction: Direction): Record<string, z.ZodType> {
  const entries = Object.entries(shape).filter(([name]) => !isForPages(name))
  const wire = entries.map(([name, part]) => [wireName(name), wireSchema(part, direction, name)] as const)
  if (new Set(wire.map(([name]) => name)).size < wire.length)
    throw new Error(`Two fields of ${entries.map(([name]) => name).join(', ')} have one name outside`)
  return Object.fromEntries(wire)
}

function objectIn(shape: z.core.$ZodShape): z.ZodType {
  const object = z.strictObject(shapeOf(shape, 'in'))
  const names = new Map(Object.keys(shape).map((name) => [wireName(name), name]))
  if ([...names].every(([outside, inside]) => outside === inside)) return object
  return object.transform((value) =>
    Object.fromEntries(Object.entries(value).map(([key, part]) => [names.get(key) ?? key, part])),
  )
}

const LENGTHS = ['min_length', 'max_length', 'length_equals']

/** How many there may be; what else is asked of them is the procedure's to check. */
function withLengths(list: z.ZodArray, checks: readonly z.core.$ZodCheck<never>[] | undefined): z.ZodType {
  const kept = (checks ?? []).filter((check) => LENGTHS.includes(check._zod.def.check))
  return list.check(...(kept as unknown as z.core.$ZodCheck<unknown[]>[]))
}
