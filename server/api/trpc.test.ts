import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import superjson from 'superjson'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { delegate, NO_CAPS, personActor, visitor } from '../actors/actor'
import type { Deps } from '../deps'
import { AppError, ERRORS } from '../errors'
import { faultOf } from './errors'
import { BATCH_SIZE_MAX } from './limits'
import { contextOf, testMe } from './testing'
import { type ApiContext, createCallerFactory, protectedProcedure, publicProcedure, router } from './trpc'

/** Stands for private information in everything that goes wrong below. */
const CANARY = 'CANARY-7f3a'

let changes = 0
/** Changes that are on the disk. */
let safeChanges = 0
const logged: unknown[] = []
beforeEach(() => {
  changes = 0
  safeChanges = 0
  logged.length = 0
})

const testRouter = router({
  amount: publicProcedure('read').query(() => ({ micros: 1_500_000n, at: new Date(0) })),
  over: publicProcedure('read').query(() => {
    throw new AppError('market.offer_over_budget', { details: { field: 'priceMicros' } })
  }),
  frozen: publicProcedure('read').query(() => {
    throw new AppError('ledger.frozen')
  }),
  broken: publicProcedure('read').query(() => {
    throw new Error(`no row with ${CANARY}`, { cause: new SyntaxError(`Unexpected token in ${CANARY}`) })
  }),
  away: publicProcedure('read').query(() => {
    throw new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') })
  }),
  wrongOutput: publicProcedure('read')
    .output(z.object({ name: z.string() }))
    .query(() => {
      const made: unknown = { name: 7, hidden: CANARY }
      return made as { name: string }
    }),
  ask: publicProcedure('read')
    .input(z.object({ title: z.string().min(8, 'Ask in more words.'), options: z.array(z.string().max(3)) }))
    .mutation(() => {
      changes += 1
      return null
    }),
  watch: publicProcedure('read').subscription(async function* () {
    yield 1
    throw new AppError('market.context_not_found')
  }),
  echo: publicProcedure('read')
    .input(z.unknown())
    .query(({ input }) => input),
  mine: protectedProcedure('read').query(({ ctx }) => ctx.user.handle),
  share: publicProcedure('read').query(({ ctx }) => ctx.deps.prose.layOut('')),
})

const log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (...args: unknown[]) => logged.push(args),
}
const database = {
  async flush() {
    safeChanges = changes
  },
}
// The procedures above touch nothing else.
// Limits are counted by database.
const deps = { log, database, db: {} } as unknown as Deps
const tellsWhose = { layOut: async (_: string, who: string) => who } as unknown as Deps['prose']

const NOBODY = contextOf(deps, null)

function send(path: string, init: RequestInit = {}, context: ApiContext = NOBODY): Promise<Response> {
  const url = `http://market.test/api/trpc/${path}`
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: new Request(url, init),
    router: testRouter,
    maxBatchSize: BATCH_SIZE_MAX,
    createContext: () => context,
  })
}

function post(path: string, input: unknown, context?: ApiContext): Promise<Response> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(superjson.serialize(input)),
  }
  return send(path, init, context)
}

/** The error of an answer, as a client sees it. */
async function errorOf(response: Response) {
  const text = await response.text()
  expect(text).not.toContain(CANARY)
  expect(text).not.toContain('    at ')
  const body: { error: { json: { message: string; data: Record<string, unknown> } } } = JSON.parse(text)
  return { status: response.status, message: body.error.json.message, data: body.error.json.data }
}

describe('answers', () => {
  it('carry bigint and dates', async () => {
    const body = await (await send('amount')).json()
    expect(superjson.deserialize(body.result.data)).toEqual({ micros: 1_500_000n, at: new Date(0) })
  })
})

describe('what comes in', () => {
  it.each([
    ['a typed array', { values: [['typed-array', 'Float64Array']], v: 1 }],
    ['a set within', { values: { title: ['set'] } }],
    ['an error', { values: ['Error'] }],
    ['a class', { values: [['class', 'User']] }],
  ])('may not say that it is %s', async (_, meta) => {
    const input = encodeURIComponent(JSON.stringify({ json: { title: { length: 2 ** 31 } }, meta }))
    expect(await errorOf(await send(`echo?input=${input}`))).toMatchObject({
      status: 400,
      data: { appCode: 'request.value_unknown' },
    })
  })

  it('is not copied to where its note says that it stands too', async () => {
    const at = new Date(0)
    const written = superjson.serialize({ closesAt: at, resolvesAt: at })
    const meta = { ...written.meta, referentialEqualities: { closesAt: ['resolvesAt', 'a', 'b'] } }
    const input = encodeURIComponent(JSON.stringify({ json: written.json, meta }))
    const body = await (await send(`echo?input=${input}`)).json()
    expect(superjson.deserialize(body.result.data)).toEqual({ closesAt: at, resolvesAt: at })
  })

  it('has dates, whole numbers and what is not there', async () => {
    const given = { at: new Date(0), micros: 2n ** 70n, note: undefined, list: [1n, { at: new Date(1) }] }
    const input = encodeURIComponent(JSON.stringify(superjson.serialize(given)))
    const body = await (await send(`echo?input=${input}`)).json()
    expect(superjson.deserialize(body.result.data)).toEqual(given)
  })
})

describe('errors', () => {
  it('of ours go out with their sentence, code, field and status', async () => {
    expect(await errorOf(await send('over'))).toMatchObject({
      status: 412,
      message: ERRORS['market.offer_over_budget'].sentence,
      data: { appCode: 'market.offer_over_budget', field: 'priceMicros', isRetriable: false, zod: null },
    })
    expect(await errorOf(await send('frozen'))).toMatchObject({
      status: 503,
      message: ERRORS['ledger.frozen'].sentence,
      data: { isRetriable: true },
    })
    expect(logged).toEqual([])
  })

  it('nobody expected go out as a general sentence, and into the log without their text', async () => {
    expect(await errorOf(await send('broken'))).toMatchObject({
      status: 500,
      message: ERRORS.internal.sentence,
      data: { appCode: 'internal', field: null },
    })
    expect(logged).toHaveLength(1)
    expect(JSON.stringify(logged)).not.toContain(CANARY)
    expect(JSON.stringify(logged)).toContain('trpc.test.ts')
  })

  it('of a database that is away say that it is worth trying again', async () => {
    expect(await errorOf(await send('away'))).toMatchObject({
      status: 503,
      message: ERRORS['database.away'].sentence,
      data: { appCode: 'database.away', isRetriable: true },
    })
    expect(logged).toHaveLength(1)
  })

  it('in an output of ours are faults, not somebody’s input', async () => {
    expect(await errorOf(await send('wrongOutput'))).toMatchObject({
      status: 500,
      data: { appCode: 'internal', zod: null },
    })
    expect(JSON.stringify(logged)).not.toContain(CANARY)
  })

  it('of input name each field and never repeat what was sent', async () => {
    const response = await post('ask', { title: 'Why?', options: ['yes', CANARY] })
    expect(await errorOf(response)).toMatchObject({
      status: 400,
      message: ERRORS['request.invalid'].sentence,
      data: {
        appCode: 'request.invalid',
        zod: { fieldErrors: { title: ['Ask in more words.'], 'options.1': ['Use at most 3 characters.'] } },
      },
    })
    expect(changes).toBe(0)
  })

  it('say in our words what is missing or of the wrong kind', async () => {
    const { data } = await errorOf(await post('ask', { options: CANARY }))
    expect(data.zod).toEqual({
      fieldErrors: { title: ['Fill this in.'], options: ['This is not the kind of thing that goes here.'] },
    })
  })

  it('of what is not a call at all say nothing about it', async () => {
    const garbage = { method: 'POST', headers: { 'content-type': 'application/json' }, body: `{"${CANARY}` }
    expect(await errorOf(await send('ask', garbage))).toMatchObject({
      status: 400,
      data: { appCode: 'request.invalid' },
    })
    const unknown = await send(`no.such.${CANARY}`)
    expect(unknown.status).toBe(404)
  })

  it('of a subscription on its way keep their kind, so that a browser does not ask again for ever', async () => {
    const stream = await (await send('watch')).text()
    expect(stream).toContain('"appCode":"market.context_not_found"')
    expect(stream).toContain('"code":"NOT_FOUND","httpStatus":404')
    expect(stream).not.toContain('INTERNAL_SERVER_ERROR')
  })

  it('tell the signed out to sign in', async () => {
    expect(await errorOf(await send('mine'))).toMatchObject({
      status: 401,
      data: { appCode: 'auth.signed_out' },
    })
  })
})

describe('changes', () => {
  const good = { title: 'Long enough?', options: [] }

  it('are made for pages of ours', async () => {
    expect((await post('ask', good)).status).toBe(200)
    expect(changes).toBe(1)
  })

  it('are on the disk before they are acknowledged', async () => {
    await post('ask', good)
    expect(safeChanges).toBe(1)
  })

  it('are refused when another site sent them', async () => {
    const foreign = { ...NOBODY, call: { ip: 'test', isOurs: false } }
    expect(await errorOf(await post('ask', good, foreign))).toMatchObject({
      data: { appCode: 'request.foreign' },
    })
    expect(changes).toBe(0)
  })

  it('cannot be made by a link', async () => {
    const input = encodeURIComponent(JSON.stringify(superjson.serialize(good)))
    expect((await send(`ask?input=${input}`)).status).toBe(405)
    expect(changes).toBe(0)
  })

  it('cannot be made by a form', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const init = { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(good) }
      expect((await send('ask', init)).status).toBe(415)
    }
    const form = new FormData()
    form.set('title', good.title)
    expect((await send('ask', { method: 'POST', body: form })).status).toBe(400)
    expect(changes).toBe(0)
  })
})

describe('batches', () => {
  it('are answered call by call: one that fails says nothing about another', async () => {
    const body = await (await send('amount,over?batch=1')).json()
    expect(body[0].result).toBeDefined()
    expect(body[1].error.json.data.appCode).toBe('market.offer_over_budget')
  })

  it('have a largest size', async () => {
    const paths = Array.from({ length: BATCH_SIZE_MAX + 1 }, () => 'amount').join(',')
    expect((await send(`${paths}?batch=1`)).status).toBe(400)
  })
})

describe('limits', () => {
  it('stop a caller that is too fast and nobody else', async () => {
    const hasty: ApiContext = { ...NOBODY, call: { ip: '192.0.2.1', isOurs: true } }
    const good = { title: 'Long enough?', options: [] }
    const statuses: number[] = []
    for (let i = 0; i < 125; i += 1) statuses.push((await post('ask', good, hasty)).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect((await post('ask', good)).status).toBe(200)
  })

  it('are of each person and not of the address they share', async () => {
    const good = { title: 'Long enough?', options: [] }
    const call = { ip: '192.0.2.2', isOurs: true }
    const as = (id: string) => contextOf(deps, testMe(id), { call })
    for (let i = 0; i < 120; i += 1) await post('ask', good, as('usr_hasty'))
    expect((await post('ask', good, as('usr_hasty'))).status).toBe(429)
    expect((await post('ask', good, as('usr_calm'))).status).toBe(200)
    expect((await post('ask', good, { ...NOBODY, call })).status).toBe(200)
  })
})

describe('a person', () => {
  it('has one share of what reads texts, whatever acts for them', async () => {
    const owner = personActor({ id: 'usr_ada', role: 'person', isVerified: true })
    const key = { kind: 'key', id: 'key_1', scopes: ['read'], caps: NO_CAPS, botId: 'bot_1' } as const
    const calls: ApiContext[] = [
      contextOf({ ...deps, prose: tellsWhose }, testMe('usr_ada')),
      { ...contextOf({ ...deps, prose: tellsWhose }, testMe('usr_ada')), actor: delegate(owner, key) },
      contextOf({ ...deps, prose: tellsWhose }, null, { call: { ip: '192.0.2.7', isOurs: true } }),
      contextOf({ ...deps, prose: tellsWhose }, null, { actor: visitor('192.0.0.0/16'), call: null }),
    ]
    const shares = await Promise.all(calls.map((call) => createCallerFactory(testRouter)(call).share()))
    expect(shares).toEqual(['usr_ada', 'usr_ada', '192.0.2.7', '192.0.0.0/16'])
  })
})

describe('faultOf', () => {
  it('keeps kind, code and place, and the message only where the engine made it', () => {
    const database = Object.assign(new Error(`Key (email)=(${CANARY}) already exists`), { code: '23505' })
    const fault = faultOf(new TypeError('x is not a function', { cause: database }))
    expect(fault).toMatchObject({
      type: 'TypeError',
      message: 'x is not a function',
      cause: { code: '23505' },
    })
    expect(JSON.stringify(fault)).not.toContain(CANARY)
  })

  it('survives things that are no errors', () => {
    expect(faultOf(CANARY)).toEqual({ type: 'string' })
  })
})
