import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { walletSummary } from '../../ledger/queries'
import type { InspectTask } from '../../llm/model'
import { type TestMarket, testMarket } from '../../testing'
import type { TreeView } from '../../tree/contract'
import { whatIsWrong } from '../../verify/testing'
import { viewTree } from '../views/tree-view'
import { askAbout, askQuestion, buyAll, person, type scriptedModel, sell, subBot } from './testing'

/** A market of one test file, empty before each test; whatever a test did, nothing in it contradicts itself afterwards. */
export function engineScene() {
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
  afterEach(async () => {
    expect(await whatIsWrong(database.db, { cipher: market.deps.cipher, now: market.clock.now() })).toEqual(
      [],
    )
  })

  return {
    get database() {
      return database
    },
    get market() {
      return market
    },
    available: async (userId: string) => (await walletSummary(database.db, userId)).availableMicros,
    treeOf: (buyerId: string, rootId: string) => viewTree(market.deps, buyerId, rootId),

    /** A buyer, a seller with one offer on a question, and a bot that answers what is asked about it. */
    async bridge(model: ReturnType<typeof scriptedModel>, over: Parameters<typeof askQuestion>[2] = {}) {
      market = testMarket(database, { site: model, isSiteBuiltIn: false })
      const [buyer, seller, expert] = [
        await person(market, 'ada'),
        await person(market, 'sol'),
        await person(market, 'eve'),
      ]
      await subBot(market, expert, {
        keyword: 'bridge',
        teaser: 'Who inspected the bridge.',
        knowledge: 'The county engineer inspected it in spring and found it sound.',
        price: 0.5,
      })
      const rootId = await askQuestion(market, buyer, over)
      const offerId = await sell(market, seller, {
        contextId: rootId,
        teaser: 'A report on the bridge.',
        privateInfo: 'Ockham and Sons measured a crack of 17 millimetres in the east pier.',
        price: 3,
      })
      return { buyer, seller, expert, rootId, offerId }
    },
  }
}

export const eventsOf = (tree: TreeView) => tree.events.map((event) => event.type)

/** Holds in the first round, buys in the second because of what it bought below. */
export const changesItsMind = (task: InspectTask) => {
  if (task.questions.length > 1) return buyAll(task)
  return task.known.length > 0 ? buyAll(task) : askAbout(task, 'Is the report on the bridge true?')
}
