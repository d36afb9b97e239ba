import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { corpusDocuments, corpusPassages, corpusUploads } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { person } from '../../inspection/testing'
import { type TestMarket, testMarket } from '../../testing'
import { addDocument, listDocuments, retryDocument } from './documents'
import { ingestDocument } from './ingest'
import { corpusBot, failingAt } from './testing'

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

const RICE = '# Rice\n\nBoil rice for ten minutes.'
const list = () => listDocuments(market.deps, ownerId, { botId })
const upload = (name: string, text: string) =>
  addDocument(market.deps, ownerId, { botId, file: { name, bytes: new Uint8Array(Buffer.from(text)) } })

describe('a document that cannot be read for a fault of ours', () => {
  it('is given up after some tries that came to nothing, says so, and starts anew when its owner asks for it', async () => {
    const { documentId } = await upload('rice.md', RICE)
    const faults: unknown[] = []
    const log = { ...market.deps.log, error: (fault: unknown) => faults.push(fault) }
    const deps = { ...failingAt(market.deps, (transaction) => transaction <= 5), log }
    const deliver = () => ingestDocument(deps, documentId)
    for (let tried = 1; tried < 5; tried += 1) {
      await expect(deliver()).rejects.toThrow('The process died')
      expect((await list()).documents).toMatchObject([{ state: 'reading', failure: null }])
    }
    await deliver()
    expect((await list()).documents).toMatchObject([{ state: 'failed', failure: 'gave-up', passagesDone: 0 }])
    expect(faults).toHaveLength(1)
    await deliver()
    expect((await list()).documents).toMatchObject([{ state: 'failed' }])
    expect(await market.deps.db.$count(corpusPassages)).toBe(0)

    const stranger = await person(market, 'eve')
    await expect(retryDocument(market.deps, stranger, { documentId })).rejects.toMatchObject({
      code: 'sellers.document_not_found',
    })
    await retryDocument(market.deps, ownerId, { documentId })
    await retryDocument(market.deps, ownerId, { documentId })
    await market.settle()
    expect((await list()).documents).toMatchObject([{ state: 'ready', failure: null, passagesDone: 1 }])
    expect(await market.deps.db.$count(corpusUploads)).toBe(0)
  })

  it('is given up when the process dies of it', async () => {
    const { documentId } = await upload('rice.md', RICE)
    await market.deps.db.update(corpusDocuments).set({ state: 'reading', tries: 5 })
    await market.settle()
    expect((await list()).documents).toMatchObject([{ id: documentId, state: 'failed', failure: 'gave-up' }])
  })
})
