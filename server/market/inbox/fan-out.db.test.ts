import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { botRuns, inboxItems, notices, offers } from '@/db/schema'
import { createBotSchema } from '../../contract/bots'
import { matcherQuerySchema } from '../../contract/matching'
import { askQuestion, credits, newKey, person } from '../../inspection/engine/testing'
import { createBot } from '../../sellers/bots/bots'
import { applyMatcher, applyMatcherChunk } from '../../sellers/matching/apply-matcher'
import { BOTS_PER_CONTEXT_MAX } from '../matching/find'
import { updateMatcher } from '../matching/matchers'
import { putMatcherOfBot } from '../matching/put-matcher'
import { fanOutChunk } from './fan-out'
import { bridges, matcherScene } from './testing-matchers'
import { inboxTopic } from './topic'

const scene = matcherScene()
const { matcher, itemsOf, subQuestion } = scene

async function liveBot(ownerId: string, over: { kind?: 'fixed' | 'llm'; isLive?: boolean } = {}) {
  const { kind = 'fixed', isLive = true } = over
  const bot = {
    kind,
    name: 'Bridge bot',
    matcher: bridges,
    ...(kind === 'fixed' ? { teaser: 'What is known of the bridge.' } : {}),
    knowledge: 'It holds.',
    price: { rule: 'fixed', priceMicros: credits(0.5) },
  }
  const input = createBotSchema.parse({ bot, isLive, requestKey: newKey() })
  return (await createBot(scene.market.deps, ownerId, input)).botId
}

describe('people are found for a new question', () => {
  it('in chunks, each person once, never the buyer, and a repeat does nothing', async () => {
    const buyer = await person(scene.market, 'ada')
    await matcher(buyer)
    const sellers = await Promise.all(Array.from({ length: 7 }, () => person(scene.market, 'sol')))
    for (const seller of sellers) await matcher(seller)
    const [twice = ''] = sellers
    await matcher(twice, { anyOf: ['lindow'] })
    await matcher(await person(scene.market, 'eve'), { anyOf: ['rice'] })
    await scene.market.settle()
    const hints: string[] = []
    for (const id of [buyer, ...sellers])
      scene.market.deps.bus.subscribe(inboxTopic(id), () => hints.push(id))

    const contextId = await askQuestion(scene.market, buyer)
    scene.market.waiting.length = 0
    let after: string | null = null
    let chunks = 0
    do {
      await fanOutChunk(scene.market.deps, { contextId, after }, 3)
      after = await fanOutChunk(scene.market.deps, { contextId, after }, 3)
      chunks += 1
    } while (after !== null)
    expect(chunks).toBeGreaterThan(2)
    const items = await scene.database.db.select().from(inboxItems)
    expect(items.map(({ personId }) => personId).sort()).toEqual([...sellers].sort())
    expect([...new Set(hints)].sort()).toEqual([...sellers].sort())
    const told = await scene.database.db.select().from(notices).where(eq(notices.event, 'question.matched'))
    expect(told.map(({ personId, count }) => [personId, count]).sort()).toEqual(
      sellers.map((id) => [id, 1]).sort(),
    )
  })

  it('but not for a sealed sub-question, nor for one that waits for bots alone', async () => {
    const [buyer, seller] = [await person(scene.market, 'ada'), await person(scene.market, 'sol')]
    await matcher(seller, { anyOf: ['report'] })
    const rootId = await askQuestion(scene.market, buyer)
    await scene.market.settle()
    const open = await subQuestion(rootId)
    await subQuestion(rootId, { isSealed: true })
    await subQuestion(rootId, { peopleUntil: null })
    await scene.market.settle()
    expect((await itemsOf(seller)).map(({ contextId }) => contextId)).toEqual([open])
  })
})

describe('a new or changed matcher', () => {
  it('finds what is open, in chunks, and nothing twice', async () => {
    const [buyer, seller] = [await person(scene.market, 'ada'), await person(scene.market, 'sol')]
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1)
      ids.push(await askQuestion(scene.market, buyer, { deadlineMinutes: 60 + index }))
    const closed = await askQuestion(scene.market, buyer, { deadlineMinutes: 5 })
    const own = await askQuestion(scene.market, seller)
    await scene.market.settle()
    scene.market.clock.forward(10 * 60_000)
    const sub = await subQuestion(ids[0] ?? '')
    await subQuestion(ids[0] ?? '', { isSealed: true })
    const { matcherId } = await matcher(seller, { anyOf: ['rice'] })
    await scene.market.settle()
    expect(await itemsOf(seller)).toEqual([])

    await updateMatcher(scene.market.deps, seller, {
      matcherId,
      name: 'Bridges',
      query: matcherQuerySchema.parse(bridges),
    })
    scene.market.waiting.length = 0
    let after: string | null = null
    let chunks = 0
    do {
      await applyMatcherChunk(scene.market.deps, { matcherId, after }, 2)
      after = await applyMatcherChunk(scene.market.deps, { matcherId, after }, 2)
      chunks += 1
    } while (after !== null)
    expect(chunks).toBeGreaterThan(2)
    const found = (await itemsOf(seller)).map(({ contextId }) => contextId)
    expect(found.sort()).toEqual([...ids, sub].sort())
    expect(found).not.toContain(own)
    expect(found).not.toContain(closed)
  })

  it('of a bot wakes it for what still collects offers, once, and only when it is live', async () => {
    const [buyer, seller] = [await person(scene.market, 'ada'), await person(scene.market, 'sol')]
    const start = { rule: 'quorum', offers: 5 } as const
    const contextId = await askQuestion(scene.market, buyer, { start })
    await scene.market.settle()
    const fixed = await liveBot(seller)
    const asked = await liveBot(seller, { kind: 'llm' })
    const paused = await liveBot(seller, { isLive: false })
    for (const botId of [fixed, asked, paused, fixed, asked])
      await putMatcherOfBot(scene.database.db, scene.market.deps, botId)
    const isApplying = (job: (typeof scene.market.waiting)[number]) => job.name === 'market.apply-matcher'
    for (const job of scene.market.waiting.filter(isApplying))
      if (job.name === 'market.apply-matcher') await applyMatcher(scene.market.deps, job.payload.matcherId)
    const pending = async () =>
      (await scene.database.db.query.contexts.findFirst({ where: (row) => eq(row.id, contextId) }))
        ?.botsPending
    expect(await pending()).toBe(1)
    await scene.market.settle()
    const runs = await scene.database.db.select().from(botRuns)
    expect(runs.map(({ botId }) => botId).sort()).toEqual([fixed, asked].sort())
    expect(await pending()).toBe(0)
    const posted = await scene.database.db.select().from(offers).where(eq(offers.contextId, contextId))
    expect(posted.map(({ botId }) => botId)).toContain(fixed)
  })

  it('of a bot asks no more bots than may answer', async () => {
    const [buyer, seller] = [await person(scene.market, 'ada'), await person(scene.market, 'sol')]
    const many = await Promise.all(Array.from({ length: BOTS_PER_CONTEXT_MAX }, () => liveBot(seller)))
    await askQuestion(scene.market, buyer, { start: { rule: 'quorum', offers: 50 } })
    await scene.market.settle()
    const late = await liveBot(seller)
    await putMatcherOfBot(scene.database.db, scene.market.deps, late)
    await scene.market.settle()
    const runs = await scene.database.db.select().from(botRuns)
    expect(runs.map(({ botId }) => botId).sort()).toEqual([...many].sort())
  })
})
