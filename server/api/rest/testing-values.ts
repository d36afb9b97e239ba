import fc from 'fast-check'

/** A schema of the document, as far as the document uses JSON Schema. */
export type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

/** As long as generated texts and lists are where more would be allowed. */
const LONGEST = 12
const MANY = 3

/** Values that fit a schema. */
export function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(fitting))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return text(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1) })
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const least = schema.minItems ?? 0
      return fc.array(fitting(schema.items ?? {}), {
        minLength: least,
        maxLength: Math.max(least, Math.min(schema.maxItems ?? MANY, MANY)),
      })
    }
    case 'object':
      return object(schema)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function object({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const parts = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, fitting(part)]))
  return fc.record(parts, { requiredKeys: required.filter((name) => name in parts) })
}

function text({ pattern, format, minLength = 0, maxLength = LONGEST }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time') {
    const years = { min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }
    return fc.date(years).map((at) => at.toISOString())
  }
  if (format === 'uri') return fc.webUrl()
  if (pattern) {
    try {
      return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'xsmall' })
    } catch {
      // A class of letters that the generator does not know: any word has some.
      return fc.constantFrom('bridge', 'ann', 'a-1')
    }
  }
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, LONGEST)) })
}

/** Values that mostly fit nothing: anything at all, or a good one with a part that is wrong or too much. */
export function unfitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('\u0000', '\ud800', -1, 2 ** 53, '9'.repeat(400), {}, [], null),
  )
  const spoilt = fc
    .tuple(fitting(schema), fc.string({ minLength: 1, maxLength: 6 }), fc.nat(), anything)
    .map(([good, extra, place, bad]) => {
      if (typeof good !== 'object' || good === null || Array.isArray(good)) return bad
      const names = [...Object.keys(good), extra]
      const name = names[place % names.length] ?? extra
      // Defined as a property whatever it is called: `__proto__` among others.
      return Object.fromEntries([...Object.entries(good), [name, bad]])
    })
  return fc.oneof(anything, spoilt)
}
