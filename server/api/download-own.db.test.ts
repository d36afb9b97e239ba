import { eq } from 'drizzle-orm'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRows, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { createKey } from '../auth/access-keys'
import { hashPassword } from '../auth/passwords'
import { openSession } from '../auth/sessions'
import { createKeySchema } from '../contract/access-keys'
import { createBotSchema } from '../contract/bots'
import { askQuestion, credits, newKey, person, sell } from '../inspection/engine/testing'
import { buyUnseen } from '../market/buy-unseen'
import { readOwn } from '../own-data/read-own'
import { createBot } from '../sellers/bots/bots'
import { addDocument } from '../sellers/corpus/documents'
import { corpusBot } from '../sellers/corpus/testing'
import { type TestMarket, testMarket } from '../testing'
import { downloadOwn } from './download-own'

const PASSWORD = 'a long pass phrase'
let database: TestDatabase
let market: TestMarket
let ann: string
let bob: string
beforeEach(async () => {
  database ??= await openTestDb()
  await database.truncate()
  market = testMarket(database)
  ann = await person(market, 'ann')
  bob = await person(market, 'bob')
  await database.db
    .update(users)
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .where(eq(users.id, ann))
})
afterAll(() => database.close())

const OURS = { 'sec-fetch-site': 'same-origin' }

/** Posts the form as somebody with a login that is so many minutes old; null for nobody. */
async function post(
  userId: string | null,
  {
    form = {},
    headers = OURS,
    minutes = 0,
  }: { form?: Record<string, string>; headers?: object; minutes?: number } = {},
) {
  const { deps, clock } = market
  const cookie = userId
    ? await encode({ token: { sid: await openSession(deps, userId) }, secret: deps.authSecret })
    : undefined
  clock.forward(minutes * 60_000)
  const request = new Request('http://localhost/api/own-data', {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { ...headers },
  })
  return downloadOwn(deps, { request, headers: request.headers, cookie: () => cookie })
}

/** Everything in a market of two: hers, and his beside it. */
async function fill() {
  const { deps } = market
  const hers = await askQuestion(market, ann, {
    title: 'Is the bridge at Lindow old?',
    start: { rule: 'quorum', offers: 9 },
  })
  const bought = await sell(market, bob, {
    contextId: hers,
    teaser: 'What the register says',
    privateInfo: 'The bridge was built in 1871.',
    price: 2,
  })
  await sell(market, bob, {
    contextId: hers,
    teaser: 'What a mason says',
    privateInfo: 'The mortar is from the flood.',
    price: 3,
  })
  await buyUnseen(deps, ann, { offerId: bought, version: 1, priceMicros: credits(2), requestKey: newKey() })
  const his = await askQuestion(market, bob, {
    title: 'Who tends the weir?',
    start: { rule: 'quorum', offers: 9 },
  })
  await sell(market, ann, { contextId: his, teaser: 'Who it is', privateInfo: 'It is the miller.', price: 1 })
  const shelf = await corpusBot(market, ann)
  const text = '# Rice\n\nRice cooks in twelve minutes.'
  const bytes = new TextEncoder().encode(text)
  await addDocument(deps, ann, { botId: shelf, file: { name: 'kitchen.md', bytes } })
  const bot = {
    kind: 'fixed',
    name: 'Ferries',
    matcher: { anyOf: ['ferry'] },
    teaser: 'When the ferry leaves',
    knowledge: 'It leaves at nine.',
    price: { rule: 'fixed', priceMicros: credits(1) },
  }
  await createBot(deps, ann, createBotSchema.parse({ bot, isLive: true, requestKey: newKey() }))
  const sessionId = await openSession(deps, ann)
  const wanted = createKeySchema.parse({ name: 'Mine', scopes: ['read'], days: null })
  const { secret } = await createKey(deps, { ...wanted, userId: ann, sessionId })
  await market.settle()
  return { secret, sessionId }
}

describe('one’s own data', () => {
  it('is one file with everything of one’s own, and nothing of others', async () => {
    const { secret, sessionId } = await fill()
    const response = await post(ann)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="caveat-ann-.*\.json"$/,
    )
    expect(response.headers.get('cache-control')).toContain('no-store')
    const text = await response.text()
    const file = JSON.parse(text) as Record<string, object[]>
    expect(Object.keys(file)).toEqual(['at', ...readOwn(market.deps, ann).map(({ name }) => name)])
    expect(file.questions).toMatchObject([{ title: 'Is the bridge at Lindow old?', budget: '10.00' }])
    expect(file.purchases).toMatchObject([{ price: '2.00', privateInfo: 'The bridge was built in 1871.' }])
    expect(file.offers).toMatchObject([{ teaser: 'Who it is', privateInfo: 'It is the miller.' }])
    expect(text).toContain('It leaves at nine.')
    expect(text).toContain('Rice cooks in twelve minutes.')
    expect(file.keys).toMatchObject([{ name: 'Mine' }])
    expect(file.wallet?.length).toBeGreaterThan(1)
    expect(file.log).toContainEqual(expect.objectContaining({ deed: { act: 'account.downloaded' } }))
    // What was not bought stays closed, and nothing in it opens anything.
    for (const closed of ['flood', secret, sessionId, 'argon2', 'digest', 'sealed', 'ciphertext'])
      expect(text).not.toContain(closed)
    expect(await database.db.$count(auditRows, eq(auditRows.act, 'account.downloaded'))).toBe(1)
  })

  it('wants a new login or the password, from a page of ours, and not too often', async () => {
    const refused = async (answer: Promise<Response>) => {
      const { status, headers } = await answer
      return [status, headers.get('location')?.split('refused=')[1]]
    }
    expect(await refused(post(null))).toEqual([303, 'auth.signed_out'])
    expect(await refused(post(ann, { headers: { 'sec-fetch-site': 'cross-site' } }))).toEqual([
      303,
      'request.foreign',
    ])
    expect(await refused(post(ann, { minutes: 20 }))).toEqual([303, 'auth.prove_again'])
    expect(await refused(post(ann, { minutes: 20, form: { password: 'wrong' } }))).toEqual([
      303,
      'auth.wrong_password',
    ])
    expect((await post(ann, { minutes: 20, form: { password: PASSWORD } })).status).toBe(200)
    for (let i = 0; i < 3; i += 1) await post(ann)
    expect(await refused(post(ann))).toEqual([303, 'request.too_many'])
    expect(await database.db.$count(auditRows, eq(auditRows.act, 'account.downloaded'))).toBe(4)
  })
})
