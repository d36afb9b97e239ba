import { isTrackedEnvelope } from '@trpc/server'
import superjson from 'superjson'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { endSession, openSession } from '../auth/sessions'
import { askQuestion, buyAll, credits, person, scriptedModel, sell } from '../inspection/engine/testing'
import { viewTree } from '../inspection/views/tree-view'
import { type TestMarket, testMarket } from '../testing'
import type { TreeDelta } from '../tree/contract'
import { applyDelta } from '../tree/delta'
import { appRouter } from './root'
import { contextOf, testMe } from './testing'
import { createCallerFactory } from './trpc'

const createCaller = createCallerFactory(appRouter)

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
})

type Login = { userId: string; sessionId: string | null; keyId?: string | null }
type Heard = { id: string; delta: TreeDelta }

/** Follows a tree through the router as a browser does: what came last is named when it comes back. */
async function follow({ userId, sessionId, keyId = null }: Login, rootId: string, lastEventId: string) {
  const stop = new AbortController()
  const caller = createCaller(contextOf(market.deps, testMe(userId), { sessionId, keyId, call: null }), {
    signal: stop.signal,
  })
  const stream = await caller.inspection.follow({ rootId, lastEventId })
  const heard = stream[Symbol.asyncIterator]()
  return {
    async next(): Promise<Heard> {
      // Typed as a client would get it; here it is as it is sent.
      const value: unknown = (await heard.next()).value
      if (!isTrackedEnvelope<TreeDelta>(value)) throw new Error('The stream has ended')
      const [id, delta] = value
      return { id, delta }
    },
    async stop() {
      stop.abort()
      await heard.return?.()
    },
  }
}

async function offerOn(rootId: string, seller: string): Promise<string> {
  const teaser = 'A report on the bridge.'
  return sell(market, seller, { contextId: rootId, teaser, privateInfo: 'It is sound.', price: 0.01 })
}

const manual = { start: { rule: 'manual' as const } }

/** Offers that come between two looks of a follower. */
const OFFERS_AT_ONCE = 5

/** All that the buyer of a question is sent while offers come in, until the event numbered `lastSeq`. */
async function sentWhileGrowing(lastSeq: number): Promise<TreeDelta[]> {
  const buyer = await person(market, 'ada')
  const rootId = await askQuestion(market, buyer, manual)
  const stream = await follow({ userId: buyer, sessionId: null }, rootId, '0')
  const deltas = [(await stream.next()).delta]
  while ((deltas.at(-1)?.lastSeq ?? 0) < lastSeq) {
    const seller = await person(market, `sol${deltas.length}`)
    for (let offer = 0; offer < OFFERS_AT_ONCE; offer += 1) await offerOn(rootId, seller)
    deltas.push((await stream.next()).delta)
  }
  await stream.stop()
  return deltas
}

const bytesOf = (deltas: readonly TreeDelta[]) =>
  deltas.reduce((sum, delta) => sum + superjson.stringify(delta).length, 0)

describe('following a tree', () => {
  it('costs bytes in proportion to its events, each of which is sent once, as is each row that stays as it is', async () => {
    const deltas = await sentWhileGrowing(500)
    const half = deltas.filter(({ lastSeq }) => lastSeq <= 251)
    expect(deltas.at(-1)?.lastSeq).toBe(501)
    expect(bytesOf(deltas) / bytesOf(half)).toBeLessThanOrEqual(2.2)
    const seqs = deltas.flatMap(({ events }) => events.map(({ seq }) => seq))
    expect(seqs).toEqual(Array.from({ length: 501 }, (_, index) => index + 1))
    const offerIds = deltas.flatMap(({ offers }) => offers.map(({ id }) => id))
    expect(new Set(offerIds).size).toBe(500)
    expect(offerIds).toHaveLength(500)
  }, 90_000)

  it('goes on after the last event heard, also at a server that was started anew', async () => {
    const buyer = await person(market, 'ada')
    const seller = await person(market, 'sol')
    const rootId = await askQuestion(market, buyer, manual)
    let view = await viewTree(market.deps, buyer, rootId)
    let lastId = String(view.lastSeq)
    for (let visit = 0; visit < 3; visit += 1) {
      const stream = await follow({ userId: buyer, sessionId: null }, rootId, lastId)
      await offerOn(rootId, seller)
      const { id, delta } = await stream.next()
      await stream.stop()
      view = applyDelta(view, delta)
      lastId = id
      // While nobody listens:
      await offerOn(rootId, seller)
      await offerOn(rootId, seller)
      market = testMarket(database)
    }
    const stream = await follow({ userId: buyer, sessionId: null }, rootId, lastId)
    const { delta } = await stream.next()
    await stream.stop()
    expect(delta.events).toHaveLength(2)
    expect(applyDelta(view, delta)).toEqual(await viewTree(market.deps, buyer, rootId))
  })

  it('brings the private information with the purchase that paid for it, to the buyer alone', async () => {
    const buyer = await person(market, 'ada')
    const seller = await person(market, 'sol')
    const rootId = await askQuestion(market, buyer, {
      ...manual,
      isTreePublic: true,
      budgetMicros: credits(5),
    })
    const offerId = await offerOn(rootId, seller)
    const { lastSeq } = await viewTree(market.deps, buyer, rootId)
    await createCaller(contextOf(market.deps, testMe(buyer), { call: null })).inspection.start({
      contextId: rootId,
      offerIds: null,
      requestKey: 'start-the-inspection',
    })
    await market.settle()
    const stranger = await person(market, 'eve')
    for (const [userId, text] of [
      [buyer, 'It is sound.'],
      [stranger, null],
    ] as const) {
      const stream = await follow({ userId, sessionId: null }, rootId, String(lastSeq))
      const { delta } = await stream.next()
      await stream.stop()
      expect(delta.status).toBe('settled')
      expect(delta.offers).toMatchObject([{ id: offerId, state: 'bought', privateInfo: text }])
    }
  })

  it('ends with the login, which is asked about once a second and not at every event', async () => {
    const buyer = await person(market, 'ada')
    const seller = await person(market, 'sol')
    const rootId = await askQuestion(market, buyer, manual)
    const sessionId = await openSession(market.deps, buyer)
    const stream = await follow({ userId: buyer, sessionId }, rootId, '0')
    await stream.next()
    await endSession(market.deps, sessionId)
    await offerOn(rootId, seller)
    await expect(stream.next()).resolves.toBeDefined()
    market.clock.forward(1_000)
    await offerOn(rootId, seller)
    await expect(stream.next()).rejects.toMatchObject({ code: 'auth.signed_out' })
  })

  it('ends with the key that opened it', async () => {
    const buyer = await person(market, 'ada')
    const seller = await person(market, 'sol')
    const rootId = await askQuestion(market, buyer, manual)
    const sessionId = await openSession(market.deps, buyer)
    const owner = createCaller(contextOf(market.deps, testMe(buyer), { sessionId }))
    const { key } = await owner.keys.create({ name: 'Watcher', scopes: ['read'], days: null })
    const stream = await follow({ userId: buyer, sessionId: null, keyId: key.id }, rootId, '0')
    await stream.next()
    await owner.keys.revoke({ id: key.id })
    market.clock.forward(1_000)
    await offerOn(rootId, seller)
    await expect(stream.next()).rejects.toMatchObject({ code: 'auth.key_refused' })
  })

  it('is refused to those who may not watch', async () => {
    const rootId = await askQuestion(market, await person(market, 'ada'), manual)
    const stranger = await person(market, 'eve')
    const stream = await follow({ userId: stranger, sessionId: null }, rootId, '0')
    await expect(stream.next()).rejects.toMatchObject({ code: 'market.context_not_found' })
  })
})
