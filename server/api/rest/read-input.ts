import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { AppError } from '../../errors'
import { BODY_BYTES_MAX } from '../limits'
import { readCapped } from '../read-capped'
import { type Found, LAST_EVENT_ID, type Parameter, type Route } from './routes'

/** What is wrong with a request, by the name that the caller wrote. */
export class BadFields extends AppError {
  constructor(readonly fields: readonly { field: string; message: string }[]) {
    super('request.invalid')
  }
}

/** The draft has it as a quoted string; bare ones are taken as well. */
const KEY = /^(?:"([\w:.-]{8,64})"|([\w:.-]{8,64}))$/

/**
 * The procedure's input, as an address, a query, a body and headers tell it. Whatever is not known is refused.
 *
 * @throws BadFields; AppError `request.too_large`, `request.not_json`, `request.invalid`.
 */
export async function readInput({ route, named }: Found, request: Request): Promise<unknown> {
  const told = { ...(await readBody(route, request)), ...readQuery(route, request) }
  const path = readParameters(
    route.inPath,
    route.inPath.map(({ name }, place) => [name, [named[place] ?? '']] as const),
  )
  const whole: Record<string, unknown> = { ...told, ...path }
  if (route.takesKey) whole.requestKey = readKey(request.headers)
  const isEmpty = Object.keys(whole).length === 0
  return whole.value ?? (isEmpty && !hasInput(route) ? undefined : whole)
}

const hasInput = ({ inQuery, inPath, body, takesKey }: Route) =>
  inQuery.length > 0 || inPath.length > 0 || body !== null || takesKey

/** Without one, each call is its own. */
function readKey(headers: Headers): string {
  const written = headers.get('idempotency-key')
  if (written === null) return randomUUID()
  const match = KEY.exec(written.trim())
  if (!match)
    throw new BadFields([
      {
        field: 'Idempotency-Key',
        message: 'Use 8 to 64 letters, digits, underscores, dots, colons or dashes.',
      },
    ])
  return match[1] ?? match[2] ?? ''
}

function readQuery(route: Route, request: Request): Record<string, unknown> {
  const asked = new URL(request.url).searchParams
  const told = new Map([...asked.keys()].map((name) => [name, asked.getAll(name)] as const))
  // A browser that comes back says it in a header, because the address stays the same.
  const last = request.headers.get('last-event-id')
  if (last !== null && route.inQuery.some(({ name }) => name === LAST_EVENT_ID))
    told.set(LAST_EVENT_ID, [last])
  return readParameters(route.inQuery, [...told])
}

function readParameters(
  known: readonly Parameter[],
  told: readonly (readonly [name: string, texts: readonly string[]])[],
): Record<string, unknown> {
  const wrong: { field: string; message: string }[] = []
  const read: Record<string, unknown> = {}
  for (const [name, texts] of told) {
    const parameter = known.find((one) => one.name === name)
    if (!parameter) {
      wrong.push({ field: name, message: UNKNOWN })
      continue
    }
    const { schema, field } = parameter
    const parsed = schema.safeParse(
      isList(schema) ? texts.map((text) => plain(schema, text)) : single(schema, texts),
    )
    if (parsed.success) read[field] = parsed.data
    else wrong.push(...parsed.error.issues.map(({ message }) => ({ field: name, message })))
  }
  const missing = known.filter(({ name, isRequired }) => isRequired && !told.some(([one]) => one === name))
  wrong.push(...missing.map(({ name }) => ({ field: name, message: 'Fill this in.' })))
  if (wrong.length > 0) throw new BadFields(wrong)
  return read
}

const UNKNOWN = 'There is no such field here.'
const typeOf = (schema: z.ZodType) => (schema as unknown as z.core.$ZodTypes)._zod.def.type
const isList = (schema: z.ZodType) => typeOf(schema) === 'array'

/** Two of what there is one of fit nothing. */
const single = (schema: z.ZodType, texts: readonly string[]) =>
  texts.length === 1 ? plain(schema, texts[0] ?? '') : texts

/** Addresses have text alone; numbers and yes or no are read from it where they are expected. */
function plain(schema: z.ZodType, text: string): unknown {
  const type = typeOf(schema)
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

async function readBody({ body }: Route, request: Request): Promise<Record<string, unknown>> {
  if (request.method === 'GET') return {}
  const bytes = await readCapped(request, BODY_BYTES_MAX)
  if (bytes.length === 0 && body === null) return {}
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (bytes.length > 0 && !/^application\/([\w.-]+\+)?json$/.test(type))
    throw new AppError('request.not_json')
  const value = bytes.length === 0 ? {} : parse(bytes)
  const parsed = (body ?? z.strictObject({})).safeParse(value)
  if (!parsed.success) throw new BadFields(parsed.error.issues.flatMap(fieldsOf))
  const data: unknown = parsed.data
  // A body that is no object is the whole input.
  return typeof data === 'object' && data !== null ? { ...data } : { value: data }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new AppError('request.not_json')
  }
}

function fieldsOf(issue: z.core.$ZodIssue): { field: string; message: string }[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: UNKNOWN }))
  return [{ field: path.join('.'), message: issue.message }]
}
