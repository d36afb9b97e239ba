import type { IncomingMessage, ServerResponse } from 'node:http'
import { asc, eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { botRuns, contexts, offers, webhookDeliveries, webhooks } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { receiveCallback } from '../../api/bot-callback'
import { createBotSchema } from '../../contract/bots'
import { askQuestion, credits, newKey, person } from '../../inspection/engine/testing'
import { createOutbound } from '../../outbound/outbound'
import { bodyOf, type LoopbackServer, listen } from '../../outbound/testing'
import { type TestMarket, testMarket } from '../../testing'
import { createBot } from '../bots/bots'
import type { WebhookMessage } from './message'

/** What an owner's server was sent. */
export type Got = { headers: Record<string, string>; body: string; message: WebhookMessage }

/** What an owner's server does with a message. */
export type Behaviour = (response: ServerResponse, message: WebhookMessage, request: IncomingMessage) => void

export const OFFER = {
  teaser: 'The load limit of the bridge',
  privateInfo: 'It carries 3.5 tonnes.',
  price: '2.50',
}

export const json = (response: ServerResponse, body: unknown, status = 200) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))

export const CHOSEN = {
  rule: 'chosen',
  priceMicros: credits(1),
  minMicros: credits(0.5),
  maxMicros: credits(3),
}

/** A market with an asker, an owner, and the owner's server on loopback; empty before each test. */
export function webhookScene() {
  let database: TestDatabase
  let market: TestMarket
  let server: LoopbackServer
  let got: Got[]
  let ada: string
  let bob: string
  let behave: Behaviour

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

  return {
    get database() {
      return database
    },
    get market() {
      return market
    },
    get server() {
      return server
    },
    get got() {
      return got
    },
    get ada() {
      return ada
    },
    get bob() {
      return bob
    },
    get behave() {
      return behave
    },
    set behave(next: Behaviour) {
      behave = next
    },
    makeBot,
    ask,
    runs,
    onlyRun,
    posted,
    delivery,
    hook,
    pending,
    nextTry,
    callback,
  }
}

/** Whether a message was signed with a secret, told by the library alone. */
export function isSignedBy(secret: string, { headers, body }: Got): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const expected = new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body)
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected)
}
