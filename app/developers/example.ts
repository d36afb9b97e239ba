/** A schema of the document, as far as an example is made of it. */
export type Schema = {
  type?: string | string[]
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  examples?: readonly unknown[]
  format?: string
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  minItems?: number
  minimum?: number
}

/** A value that shows the form of a schema: what it says itself where it does, else the plainest of its type. */
export function exampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.examples?.length) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  const first = (schema.oneOf ?? schema.anyOf)?.[0]
  if (first) return exampleOf(first)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, part]) => [name, exampleOf(part)]),
      )
    case 'array':
      return schema.items ? [exampleOf(schema.items)] : []
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    case 'string':
      return schema.format === 'date-time' ? '2026-01-01T00:00:00.000Z' : ''
    default:
      return null
  }
}
