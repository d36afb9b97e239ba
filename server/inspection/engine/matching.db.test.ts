import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { contexts, offers } from '@/db/schema'
import { createBotSchema } from '../../contract/bots'
import { OFFERS_PER_SELLER } from '../../contract/limits'
import type { MatchBots } from '../../market/matching/match-bots-port'
import { withdrawOffer } from '../../market/post-offer'
import { createBot } from '../../sellers/bots/bots'
import type { TestMarket } from '../../testing'
import { startInspection } from './control'
import { createEngine } from './engine'
import { askAbout, askQuestion, buyAll, credits, newKey, scriptedModel, sell } from './testing'
import { changesItsMind, engineScene, eventsOf } from './testing-engine'

/** Sub-questions are matched in the transaction that opens them; of equal texts one is read. */

const scene = engineScene()
let market: TestMarket

beforeEach(() => {
  market = scene.market
})

describe('sub-questions', () => {
  it('are matched, answered by a fixed bot and begun with the verdict that asks them: no job in between', async () => {
    const { buyer, rootId } = await scene.bridge(scriptedModel(changesItsMind))
    market = scene.market
    await market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    const opened = eventsOf(tree).indexOf('context.opened', 1)
    expect(eventsOf(tree).slice(opened, opened + 3)).toEqual([
      'context.opened',
      'offer.posted',
      'context.inspecting',
    ])
    expect(tree.status).toBe('settled')
    expect(market.waiting.filter(({ name }) => name === 'market.match')).toEqual([])
  })

  it('are matched by a job when matching fails: the verdict that was paid for counts', async () => {
    const { buyer, rootId } = await scene.bridge(scriptedModel(changesItsMind))
    const { deps } = scene.market
    let faults = 0
    const failing: MatchBots = async () => {
      faults += 1
      throw new Error('The index of matchers is gone')
    }
    const engine = createEngine(deps, { matchBots: failing, begins: true })
    const place = { rootId, contextId: rootId }
    await deps.db.update(contexts).set({ isMatched: true }).where(eq(contexts.id, rootId))
    await engine.claim(place)
    await engine.idle()
    expect(faults).toBe(1)
    const waiting = await scene.treeOf(buyer, rootId)
    expect(waiting.contexts.map(({ phase }) => phase)).toEqual(['waiting', 'collecting'])
    expect(scene.market.waiting.filter(({ name }) => name === 'market.match')).toHaveLength(2)
    await scene.market.settle()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('settled')
    expect(await scene.available(buyer)).toBe(credits(96.5))
  })

  it('whose jobs are lost are matched and begun by the sweeper', async () => {
    const { buyer, rootId } = await scene.bridge(scriptedModel(changesItsMind))
    const { deps, engine, clock, waiting } = scene.market
    const failing: MatchBots = async () => {
      throw new Error('The index of matchers is gone')
    }
    const broken = createEngine(deps, { matchBots: failing, begins: true })
    await deps.db.update(contexts).set({ isMatched: true }).where(eq(contexts.id, rootId))
    await broken.claim({ rootId, contextId: rootId })
    await broken.idle()
    waiting.splice(0)
    const phases = async () => (await scene.treeOf(buyer, rootId)).contexts.map(({ phase }) => phase)
    await engine.sweep()
    await engine.idle()
    expect(await phases()).toEqual(['waiting', 'collecting'])
    clock.forward(6_000)
    await engine.sweep()
    await engine.idle()
    expect(await phases()).toEqual(['settled', 'settled'])
  })

  it('are found by who looks for the tags or the pages of the question', async () => {
    const { buyer, expert, rootId } = await scene.bridge(
      scriptedModel((task) =>
        task.questions.length === 1 && task.round === 0
          ? askAbout(task, 'Is it true of the bridge?')
          : buyAll(task),
      ),
      { tags: ['masonry'], pages: ['https://bridges.example/lindow'] },
    )
    market = scene.market
    for (const [name, matcher] of Object.entries({
      Tags: { tags: ['masonry'], scope: 'sub-contexts' },
      Pages: { pagePrefixes: ['https://bridges.example/'], scope: 'sub-contexts' },
      Words: { anyOf: ['masonry'], scope: 'sub-contexts' },
    })) {
      const bot = {
        kind: 'fixed',
        name,
        matcher,
        teaser: `What the ${name} say.`,
        knowledge: `The ${name} say it is sound.`,
        price: { rule: 'fixed', priceMicros: credits(0.1) },
      }
      const input = createBotSchema.parse({ bot, isLive: true, requestKey: newKey() })
      await createBot(market.deps, expert, input)
    }
    await market.settle()
    const { contexts: all } = await scene.treeOf(buyer, rootId)
    const [sub] = all.filter(({ level }) => level === 1)
    const rows = await market.deps.db
      .select({ teaser: offers.teaser })
      .from(offers)
      .where(eq(offers.contextId, sub?.id ?? ''))
      .orderBy(asc(offers.teaser))
    expect(rows.map(({ teaser }) => teaser)).toEqual([
      'What the Pages say.',
      'What the Tags say.',
      'Who inspected the bridge.',
    ])
  })
})

describe('equal texts', () => {
  it('are read once, at the lowest price; the dearer copy is passed as redundant, looks read, and costs nothing', async () => {
    const model = scriptedModel(buyAll)
    const { buyer, seller, expert, rootId } = await scene.bridge(model, {
      start: { rule: 'quorum', offers: 3 },
    })
    const text = 'The mason’s diary says that the pier was relaid in 1911.'
    const copy = (sellerId: string, price: number) =>
      sell(scene.market, sellerId, { contextId: rootId, teaser: 'A diary.', privateInfo: text, price })
    const dear = await copy(seller, 2)
    const cheap = await copy(expert, 0.5)
    await scene.market.settle()
    const seen = model.seen[0]?.offers.map(({ privateInfo, priceMicros }) => [privateInfo, priceMicros])
    expect(seen?.filter(([shown]) => shown === text)).toEqual([[text, credits(0.5)]])
    const rows = await scene.database.db
      .select({ id: offers.id, state: offers.state, reason: offers.reason, firstReadAt: offers.firstReadAt })
      .from(offers)
      .where(eq(offers.contextId, rootId))
    expect(rows.find(({ id }) => id === cheap)).toMatchObject({ state: 'bought' })
    expect(rows.find(({ id }) => id === dear)).toMatchObject({
      state: 'passed',
      reason: 'redundant',
      firstReadAt: expect.any(Date),
    })
    expect(await scene.available(buyer)).toBe(credits(96.5))
  })

  it('chosen by the buyer alone are read whatever a copy costs', async () => {
    const model = scriptedModel(buyAll)
    const { buyer, seller, expert } = await scene.bridge(model)
    const contextId = await askQuestion(scene.market, buyer, { start: { rule: 'manual' } })
    const [dear] = [
      await sell(scene.market, seller, { contextId, teaser: 'A diary.', privateInfo: 'Relaid.', price: 2 }),
      await sell(scene.market, expert, { contextId, teaser: 'A diary.', privateInfo: 'Relaid.', price: 1 }),
    ]
    await startInspection(scene.market.deps, buyer, { contextId, offerIds: [dear], requestKey: newKey() })
    await scene.market.settle()
    const prices = model.seen
      .flatMap((task) => task.offers)
      .filter(({ privateInfo }) => privateInfo === 'Relaid.')
      .map(({ priceMicros }) => priceMicros)
    expect(prices).toEqual([credits(2)])
  })
})

describe('one seller', () => {
  it('has so many offers on a question, and room again for what was withdrawn; others are not kept out', async () => {
    const { buyer, seller, expert } = await scene.bridge(scriptedModel(buyAll))
    const contextId = await askQuestion(scene.market, buyer, { start: { rule: 'manual' } })
    const post = (sellerId: string, n: number) =>
      sell(scene.market, sellerId, { contextId, teaser: `Report ${n}.`, privateInfo: `Text ${n}.`, price: 1 })
    const posted: string[] = []
    for (let n = 0; n < OFFERS_PER_SELLER; n += 1) posted.push(await post(seller, n))
    await expect(post(seller, 99)).rejects.toMatchObject({ code: 'market.offers_too_many' })
    await withdrawOffer(scene.market.deps, seller, posted[0] ?? '')
    await post(seller, 100)
    await expect(post(seller, 101)).rejects.toMatchObject({ code: 'market.offers_too_many' })
    await post(expert, 1)
  })
})
