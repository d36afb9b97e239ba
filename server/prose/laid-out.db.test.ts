import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { laidOutTexts, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { editProfile } from '../auth/people'
import { askQuestion, newKey, person, sell as sellAny } from '../inspection/engine/testing'
import { viewContext, viewOffers } from '../market/context-view'
import { changeOffer } from '../market/post-offer'
import { viewProfile } from '../market/profile'
import { type TestMarket, testMarket } from '../testing'
import { plainRenderer } from './renderer'

let database: TestDatabase
let market: TestMarket
let buyer: string
let seller: string
/** Texts that were laid out, in order. */
let read: string[]

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
  read = []
  market.deps.prose = {
    ...plainRenderer,
    layOut(markdown) {
      read.push(markdown)
      return plainRenderer.layOut(markdown)
    },
    layOutForPage(markdown, msMax) {
      read.push(markdown)
      return plainRenderer.layOutForPage(markdown, msMax)
    },
  }
  buyer = await person(market, 'Buyer')
  seller = await person(market, 'Seller')
})

const sell = (offer: { contextId: string; privateInfo: string }) =>
  sellAny(market, seller, { teaser: 'What it says of it', price: 1, ...offer })

const TABLE = `${'|a'.repeat(200)}|\n${'|-'.repeat(200)}|\n${'|\n'.repeat(100)}`
const prose = (text: string) => [{ tag: 'p', children: [{ tag: 'em', children: [text] }] }]

it('reads a question’s details once, when it is asked', async () => {
  const contextId = await askQuestion(market, buyer, { body: '*once*' })
  for (const viewer of [null, seller, buyer]) {
    expect((await viewContext(market.deps, viewer, contextId)).bodyProse).toEqual(prose('once'))
  }
  expect(read).toEqual(['*once*'])
})

it('refuses a text that would hold up its readers, and names the field', async () => {
  const refused = (field: string) => ({ code: 'market.text_unreadable', details: { field } })
  await expect(askQuestion(market, buyer, { body: TABLE })).rejects.toMatchObject(refused('body'))
  const contextId = await askQuestion(market, buyer, {})
  await expect(sell({ contextId, privateInfo: TABLE })).rejects.toMatchObject(refused('privateInfo'))
  const offerId = await sell({ contextId, privateInfo: 'fine' })
  const change = { offerId, version: 1, teaser: 'A teaser of it', privateInfo: TABLE, priceMicros: 10_000n }
  await expect(changeOffer(market.deps, seller, { ...change, requestKey: newKey() })).rejects.toMatchObject(
    refused('privateInfo'),
  )
  await expect(
    editProfile(market.deps, { userId: seller, name: 'Seller', bio: TABLE }),
  ).rejects.toMatchObject(refused('bio'))
})

it('refuses an offer of which nothing would be seen, by hand, and names the field', async () => {
  const refused = (field: string) => ({ code: 'market.text_shows_nothing', details: { field } })
  const contextId = await askQuestion(market, buyer, {})
  for (const nothing of [
    '<!-- the answer is 3.5 tonnes -->',
    '[a]: https://a.example',
    '**<!-- x -->**\n\n---',
  ])
    await expect(sell({ contextId, privateInfo: nothing })).rejects.toMatchObject(refused('privateInfo'))
  const teaser = '<!-- a teaser that nobody sees -->'
  const hidden = sellAny(market, seller, { contextId, teaser, privateInfo: 'It holds.', price: 1 })
  await expect(hidden).rejects.toMatchObject(refused('teaser'))
})

it('lays out an older text when it is first looked at, and keeps it', async () => {
  await database.db.update(users).set({ bio: '*older*' }).where(eq(users.id, seller))
  await database.db.update(users).set({ handle: 'seller' }).where(eq(users.id, seller))
  const view = async () => (await viewProfile(market.deps, null, 'seller')).person.bioProse
  expect(await view()).toEqual(prose('older'))
  expect(await view()).toEqual(prose('older'))
  expect(read).toEqual(['*older*'])
  // Changed past the door that lays it out: what is kept no longer fits, and is not shown.
  await database.db.update(users).set({ bio: '*newer*' }).where(eq(users.id, seller))
  expect(await view()).toEqual(prose('newer'))
})

it('shows a text from before the limits as it was typed, and does not try again', async () => {
  await database.db.update(users).set({ bio: TABLE }).where(eq(users.id, seller))
  await database.db.update(users).set({ handle: 'seller' }).where(eq(users.id, seller))
  const view = async () => (await viewProfile(market.deps, null, 'seller')).person.bioProse
  expect(JSON.stringify(await view())).toContain('|a|a|a')
  await view()
  expect(read).toEqual([TABLE])
})

it('keeps nothing of a sealed text, and opens it only for who may read it', async () => {
  const contextId = await askQuestion(market, buyer, {})
  await sell({ contextId, privateInfo: '*sealed*' })
  const [own] = await viewOffers(market.deps, seller, contextId)
  expect(own?.privateProse).toEqual(prose('sealed'))
  const [others] = await viewOffers(market.deps, buyer, contextId)
  expect(others?.privateProse).toBeNull()
  expect(JSON.stringify(await database.db.select().from(laidOutTexts))).not.toContain('sealed')
})
