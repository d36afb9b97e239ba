import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { botRuns, bots, marketStops, notices, webhookDeliveries } from '@/db/schema'
import { DEAD_AFTER_MS, RETRY_DELAYS_MS } from '../../contract/webhook'
import { credits } from '../../inspection/engine/testing'
import { pauseBot } from '../bots/bots'
import { giveUpLost } from './deliver'
import { json, OFFER, webhookScene } from './testing'

/** Servers that fail for a while, and answers that come after the call. */

const scene = webhookScene()
const { makeBot, ask, runs, onlyRun, posted, delivery, hook, pending, nextTry, callback } = scene

describe('a server that does not answer', () => {
  it('is tried again over hours with the same id, while the context waits no longer', async () => {
    await makeBot()
    scene.behave = (response) => json(response, {}, 503)
    const contextId = await ask({ deadlineMinutes: 60 * 24 })
    await scene.market.settle()
    expect(await onlyRun()).toMatchObject({ state: 'awaited', failure: 'status', finishedAt: null })
    expect(await pending(contextId)).toBe(0)
    for (const _delay of RETRY_DELAYS_MS.slice(0, 3)) await nextTry()
    scene.behave = (response) => json(response, { offers: [OFFER] })
    await nextTry()
    expect(new Set(scene.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(scene.got.map(({ body }) => body)).size).toBe(1)
    expect(scene.got).toHaveLength(5)
    expect(await onlyRun()).toMatchObject({ state: 'answered', failure: null, attempt: 5 })
    expect(await posted()).toHaveLength(1)
    expect(await pending(contextId)).toBe(0)
    expect(await delivery()).toMatchObject({ state: 'delivered', attempt: 5, nextTryAt: null })
    expect((await hook())?.failingSince).toBeNull()
  })

  it('is tried again whatever became of the job', async () => {
    await makeBot()
    scene.behave = (response) => json(response, {}, 503)
    await ask({ deadlineMinutes: 60 })
    await scene.market.settle()
    scene.market.waiting.length = 0
    scene.behave = (response) => json(response, { offers: [OFFER] })
    scene.market.clock.forward((RETRY_DELAYS_MS[0] ?? 0) - 1)
    await scene.market.sweep()
    expect(scene.got).toHaveLength(1)
    scene.market.clock.forward(1)
    await scene.market.sweep()
    expect(scene.got).toHaveLength(2)
    expect(await onlyRun()).toMatchObject({ state: 'answered', dueAt: null })
  })

  it('is tried no more once its run has ended, whoever ended it, nor shown as if it were', async () => {
    const { secret } = await makeBot()
    scene.behave = (response) => json(response, {}, 503)
    await ask({ deadlineMinutes: 60 * 24 })
    await scene.market.settle()
    const { id } = await onlyRun()
    expect(await delivery()).toMatchObject({ state: 'queued' })
    expect((await callback(id, secret, { offers: [OFFER] })).status).toBe(200)
    expect(await delivery()).toMatchObject({ state: 'delivered', nextTryAt: null })
    // As a market left it behind that did not end the two together.
    await scene.market.deps.db.update(webhookDeliveries).set({ state: 'queued' })
    expect(await giveUpLost(scene.market.deps, 10)).toBe(1)
    expect(await delivery()).toMatchObject({ state: 'given-up' })
    expect(await giveUpLost(scene.market.deps, 10)).toBe(0)
  })

  it('is given up when whoever tries it is lost again and again', async () => {
    await makeBot()
    scene.behave = (response) => json(response, {}, 503)
    await ask({ deadlineMinutes: 60 * 24 })
    await scene.market.settle()
    await scene.market.deps.db.update(botRuns).set({ tries: 12, dueAt: scene.market.clock.now() })
    await scene.market.sweep()
    expect(await onlyRun()).toMatchObject({ state: 'failed', failure: 'internal', dueAt: null })
    expect(await delivery()).toMatchObject({ state: 'given-up', nextTryAt: null })
  })

  it('is given up after the last try, and that alone does not pause the bot', async () => {
    await makeBot()
    scene.behave = (response) => response.destroy()
    await ask({ deadlineMinutes: 60 * 24 })
    await scene.market.settle()
    for (const _delay of RETRY_DELAYS_MS) await nextTry()
    expect(scene.got).toHaveLength(RETRY_DELAYS_MS.length + 1)
    expect(await onlyRun()).toMatchObject({ state: 'failed', failure: 'unreachable' })
    expect(await delivery()).toMatchObject({ state: 'given-up', nextTryAt: null })
    expect((await scene.market.deps.db.select().from(bots))[0]).toMatchObject({
      isPaused: false,
      failures: 0,
    })
  })

  it('is not tried once the question is closed', async () => {
    await makeBot()
    scene.behave = (response) => json(response, {}, 500)
    await ask({ deadlineMinutes: 5 })
    await scene.market.settle()
    await nextTry()
    await nextTry()
    expect(scene.got).toHaveLength(3)
    await nextTry()
    expect(scene.got).toHaveLength(3)
    expect(await onlyRun()).toMatchObject({ state: 'failed', failure: 'status' })
    expect(await delivery()).toMatchObject({ state: 'given-up' })
  })

  it('for days is switched off, and its owner told', async () => {
    const { botId } = await makeBot()
    scene.behave = (response) => json(response, {}, 500)
    await ask()
    await scene.market.settle()
    scene.market.clock.forward(DEAD_AFTER_MS - 3_600_000)
    await ask()
    await scene.market.settle()
    const bot = async () => (await scene.market.deps.db.select().from(bots).where(eq(bots.id, botId)))[0]
    expect(await bot()).toMatchObject({ isPaused: false })
    scene.market.clock.forward(3_600_000)
    await ask()
    await scene.market.settle()
    expect(await bot()).toMatchObject({ isPaused: true, pausedFor: 'dead-address' })
    const told = await scene.market.deps.db.select().from(notices).where(eq(notices.event, 'bot.paused'))
    expect(told.map(({ personId }) => personId)).toEqual([scene.bob])
    await pauseBot(scene.market.deps, scene.bob, { botId, isPaused: false })
    expect((await hook())?.failingSince).toBeNull()
  })

  it('and says that it is gone is switched off at once', async () => {
    await makeBot()
    scene.behave = (response) => json(response, {}, 410)
    await ask()
    await scene.market.settle()
    expect((await scene.market.deps.db.select().from(bots))[0]).toMatchObject({ pausedFor: 'dead-address' })
    expect(await onlyRun()).toMatchObject({ state: 'failed', failure: 'gone' })
  })
})

describe('an answer that comes later', () => {
  beforeEach(() => {
    scene.behave = (response) => json(response, {}, 202)
  })

  it('is posted by a signed callback; sent again it has no further effect', async () => {
    const { secret } = await makeBot()
    const contextId = await ask()
    await scene.market.settle()
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

  it('is refused while whoever runs the market has stopped bots, and taken afterwards', async () => {
    const { secret } = await makeBot()
    await ask()
    await scene.market.settle()
    const { id } = await onlyRun()
    const { db, clock } = scene.market.deps
    await db.insert(marketStops).values({ name: 'bots', reason: 'A look at them.', stoppedAt: clock.now() })
    expect((await callback(id, secret, { offers: [OFFER] })).status).toBe(503)
    expect(await posted()).toEqual([])
    await db.delete(marketStops)
    expect((await callback(id, secret, { offers: [OFFER] })).status).toBe(200)
  })

  it('and never does is waited for until the question closes', async () => {
    await makeBot()
    await ask({ deadlineMinutes: 60 })
    await scene.market.settle()
    const waits = await onlyRun()
    expect(waits.dueAt?.getTime()).toBe(scene.market.clock.now().getTime() + 60 * 60_000)
    scene.market.clock.forward(60 * 60_000)
    await scene.market.sweep()
    expect(await onlyRun()).toMatchObject({ state: 'silent', silence: 'closed', dueAt: null })
  })

  it('is refused without the right signature, too old, too new, or made for another question', async () => {
    const { secret } = await makeBot()
    const other = await makeBot({ name: 'Another' })
    await ask()
    await ask({ title: 'Is the other bridge safe?' })
    await scene.market.settle()
    const mine = (await runs()).filter(({ botId }) => botId !== other.botId)
    const [run, second] = [mine[0]?.id ?? '', mine[1]?.id ?? '']
    const body = { offers: [OFFER] }
    const now = scene.market.clock.now().getTime()
    const forged = [
      callback(run, other.secret, body),
      callback(run, secret, body, { signature: 'v1,AAAA' }),
      callback(run, secret, body, { signature: '' }),
      callback(run, secret, body, {
        signature: new Webhook(secret).sign(run, scene.market.clock.now(), '{}'),
      }),
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
    await scene.market.settle()
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
    await scene.market.settle()
    scene.market.clock.forward(6 * 60_000)
    await scene.market.settle()
    const { id } = await onlyRun()
    const reply = await callback(id, secret, { offers: [OFFER] })
    expect([reply.status, (await reply.json()).error.code]).toEqual([412, 'market.context_closed'])
    expect(await onlyRun()).toMatchObject({ state: 'silent', silence: 'too-late' })
    expect(await posted()).toEqual([])
  })
})
