import type { IncomingMessage, ServerResponse } from 'node:http'
import { asc, eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { botRuns, bots, contexts, notices, offers, webhookDeliveries, webhooks } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { receiveCallback } from '../../api/bot-callback'
import { askQuestion, credits, newKey, person } from '../../inspection/testing'
import { verifyAndGuard } from '../../ledger/verify'
import { createOutbound } from '../../outbound/outbound'
import { bodyOf, type LoopbackServer, listen } from '../../outbound/testing'
import { type TestMarket, testMarket } from '../../testing'
import { createBot, pauseBot } from '../bots'
import { createBotSchema } from '../contract'
import { rehearse } from '../rehearse'
import { DEAD_AFTER_MS, RETRY_DELAYS_MS, ROTATION_MS } from './contract'
import { rotateSecret, testWebhook, viewWebhook } from './manage'
import type { WebhookMessage } from './message'

type Got = { headers: Record<string, string>; body: string; message: WebhookMessage }

let database: TestDatabase
let market: TestMarket
let server: LoopbackServer
let got: Got[]
let ada: string
let bob: string
/** What the owner's server does with a message. */
let behave: (response: ServerResponse, message: WebhookMessage, request: IncomingMessage) => void

const OFFER = { teaser: 'The load limit of the bridge', privateInfo: 'It carries 3.5 tonnes.', price: '2.50' }
const json = (response: ServerResponse, body: unknown, status = 200) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))

beforeAll(async () => {
  database = await openTestDb()
  server = await listen(async (request, response) => {
    const body = await bodyOf(request)
    const message = JSON.parse(body) as WebhookMessage
    got.push({ headers: request.headers as Record<string, string>, body, message })
    behave(response, message, request)
  })
})
beforeEach(async () => {
  market = testMarket(database)
  await market.deps.outbound.close()
  market.deps.outbound = createOutbound({ allowsPrivate: true })
  got = []
  behave = (response) => json(response, { offers: [OFFER] })
  ada = await person(market, 'ada')
  bob = await person(market, 'bob')
})
afterEach(async () => {
  await market.deps.outbound.close()
  await database.truncate()
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const CHOSEN = { rule: 'chosen', priceMicros: credits(1), minMicros: credits(0.5), maxMicros: credits(3) }

async function makeBot(over: object = {}, owner = bob): Promise<{ botId: string; secret: string }> {
  const input = createBotSchema.parse({
    bot: {
      kind: 'webhook',
      name: 'Bridge server',
      matcher: { anyOf: ['bridge'], scope: 'both' },
      price: CHOSEN,
      url: `${server.url}/bot`,
      ...over,
    },
    isLive: true,
    requestKey: newKey(),
  })
  const { botId, secret } = await createBot(market.deps, owner, input)
  return { botId, secret: secret ?? '' }
}

const ask = (over: object = {}) =>
  askQuestion(market, ada, { start: { rule: 'quorum', offers: 9 }, budgetMicros: credits(5), ...over })

const runs = () => market.deps.db.select().from(botRuns).orderBy(asc(botRuns.createdAt), asc(botRuns.id))
const onlyRun = async () => (await runs())[0] ?? expect.fail('no run')
const posted = () => market.deps.db.select().from(offers).orderBy(asc(offers.createdAt), asc(offers.id))
const delivery = async () => (await market.deps.db.select().from(webhookDeliveries))[0]
const hook = async () => (await market.deps.db.select().from(webhooks))[0]
const pending = async (id: string) =>
  (await market.deps.db.select().from(contexts).where(eq(contexts.id, id)))[0]?.botsPending

/** Moves on to the next try and lets it happen. */
async function nextTry(): Promise<void> {
  const at = (await delivery())?.nextTryAt
  if (!at) expect.fail('no next try')
  market.clock.forward(at.getTime() - market.clock.now().getTime())
  await market.settle()
}

function callback(
  runId: string,
  secret: string,
  body: unknown,
  over: { id?: string; at?: Date; signature?: string; url?: string } = {},
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { id = runId, at = market.clock.now(), url = runId } = over
  const request = new Request(`http://market.test/api/bots/callback/${url}`, {
    method: 'POST',
    body: text,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': over.signature ?? new Webhook(secret).sign(id, at, text),
    },
  })
  return receiveCallback(market.deps, { request, runId: url })
}

/** Whether a message was signed with a secret, told by the library alone. */
function isSignedBy(secret: string, { headers, body }: Got): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const expected = new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body)
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected)
}

describe('a call', () => {
  it('says the question, its price rule and where to answer, signed; the offer is posted', async () => {
    const { botId, secret } = await makeBot()
    const contextId = await ask({ body: 'For a van.', tags: ['roads'], budgetMicros: credits(1_200.5 / 100) })
    await market.settle()
    const run = await onlyRun()
    expect(secret).toMatch(/^whsec_/)
    expect(got).toHaveLength(1)
    expect(got[0] && isSignedBy(secret, got[0])).toBe(true)
    expect(got[0]?.headers['webhook-id']).toBe(run.id)
    expect(got[0]?.message).toEqual({
      type: 'question',
      id: run.id,
      question: {
        title: 'Is the bridge at Lindow safe to cross?',
        body: 'For a van.',
        decision: { kind: 'open' },
        pages: [],
        tags: ['roads'],
      },
      subject: null,
      budget: '12.01',
      price: { rule: 'chosen', usual: '1.00', min: '0.50', max: '3.00' },
      offersMax: 1,
      deadline: new Date(market.clock.now().getTime() + 3_600_000).toISOString(),
      callbackUrl: `http://localhost:3000/api/bots/callback/${run.id}`,
    })
    expect(run).toMatchObject({ state: 'answered', attempt: 1 })
    expect(await posted()).toMatchObject([
      { contextId, botId, sellerId: bob, teaser: OFFER.teaser, priceMicros: credits(2.5) },
    ])
    expect(await delivery()).toMatchObject({ id: run.id, state: 'delivered', httpStatus: 200, failure: null })
  })

  it('has its prices held within the bounds, and the usual one without any', async () => {
    await makeBot({ caps: { offersPerContext: 4 } })
    const prices = ['0.000001', '99999', undefined, 1.5]
    behave = (response) =>
      json(response, {
        offers: prices.map((price, index) => ({ ...OFFER, privateInfo: `Fact ${index}`, price })),
      })
    await ask()
    await market.settle()
    const asked = (await posted()).map(({ priceMicros }) => Number(priceMicros) / 1e6)
    expect(asked.sort()).toEqual([0.5, 1, 1.5, 3])
  })

  it('may be answered with nothing', async () => {
    await makeBot()
    behave = (response) => json(response, { offers: [] })
    const contextId = await ask()
    await market.settle()
    expect(await onlyRun()).toMatchObject({ state: 'silent', silence: 'nothing-to-say' })
    expect(await pending(contextId)).toBe(0)
  })

  it('of a rehearsal says so and leaves no trace', async () => {
    const { botId } = await makeBot()
    await pauseBot(market.deps, bob, { botId, isPaused: true })
    const contextId = await ask({ deadlineMinutes: 60 })
    market.clock.forward(2 * 3_600_000)
    await market.settle()
    const result = await rehearse(market.deps, bob, { botId, contextId })
    expect(got.map(({ message }) => message.type)).toEqual(['rehearsal'])
    expect(result).toMatchObject({ state: 'answered' })
    expect([await posted(), await runs(), await delivery()]).toEqual([[], [], undefined])
  })
})

describe('a server that does not answer', () => {
  it('is tried again over hours with the same id, while the context waits no longer', async () => {
    await makeBot()
    behave = (response) => json(response, {}, 503)
    const contextId = await ask({ deadlineMinutes: 60 * 24 })
    await market.settle()
    expect(await onlyRun()).toMatchObject({ state: 'awaited', failure: 'status', finishedAt: null })
    expect(await pending(contextId)).toBe(0)
    for (const _delay of RETRY_DELAYS_MS.slice(0, 3)) await nextTry()
    behave = (response) => json(response, { offers: [OFFER] })
    await nextTry()
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(got.map(({ body }) => body)).size).toBe(1)
    expect(got).toHaveLength(5)
    expect(await onlyRun()).toMatchObject({ state: 'answered', failure: null, attempt: 5 })
    expect(await posted()).toHaveLength(1)
    expect(await pending(contextId)).toBe(0)
    expect(await delivery()).toMatchObject({ state: 'delivered', attempt: 5, nextTryAt: null })
    expect((await hook())?.failingSince).toBeNull()
  })

  it('is given up after the last try, and that alone does not pause the bot', async () => {
    await makeBot()
    behave = (response) => response.destroy()
    await ask({ deadlineMinutes: 60 * 24 })
    await market.settle()
    for (const _delay of RETRY_DELAYS_MS) await nextTry()
    expect(got).toHaveLength(RETRY_DELAYS_MS.length + 1)
    expect(await onlyRun()).toMatchObject({ state: 'failed', failure: 'unreachable' })
    expect(await delivery()).toMatchObject({ state: 'given-up', nextTryAt: null })
    expect((await market.deps.db.select().from(bots))[0]).toMatchObject({ isPaused: false, failures: 0 })
  })

  it('is not tried once the question is closed', async () => {
    await makeBot()
    behave = (response) => json(response, {}, 500)
    await ask({ deadlineMinutes: 5 })
    await market.settle()
    await nextTry()
    await nextTry()
    expect(got).toHaveLength(3)
    await nextTry()
    expect(got).toHaveLength(3)
    expect(await onlyRun()).toMatchObject({ state: 'failed', failure: 'status' })
    expect(await delivery()).toMatchObject({ state: 'given-up' })
  })

  it('for days is switched off, and its owner told', async () => {
    const { botId } = await makeBot()
    behave = (response) => json(response, {}, 500)
    await ask()
    await market.settle()
    market.clock.forward(DEAD_AFTER_MS - 3_600_000)
    await ask()
    await market.settle()
    const bot = async () => (await market.deps.db.select().from(bots).where(eq(bots.id, botId)))[0]
    expect(await bot()).toMatchObject({ isPaused: false })
    market.clock.forward(3_600_000)
    await ask()
    await market.settle()
    expect(await bot()).toMatchObject({ isPaused: true, pausedFor: 'dead-address' })
    const told = await market.deps.db.select().from(notices).where(eq(notices.event, 'bot.paused'))
    expect(told.map(({ personId }) => personId)).toEqual([bob])
    await pauseBot(market.deps, bob, { botId, isPaused: false })
    expect((await hook())?.failingSince).toBeNull()
  })

  it('and says that it is gone is switched off at once', async () => {
    await makeBot()
    behave = (response) => json(response, {}, 410)
    await ask()
    await market.settle()
    expect((await market.deps.db.select().from(bots))[0]).toMatchObject({ pausedFor: 'dead-address' })
    expect(await onlyRun()).toMatchObject({ state: 'failed', failure: 'gone' })
  })
})

describe('an answer that comes later', () => {
  beforeEach(() => {
    behave = (response) => json(response, {}, 202)
  })

  it('is posted by a signed callback; sent again it has no further effect', async () => {
    const { secret } = await makeBot()
    const contextId = await ask()
    await market.settle()
    const run = await onlyRun()
    expect(run).toMatchObject({ state: 'awaited', failure: null })
    expect(await pending(contextId)).toBe(1)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => callback(run.id, secret, { offers: [OFFER] })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await replies[0]?.json()).toEqual({ state: 'answered', silence: null })
    expect(await posted()).toHaveLength(1)
    expect(await pending(contextId)).toBe(0)
    await callback(run.id, secret, { offers: [{ ...OFFER, price: '0.50', privateInfo: 'Changed.' }] })
    expect(await posted()).toMatchObject([{ priceMicros: credits(2.5), version: 1 }])
  })

  it('is refused without the right signature, too old, too new, or made for another question', async () => {
    const { secret } = await makeBot()
    const other = await makeBot({ name: 'Another' })
    await ask()
    await ask({ title: 'Is the other bridge safe?' })
    await market.settle()
    const mine = (await runs()).filter(({ botId }) => botId !== other.botId)
    const [run, second] = [mine[0]?.id ?? '', mine[1]?.id ?? '']
    const body = { offers: [OFFER] }
    const now = market.clock.now().getTime()
    const forged = [
      callback(run, other.secret, body),
      callback(run, secret, body, { signature: 'v1,AAAA' }),
      callback(run, secret, body, { signature: '' }),
      callback(run, secret, body, { signature: new Webhook(secret).sign(run, market.clock.now(), '{}') }),
      callback(run, secret, body, { at: new Date(now - 301_000) }),
      callback(run, secret, body, { at: new Date(now + 301_000) }),
      callback(run, secret, body, { id: 'another' }),
      // A true message for the first question, sent to the second.
      callback(run, secret, body, { url: second }),
      callback('run_unknown', secret, body),
    ]
    expect((await Promise.all(forged)).map(({ status }) => status)).toEqual(forged.map(() => 401))
    expect(await posted()).toEqual([])
    expect((await runs()).every(({ state }) => state === 'awaited')).toBe(true)
  })

  it('is refused when it is no answer, and may then be sent again', async () => {
    const { secret } = await makeBot()
    await ask()
    await market.settle()
    const { id } = await onlyRun()
    const bad = ['', 'no json', '[]', '{"offers":[{}]}', { offers: [{ ...OFFER, price: 'much' }] }]
    for (const body of bad) expect((await callback(id, secret, body)).status).toBe(400)
    expect((await callback(id, secret, '['.repeat(30_000))).status).toBe(400)
    expect((await callback(id, secret, ' '.repeat(70_000))).status).toBe(413)
    expect((await callback(id, secret, { offers: [OFFER] })).status).toBe(200)
    expect(await posted()).toHaveLength(1)
  })

  it('comes too late once the question takes no more offers', async () => {
    const { secret } = await makeBot()
    await ask({ deadlineMinutes: 5 })
    await market.settle()
    market.clock.forward(6 * 60_000)
    await market.settle()
    const { id } = await onlyRun()
    const reply = await callback(id, secret, { offers: [OFFER] })
    expect([reply.status, (await reply.json()).error.code]).toEqual([412, 'market.context_closed'])
    expect(await onlyRun()).toMatchObject({ state: 'silent', silence: 'too-late' })
    expect(await posted()).toEqual([])
  })
})

describe('a secret', () => {
  it('is changed without a gap: both sign and are taken for a day, then only the new one', async () => {
    const { botId, secret: old } = await makeBot()
    const { secret } = await rotateSecret(market.deps, bob, botId)
    expect(secret).not.toBe(old)
    behave = (response) => json(response, {}, 202)
    await ask({ deadlineMinutes: 60 * 48 })
    await market.settle()
    expect(got.map((one) => [isSignedBy(secret, one), isSignedBy(old, one)])).toEqual([[true, true]])
    expect((await viewWebhook(market.deps, bob, botId)).oldSecretUntil).not.toBeNull()
    const { id } = await onlyRun()
    market.clock.forward(ROTATION_MS)
    expect((await callback(id, old, { offers: [OFFER] })).status).toBe(401)
    expect((await callback(id, secret, { offers: [OFFER] })).status).toBe(200)
    await testWebhook(market.deps, bob, botId)
    expect(got.slice(1).map((one) => [isSignedBy(secret, one), isSignedBy(old, one)])).toEqual([
      [true, false],
    ])
  })

  it('stands nowhere but in its own sealed column, and belongs to the owner', async () => {
    const { botId, secret } = await makeBot()
    await ask()
    await market.settle()
    const bigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
    const stored = [await hook(), await delivery(), await runs(), await viewWebhook(market.deps, bob, botId)]
    expect(JSON.stringify(stored, bigints)).not.toContain(secret.slice('whsec_'.length, 20))
    for (const deed of [rotateSecret, testWebhook, viewWebhook])
      await expect(deed(market.deps, ada, botId)).rejects.toMatchObject({ code: 'sellers.bot_not_found' })
  })

  it('is returned by the call that made the bot, and not by its repeat', async () => {
    const input = createBotSchema.parse({
      bot: { kind: 'webhook', name: 'Twice', matcher: { anyOf: ['bridge'] }, price: CHOSEN, url: server.url },
      isLive: false,
      requestKey: newKey(),
    })
    const first = await createBot(market.deps, bob, input)
    expect(first.secret).toMatch(/^whsec_/)
    expect(await createBot(market.deps, bob, input)).toEqual({ botId: first.botId, secret: null })
  })
})

describe('a test call', () => {
  it('is signed, posts nothing, and its result is shown and logged without a word of the reply', async () => {
    const { botId, secret } = await makeBot()
    expect(await testWebhook(market.deps, bob, botId)).toMatchObject({
      isOk: true,
      httpStatus: 200,
      failure: null,
    })
    expect(got[0]?.message.type).toBe('test')
    expect(got[0] && isSignedBy(secret, got[0])).toBe(true)
    behave = (response) => json(response, 'CANARY in an error page', 500)
    expect(await testWebhook(market.deps, bob, botId)).toMatchObject({ isOk: false, failure: 'status' })
    const { deliveries } = await viewWebhook(market.deps, bob, botId)
    expect(deliveries.map(({ state, httpStatus }) => [state, httpStatus]).sort()).toEqual([
      ['delivered', 200],
      ['failed', 500],
    ])
    expect(JSON.stringify(deliveries)).not.toContain('CANARY')
    expect(await posted()).toEqual([])
  })
})

describe('hostile servers', () => {
  const HOSTILE: Record<string, { failure: string; does: typeof behave }> = {
    huge: {
      failure: 'too-large',
      does: (response) => json(response, { offers: [{ ...OFFER, privateInfo: 'x'.repeat(200_000) }] }),
    },
    endless: {
      failure: 'too-large',
      does: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const flood = setInterval(() => response.write('x'.repeat(8_192)), 1)
        response.on('close', () => clearInterval(flood))
      },
    },
    deep: {
      failure: 'too-deep',
      does: (response) => json(response, `{"offers":${'['.repeat(30_000)}${']'.repeat(30_000)}}`),
    },
    'not JSON': { failure: 'not-json', does: (response) => json(response, '<html>') },
    'another type': {
      failure: 'not-json',
      does: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{"offers":[]}'),
    },
    'another form': { failure: 'malformed', does: (response) => json(response, { offers: 'many' }) },
    'a price that is none': {
      failure: 'malformed',
      does: (response) => json(response, { offers: [{ ...OFFER, price: '1e9' }] }),
    },
    'a negative price': {
      failure: 'malformed',
      does: (response) => json(response, { offers: [{ ...OFFER, price: -5 }] }),
    },
    'a polluted prototype': {
      failure: 'malformed',
      does: (response) => json(response, '{"__proto__":{"offers":[]},"offers":null}'),
    },
  }

  for (const [name, { failure, does }] of Object.entries(HOSTILE)) {
    it(`${name}: nothing is posted, the run says “${failure}”, and another bot’s offer stands`, async () => {
      const eve = await person(market, 'eve')
      await makeBot()
      const honest = await makeBot({ name: 'Honest', price: { rule: 'fixed', priceMicros: credits(1) } }, eve)
      behave = (response, message, request) =>
        message.price.rule === 'chosen'
          ? does(response, message, request)
          : json(response, { offers: [OFFER] })
      const contextId = await ask()
      await market.settle()
      const states = Object.fromEntries((await runs()).map((run) => [run.botId, [run.state, run.failure]]))
      expect(Object.values(states)).toContainEqual(['failed', failure])
      expect(states[honest.botId]).toEqual(['answered', null])
      expect(await posted()).toMatchObject([{ sellerId: eve, priceMicros: credits(1) }])
      expect(await pending(contextId)).toBe(0)
      await exact()
    })
  }

  it('one that never answers and one that drips are given up after 15 s, and tried again', async () => {
    // A fiftieth of every time cap.
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const shorter = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50))
    await makeBot({ name: 'Silent' })
    await makeBot({ name: 'Dripping', price: { rule: 'fixed', priceMicros: credits(1) } })
    behave = (response, message) => {
      if (message.price.rule === 'chosen') return
      const drip = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(drip))
    }
    const contextId = await ask()
    const startedMs = performance.now()
    await market.settle()
    const tookMs = performance.now() - startedMs
    const caps = shorter.mock.calls.map(([ms]) => ms)
    shorter.mockRestore()
    expect(caps).toEqual([15_000, 15_000])
    expect(tookMs).toBeGreaterThan(250)
    expect((await runs()).map(({ state, failure }) => [state, failure])).toEqual([
      ['awaited', 'timeout'],
      ['awaited', 'timeout'],
    ])
    expect(await pending(contextId)).toBe(0)
  })

  it('a redirect to an address inside is not followed', async () => {
    const inside = await listen((_request, response) => response.end('inside'))
    await makeBot()
    behave = (response) => response.writeHead(307, { location: inside.url }).end()
    await ask()
    await market.settle()
    expect(await onlyRun()).toMatchObject({ state: 'awaited', failure: 'redirected' })
    expect(inside.connections()).toBe(0)
    await inside.close()
  })

  it('an address inside is refused when it is saved, and when it is called', async () => {
    await makeBot()
    await market.deps.outbound.close()
    market.deps.outbound = createOutbound({ allowsPrivate: false })
    await expect(makeBot()).rejects.toMatchObject({
      code: 'sellers.address_refused',
      details: { field: 'bot.url' },
    })
    const before = server.connections()
    await ask()
    await market.settle()
    expect(await onlyRun()).toMatchObject({ state: 'failed', failure: 'address-refused' })
    expect(server.connections() - before).toBe(0)
  })

  it('three malformed answers in a row pause the bot', async () => {
    await makeBot()
    behave = (response) => json(response, { offers: 'many' })
    for (let question = 1; question <= 4; question += 1) {
      await ask()
      await market.settle()
    }
    expect(await runs()).toHaveLength(3)
    expect((await market.deps.db.select().from(bots))[0]).toMatchObject({ pausedFor: 'failures' })
  })

  it('a slow one delays no other bot: its offer is there while the slow one still holds', async () => {
    const eve = await person(market, 'eve')
    await makeBot()
    const honest = await makeBot({ name: 'Honest', price: { rule: 'fixed', priceMicros: credits(1) } }, eve)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    behave = (response, message) => {
      if (message.price.rule === 'fixed') json(response, { offers: [OFFER] })
      else void held.then(() => json(response, { offers: [] }))
    }
    const contextId = await ask()
    const startedMs = performance.now()
    const settled = market.settle()
    await expect.poll(async () => (await posted()).length, { timeout: 5_000 }).toBe(1)
    expect(performance.now() - startedMs).toBeLessThan(5_000)
    expect(await pending(contextId)).toBe(1)
    expect((await posted())[0]).toMatchObject({ botId: honest.botId })
    release()
    await settled
    expect(await pending(contextId)).toBe(0)
  })

  it('a dozen slow ones of one owner leave room for the others', async () => {
    const eve = await person(market, 'eve')
    for (let bot = 1; bot <= 12; bot += 1) await makeBot({ name: `Slow ${bot}` })
    await makeBot({ name: 'Honest', price: { rule: 'fixed', priceMicros: credits(1) } }, eve)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let slow = 0
    behave = (response, message) => {
      if (message.price.rule === 'fixed') return void json(response, { offers: [OFFER] })
      slow += 1
      void held.then(() => json(response, { offers: [] }))
    }
    await ask()
    const settled = market.settle()
    await expect.poll(async () => (await posted()).length, { timeout: 5_000 }).toBe(1)
    expect(slow).toBeLessThanOrEqual(8)
    release()
    await settled
    market.clock.forward(2_000)
    await market.settle()
    expect(slow).toBe(12)
  })

  /** Every book in order. */
  async function exact() {
    const checks = await verifyAndGuard(market.deps.db, { at: market.clock.now() })
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
  }
})
