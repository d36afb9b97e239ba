import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseRefusalOf } from '@/db/refusal'
import { accessKeys, auditRows, bots, offerKeys, offerPrivate, offers, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { createKey, readKey } from '../auth/access-keys'
import { freeHandle } from '../auth/handles'
import { register } from '../auth/register'
import { openSession, readSession } from '../auth/sessions'
import { createKeySchema } from '../contract/access-keys'
import { createBotSchema } from '../contract/bots'
import { cancelByBuyer } from '../inspection/engine/control'
import { askQuestion, credits, newKey, sell } from '../inspection/engine/testing'
import { buyUnseen } from '../market/buy-unseen'
import { viewContext } from '../market/context-view'
import { viewProfile } from '../market/profile'
import { createBot } from '../sellers/bots/bots'
import { GONE_NAME } from '../shared/gone-person'
import { type TestMarket, testMarket } from '../testing'
import { findingsOf, verifyMarket } from '../verify/run'
import { deleteAccount } from './delete-account'
import { viewDeletion } from './what-waits'

const PASSWORD = 'a long pass phrase'
const TEXT = { teaser: 'The last inspection of the bridge', privateInfo: 'The bridge was found sound.' }

let database: TestDatabase
let market: TestMarket
let ann: string
let bob: string
beforeEach(async () => {
  database ??= await openTestDb()
  await database.truncate()
  market = testMarket(database)
  ann = await join('ann')
  bob = await join('bob')
})
afterAll(() => database.close())

async function join(handle: string): Promise<string> {
  const input = { handle, name: handle, email: `${handle}@example.org`, password: PASSWORD }
  return (await register(market.deps, input)).userId
}
const leave = (userId: string, handle: string) =>
  deleteAccount(market.deps, { handle, userId, sessionId: null, password: PASSWORD })
const sound = async () => {
  const { cipher } = market.deps
  const tools = { db: database.db, cipher, now: market.clock.now() }
  expect(findingsOf(await verifyMarket(tools))).toEqual([])
}
const rowOf = async (id: string) => (await database.db.select().from(users).where(eq(users.id, id)))[0]
const QUIET = { start: { rule: 'quorum', offers: 9 }, isTreePublic: true } as const

async function bridgeBot(ownerId: string): Promise<string> {
  const bot = {
    kind: 'fixed',
    name: 'Bridges',
    about: 'All of Lindow.',
    matcher: { anyOf: ['bridge'] },
    teaser: TEXT.teaser,
    knowledge: TEXT.privateInfo,
    price: { rule: 'fixed', priceMicros: credits(1) },
  }
  const input = createBotSchema.parse({ bot, isLive: true, requestKey: newKey() })
  return (await createBot(market.deps, ownerId, input)).botId
}

describe('deleting an account', () => {
  it('takes name, ways in, bots and unbought texts, and leaves the books and what was bought', async () => {
    const { deps } = market
    const question = await askQuestion(market, bob, QUIET)
    const [sold, unbought] = [
      await sell(market, ann, { contextId: question, ...TEXT, price: 2 }),
      await sell(market, ann, { contextId: question, ...TEXT, privateInfo: 'Another thing.', price: 3 }),
    ]
    await buyUnseen(deps, bob, { offerId: sold, version: 1, priceMicros: credits(2), requestKey: newKey() })
    await bridgeBot(ann)
    const asked = await askQuestion(market, ann, QUIET)
    await cancelByBuyer(deps, ann, { rootId: asked, requestKey: newKey() })
    const sessionId = await openSession(deps, ann)
    const wanted = createKeySchema.parse({ name: 'Own', scopes: ['read'], days: null })
    const { secret } = await createKey(deps, { ...wanted, userId: ann, sessionId })
    expect(await viewDeletion(database.db, ann)).toMatchObject({
      waitsFor: [],
      goes: { unboughtOffers: 1, bots: 1, keys: 1 },
      stays: { questions: 1, soldOffers: 1 },
    })

    await leave(ann, 'ann')

    const gone = await rowOf(ann)
    expect(gone).toMatchObject({ name: GONE_NAME, bio: '', email: null, passwordHash: null, role: 'person' })
    expect(gone?.handle).toMatch(/^deleted-[a-z0-9]{20}$/)
    expect(await readSession(deps, sessionId)).toBeNull()
    expect(await readKey(deps, secret)).toBeNull()
    for (const table of [offerPrivate, offerKeys]) {
      expect(await database.db.$count(table, eq(table.offerId, unbought))).toBe(0)
      expect(await database.db.$count(table, eq(table.offerId, sold))).toBe(1)
    }
    expect((await viewContext(deps, bob, asked).catch(() => null))?.asker.name ?? GONE_NAME).toBe(GONE_NAME)
    for (const handle of ['ann', gone?.handle ?? ''])
      await expect(viewProfile(deps, bob, handle)).rejects.toMatchObject({ code: 'market.person_not_found' })
    // Nothing that was hers is called by her name, anywhere.
    const told = JSON.stringify(
      [
        await database.db.select().from(bots),
        await database.db.select().from(accessKeys),
        await database.db.select().from(users).where(ne(users.id, bob)),
      ],
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    )
    expect(told).not.toMatch(/\bann\b|Bridges|Lindow|Own/)
    const [row] = await database.db.select().from(auditRows).where(eq(auditRows.act, 'account.deleted'))
    expect(row).toMatchObject({ personId: ann })
    await sound()
  })

  it('retires the handle: nobody gets it, by whatever door', async () => {
    await leave(ann, 'ann')
    await expect(join('ann')).rejects.toMatchObject({ code: 'auth.handle_taken' })
    await expect(join('deleted-abc')).rejects.toMatchObject({ code: 'auth.handle_taken' })
    expect(await freeHandle(database.db, 'ann')).toBe('ann-2')
    expect(await freeHandle(database.db, 'deleted')).toBe('someone')
    // The address is free: who left may come again, as somebody else.
    const again = { handle: 'anna', name: 'Anna', email: 'ann@example.org', password: PASSWORD }
    expect((await register(market.deps, again)).userId).not.toBe(ann)
  })

  it('wants a proof and the handle, and happens once', async () => {
    const input = { handle: 'ann', userId: ann, sessionId: null }
    await expect(deleteAccount(market.deps, { ...input, password: null })).rejects.toMatchObject({
      code: 'auth.prove_again',
    })
    await expect(deleteAccount(market.deps, { ...input, password: 'wrong' })).rejects.toMatchObject({
      code: 'auth.wrong_password',
    })
    await expect(leave(ann, 'bob')).rejects.toMatchObject({ code: 'auth.other_handle' })
    const both = await Promise.allSettled([leave(ann, 'ann'), leave(ann, 'ann')])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await database.db.$count(auditRows, eq(auditRows.act, 'account.deleted'))).toBe(1)
  })

  it('waits for open questions, offers that were read, earnings and complaints, and says what to do', async () => {
    const question = await askQuestion(market, ann, QUIET)
    await expect(leave(ann, 'ann')).rejects.toMatchObject({
      code: 'account.open_questions',
      message: expect.stringMatching(/\(1\).*End each.*UTC/),
    })
    const { deps } = market
    deps.env = { ...deps.env, EARNINGS_PENDING_HOURS: 72 }
    const offerId = await sell(market, bob, { contextId: question, ...TEXT, price: 2 })
    await database.db.update(offers).set({ firstReadAt: market.clock.now() }).where(eq(offers.id, offerId))
    await expect(leave(bob, 'bob')).rejects.toMatchObject({ code: 'account.read_offers' })
    await buyUnseen(deps, ann, { offerId, version: 1, priceMicros: credits(2), requestKey: newKey() })
    await expect(leave(bob, 'bob')).rejects.toMatchObject({ code: 'account.pending_earnings' })
    const [operator] = [await join('opal')]
    await database.db.update(users).set({ role: 'operator' }).where(eq(users.id, operator))
    await expect(leave(operator, 'opal')).rejects.toMatchObject({ code: 'account.last_operator' })
    expect(await database.db.$count(users, ne(users.name, GONE_NAME))).toBe(3)
  })

  it('while a bot sells and a question settles leaves a sound market, whoever comes first', async () => {
    for (const delay of [0, 1, 2]) {
      const seller = await join(`sol-${delay}`)
      await bridgeBot(seller)
      const question = await askQuestion(market, bob)
      for (let i = 0; i < delay; i += 1) await market.sweep()
      await Promise.allSettled([market.settle(), leave(seller, `sol-${delay}`), market.sweep()])
      await market.settle()
      const isGone = (await rowOf(seller))?.deletedAt !== null
      const open = and(eq(offers.sellerId, seller), eq(offers.state, 'open'))
      if (isGone) expect(await database.db.$count(offers, open)).toBe(0)
      expect(await viewContext(market.deps, bob, question)).toMatchObject({ id: question })
      await sound()
    }
  })

  it('is final: what began before and comes after is refused by the database', async () => {
    await leave(ann, 'ann')
    const late = [
      () => openSession(market.deps, ann),
      () => askQuestion(market, ann, QUIET),
      () => bridgeBot(ann),
    ]
    for (const call of late) {
      const refused = await call().then(
        () => null,
        (error: unknown) => error,
      )
      expect(databaseRefusalOf(refused)?.sqlstate).toBe('CV020')
    }
    await sound()
  })
})
