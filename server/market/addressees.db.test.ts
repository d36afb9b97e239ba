import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { botRuns, bots, marketStops, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { createBotSchema } from '../contract/bots'
import { askQuestion, credits, newKey, person } from '../inspection/engine/testing'
import { createBot, pauseBot } from '../sellers/bots/bots'
import { type TestMarket, testMarket } from '../testing'
import { viewContext } from './context-view'
import { findAddressees } from './finding/find-names'
import { listItems } from './inbox/items'
import { listNotices } from './inbox/notices'
import { mutePerson } from './moderation/mutes'

let database: TestDatabase
let market: TestMarket
let ann: string
let bob: string

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
  ann = await person(market, 'ann')
  bob = await person(market, 'bob')
})

const handleOf = async (id: string) =>
  (await database.db.select().from(users).where(eq(users.id, id)))[0]?.handle ?? ''

/** A bot that looks for nothing that anybody asks here. */
async function bread(owner: string): Promise<string> {
  const bot = {
    kind: 'fixed' as const,
    name: 'Bread bot',
    matcher: { anyOf: ['sourdough'] },
    teaser: 'All that is known of bread',
    knowledge: 'It rises.',
    price: { rule: 'fixed' as const, priceMicros: credits(1) },
  }
  const input = createBotSchema.parse({ bot, isLive: true, requestKey: newKey() })
  return (await createBot(market.deps, owner, input)).botId
}

describe('a question that is put to somebody by name', () => {
  it('stands in their inbox and is answered by the bot, whatever either looks for; everybody sees whom', async () => {
    const botId = await bread(bob)
    const to = [await handleOf(bob), botId]
    const contextId = await askQuestion(market, ann, { addressees: to, start: { rule: 'quorum', offers: 3 } })
    await market.settle()
    const { items } = await listItems(market.deps, bob, { state: 'new', cursor: null })
    expect(items).toMatchObject([{ contextId, isAddressed: true, matcher: null }])
    const told = (await listNotices(database.db, bob, { cursor: null })).items
    expect(told.map(({ event }) => event)).toContain('question.addressed')
    expect(await database.db.select().from(botRuns).where(eq(botRuns.botId, botId))).toHaveLength(1)
    const view = await viewContext(market.deps, null, contextId)
    expect(view.addressees.map(({ name }) => name)).toEqual(['bob', 'Bread bot'])
    expect(view.offers).toBe(1)
  })

  it('is put to no bot, named or looking for it, while whoever runs the market has stopped bots', async () => {
    const named = await bread(bob)
    const stop = { name: 'bots' as const, reason: 'A look at them.', stoppedAt: market.clock.now() }
    await database.db.insert(marketStops).values(stop)
    const start = { rule: 'quorum' as const, offers: 3 }
    await askQuestion(market, ann, { addressees: [named], start })
    await askQuestion(market, ann, { title: 'Why does my sourdough not rise?', start })
    await market.settle()
    expect(await database.db.select().from(botRuns)).toEqual([])
    await database.db.delete(marketStops)
    await askQuestion(market, ann, { title: 'How long does sourdough rise?', start })
    await market.settle()
    expect(await database.db.select().from(botRuns)).toHaveLength(1)
  })

  it('refuses, field by field, oneself, one’s own bot, one that rests, and who is not here', async () => {
    const [own, resting] = [await bread(ann), await bread(bob)]
    await pauseBot(market.deps, bob, { botId: resting, isPaused: true })
    for (const wrong of [await handleOf(ann), own, resting, 'nobody'])
      await expect(
        askQuestion(market, ann, { addressees: [await handleOf(bob), wrong] }),
      ).rejects.toMatchObject({
        code: 'market.addressee_unknown',
        details: { field: 'addressees.1', name: wrong },
      })
    expect((await listItems(market.deps, bob, { state: 'new', cursor: null })).items).toEqual([])
  })

  it('reaches nobody who has muted the asker, and does not say so', async () => {
    await mutePerson(market.deps, bob, { handle: await handleOf(ann), as: 'muted' })
    const contextId = await askQuestion(market, ann, { addressees: [await handleOf(bob)] })
    await market.settle()
    expect((await listNotices(database.db, bob, { cursor: null })).items).toEqual([])
    expect((await viewContext(market.deps, ann, contextId)).addressees).toHaveLength(1)
  })

  it('finds them by what somebody types: people, and bots that work and are not one’s own', async () => {
    const botId = await bread(bob)
    expect(await findAddressees(database.db, ann, 'brea')).toEqual([
      { kind: 'bot', to: botId, name: 'Bread bot' },
    ])
    expect(await findAddressees(database.db, bob, 'brea')).toEqual([])
    await database.db.update(bots).set({ isPaused: true })
    expect(await findAddressees(database.db, ann, 'brea')).toEqual([])
    expect(await findAddressees(database.db, ann, 'bo')).toMatchObject([{ kind: 'person', name: 'bob' }])
  })
})
