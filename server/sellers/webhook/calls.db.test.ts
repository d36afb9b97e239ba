import { describe, expect, it } from 'vitest'
import { createBotSchema } from '../../contract/bots'
import { ROTATION_MS } from '../../contract/webhook'
import { credits, newKey } from '../../inspection/engine/testing'
import { createBot, pauseBot } from '../bots/bots'
import { rehearse } from '../rehearsal/rehearse'
import { rotateSecret, testWebhook, viewWebhook } from './manage'
import { CHOSEN, isSignedBy, json, OFFER, webhookScene } from './testing'

/** Calls of an owner’s server, their secret, and the test button. */

const scene = webhookScene()
const { makeBot, ask, runs, onlyRun, posted, delivery, hook, pending, callback } = scene

describe('a call', () => {
  it('says the question, its price rule and where to answer, signed; the offer is posted', async () => {
    const { botId, secret } = await makeBot()
    const contextId = await ask({ body: 'For a van.', tags: ['roads'], budgetMicros: credits(1_200.5 / 100) })
    await scene.market.settle()
    const run = await onlyRun()
    expect(secret).toMatch(/^whsec_/)
    expect(scene.got).toHaveLength(1)
    expect(scene.got[0] && isSignedBy(secret, scene.got[0])).toBe(true)
    expect(scene.got[0]?.headers['webhook-id']).toBe(run.id)
    expect(scene.got[0]?.message).toEqual({
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
      deadline: new Date(scene.market.clock.now().getTime() + 3_600_000).toISOString(),
      callbackUrl: `http://localhost:3000/api/bots/callback/${run.id}`,
    })
    expect(run).toMatchObject({ state: 'answered', attempt: 1 })
    expect(await posted()).toMatchObject([
      { contextId, botId, sellerId: scene.bob, teaser: OFFER.teaser, priceMicros: credits(2.5) },
    ])
    expect(await delivery()).toMatchObject({ id: run.id, state: 'delivered', httpStatus: 200, failure: null })
  })

  it('has its prices held within the bounds, and the usual one without any', async () => {
    await makeBot({ caps: { offersPerContext: 4 } })
    const prices = ['0.000001', '99999', undefined, 1.5]
    scene.behave = (response) =>
      json(response, {
        offers: prices.map((price, index) => ({ ...OFFER, privateInfo: `Fact ${index}`, price })),
      })
    await ask()
    await scene.market.settle()
    const asked = (await posted()).map(({ priceMicros }) => Number(priceMicros) / 1e6)
    expect(asked.sort()).toEqual([0.5, 1, 1.5, 3])
  })

  it('may be answered with nothing', async () => {
    await makeBot()
    scene.behave = (response) => json(response, { offers: [] })
    const contextId = await ask()
    await scene.market.settle()
    expect(await onlyRun()).toMatchObject({ state: 'silent', silence: 'nothing-to-say' })
    expect(await pending(contextId)).toBe(0)
  })

  it('of a rehearsal says so and leaves no trace', async () => {
    const { botId } = await makeBot()
    await pauseBot(scene.market.deps, scene.bob, { botId, isPaused: true })
    const contextId = await ask({ deadlineMinutes: 60 })
    scene.market.clock.forward(2 * 3_600_000)
    await scene.market.settle()
    const result = await rehearse(scene.market.deps, scene.bob, { botId, contextId })
    expect(scene.got.map(({ message }) => message.type)).toEqual(['rehearsal'])
    expect(result).toMatchObject({ state: 'answered' })
    expect([await posted(), await runs(), await delivery()]).toEqual([[], [], undefined])
  })
})

describe('a secret', () => {
  it('is changed without a gap: both sign and are taken for a day, then only the new one', async () => {
    const { botId, secret: old } = await makeBot()
    const { secret } = await rotateSecret(scene.market.deps, scene.bob, botId)
    expect(secret).not.toBe(old)
    scene.behave = (response) => json(response, {}, 202)
    await ask({ deadlineMinutes: 60 * 48 })
    await scene.market.settle()
    expect(scene.got.map((one) => [isSignedBy(secret, one), isSignedBy(old, one)])).toEqual([[true, true]])
    expect((await viewWebhook(scene.market.deps, scene.bob, botId)).oldSecretUntil).not.toBeNull()
    const { id } = await onlyRun()
    scene.market.clock.forward(ROTATION_MS)
    expect((await callback(id, old, { offers: [OFFER] })).status).toBe(401)
    expect((await callback(id, secret, { offers: [OFFER] })).status).toBe(200)
    await testWebhook(scene.market.deps, scene.bob, botId)
    expect(scene.got.slice(1).map((one) => [isSignedBy(secret, one), isSignedBy(old, one)])).toEqual([
      [true, false],
    ])
  })

  it('stands nowhere but in its own sealed column, and belongs to the owner', async () => {
    const { botId, secret } = await makeBot()
    await ask()
    await scene.market.settle()
    const bigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
    const stored = [
      await hook(),
      await delivery(),
      await runs(),
      await viewWebhook(scene.market.deps, scene.bob, botId),
    ]
    expect(JSON.stringify(stored, bigints)).not.toContain(secret.slice('whsec_'.length, 20))
    for (const deed of [rotateSecret, testWebhook, viewWebhook])
      await expect(deed(scene.market.deps, scene.ada, botId)).rejects.toMatchObject({
        code: 'sellers.bot_not_found',
      })
  })

  it('is returned by the call that made the bot, and not by its repeat', async () => {
    const input = createBotSchema.parse({
      bot: {
        kind: 'webhook',
        name: 'Twice',
        matcher: { anyOf: ['bridge'] },
        price: CHOSEN,
        url: scene.server.url,
      },
      isLive: false,
      requestKey: newKey(),
    })
    const first = await createBot(scene.market.deps, scene.bob, input)
    expect(first.secret).toMatch(/^whsec_/)
    expect(await createBot(scene.market.deps, scene.bob, input)).toEqual({ botId: first.botId, secret: null })
  })
})

describe('a test call', () => {
  it('is signed, posts nothing, and its result is shown and logged without a word of the reply', async () => {
    const { botId, secret } = await makeBot()
    expect(await testWebhook(scene.market.deps, scene.bob, botId)).toMatchObject({
      isOk: true,
      httpStatus: 200,
      failure: null,
    })
    expect(scene.got[0]?.message.type).toBe('test')
    expect(scene.got[0] && isSignedBy(secret, scene.got[0])).toBe(true)
    scene.behave = (response) => json(response, 'CANARY in an error page', 500)
    expect(await testWebhook(scene.market.deps, scene.bob, botId)).toMatchObject({
      isOk: false,
      failure: 'status',
    })
    const { deliveries } = await viewWebhook(scene.market.deps, scene.bob, botId)
    expect(deliveries.map(({ state, httpStatus }) => [state, httpStatus]).sort()).toEqual([
      ['delivered', 200],
      ['failed', 500],
    ])
    expect(JSON.stringify(deliveries)).not.toContain('CANARY')
    expect(await posted()).toEqual([])
  })
})
