import * as z from 'zod'
import { appRouter } from '../root'
import type { ProcedureMeta } from '../trpc'
import { type Method, OPERATIONS, type Operation } from './operations'
import { wireName, wireSchema } from './wire'

/** What tRPC keeps of a procedure, as far as it is read here. */
type Kept = {
  type: 'query' | 'mutation' | 'subscription'
  meta: ProcedureMeta
  inputs: readonly z.core.$ZodType[]
  output?: z.core.$ZodType
}

/** A field of an address or of a query. */
export type Parameter = {
  /** Outside. */
  name: string
  /** The procedure's. */
  field: string
  schema: z.ZodType
  isRequired: boolean
}

export type Route = Operation & {
  type: Kept['type']
  scopes: ProcedureMeta['scopes']
  /** Without a key too. */
  isPublic: boolean
  pattern: RegExp
  /** `/questions/{questionId}`, as the document has it. */
  template: string
  inPath: readonly Parameter[]
  /** Of a GET. */
  inQuery: readonly Parameter[]
  /** Of any other method; null for none. */
  body: z.ZodType | null
  /** Null when nothing is answered. */
  output: z.ZodType | null
  /** Whether the procedure takes a key against being done twice. */
  takesKey: boolean
}

const REQUEST_KEY = 'requestKey'
/** Told by the header `Last-Event-ID` as well. */
export const LAST_EVENT_ID = 'lastEventId'

const kept = new Map(
  Object.entries(appRouter._def.procedures).map(([path, procedure]) => [
    path,
    (procedure as unknown as { _def: Kept })._def,
  ]),
)

function routeOf(operation: Operation): Route {
  const procedure = kept.get(operation.procedure)
  if (!procedure) throw new Error(`There is no procedure ${operation.procedure}`)
  const { type, meta, inputs, output } = procedure
  const named = [...operation.path.matchAll(/\{(\w+)(?:=(\w+))?\}/g)].map(([, name = '', field = name]) => ({
    name,
    field,
  }))
  const input = inputs[0]
  const shape = input && shapeIn(input)
  const inPath = named.map(({ name, field }) => parameterOf(name, field, shape))
  const rest = Object.entries(shape ?? {}).filter(
    ([field]) => field !== REQUEST_KEY && !named.some((one) => one.field === field),
  )
  const hasQuery = operation.method === 'GET'
  return {
    ...operation,
    type,
    ...meta,
    template: operation.path.replaceAll(/=\w+\}/g, '}'),
    pattern: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`),
    inPath,
    inQuery: hasQuery ? rest.map(([field]) => parameterOf(wireName(field), field, shape)) : [],
    body: hasQuery ? null : bodyOf(input, shape, rest),
    output: output === undefined ? null : wireSchema(output, 'out'),
    takesKey: shape !== undefined && REQUEST_KEY in shape,
  }
}

type Shape = Readonly<Record<string, z.core.$ZodType>>

function shapeIn(schema: z.core.$ZodType): Shape | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'object' ? def.shape : undefined
}

function parameterOf(name: string, field: string, shape: Shape | undefined): Parameter {
  const schema = shape?.[field]
  if (!schema) throw new Error(`No field ${field}`)
  const bare = withoutNull(schema)
  return { name, field, schema: wireSchema(bare, 'in', field), isRequired: !accepts(schema, undefined) }
}

/** An address has no null: what is left out is null. */
function withoutNull(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'nullable' ||
    def.type === 'optional' ||
    def.type === 'default' ||
    def.type === 'prefault'
    ? withoutNull(def.innerType)
    : schema
}

const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success

function bodyOf(
  input: z.core.$ZodType | undefined,
  shape: Shape | undefined,
  rest: readonly (readonly [string, z.core.$ZodType])[],
): z.ZodType | null {
  if (!input) return null
  if (!shape) return wireSchema(input, 'in')
  return rest.length === 0 ? null : wireSchema(z.object(Object.fromEntries(rest) as z.core.$ZodShape), 'in')
}

export const ROUTES: readonly Route[] = OPERATIONS.map(routeOf)

export type Found = { route: Route; named: readonly string[] }

/** The operation at an address; the methods that are there, when it is another one's. Fixed words come before names. */
export function findRoute(method: string, path: string): Found | { allowed: readonly Method[] } {
  const here = ROUTES.flatMap((route) => {
    const match = route.pattern.exec(path)
    return match ? [{ route, named: match.slice(1).map(decoded) }] : []
  }).sort((a, b) => a.named.length - b.named.length)
  const found = here.find(({ route }) => route.method === method)
  return found ?? { allowed: [...new Set(here.map(({ route }) => route.method))] }
}

/** As it stands where it cannot be read: nothing has such an id. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
