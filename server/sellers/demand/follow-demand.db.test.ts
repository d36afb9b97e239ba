import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bots } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { createBotSchema } from '../../contract/bots'
import { askQuestion, buyAll, credits, newKey, person, scriptedModel } from '../../inspection/engine/testing'
import { testMarket } from '../../testing'
import { createBot } from '../bots/bots'
import { updateBot } from '../bots/update-bot'
import { followDemand, listPriceMoves } from './follow-demand'

const HOUR_MS = 3_600_000
const MOST = 100

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

const botAt = (price: number) =>
  createBotSchema.shape.bot.parse({
    kind: 'fixed',
    name: 'Bridge bot',
    teaser: 'What the bridge carries',
    knowledge: 'It carries 3.5 tonnes.',
    matcher: { anyOf: ['bridge'] },
    price: {
      rule: 'follows-demand',
      priceMicros: credits(price),
      minMicros: credits(0.2),
      maxMicros: credits(0.6),
    },
  })

it('moves by what was bought where everybody may watch, once for each ten that were read, and is everybody’s to see', async () => {
  const market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
  const { deps, clock } = market
  const [ada, sol, eve] = [
    await person(market, 'ada'),
    await person(market, 'sol'),
    await person(market, 'eve'),
  ]
  const { botId } = await createBot(deps, sol, { bot: botAt(0.5), isLive: true, requestKey: newKey() })
  clock.forward(1)
  const asked = async (questions: number, isTreePublic: boolean) => {
    for (let count = 0; count < questions; count += 1) {
      await askQuestion(market, ada, { budgetMicros: credits(1), isTreePublic })
    }
    await market.settle()
    clock.forward(2 * HOUR_MS)
    await market.settle()
  }
  const price = async () =>
    (await database.db.select().from(bots).where(eq(bots.id, botId)))[0]?.priceMicros ?? 0n
  const moves = async () =>
    (await listPriceMoves(database.db, eve, botId)).map(({ priceMicros, reads, sold }) => [
      priceMicros,
      reads,
      sold,
    ])

  await asked(9, true)
  await asked(3, false)
  expect(await followDemand(deps, MOST)).toBe(0)
  await asked(1, true)
  expect(await followDemand(deps, MOST)).toBe(1)
  expect(await followDemand(deps, MOST)).toBe(0)
  expect(await price()).toBe(credits(0.55))
  expect(await moves()).toEqual([
    [credits(0.55), 10, 10],
    [credits(0.5), 0, 0],
  ])

  // Set anew by its owner; a change of anything else is none of the price.
  await updateBot(deps, sol, { botId, bot: { ...botAt(0.55), about: 'Bridges.' } })
  expect(await moves()).toHaveLength(2)
  await updateBot(deps, sol, { botId, bot: botAt(0.3) })
  expect((await moves())[0]).toEqual([credits(0.3), 0, 0])
  expect(await price()).toBe(credits(0.3))
})
