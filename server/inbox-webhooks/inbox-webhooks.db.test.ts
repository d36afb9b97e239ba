import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { inboxDeliveries, inboxWebhooks, notices } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { openSession } from '../auth/sessions'
import type { InboxMessage } from '../contract/inbox-webhooks'
import { DEAD_AFTER_MS, RETRY_DELAYS_MS } from '../contract/webhook'
import { person } from '../inspection/engine/testing'
import { tellOfRules } from '../market/inbox/tell-people'
import { createOutbound } from '../outbound/outbound'
import { listen } from '../outbound/testing'
import { type TestMarket, testMarket } from '../testing'
import { dropOldDeliveries } from './deliver'
import {
  addInboxWebhook,
  changeInboxWebhook,
  listInboxWebhooks,
  removeInboxWebhook,
  rotateInboxSecret,
  testInboxWebhook,
} from './manage'

type Call = { headers: Record<string, string>; body: string }

let database: TestDatabase
let market: TestMarket
let ann: string
let sessionId: string
let server: Awaited<ReturnType<typeof listen>>
let calls: Call[]
let status: number

beforeEach(async () => {
  database ??= await openTestDb()
  await database.truncate()
  market = testMarket(database)
  await market.deps.outbound.close()
  market.deps.outbound = createOutbound({ allowsPrivate: true })
  ann = await person(market, 'ann')
  sessionId = await openSession(market.deps, ann)
  calls = []
  status = 204
  server = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      calls.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(status).end()
    })
  })
  return async () => {
    await market.deps.outbound.close()
    await server.close()
  }
})
afterAll(() => database.close())

const add = (topics: ('sales' | 'rules')[] = ['sales', 'rules']) =>
  addInboxWebhook(market.deps, { userId: ann, sessionId, url: server.url, topics, password: null })
const happens = (event: 'credits.given' | 'offer.bought' = 'credits.given') =>
  database.db.transaction((tx) =>
    tellOfRules(tx, market.deps, [{ personId: ann, event, about: 'x', amountMicros: 1_500_000n }]),
  )
const rows = () => database.db.select().from(inboxDeliveries)

describe('a webhook of one’s own', () => {
  it('is told what the inbox is told, signed, once', async () => {
    const { secret } = await add()
    await happens()
    await market.settle()
    await market.sweep()
    expect(calls).toHaveLength(1)
    const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = calls
    // As the library of any receiver has it.
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
    const signature = new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body)
    expect(headers['webhook-signature']).toBe(signature)
    const message = JSON.parse(body) as InboxMessage
    expect(message).toMatchObject({
      type: 'credits.given',
      data: { text: 'An operator gave you credits', count: 1, amount: '1.50', question: null, game: null },
    })
    expect(message.data.url).toMatch(/\/wallet$/)
    expect(await rows()).toMatchObject([{ state: 'delivered', attempt: 1, httpStatus: 204, dueAt: null }])
  })

  it('is told of its own topics alone, whatever is switched off on the site', async () => {
    await add(['sales'])
    await happens('credits.given')
    await happens('offer.bought')
    await market.settle()
    expect(calls.map(({ body }) => (JSON.parse(body) as InboxMessage).type)).toEqual(['offer.bought'])
  })

  it('is tried again with the same id, also when its job is lost, and given up in the end', async () => {
    await add()
    status = 503
    await happens()
    market.waiting.length = 0
    await market.sweep()
    for (const delayMs of RETRY_DELAYS_MS) {
      market.waiting.length = 0
      market.clock.forward(delayMs)
      await market.sweep()
    }
    expect(calls).toHaveLength(1 + RETRY_DELAYS_MS.length)
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await rows()).toMatchObject([{ state: 'given-up', failure: 'status', httpStatus: 503 }])
  })

  it('that fails for days is paused, its owner told, and goes on from then when they say so', async () => {
    const { id } = await add()
    status = 500
    await happens()
    await market.settle()
    market.clock.forward(DEAD_AFTER_MS)
    await happens('offer.bought')
    await market.settle()
    await market.sweep()
    const [paused] = await listInboxWebhooks(market.deps, ann)
    expect(paused?.pausedAt).not.toBeNull()
    expect(paused?.deliveries.map(({ state }) => state)).toEqual(['given-up', 'given-up'])
    const told = await database.db.select().from(notices).where(eq(notices.event, 'webhook.paused'))
    expect(told).toHaveLength(1)

    const before = calls.length
    await happens('offer.bought')
    await market.settle()
    expect(calls).toHaveLength(before)

    status = 200
    await changeInboxWebhook(market.deps, ann, { id, topics: ['sales'], isPaused: false })
    await happens('offer.bought')
    await market.settle()
    expect(calls).toHaveLength(before + 1)
    expect(await listInboxWebhooks(market.deps, ann)).toMatchObject([{ pausedAt: null, failingSince: null }])
  })

  it('that answers 410 is paused at once', async () => {
    await add()
    status = 410
    await happens()
    await market.settle()
    expect((await listInboxWebhooks(market.deps, ann))[0]?.pausedAt).not.toBeNull()
  })

  it('is signed with both secrets for a day after a new one was made', async () => {
    const { id, secret: first } = await add()
    const { secret: second } = await rotateInboxSecret(market.deps, {
      id,
      userId: ann,
      sessionId,
      password: null,
    })
    expect(await testInboxWebhook(market.deps, ann, id)).toMatchObject({ isOk: true, httpStatus: 204 })
    expect(calls[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    expect(first).not.toBe(second)
    market.clock.forward(24 * 3_600_000 + 1)
    await testInboxWebhook(market.deps, ann, id)
    expect(calls[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  it('wants a proof of who adds it, a public address, and is one of three', async () => {
    const input = {
      userId: ann,
      sessionId: null,
      url: server.url,
      topics: ['sales' as const],
      password: null,
    }
    await expect(addInboxWebhook(market.deps, input)).rejects.toMatchObject({ code: 'auth.prove_again' })
    const strict = { ...market.deps, outbound: createOutbound({ allowsPrivate: false }) }
    await expect(addInboxWebhook(strict, { ...input, sessionId })).rejects.toMatchObject({
      code: 'inbox.address_refused',
    })
    const all = await Promise.allSettled([add(), add(), add(), add(), add()])
    expect(all.filter(({ status: how }) => how === 'fulfilled')).toHaveLength(3)
    await expect(add()).rejects.toMatchObject({ code: 'inbox.too_many_webhooks' })
  })

  it('is nobody else’s to see, change, test or remove, and takes its calls along', async () => {
    const { id } = await add()
    const bob = await person(market, 'bob')
    expect(await listInboxWebhooks(market.deps, bob)).toEqual([])
    const notFound = { code: 'inbox.webhook_not_found' }
    const change = { id, topics: ['sales' as const], isPaused: true }
    await expect(changeInboxWebhook(market.deps, bob, change)).rejects.toMatchObject(notFound)
    await expect(testInboxWebhook(market.deps, bob, id)).rejects.toMatchObject(notFound)
    await expect(removeInboxWebhook(market.deps, bob, id)).rejects.toMatchObject(notFound)
    await happens()
    await removeInboxWebhook(market.deps, ann, id)
    await market.settle()
    expect(calls).toEqual([])
    expect(await rows()).toEqual([])
    expect(await database.db.$count(inboxWebhooks)).toBe(0)
  })

  it('keeps its list of calls for a month', async () => {
    await add()
    await happens()
    await market.settle()
    market.clock.forward(29 * 86_400_000)
    expect(await dropOldDeliveries(market.deps, 10)).toBe(0)
    market.clock.forward(2 * 86_400_000)
    expect(await dropOldDeliveries(market.deps, 10)).toBe(1)
  })
})
