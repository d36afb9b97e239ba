import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { personClusters, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { askQuestion, buyAll, NOTHING, person, scriptedModel, sell } from '../inspection/engine/testing'
import { testMarket } from '../testing'
import { askerCounts, askerRecords } from './asker-record'
import { keepClusters } from './clusters/keep-clusters'
import { viewContext } from './context-view'
import { viewProfile } from './profile'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => database.truncate())
afterAll(() => database.close())

it('an asker’s record is the same on the question’s page, on the profile and for matchers', async () => {
  let buys = true
  const site = scriptedModel((task) => (buys ? buyAll(task) : NOTHING))
  const market = testMarket(database, { site, isSiteBuiltIn: false })
  const [buyer, seller] = [await person(market, 'beth'), await person(market, 'sam')]
  for (buys of [true, false, false]) {
    const contextId = await askQuestion(market, buyer, { isTreePublic: true })
    await sell(market, seller, { contextId, teaser: 'What I saw there', privateInfo: 'A sign.', price: 0.8 })
    await market.settle()
  }
  // What became of it is its asker's alone.
  buys = true
  const own = await askQuestion(market, buyer, { isTreePublic: false })
  await sell(market, seller, {
    contextId: own,
    teaser: 'What I saw there',
    privateInfo: 'A sign.',
    price: 0.8,
  })
  await market.settle()
  // Neither of these could be read yet: one waits, the other has no offer.
  const openId = await askQuestion(market, buyer, { start: { rule: 'manual' } })
  await sell(market, seller, {
    contextId: openId,
    teaser: 'What I saw there',
    privateInfo: 'A sign.',
    price: 0.8,
  })
  await askQuestion(market, buyer)
  await market.settle()

  const counts = { ended: 3, inspected: 3, bought: 1 }
  const view = await viewContext(market.deps, seller, openId)
  expect(view.askerRecord).toEqual(counts)
  expect((await viewProfile(market.deps, seller, view.asker.handle)).asked).toMatchObject({
    count: 6,
    record: counts,
  })
  expect(await askerCounts(market.deps.db, [buyer, seller])).toEqual(new Map([[buyer, counts]]))
  expect(await askerRecords(market.deps.db, [buyer])).toEqual(
    new Map([[buyer, { ended: 3, inspectedPercent: 100, boughtPercent: 33 }]]),
  )
})

it('what accounts buy of each other that look like one hand makes nobody a record', async () => {
  const market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
  const { deps } = market
  const [washer, mate, honest] = [
    await person(market, 'wash'),
    await person(market, 'mate'),
    await person(market, 'hon'),
  ]
  const trade = async (buyer: string, seller: string) => {
    const contextId = await askQuestion(market, buyer, { isTreePublic: true })
    await sell(market, seller, { contextId, teaser: 'What I saw there', privateInfo: 'A sign.', price: 0.8 })
    await market.settle()
  }
  for (let i = 0; i < 3; i += 1) await trade(washer, mate)
  // Counted until somebody has looked.
  expect(await askerCounts(deps.db, [washer])).toEqual(
    new Map([[washer, { ended: 3, inspected: 3, bought: 3 }]]),
  )
  await keepClusters(deps)
  expect(await askerRecords(deps.db, [washer])).toEqual(new Map())
  const profileOf = async (id: string) => {
    const [{ handle } = { handle: '' }] = await deps.db
      .select({ handle: users.handle })
      .from(users)
      .where(eq(users.id, id))
    return viewProfile(deps, null, handle)
  }
  expect((await profileOf(mate)).sold).toMatchObject({ bought: 0, earnedMicros: 0n })
  expect((await profileOf(washer)).bought).toEqual({ count: 0, refundShare: 0 })

  // People of the demo are nobody's second account.
  const isOfDemo = (isDemo: boolean) => deps.db.update(users).set({ isDemo }).where(eq(users.id, mate))
  await isOfDemo(true)
  await keepClusters(deps)
  expect(await deps.db.$count(personClusters)).toBe(0)
  await isOfDemo(false)

  // With strangers for a good part of their trade they are two again.
  for (let i = 0; i < 2; i += 1) await trade(honest, mate)
  await keepClusters(deps)
  expect(await askerCounts(deps.db, [washer])).toEqual(
    new Map([[washer, { ended: 3, inspected: 3, bought: 3 }]]),
  )
  expect((await profileOf(mate)).sold).toMatchObject({ bought: 5 })
})
