import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import type { DelegableScope } from '../../actors/actor'
import { createKey } from '../../auth/access-keys'
import { openSession } from '../../auth/sessions'
import { createKeySchema } from '../../contract/access-keys'
import { createBotSchema } from '../../contract/bots'
import { ERROR_CODES } from '../../errors'
import { askQuestion, buyAll, credits, newKey, person, scriptedModel } from '../../inspection/engine/testing'
import { createBot } from '../../sellers/bots/bots'
import { type TestMarket, testMarket } from '../../testing'
import { appRouter } from '../root'
import { contextOf, testMe } from '../testing'
import { createCallerFactory } from '../trpc'
import { handleRest } from './handle'

const createCaller = createCallerFactory(appRouter)

let database: TestDatabase
let market: TestMarket
let ann: string
beforeEach(async () => {
  database ??= await openTestDb()
  await database.truncate()
  market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
  ann = await person(market, 'ann')
})
afterAll(() => database.close())

const ALL: readonly DelegableScope[] = ['read', 'ask', 'sell', 'decide', 'spend']

async function keyOf(userId: string, scopes = ALL): Promise<string> {
  const sessionId = await openSession(market.deps, userId)
  const caps = scopes.includes('spend')
    ? { spendPerDayMicros: credits(50), spendPerQuestionMicros: credits(20) }
    : {}
  const wanted = createKeySchema.parse({ name: 'Agent', scopes, days: 1, ...caps })
  return (await createKey(market.deps, { ...wanted, userId, sessionId })).secret
}

type Sent = { key?: string; body?: unknown; headers?: Record<string, string> }

async function call(method: string, path: string, { key, body, headers = {} }: Sent = {}) {
  const answer = await handleRest(
    market.deps,
    new Request(`https://market.example/api/v1${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  const isJson = method !== 'HEAD' && answer.headers.get('content-type')?.includes('json')
  const text = isJson ? await answer.json() : null
  return { status: answer.status, headers: answer.headers, json: text, answer }
}

const QUESTION = {
  title: 'Is the bridge at Lindow safe to cross?',
  body: '',
  decision: { kind: 'open' },
  pages: [],
  tags: [],
  budget: '10',
  deadlineMinutes: 60,
  start: { rule: 'quorum', offers: 1 },
  isTreePublic: false,
}
const OFFER = { teaser: 'The last inspection of the bridge', privateInfo: 'It is sound.', price: '2.5' }

describe('the REST door', () => {
  it('lets an agent ask and a seller offer; amounts are text in credits, and the answer is there to read', async () => {
    const key = await keyOf(ann)
    const sol = await keyOf(await person(market, 'sol'), ['read', 'sell'])
    const asked = await call('POST', '/questions', { key, body: QUESTION })
    expect(asked.status).toBe(201)
    const id = asked.json.contextId
    expect(asked.headers.get('location')).toBe(`/api/v1/questions/${id}`)
    expect((await call('GET', '/wallet', { key })).json).toMatchObject({ available: '90.00', held: '10.00' })
    const offered = await call('POST', `/questions/${id}/offers`, { key: sol, body: OFFER })
    expect(offered.status).toBe(201)
    await market.settle()
    const tree = (await call('GET', `/questions/${id}/tree`, { key })).json
    expect(tree).toMatchObject({
      offers: [{ price: '2.50', state: 'bought', privateInfo: 'It is sound.' }],
      answer: { citations: [{ price: '2.50' }] },
    })
    expect(JSON.stringify(tree)).not.toMatch(/prose|micros/i)
    const sold = (await call('GET', '/selling/offers', { key: sol })).json
    expect(sold.offers).toMatchObject([{ state: 'bought', price: '2.50', earned: '2.375' }])
    // A stranger's key sees none of it.
    const eve = await keyOf(await person(market, 'eve'))
    expect((await call('GET', `/questions/${id}/tree`, { key: eve })).status).toBe(404)
  })

  it('inspects in one call: verdict, citations and cost, or 202 and where to read them', async () => {
    const key = await keyOf(ann)
    const bot = createBotSchema.parse({
      bot: {
        kind: 'fixed',
        name: 'Bridges',
        matcher: { anyOf: ['bridge'] },
        teaser: 'What the last inspection of the bridge found',
        knowledge: 'The bridge at Lindow is sound.',
        price: { rule: 'fixed', priceMicros: credits(2) },
      },
      isLive: true,
      requestKey: newKey(),
    })
    await createBot(market.deps, await person(market, 'sol'), bot)
    const { title, decision } = QUESTION
    const body = { title, decision, budget: '10' }
    const headers = { 'idempotency-key': 'one-decision-1' }
    const inspect = (waitSeconds: number) =>
      call('POST', '/inspect', { key, headers, body: { ...body, waitSeconds } })
    const early = await inspect(0)
    expect(early).toMatchObject({ status: 202, json: { isOver: false, pollAfterSeconds: 5 } })
    const place = early.headers.get('location') ?? ''
    expect(place).toBe(`/api/v1/inspect/${early.json.contextId}`)
    expect(early.headers.get('retry-after')).toBe('5')
    // The same call waits for the same question, whatever else happens meanwhile.
    const waiting = inspect(30)
    await market.settle()
    const { status, json } = await waiting
    expect(status).toBe(200)
    expect(json).toMatchObject({
      contextId: early.json.contextId,
      isOver: true,
      status: 'settled',
      spent: '2.00',
      answer: expect.stringContaining('[1]'),
      citations: [{ number: 1, price: '2.00', isBot: true, privateInfo: 'The bridge at Lindow is sound.' }],
    })
    const signed = JSON.parse(Buffer.from(json.receipt.payload, 'base64url').toString())
    expect(signed).toMatchObject({ kind: 'tree', rootId: early.json.contextId, spent: '2.00' })
    const { receipt, ...rest } = (await call('GET', place.replace('/api/v1', ''), { key })).json
    expect({ ...rest, receipt: { ...receipt, payload: '', signature: '' } }).toEqual({
      ...json,
      receipt: { ...json.receipt, payload: '', signature: '' },
    })
    expect((await call('GET', '/wallet', { key })).json).toMatchObject({ available: '98.00', held: '0.00' })
    const eve = await keyOf(await person(market, 'eve'))
    expect((await call('GET', place.replace('/api/v1', ''), { key: eve })).status).toBe(404)
  })

  it('asks for its price before a text, names an inspection instead, and gives it to who pays, once', async () => {
    const key = await keyOf(ann)
    const eve = await keyOf(await person(market, 'eve'))
    const seller = await keyOf(await person(market, 'sol'))
    const { json: asked } = await call('POST', '/questions', {
      key,
      body: { ...QUESTION, isTreePublic: true, start: { rule: 'manual' } },
    })
    const place = `/questions/${asked.contextId}/offers`
    const { json: offered } = await call('POST', place, { key: seller, body: OFFER })
    const path = `/offers/${offered.offerId}/text`
    expect((await call('GET', path, { key: seller })).json).toMatchObject({ privateInfo: OFFER.privateInfo })
    // Who has not asked cannot have it, and is told so.
    expect((await call('GET', path, { key: eve })).json).toMatchObject({ code: 'resale.not_for_sale' })
    const elsewhere = { 'x-forwarded-for': '203.0.113.77' }
    const unpaid = await call('GET', path, { headers: elsewhere })
    const { status, json, headers } = await call('GET', path, { key })
    // Without a key nobody is told of a sale that would be closed to most.
    expect([status, unpaid.status]).toEqual([402, 401])
    expect(JSON.stringify(json)).not.toContain(OFFER.privateInfo)
    const { payment } = json
    const told = Buffer.from(headers.get('payment-required') ?? '', 'base64').toString()
    expect(JSON.parse(told)).toEqual(payment)
    expect(payment).toMatchObject({
      x402Version: 2,
      resource: { url: expect.stringContaining(`/api/v1${path}`), description: OFFER.teaser },
      accepts: [{ scheme: 'exact', network: 'caveat:credits', asset: 'credit', amount: '2500000' }],
      extensions: {
        'inspect-first': {
          info: { url: expect.stringContaining(`/questions/${asked.contextId}/inspection`) },
        },
      },
    })
    const [accepted] = payment.accepts
    const signed = (over: object = {}) => ({
      'payment-signature': Buffer.from(
        JSON.stringify({
          x402Version: 2,
          accepted: { ...accepted, ...over },
          payload: { idempotencyKey: 'one-text-1' },
        }),
      ).toString('base64'),
    })
    const pay = (who: Sent, over?: object) =>
      call('GET', path, { ...who, headers: { ...elsewhere, ...signed(over) } })
    expect((await pay({})).json).toMatchObject({ code: 'auth.key_needed' })
    const cheaper = { amount: '1000000', extra: { ...accepted.extra, price: '1.00' } }
    expect((await pay({ key }, cheaper)).json).toMatchObject({ code: 'market.offer_changed' })
    for (const other of [{ payTo: 'eve' }, { extra: { ...accepted.extra, price: '0.01' } }, { tip: 1 }])
      expect((await pay({ key }, other)).json).toMatchObject({ code: 'request.bad_payment' })
    const bad = await call('GET', path, { key, headers: { 'payment-signature': 'bm9uc2Vuc2U=' } })
    expect(bad).toMatchObject({ status: 400, json: { code: 'request.bad_payment' } })
    const reader = await keyOf(ann, ['read'])
    expect((await pay({ key: reader })).json).toMatchObject({ code: 'actor.scope_missing' })
    const paid = await pay({ key })
    expect(paid).toMatchObject({ status: 200, json: { privateInfo: OFFER.privateInfo } })
    const settled = Buffer.from(paid.headers.get('payment-response') ?? '', 'base64').toString()
    expect(JSON.parse(settled)).toMatchObject({ success: true, transaction: expect.any(String) })
    expect((await pay({ key })).status).toBe(200)
    expect((await call('GET', path, { key })).status).toBe(200)
    // Ten are held for the question.
    expect((await call('GET', '/wallet', { key })).json).toMatchObject({ available: '87.50' })
  })

  it('has one effect for one Idempotency-Key, whichever door it comes through', async () => {
    const key = await keyOf(ann)
    const requestKey = newKey()
    const headers = { 'idempotency-key': `"${requestKey}"` }
    const first = await call('POST', '/questions', { key, body: QUESTION, headers })
    const again = await call('POST', '/questions', {
      key,
      body: QUESTION,
      headers: { 'idempotency-key': requestKey },
    })
    expect(again.json).toEqual(first.json)
    const { budget: _budget, ...rest } = QUESTION
    const page = createCaller(contextOf(market.deps, testMe(ann)))
    const same = await page.contexts.ask({ ...rest, budgetMicros: credits(10), requestKey } as never)
    expect(same).toEqual(first.json)
    expect((await call('GET', '/wallet', { key })).json).toMatchObject({ held: '10.00' })
    const other = await call('POST', '/questions', { key, body: { ...QUESTION, budget: '11' }, headers })
    expect(other).toMatchObject({ status: 409, json: { code: 'request.key_reused' } })
    const elsewhere = await call('POST', `/questions/${first.json.id ?? first.json.contextId}/enough`, {
      key,
      headers,
    })
    expect(elsewhere).toMatchObject({ status: 409, json: { code: 'request.key_of_another' } })
    const odd = await call('POST', '/questions', {
      key,
      body: QUESTION,
      headers: { 'idempotency-key': 'no' },
    })
    expect(odd).toMatchObject({ status: 400, json: { errors: [{ field: 'Idempotency-Key' }] } })
  })

  it('says what is wrong by the names that the caller wrote, and knows no other fields', async () => {
    const key = await keyOf(ann)
    const wrong = await call('POST', '/questions', {
      key,
      body: { ...QUESTION, budget: '0.01', colour: 'red' },
    })
    expect(wrong).toMatchObject({ status: 400, json: { errors: [{ field: 'colour' }] } })
    const low = await call('POST', '/questions', { key, body: { ...QUESTION, budget: '0.01' } })
    expect(low.json).toMatchObject({ code: 'request.invalid', errors: [{ field: 'budget' }] })
    expect((await call('GET', '/questions?page=2')).json.errors).toMatchObject([{ field: 'page' }])
    expect((await call('GET', '/questions?tab=newest&tab=ending')).status).toBe(400)
    expect((await call('GET', '/inbox', { key })).json.errors).toMatchObject([{ field: 'state' }])
    expect(
      (await call('POST', '/questions', { key, body: QUESTION, headers: { 'content-type': 'text/plain' } }))
        .json,
    ).toMatchObject({ code: 'request.not_json', status: 415 })
    expect(low.headers.get('content-type')).toBe('application/problem+json')
  })

  it('names the scope or the cap that is missing, and asks who shows nothing for a key', async () => {
    const reader = await keyOf(ann, ['read'])
    const refused = await call('POST', '/questions', { key: reader, body: {} })
    expect(refused).toMatchObject({ status: 403, json: { code: 'actor.scope_missing' } })
    expect(refused.json.detail).toContain('“ask”')
    const over = await call('POST', '/questions', {
      key: await keyOf(ann),
      body: { ...QUESTION, budget: '21' },
    })
    expect(over.json.detail).toContain('The cap of 20.00 credits for a question')
    for (const [path, method] of [
      ['/wallet', 'GET'],
      ['/questions', 'POST'],
    ] as const) {
      const nobody = await call(method, path, method === 'POST' ? { body: {} } : {})
      expect(nobody).toMatchObject({ status: 401, json: { code: 'auth.key_needed' } })
      expect(nobody.headers.get('www-authenticate')).toMatch(
        /^Bearer realm="caveat", scope="[a-z ]+", resource_metadata=/,
      )
    }
    const bad = await call('GET', '/questions', { key: 'caveat_nothing' })
    expect(bad).toMatchObject({ status: 401, json: { code: 'auth.key_refused' } })
    expect(bad.headers.get('www-authenticate')).toContain('invalid_token')
  })

  it('reads no cookie, and lets any site call with a key', async () => {
    const sessionId = await openSession(market.deps, ann)
    const cookie = `next-auth.session-token=${sessionId}; __Secure-next-auth.session-token=${sessionId}`
    expect((await call('GET', '/wallet', { headers: { cookie } })).status).toBe(401)
    const asked = await call('OPTIONS', '/wallet', { headers: { origin: 'https://elsewhere.example' } })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization')
    const answer = await call('GET', '/wallet', {
      key: await keyOf(ann),
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('says what is left of its limits, and when to come back', async () => {
    const first = await call('GET', '/questions')
    expect(first.headers.get('ratelimit-policy')).toBe('"read";q=1200;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"read";r=1199;t=\d+$/)
    const key = await keyOf(ann)
    const calls = await Promise.all(
      Array.from({ length: 130 }, () => call('POST', '/questions', { key, body: 7 })),
    )
    const late = calls.filter(({ status }) => status === 429)
    expect(late).toHaveLength(10)
    expect(late[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(late[0]?.json).toMatchObject({ code: 'request.too_many', isRetriable: true })
    expect(late[0]?.json.detail).toContain(`In ${late[0]?.headers.get('retry-after')} seconds`)
    expect(late[0]?.headers.get('ratelimit')).toMatch(/^"write";r=0;t=\d+$/)
    expect(late[0]?.headers.get('ratelimit-policy')).toMatch(/^"write";/)
  })

  it('leads from page to page by Link', async () => {
    for (let asked = 0; asked < 21; asked += 1)
      await askQuestion(market, ann, { isTreePublic: true, budgetMicros: credits(1) })
    const first = await call('GET', '/questions?tab=newest')
    expect(first.json.items).toHaveLength(20)
    const next = /^<\/api\/v1(\/questions\?[^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1]
    const second = await call('GET', next ?? '')
    expect(second.json.items).toHaveLength(1)
    expect(second.headers.get('link')).toBeNull()
  })

  it('streams a tree, and goes on after the event that was named', async () => {
    const key = await keyOf(ann)
    const { contextId } = (await call('POST', '/questions', { key, body: QUESTION })).json
    const first = await heard(`/questions/${contextId}/events`, { key })
    expect(first.data).toMatchObject({
      status: 'collecting',
      events: [{ type: 'context.opened', amount: '10.00' }],
    })
    const sol = await keyOf(await person(market, 'sol'), ['sell'])
    await call('POST', `/questions/${contextId}/offers`, { key: sol, body: OFFER })
    const next = await heard(`/questions/${contextId}/events`, {
      key,
      headers: { 'last-event-id': first.id },
    })
    expect(next.data.events.map(({ type }: { type: string }) => type)).toEqual(['offer.posted'])
    expect(Number(next.id)).toBeGreaterThan(Number(first.id))
  })

  it('refuses a stream of what is nobody’s as any other call, so that no browser comes back for ever', async () => {
    const nobodys = await call('GET', '/questions/bc_nothing/events')
    expect(nobodys).toMatchObject({ status: 404, json: { code: 'market.context_not_found' } })
    const own = await askQuestion(market, ann, { isTreePublic: false })
    const bob = await keyOf(await person(market, 'bob'), ['read'])
    expect(await call('GET', `/questions/${own}/events`, { key: bob })).toMatchObject({ status: 404 })
  })

  it('answers HEAD as GET, without a body', async () => {
    const { status, headers, answer } = await call('HEAD', '/questions')
    expect([status, headers.get('content-type'), await answer.text()]).toEqual([200, 'application/json', ''])
  })

  it('takes no address with a password in it', async () => {
    const key = await keyOf(ann)
    const sent = { ...QUESTION, pages: ['https://user:pw@shop.example/x'] }
    expect(await call('POST', '/questions', { key, body: sent })).toMatchObject({
      status: 400,
      json: {
        errors: [{ field: 'pages.0', message: 'Leave the name and the password out of the address.' }],
      },
    })
  })

  it('lets anybody keep what is the same for everybody, and nothing else', async () => {
    const found = await call('GET', '/threads/by-hash')
    expect(found.json).toEqual({ digits: 0, pages: [], nextCursor: null })
    expect(found.headers.get('cache-control')).toBe('public, max-age=300')
    expect(found.headers.get('access-control-allow-origin')).toBe('*')
    expect((await call('GET', '/questions')).headers.get('cache-control')).toBe('private, no-store')
    const wrong = await call('GET', '/threads/by-hash?prefix=abcd')
    expect(wrong).toMatchObject({ status: 400, json: { errors: [{ field: 'prefix' }] } })
    expect(wrong.headers.get('cache-control')).toBe('private, no-store')
  })

  it('has a document, a page for each kind of problem, and says so elsewhere', async () => {
    const document = await call('GET', '/openapi.json')
    expect(document.json).toMatchObject({ openapi: '3.1.1', paths: { '/questions': { post: {} } } })
    expect((await call('GET', '/problems')).json).toHaveLength(ERROR_CODES.length)
    const { type } = (await call('GET', '/nothing')).json
    expect((await call('GET', type.replace('/api/v1', ''))).json).toMatchObject({
      code: 'request.no_such_path',
      status: 404,
    })
    const wrong = await call('DELETE', '/questions')
    expect(wrong).toMatchObject({ status: 405, json: { code: 'request.no_such_method' } })
    expect(wrong.headers.get('allow')).toBe('GET, POST, OPTIONS')
  })
})

/** The first event of a stream that has an id. */
async function heard(
  path: string,
  sent: Sent,
): Promise<{ id: string; data: { events: { type: string }[] } & Record<string, unknown> }> {
  const { answer } = await call('GET', path, sent)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) throw new Error(`The stream has ended: ${text}`)
    text += part.value
    const event = /id: (\d+)\ndata: (.+)\n\n/.exec(text)
    if (!event) continue
    await reader?.cancel()
    return { id: event[1] ?? '', data: JSON.parse(event[2] ?? '') }
  }
}
