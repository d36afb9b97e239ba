import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answers, offerKeys, offerPrivate, offers } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { askQuestion, buyAll, person, scriptedModel, sell } from '../inspection/engine/testing'
import { viewTree } from '../inspection/views/tree-view'
import { type TestMarket, testMarket } from '../testing'
import { viewOffers } from './context-view'
import { readForInspection } from './private/open'

/**
 * Somebody who can write to the database but has no key: he puts the sealed text of one row into another whose text he may
 * read. Source: reliability, W8.
 */

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
})

const SECRET = 'Ockham and Sons measured a crack of 17 millimetres.'

async function sealedOf(offerId: string) {
  const [row] = await database.db.select().from(offerPrivate).where(eq(offerPrivate.offerId, offerId))
  if (!row) throw new Error(`Nothing is sealed for ${offerId}`)
  const { keyId, nonce, ciphertext } = row
  return { keyId, nonce, ciphertext }
}

describe('a sealed text in another row', () => {
  it('does not open for the seller of the other offer, nor with its key beside it', async () => {
    const buyer = await person(market, 'ada')
    const thief = await person(market, 'mal')
    const contextId = await askQuestion(market, buyer, { start: { rule: 'manual' } })
    const victim = await person(market, 'sol')
    const offer = { contextId, teaser: 'A report on the bridge.', price: 1 }
    const wanted = await sell(market, victim, { ...offer, privateInfo: SECRET })
    const own = await sell(market, thief, { ...offer, privateInfo: 'Nothing much.' })
    const seen = await viewOffers(market.deps, thief, contextId)
    const opened = seen.filter(({ privateInfo }) => privateInfo !== null)
    expect(opened).toMatchObject([{ id: own, privateInfo: 'Nothing much.' }])

    await database.db
      .update(offerPrivate)
      .set(await sealedOf(wanted))
      .where(eq(offerPrivate.offerId, own))
    await expect(viewOffers(market.deps, thief, contextId)).rejects.toThrow(/authenticate/)
    const [key] = await database.db.select().from(offerKeys).where(eq(offerKeys.offerId, wanted))
    if (!key) throw new Error('The offer has no key of its own')
    await database.db
      .update(offerKeys)
      .set({ ...key, offerId: own })
      .where(eq(offerKeys.offerId, own))
    await expect(viewOffers(market.deps, thief, contextId)).rejects.toThrow(/authenticate/)
  })

  it('does not open as another version of the same offer', async () => {
    const buyer = await person(market, 'ada')
    const seller = await person(market, 'sol')
    const contextId = await askQuestion(market, buyer, { start: { rule: 'manual' } })
    const offerId = await sell(market, seller, {
      contextId,
      teaser: 'A report.',
      privateInfo: SECRET,
      price: 1,
    })
    await database.db.update(offerPrivate).set({ version: 2 }).where(eq(offerPrivate.offerId, offerId))
    await database.db.update(offers).set({ version: 2 }).where(eq(offers.id, offerId))
    await expect(viewOffers(market.deps, seller, contextId)).rejects.toThrow(/authenticate/)
  })

  it('is not read for the inspection of another tree', async () => {
    const [ada, mal, seller] = [
      await person(market, 'ada'),
      await person(market, 'mal'),
      await person(market, 'sol'),
    ]
    const rootId = await askQuestion(market, ada, { start: { rule: 'manual' } })
    const other = await askQuestion(market, mal, { start: { rule: 'manual' } })
    const offer = { contextId: rootId, teaser: 'A report.', privateInfo: SECRET, price: 1 }
    const pins = [{ offerId: await sell(market, seller, offer), version: 1 }]
    const { db, cipher } = market.deps
    expect([...(await readForInspection(db, cipher, { rootId, pins })).keys()]).toHaveLength(1)
    expect([...(await readForInspection(db, cipher, { rootId: other, pins })).keys()]).toEqual([])
  })

  it('does not open as the answer to another question', async () => {
    const [ada, mal] = [await person(market, 'ada'), await person(market, 'mal')]
    const seller = await person(market, 'sol')
    const roots = []
    for (const asker of [ada, mal]) {
      const contextId = await askQuestion(market, asker)
      await sell(market, seller, { contextId, teaser: 'A report.', privateInfo: SECRET, price: 1 })
      await market.settle()
      roots.push(contextId)
    }
    const [wanted = '', own = ''] = roots
    expect((await viewTree(market.deps, mal, own)).answer?.markdown).toContain('Ockham')
    const [row] = await database.db.select().from(answers).where(eq(answers.rootId, wanted))
    if (!row) throw new Error('No answer was written')
    const { keyId, nonce, ciphertext } = row
    await database.db.update(answers).set({ keyId, nonce, ciphertext }).where(eq(answers.rootId, own))
    await expect(viewTree(market.deps, mal, own)).rejects.toThrow(/authenticate/)
  })
})
