import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { contexts, marketStops } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { createBotSchema } from '../../contract/bots'
import {
  askQuestion,
  buyAll,
  credits,
  newKey,
  person,
  scriptedModel,
  sell,
} from '../../inspection/engine/testing'
import { viewTree } from '../../inspection/views/tree-view'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { type TestMarket, testMarket } from '../../testing'
import { createBot, listBotRuns, pauseBot } from '../bots/bots'
import { answerQueued, listQueue } from './queue'

let database: TestDatabase
let market: TestMarket
let ann: string
let sol: string
beforeEach(async () => {
  database ??= await openTestDb()
  await database.truncate()
  market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
  ann = await person(market, 'ann')
  sol = await person(market, 'sol')
})
afterAll(() => database.close())

async function makeBot(over: object = {}): Promise<string> {
  const bot = {
    kind: 'queue',
    name: 'Bridges',
    matcher: { anyOf: ['bridge'] },
    price: { rule: 'chosen', priceMicros: credits(1), minMicros: credits(0.5), maxMicros: credits(2) },
    ...over,
  }
  const input = createBotSchema.parse({ bot, isLive: true, requestKey: newKey() })
  return (await createBot(market.deps, sol, input)).botId
}

const OFFER = { teaser: 'The last inspection of the bridge', privateInfo: 'It is sound.' }
/** Begins when all bots that were asked have answered. */
const ask = (over: object = {}) => askQuestion(market, ann, { start: { rule: 'now' }, ...over })

describe('the queue of a bot', () => {
  it('has what waits, in public words; an answer is offered, read and bought, and what came of it is told', async () => {
    const botId = await makeBot()
    const contextId = await ask({ tags: ['roads'] })
    await market.settle()
    const [waiting, ...others] = await listQueue(market.deps, sol, botId)
    expect(others).toEqual([])
    expect(waiting).toMatchObject({
      contextId,
      question: {
        title: 'Is the bridge at Lindow safe to cross?',
        tags: ['roads'],
        decision: { kind: 'open' },
      },
      subject: null,
      price: { rule: 'chosen', usualMicros: credits(1), minMicros: credits(0.5), maxMicros: credits(2) },
      offersMax: 1,
    })
    const runId = waiting?.runId ?? ''
    // The question waits for it as for any bot.
    expect((await viewTree(market.deps, ann, contextId)).status).toBe('collecting')
    const offers = [{ ...OFFER, priceMicros: credits(9) }]
    expect(await answerQueued(market.deps, sol, { botId, runId, offers })).toEqual({
      state: 'answered',
      silence: null,
    })
    await market.settle()
    const tree = await viewTree(market.deps, ann, contextId)
    expect(tree.offers).toMatchObject([{ botId, priceMicros: credits(2), state: 'bought' }])
    expect(await listQueue(market.deps, sol, botId)).toEqual([])
    expect(await listBotRuns(market.deps.db, sol, botId)).toMatchObject([
      { state: 'answered', offers: [{ state: 'bought', reason: expect.any(String) }] },
    ])
    // Said again, or something else: nothing more happens.
    const again = await answerQueued(market.deps, sol, { botId, runId, offers: [] })
    expect(again).toEqual({ state: 'answered', silence: null })
  })

  it('waits while whoever runs the market has stopped bots, and is answered afterwards', async () => {
    const botId = await makeBot()
    await ask()
    await market.settle()
    const [waiting] = await listQueue(market.deps, sol, botId)
    const answer = { botId, runId: waiting?.runId ?? '', offers: [OFFER] }
    await market.deps.db
      .insert(marketStops)
      .values({ name: 'bots', reason: 'A look at them.', stoppedAt: market.clock.now() })
    await expect(answerQueued(market.deps, sol, answer)).rejects.toMatchObject({
      code: 'operate.bots_stopped',
    })
    expect(await listQueue(market.deps, sol, botId)).toHaveLength(1)
    await market.deps.db.delete(marketStops)
    expect(await answerQueued(market.deps, sol, answer)).toMatchObject({ state: 'answered' })
  })

  it('may be answered with nothing, and the question goes on', async () => {
    const botId = await makeBot()
    const contextId = await ask()
    await market.settle()
    const [waiting] = await listQueue(market.deps, sol, botId)
    const answer = { botId, runId: waiting?.runId ?? '', offers: [] }
    expect(await answerQueued(market.deps, sol, answer)).toEqual({
      state: 'silent',
      silence: 'nothing-to-say',
    })
    await market.settle()
    const [context] = await market.deps.db.select().from(contexts).where(eq(contexts.id, contextId))
    expect(context?.botsPending).toBe(0)
  })

  it('keeps what nobody takes until the question takes no more offers, holding it up no longer than bots may', async () => {
    const botId = await makeBot()
    const contextId = await ask({ policy: { ...DEFAULT_POLICY, maxSittings: 3 } })
    await market.settle()
    await sell(market, await person(market, 'kim'), { contextId, ...OFFER, price: 1 })
    await market.settle()
    expect((await viewTree(market.deps, ann, contextId)).status).toBe('collecting')
    market.clock.forward(61_000)
    await market.sweep()
    await market.settle()
    expect((await viewTree(market.deps, ann, contextId)).status).not.toBe('collecting')
    const [waiting] = await listQueue(market.deps, sol, botId)
    market.clock.forward(60 * 60_000)
    await market.sweep()
    await market.settle()
    expect(await listQueue(market.deps, sol, botId)).toEqual([])
    const late = await answerQueued(market.deps, sol, { botId, runId: waiting?.runId ?? '', offers: [OFFER] })
    expect(late).toMatchObject({ state: 'silent', silence: expect.stringMatching(/closed|too-late/) })
  })

  it('is its owner’s alone, and empty while the bot rests', async () => {
    const botId = await makeBot()
    await ask()
    await market.settle()
    const [waiting] = await listQueue(market.deps, sol, botId)
    const runId = waiting?.runId ?? ''
    await expect(listQueue(market.deps, ann, botId)).rejects.toMatchObject({ code: 'sellers.bot_not_found' })
    await expect(answerQueued(market.deps, ann, { botId, runId, offers: [OFFER] })).rejects.toMatchObject({
      code: 'sellers.bot_not_found',
    })
    const other = await makeBot({ name: 'Other' })
    await expect(answerQueued(market.deps, sol, { botId: other, runId, offers: [] })).rejects.toMatchObject({
      code: 'sellers.run_not_found',
    })
    await pauseBot(market.deps, sol, { botId, isPaused: true })
    expect(await listQueue(market.deps, sol, botId)).toEqual([])
  })
})
