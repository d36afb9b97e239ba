import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { person } from '../../inspection/engine/testing'
import { type TestMarket, testMarket } from '../../testing'
import { addDocument, listDocuments } from './documents'
import { corpusBot } from './testing'

/** A market with one owner of one bot without documents; new before each test. */
export function shelfScene() {
  let database: TestDatabase
  let market: TestMarket
  let ownerId: string
  let botId: string

  beforeAll(async () => {
    database = await openTestDb()
  })
  beforeEach(async () => {
    await database.truncate()
    market = testMarket(database)
    ownerId = await person(market, 'owner')
    botId = await corpusBot(market, ownerId)
  })
  afterAll(() => database.close())

  /** Later than the one before, so that lists have one order. */
  function upload(name: string, content: string | Uint8Array) {
    market.clock.forward(1)
    const bytes = new Uint8Array(Buffer.from(content))
    return addDocument(market.deps, ownerId, { botId, file: { name, bytes } })
  }

  return {
    get market() {
      return market
    },
    get ownerId() {
      return ownerId
    },
    get botId() {
      return botId
    },
    upload,
    list: () => listDocuments(market.deps, ownerId, { botId }),
  }
}
