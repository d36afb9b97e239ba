import { describe, expect, it, vi } from 'vitest'
import { bots } from '@/db/schema'
import { credits, person } from '../../inspection/engine/testing'
import { createOutbound } from '../../outbound/outbound'
import { listen } from '../../outbound/testing'
import { whatIsWrong } from '../../verify/testing'
import { type Behaviour, json, OFFER, webhookScene } from './testing'

/** Servers that mean harm change nothing for others. */

const scene = webhookScene()
const { makeBot, ask, runs, onlyRun, posted, pending } = scene

describe('hostile servers', () => {
  const HOSTILE: Record<string, { failure: string; does: Behaviour }> = {
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
      const eve = await person(scene.market, 'eve')
      await makeBot()
      const honest = await makeBot({ name: 'Honest', price: { rule: 'fixed', priceMicros: credits(1) } }, eve)
      scene.behave = (response, message, request) =>
        message.price.rule === 'chosen'
          ? does(response, message, request)
          : json(response, { offers: [OFFER] })
      const contextId = await ask()
      await scene.market.settle()
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
    scene.behave = (response, message) => {
      if (message.price.rule === 'chosen') return
      const drip = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(drip))
    }
    const contextId = await ask()
    const startedMs = performance.now()
    await scene.market.settle()
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
    scene.behave = (response) => response.writeHead(307, { location: inside.url }).end()
    await ask()
    await scene.market.settle()
    expect(await onlyRun()).toMatchObject({ state: 'awaited', failure: 'redirected' })
    expect(inside.connections()).toBe(0)
    await inside.close()
  })

  it('an address inside is refused when it is saved, and when it is called', async () => {
    await makeBot()
    await scene.market.deps.outbound.close()
    scene.market.deps.outbound = createOutbound({ allowsPrivate: false })
    await expect(makeBot()).rejects.toMatchObject({
      code: 'sellers.address_refused',
      details: { field: 'bot.url' },
    })
    const before = scene.server.connections()
    await ask()
    await scene.market.settle()
    expect(await onlyRun()).toMatchObject({ state: 'failed', failure: 'address-refused' })
    expect(scene.server.connections() - before).toBe(0)
  })

  it('three malformed answers in a row pause the bot', async () => {
    await makeBot()
    scene.behave = (response) => json(response, { offers: 'many' })
    for (let question = 1; question <= 4; question += 1) {
      await ask()
      await scene.market.settle()
    }
    expect(await runs()).toHaveLength(3)
    expect((await scene.market.deps.db.select().from(bots))[0]).toMatchObject({ pausedFor: 'failures' })
  })

  it('a slow one delays no other bot: its offer is there while the slow one still holds', async () => {
    const eve = await person(scene.market, 'eve')
    await makeBot()
    const honest = await makeBot({ name: 'Honest', price: { rule: 'fixed', priceMicros: credits(1) } }, eve)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    scene.behave = (response, message) => {
      if (message.price.rule === 'fixed') json(response, { offers: [OFFER] })
      else void held.then(() => json(response, { offers: [] }))
    }
    const contextId = await ask()
    const startedMs = performance.now()
    const settled = scene.market.settle()
    await expect.poll(async () => (await posted()).length, { timeout: 5_000 }).toBe(1)
    expect(performance.now() - startedMs).toBeLessThan(5_000)
    expect(await pending(contextId)).toBe(1)
    expect((await posted())[0]).toMatchObject({ botId: honest.botId })
    release()
    await settled
    expect(await pending(contextId)).toBe(0)
  })

  it('a dozen slow ones of one owner leave room for the others', async () => {
    const eve = await person(scene.market, 'eve')
    for (let bot = 1; bot <= 12; bot += 1) await makeBot({ name: `Slow ${bot}` })
    await makeBot({ name: 'Honest', price: { rule: 'fixed', priceMicros: credits(1) } }, eve)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let slow = 0
    scene.behave = (response, message) => {
      if (message.price.rule === 'fixed') return void json(response, { offers: [OFFER] })
      slow += 1
      void held.then(() => json(response, { offers: [] }))
    }
    await ask()
    const settled = scene.market.settle()
    await expect.poll(async () => (await posted()).length, { timeout: 5_000 }).toBe(1)
    expect(slow).toBeLessThanOrEqual(8)
    release()
    await settled
    scene.market.clock.forward(2_000)
    await scene.market.settle()
    expect(slow).toBe(12)
  })

  /** Every book in order. */
  async function exact() {
    const { deps, clock } = scene.market
    expect(await whatIsWrong(deps.db, { cipher: deps.cipher, now: clock.now() })).toEqual([])
  }
})
