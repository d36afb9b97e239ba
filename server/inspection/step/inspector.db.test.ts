import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { testMarket } from '../../testing'
import { askAbout, askQuestion, NOTHING, person, scriptedModel, sell, subBot } from '../engine/testing'
import { viewTree } from '../views/tree-view'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())

const OFFERS = 6
const READ_MAX = 2

describe('what is read', () => {
  it('is no more than `readMax` offers of each question, in every prompt of the tree, and never what was not read', async () => {
    const model = scriptedModel((task) =>
      task.round === 0 && task.questions.length < 3
        ? askAbout(task, 'Is the report on the bridge true?')
        : NOTHING,
    )
    const market = testMarket(database, { site: model, isSiteBuiltIn: false })
    const [buyer, seller, expert] = [
      await person(market, 'ada'),
      await person(market, 'sol'),
      await person(market, 'eve'),
    ]
    for (let n = 0; n < OFFERS; n += 1) {
      await subBot(market, expert, {
        keyword: 'bridge',
        teaser: `Inspection ${n} of the bridge.`,
        knowledge: `Text of sub-offer ${n}.`,
        price: 0.5,
      })
    }
    const rootId = await askQuestion(market, buyer, {
      start: { rule: 'quorum', offers: OFFERS },
      policy: { ...DEFAULT_POLICY, readMax: READ_MAX },
    })
    for (let n = 0; n < OFFERS; n += 1) {
      await sell(market, seller, {
        contextId: rootId,
        teaser: `Report ${n} on the bridge.`,
        privateInfo: `Text of root offer ${n}.`,
        price: 1,
      })
    }
    await market.settle()
    const { offers } = await viewTree(market.deps, buyer, rootId)
    const teasersRead = offers.filter((offer) => offer.firstReadAt !== null).map((offer) => offer.teaser)
    expect(offers.length).toBeGreaterThan(2 * READ_MAX)
    expect(Math.max(...model.seen.map((task) => task.questions.length))).toBe(3)
    for (const task of model.seen) {
      expect(task.offers.length).toBeLessThanOrEqual(READ_MAX)
      expect(task.above.length).toBeLessThanOrEqual(READ_MAX * (task.questions.length - 1))
      for (const { teaser } of [...task.offers, ...task.above]) expect(teasersRead).toContain(teaser)
    }
  })
})
