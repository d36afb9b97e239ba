import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { botRuns, contexts, inboxItems, notices, offers } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { createBotSchema } from '../contract/bots'
import { matcherQuerySchema } from '../contract/matching'
import { askQuestion, credits, newKey, person, sell } from '../inspection/engine/testing'
import { createBot } from '../sellers/bots/bots'
import { type TestMarket, testMarket } from '../testing'
import { editContext } from './edit-context'
import { countItems, markItems } from './inbox/items'
import { recheckItems } from './inbox/recheck-items'
import { BOTS_PER_CONTEXT_MAX } from './matching/find'
import { createMatcher } from './matching/matchers'

let database: TestDatabase
let market: TestMarket

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
})

const MANY = { rule: 'quorum', offers: 50 } as const

async function matcher(personId: string, word: string) {
  const input = { name: word, query: matcherQuerySchema.parse({ anyOf: [word] }), requestKey: newKey() }
  return (await createMatcher(market.deps, personId, input)).matcherId
}

async function bot(ownerId: string, word: string, kind: 'fixed' | 'llm' = 'fixed') {
  const fields = {
    kind,
    name: `Bot on ${word}`,
    matcher: { anyOf: [word] },
    ...(kind === 'fixed' ? { teaser: `What is known of any ${word}.` } : {}),
    knowledge: `Every ${word} of ${ownerId} was looked at.`,
    price: { rule: 'fixed', priceMicros: credits(0.5) },
  }
  const input = createBotSchema.parse({ bot: fields, isLive: true, requestKey: newKey() })
  return (await createBot(market.deps, ownerId, input)).botId
}

const edit = (buyerId: string, contextId: string, title: string) =>
  editContext(market.deps, buyerId, { contextId, title, body: '' })

const itemsOf = (personId: string) =>
  database.db.select().from(inboxItems).where(eq(inboxItems.personId, personId))

const matchesTold = async (personId: string) => {
  const lines = await database.db
    .select({ count: notices.count })
    .from(notices)
    .where(and(eq(notices.personId, personId), eq(notices.event, 'question.matched')))
  return lines.map(({ count }) => count)
}

async function scene() {
  const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
  return { buyer, seller }
}

describe('an edited question', () => {
  it('reaches bots that want it now, each once, and never one that was asked before', async () => {
    const { buyer, seller } = await scene()
    const [bridges, tunnels] = [await bot(seller, 'bridge'), await bot(seller, 'tunnel')]
    const thinking = await bot(seller, 'tunnel', 'llm')
    const contextId = await askQuestion(market, buyer, { start: MANY })
    await market.settle()
    const asked = async () => (await database.db.select().from(botRuns)).map(({ botId }) => botId).sort()
    expect(await asked()).toEqual([bridges])

    await edit(buyer, contextId, 'Is the bridge or the tunnel at Lindow safe?')
    const jobs = [...market.waiting]
    await market.settle()
    market.waiting.push(...jobs)
    await market.settle()
    await edit(buyer, contextId, 'Is the tunnel or the bridge at Lindow safe now?')
    await market.settle()
    expect(await asked()).toEqual([bridges, tunnels, thinking].sort())
    const posted = await database.db.select().from(offers).where(eq(offers.contextId, contextId))
    expect(posted.filter(({ botId }) => botId === bridges)).toHaveLength(1)
    expect(posted.filter(({ botId }) => botId === tunnels)).toHaveLength(1)
    const [context] = await database.db.select().from(contexts).where(eq(contexts.id, contextId))
    expect(context?.botsPending).toBe(0)
  })

  it('asks no more bots than may be asked about one question', async () => {
    const { buyer, seller } = await scene()
    for (let made = 0; made < BOTS_PER_CONTEXT_MAX - 1; made += 1) await bot(seller, 'bridge')
    for (let made = 0; made < 3; made += 1) await bot(seller, 'tunnel')
    const contextId = await askQuestion(market, buyer, { start: MANY })
    await market.settle()
    await edit(buyer, contextId, 'Is the tunnel at Lindow safe?')
    await market.settle()
    expect(await database.db.$count(botRuns)).toBe(BOTS_PER_CONTEXT_MAX)
  })

  it('begins its inspection when a bot that it now reaches completes the quorum', async () => {
    const { buyer, seller } = await scene()
    await bot(seller, 'tunnel')
    const contextId = await askQuestion(market, buyer)
    await market.settle()
    await edit(buyer, contextId, 'Is the tunnel at Lindow safe?')
    await market.settle()
    const [context] = await database.db.select().from(contexts).where(eq(contexts.id, contextId))
    expect(context?.phase).toBe('settled')
  })

  it('reaches the people who look for it now, and leaves the inboxes it no longer fits unless it was seen there', async () => {
    const { buyer, seller } = await scene()
    const [fresh, seen, ignoring, both, answering] = [
      await person(market, 'eve'),
      await person(market, 'kim'),
      await person(market, 'lee'),
      await person(market, 'bo'),
      await person(market, 'jo'),
    ]
    for (const id of [fresh, seen, ignoring, both, answering]) await matcher(id, 'bridge')
    const tunnels = await matcher(both, 'tunnel')
    await matcher(seller, 'tunnel')
    const contextId = await askQuestion(market, buyer, { start: MANY })
    const other = await askQuestion(market, buyer, { start: MANY })
    await market.settle()
    await markItems(market.deps, seen, { contextIds: [contextId], as: 'seen' })
    await markItems(market.deps, ignoring, { contextIds: [contextId], as: 'ignored' })
    const text = { teaser: 'What I know of it.', privateInfo: 'It holds.', price: 1 }
    await sell(market, answering, { contextId, ...text })
    expect(await matchesTold(fresh)).toEqual([2])

    await edit(buyer, contextId, 'Is the tunnel at Lindow safe?')
    await market.settle()
    const found = async (id: string) => (await itemsOf(id)).map((item) => item.contextId).sort()
    expect(await found(seller)).toEqual([contextId])
    expect(await found(fresh)).toEqual([other])
    expect(await matchesTold(fresh)).toEqual([1])
    for (const id of [seen, ignoring, both, answering])
      expect(await found(id)).toEqual([contextId, other].sort())
    expect((await itemsOf(both)).find((item) => item.contextId === contextId)?.matcherId).toBe(tunnels)
    expect(await countItems(market.deps, fresh)).toMatchObject({ new: 1 })

    await edit(buyer, other, 'Is the ferry at Lindow safe?')
    await market.settle()
    expect(await found(fresh)).toEqual([])
    expect(await matchesTold(fresh)).toEqual([])
    expect(await matchesTold(seller)).toEqual([1])
  })

  it('is gone through inbox by inbox in chunks', async () => {
    const { buyer } = await scene()
    const people: string[] = []
    for (let made = 0; made < 5; made += 1) people.push(await person(market, 'eve'))
    for (const id of people) await matcher(id, 'bridge')
    const contextId = await askQuestion(market, buyer, { start: MANY })
    await market.settle()
    await edit(buyer, contextId, 'Is the ferry at Lindow safe?')
    market.waiting.length = 0
    let after: string | null = null
    let chunks = 0
    do {
      after = await recheckItems(market.deps, { contextId, after }, 2)
      chunks += 1
    } while (after !== null)
    expect(chunks).toBe(3)
    expect(await database.db.$count(inboxItems)).toBe(0)
  })

  it('that says the same as before moves nothing', async () => {
    const { buyer } = await scene()
    const contextId = await askQuestion(market, buyer, { start: MANY })
    await market.settle()
    const before = market.waiting.length
    await edit(buyer, contextId, 'Is the bridge at Lindow safe to cross?')
    expect(market.waiting.length).toBe(before)
  })
})
