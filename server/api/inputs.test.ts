import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { TOOLS } from './mcp/tools'
import { ROUTES } from './rest/routes'
import { appRouter } from './root'

/**
 * No input of any procedure, operation of the REST API or tool lets through what the database or a reader cannot take: each leaf of
 * each schema is tried. A raw `z.string()`, `z.int()` or `z.date()` fails here; the primitives are in `server/shared/text.ts` and
 * `limits.ts`.
 */

type Leaf = { path: string; schema: z.core.$ZodType }

/** What the database refuses, UTF-8 cannot write, or nobody can see or read from left to right. */
const BAD = ['\u0000', '\ud800', '\u0007', '\u202e', '\ufeff']
/** Long enough for every schema with a least length. */
const UNSEEN = ['\u200b', '\u0301', '\u0489', '\u2060', '\u3164', '\u2800', '\u00ad', '\u2067'].map((one) =>
  one.repeat(20),
)
/** For schemas with a least length, or a form. */
const FRAMES = [
  (bad: string) => bad,
  (bad: string) => `ab${bad}`,
  (bad: string) => `https://a.example/${bad}aaaaaaaa`,
]

const INT32_MAX = 2 ** 31 - 1
const FAR = [new Date(-8.64e15), new Date(8.64e15)]

/** Every schema of a value that has no parts. */
function leavesOf(schema: z.core.$ZodType, path: string): Leaf[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => leavesOf(part, `${path}.${name}`))
    case 'array':
      return leavesOf(def.element, `${path}[]`)
    case 'union':
      return def.options.flatMap((option) => leavesOf(option, path))
    case 'record':
      return [...leavesOf(def.keyType, `${path}{}`), ...leavesOf(def.valueType, `${path}{}`)]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return leavesOf(def.innerType, path)
    case 'pipe':
      // A whole whose fields are named otherwise within, or one value that is written otherwise.
      return (def.in as z.core.$ZodTypes)._zod.def.type === 'object'
        ? leavesOf(def.in, path)
        : [{ path, schema }]
    default:
      return [{ path, schema }]
  }
}

/** What a schema makes of a value; undefined when it refuses it. */
function taken(schema: z.core.$ZodType, value: unknown): unknown {
  const result = (schema as z.ZodType).safeParse(value)
  return result.success ? result.data : undefined
}

const { procedures } = (appRouter as unknown as { _def: { procedures: Record<string, { _def: unknown }> } })
  ._def

const leaves = [
  ...Object.entries(procedures).flatMap(([name, procedure]) =>
    (procedure._def as { inputs: z.core.$ZodType[] }).inputs.flatMap((input) => leavesOf(input, name)),
  ),
  ...ROUTES.flatMap(({ id, inPath, inQuery, body }) => [
    ...[...inPath, ...inQuery].flatMap(({ name, schema }) => leavesOf(schema, `REST ${id}.${name}`)),
    ...(body === null ? [] : leavesOf(body, `REST ${id}`)),
  ]),
  ...TOOLS.flatMap(({ name, input }) => leavesOf(input, `MCP ${name}`)),
]
/** Taken as they were typed, or not at all: a changed one is another. */
const isSecret = ({ path }: Leaf) => /\.(password|current|next|apiKey)$/.test(path)

describe('every input', () => {
  it('is looked at', () => {
    expect(leaves.length).toBeGreaterThan(150)
    for (const known of ['contexts.ask.decision.options[]', 'REST ask.decision.options[]', 'MCP ask.title'])
      expect(leaves.map(({ path }) => path)).toContain(known)
  })

  it('has no text with characters that cannot be kept or seen', () => {
    const through = leaves.filter(({ schema }) =>
      BAD.some((bad) =>
        FRAMES.some((frame) => {
          const kept = taken(schema, frame(bad))
          return typeof kept === 'string' && kept.includes(bad)
        }),
      ),
    )
    expect(through.map(({ path }) => path)).toEqual([])
  })

  it('has no text that is there and cannot be seen', () => {
    const through = leaves.filter((leaf) =>
      UNSEEN.some((blank) => {
        const kept = isSecret(leaf) ? undefined : taken(leaf.schema, blank)
        return typeof kept === 'string' && kept.trim() !== ''
      }),
    )
    expect(through.map(({ path }) => path)).toEqual([])
  })

  it('has no text without a greatest length', () => {
    const long = 'a'.repeat(100_000)
    const through = leaves.filter(({ schema }) => typeof taken(schema, long) === 'string')
    expect(through.map(({ path }) => path)).toEqual([])
  })

  it('has no number or day past what the database counts to', () => {
    const through = leaves.filter(
      ({ schema }) =>
        [INT32_MAX + 1, -INT32_MAX - 2].some((number) => typeof taken(schema, number) === 'number') ||
        [2n ** 63n, -(2n ** 63n) - 1n].some((number) => typeof taken(schema, number) === 'bigint') ||
        FAR.some((day) => taken(schema, day) instanceof Date),
    )
    expect(through.map(({ path }) => path)).toEqual([])
  })
})
