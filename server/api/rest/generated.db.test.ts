import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { DELEGABLE_SCOPES } from '../../actors/actor'
import { createKey } from '../../auth/access-keys'
import { openSession } from '../../auth/sessions'
import { createKeySchema } from '../../contract/access-keys'
import { createBotSchema } from '../../contract/bots'
import { askQuestion, credits, newKey, person, sell } from '../../inspection/engine/testing'
import { createBot } from '../../sellers/bots/bots'
import { type TestMarket, testMarket } from '../../testing'
import { openApiDocument } from './document'
import { handleRest } from './handle'
import { fitting, type JsonSchema, unfitting } from './testing-values'

/**
 * Calls made from the document itself, of both kinds, on every operation: whatever comes, the answer is one that the document names, and
 * never a fault of ours.
 */

type Content = { content?: Record<string, { schema: JsonSchema }> }
type Parameter = { name: string; in: string; required: boolean; schema: JsonSchema; $ref?: string }
type Operation = {
  operationId: string
  parameters: Parameter[]
  requestBody?: Content
  responses: Record<string, Content & { $ref?: string }>
}
const document = openApiDocument() as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: { Problem: JsonSchema } }
}

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
  market = testMarket(database)
})
afterAll(() => database.close())

const BOT = {
  kind: 'fixed',
  name: 'Bridges',
  matcher: { anyOf: ['bridge'] },
  teaser: 'What the last inspection of the bridge found',
  knowledge: 'Sound.',
  price: { rule: 'fixed', priceMicros: credits(1) },
}

/** Limits count by person, so each operation is called by one of its own, who has what its address names. */
async function scene({ path, operation }: (typeof operations)[number]) {
  const handle = operation.operationId.toLowerCase()
  const userId = await person(market, handle)
  const sessionId = await openSession(market.deps, userId)
  const wanted = createKeySchema.parse({
    name: 'Generated',
    scopes: DELEGABLE_SCOPES,
    spendPerDayMicros: credits(50),
    spendPerQuestionMicros: credits(20),
    days: 1,
  })
  const { secret } = await createKey(market.deps, { ...wanted, userId, sessionId })
  const known = [handle]
  if (path.includes('{questionId}'))
    known.push(await askQuestion(market, userId, { start: { rule: 'manual' } }))
  if (path.includes('{botId}')) {
    const bot = createBotSchema.parse({ bot: BOT, isLive: false, requestKey: newKey() })
    known.push((await createBot(market.deps, userId, bot)).botId)
  }
  if (path.includes('{offerId}')) {
    const contextId = await askQuestion(market, await person(market, `${handle}-asks`))
    const offer = { contextId, teaser: 'The last inspection', privateInfo: 'Sound.', price: 1 }
    known.push(await sell(market, userId, offer))
  }
  return { secret, known }
}

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
const isProblem = ajv.compile(document.components.schemas.Problem)
const STACK = /\bat .+\(?.+:\d+:\d+|node_modules|\.tsx?:\d+|select .+ from |violates/i

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

const asText = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

/** Operations that some call was good enough for. */
const done = new Set<string>()

function callsOf({ path, operation }: (typeof operations)[number], known: readonly string[]) {
  const { parameters, requestBody } = operation
  const own = parameters.filter(({ $ref }) => $ref === undefined)
  const body = requestBody?.content?.['application/json']?.schema
  const values = (make: typeof fitting) =>
    fc.record({
      path: fc.tuple(
        ...own
          .filter((one) => one.in === 'path')
          .map(({ schema }) =>
            fc.oneof(make(schema), { weight: 3, arbitrary: fc.constantFrom(...known.slice(-1)) }),
          ),
      ),
      query: fc.record(
        Object.fromEntries(
          own.filter((one) => one.in === 'query').map(({ name, schema }) => [name, make(schema)]),
        ),
        { requiredKeys: own.filter((one) => one.in === 'query' && one.required).map(({ name }) => name) },
      ),
      body: body ? make(body) : fc.constant(undefined),
    })
  return fc.oneof(values(fitting), values(unfitting)).map(({ path: parts, query, body: sent }) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query as Record<string, unknown>))
      for (const one of Array.isArray(value) ? value : [value]) search.append(name, asText(one))
    let place = 0
    const address = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(asText(parts[place++]) || 'x'))
    return { address: `${address}?${search}`, body: sent }
  })
}

it.each(operations)('$method $path answers as the document says, whatever is sent', async (one) => {
  const { secret, known } = await scene(one)
  const good = Object.entries(one.operation.responses).find(([status]) => status.startsWith('2'))
  const schema = good?.[1].content?.['application/json']?.schema
  const fits = schema && ajv.compile(schema)
  await fc.assert(
    fc.asyncProperty(callsOf(one, known), async ({ address, body }) => {
      const answer = await handleRest(
        market.deps,
        new Request(`https://market.example/api/v1${address}`, {
          method: one.method,
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      )
      expect(answer.status).toBeLessThan(500)
      if (answer.headers.get('content-type') === 'text/event-stream') return answer.body?.cancel()
      const text = await answer.text()
      if (!answer.ok) {
        expect(answer.headers.get('content-type')).toBe('application/problem+json')
        expect(isProblem(JSON.parse(text)), JSON.stringify(isProblem.errors)).toBe(true)
        expect(text).not.toMatch(STACK)
        return
      }
      done.add(one.operation.operationId)
      expect(String(answer.status)).toBe(good?.[0])
      if (fits) expect(fits(JSON.parse(text)), JSON.stringify(fits.errors)).toBe(true)
      else expect(text).toBe('')
    }),
    { numRuns: 10, seed: 20261122, endOnFailure: true },
  )
})

it('does what was asked in more than half of the operations, so that answers were looked at', () => {
  expect(done.size).toBeGreaterThan(operations.length / 2)
})
