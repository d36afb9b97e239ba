import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Db } from '@/db/client'
import { ledgerTransfers, offerKeys, offerPrivate, offers, purchases } from '@/db/schema'
import { describeMultiConnection, openTestDb, type TestDatabase, waitingForLocks } from '@/db/testing'
import { feeOn } from '@/server/shared/money'
import { escrowAccount, userAccount } from './accounts'
import { fundEscrow } from './escrow'
import { purchaseOffers, type Wanted } from './purchase-offer'
import { balanceOf, makeBot, makeContext, makeOffer, makePerson, type Scene } from './testing'

const at = new Date('2026-03-01T10:00:00.000Z')
const CREDIT = 1_000_000n
const BUDGET = 10n * CREDIT

let database: TestDatabase
let db: Db
let scene: Scene

beforeAll(async () => {
  database = await openTestDb()
  db = database.db
  scene = { db, at }
})
beforeEach(() => database.truncate())
afterAll(() => database.close())

const BUYER = 'ann'
const SELLER = 'sol'
const ROOT = { id: 'bc_root', rootId: 'bc_root', buyerId: BUYER, parentId: null, level: 0 }

async function offer(
  id: string,
  {
    priceMicros = CREDIT,
    sellerId = SELLER,
    context = ROOT,
    botId,
  }: Partial<Parameters<typeof makeOffer>[1]> = {},
): Promise<Wanted> {
  const made = await makeOffer(scene, { id, context, sellerId, priceMicros, botId })
  return { ...made, purchaseId: `pur_${id}` }
}

const buy = (wanted: readonly Wanted[]) =>
  purchaseOffers(db, { buyerId: BUYER, way: 'inspected', at, offers: wanted })

describe('a list of purchases', () => {
  beforeEach(async () => {
    await makePerson(scene, BUYER, 100n * CREDIT)
    await makePerson(scene, SELLER)
    await makeContext(scene, { id: ROOT.id, buyerId: BUYER, budgetMicros: BUDGET })
    await fundEscrow(db, { contextId: ROOT.id, buyerId: BUYER, amountMicros: BUDGET, at })
  })

  /** What may not be bought, each with the words of its refusal. */
  const REFUSED: readonly (readonly [what: string, code: string, make: () => Promise<Wanted>])[] = [
    [
      'an offer whose text is gone',
      'market.offer_changed',
      async () => {
        const wanted = await offer('off_gone')
        await db.delete(offerPrivate).where(eq(offerPrivate.offerId, 'off_gone'))
        return wanted
      },
    ],
    [
      'an offer whose key is gone',
      'market.offer_changed',
      async () => {
        const wanted = await offer('off_shut')
        await db.delete(offerKeys).where(eq(offerKeys.offerId, 'off_shut'))
        return wanted
      },
    ],
    [
      'an offer that is not there',
      'market.offer_not_found',
      async () => ({ ...(await offer('b')), offerId: 'none' }),
    ],
    [
      'an offer on somebody else’s question',
      'market.offer_not_found',
      async () => {
        await makePerson(scene, 'eve', 100n * CREDIT)
        const context = await makeContext(scene, { id: 'bc_eve', buyerId: 'eve', budgetMicros: BUDGET })
        await fundEscrow(db, { contextId: context.id, buyerId: 'eve', amountMicros: BUDGET, at })
        return offer('b', { context })
      },
    ],
    [
      'another version than was seen',
      'market.offer_changed',
      async () => ({ ...(await offer('b')), version: 2 }),
    ],
    [
      'a higher price than was asked',
      'market.offer_changed',
      async () => ({ ...(await offer('b')), priceMicros: 2n * CREDIT }),
    ],
    [
      'a lower price than was asked',
      'market.offer_changed',
      async () => ({ ...(await offer('b')), priceMicros: CREDIT / 2n }),
    ],
    [
      'an offer that was withdrawn',
      'market.offer_changed',
      async () => {
        const wanted = await offer('b')
        await db.update(offers).set({ state: 'withdrawn' }).where(eq(offers.id, 'b'))
        return wanted
      },
    ],
    ['the buyer’s own offer', 'market.own_context', () => offer('b', { sellerId: BUYER })],
    [
      'the offer of the buyer’s own bot',
      'market.own_context',
      async () => offer('b', { botId: await makeBot(scene, 'bot_1', BUYER) }),
    ],
    [
      'an offer that was bought before',
      'market.offer_already_bought',
      async () => {
        const wanted = await offer('b')
        await buy([wanted])
        return { ...wanted, purchaseId: 'pur_other' }
      },
    ],
    [
      'a purchase id that stands for another offer',
      'ledger.key_reused',
      async () => {
        await buy([await offer('earlier')])
        return { ...(await offer('b')), purchaseId: 'pur_earlier' }
      },
    ],
    [
      'a purchase id that stands for another price',
      'ledger.key_reused',
      async () => {
        const wanted = await offer('b')
        await buy([wanted])
        return { ...wanted, priceMicros: 2n * CREDIT }
      },
    ],
    ['more than the budget holds', 'ledger.insufficient_escrow', () => offer('b', { priceMicros: BUDGET })],
  ]

  test.each(REFUSED)('with %s is refused whole: %s', async (_, code, make) => {
    const bad = await make()
    const good = [await offer('a'), await offer('c')]
    const before = {
      bought: await db.$count(purchases),
      transfers: await db.$count(ledgerTransfers),
      open: await db.$count(offers, eq(offers.state, 'open')),
      held: await balanceOf(db, escrowAccount(ROOT.id)),
    }
    for (const place of [0, 1, 2]) {
      const list = good.toSpliced(place, 0, bad)
      await expect(buy(list), `at place ${place}`).rejects.toMatchObject({ code })
    }
    expect({
      bought: await db.$count(purchases),
      transfers: await db.$count(ledgerTransfers),
      open: await db.$count(offers, eq(offers.state, 'open')),
      held: await balanceOf(db, escrowAccount(ROOT.id)),
    }).toEqual(before)
    await buy(good)
  })

  test('pays each seller in full and takes each fee, in the order of the list', async () => {
    await makePerson(scene, 'sue')
    const prices = [3n * CREDIT, 2n * CREDIT, 19n]
    const list = [
      await offer('c', { priceMicros: prices[0] }),
      await offer('a', { priceMicros: prices[1], sellerId: 'sue' }),
      await offer('b', { priceMicros: prices[2] }),
    ]
    await buy(list)
    const [c, a, b] = prices.map((price) => feeOn(price))
    expect([c, a, b]).toEqual([150_000n, 100_000n, 0n])

    const rows = await db
      .select({ offerId: purchases.offerId, price: purchases.priceMicros, fee: purchases.feeMicros })
      .from(purchases)
      .orderBy(purchases.offerId)
    expect(rows).toEqual([
      { offerId: 'a', price: 2n * CREDIT, fee: 100_000n },
      { offerId: 'b', price: 19n, fee: 0n },
      { offerId: 'c', price: 3n * CREDIT, fee: 150_000n },
    ])
    const moved = await db
      .select({
        key: ledgerTransfers.key,
        to: ledgerTransfers.toAccount,
        amount: ledgerTransfers.amountMicros,
      })
      .from(ledgerTransfers)
      .where(sql`${ledgerTransfers.kind} in ('purchase', 'fee')`)
      .orderBy(ledgerTransfers.seq)
    expect(moved).toEqual([
      { key: 'purchase:pur_c', to: 'user:sol', amount: 3n * CREDIT },
      { key: 'purchase:pur_c:fee', to: 'fees', amount: 150_000n },
      { key: 'purchase:pur_a', to: 'user:sue', amount: 2n * CREDIT },
      { key: 'purchase:pur_a:fee', to: 'fees', amount: 100_000n },
      { key: 'purchase:pur_b', to: 'user:sol', amount: 19n },
    ])
    expect(await balanceOf(db, userAccount('sol'))).toBe(2_850_019n)
    expect(await balanceOf(db, userAccount('sue'))).toBe(1_900_000n)
    expect(await balanceOf(db, escrowAccount(ROOT.id))).toBe(5n * CREDIT - 19n)
  })

  test('buys what is new of it when a part was bought before by the same purchases', async () => {
    const [a, b] = [await offer('a'), await offer('b')]
    await buy([a])
    expect((await buy([a, b, b])).map(({ offerId, isRepeat }) => [offerId, isRepeat])).toEqual([
      ['a', true],
      ['b', false],
      ['b', false],
    ])
    expect((await buy([b, a])).every(({ isRepeat }) => isRepeat)).toBe(true)
    expect(await balanceOf(db, escrowAccount(ROOT.id))).toBe(8n * CREDIT)
  })

  test('keeps the version of each that was seen', async () => {
    const list = [{ ...(await offer('a')), version: 3 }, await offer('b')]
    await db.update(offers).set({ version: 3 }).where(eq(offers.id, 'a'))
    await db.update(offerPrivate).set({ version: 3 }).where(eq(offerPrivate.offerId, 'a'))
    await buy(list)
    const rows = await db
      .select({ id: purchases.offerId, version: purchases.offerVersion })
      .from(purchases)
      .orderBy(purchases.offerId)
    expect(rows).toEqual([
      { id: 'a', version: 3 },
      { id: 'b', version: 1 },
    ])
  })

  test('keeps the inspector’s reason with each offer', async () => {
    const list = [
      { ...(await offer('a')), reason: 'decisive' as const },
      { ...(await offer('b')), reason: 'corroborates' as const },
    ]
    await buy(list)
    const rows = await db.select({ id: offers.id, reason: offers.reason }).from(offers).orderBy(offers.id)
    expect(rows).toEqual([
      { id: 'a', reason: 'decisive' },
      { id: 'b', reason: 'corroborates' },
    ])
  })
})

describeMultiConnection('lists bought at once, in opposite orders', () => {
  const ROUNDS = 40

  test('from the same two sellers by two questions: all are bought, none deadlocks', async () => {
    const contexts = []
    for (const buyerId of ['ann', 'bob']) {
      await makePerson(scene, buyerId, 100n * CREDIT)
      const context = await makeContext(scene, { id: `bc_${buyerId}`, buyerId, budgetMicros: BUDGET })
      await fundEscrow(db, { contextId: context.id, buyerId, amountMicros: BUDGET, at })
      contexts.push({ context, buyerId })
    }
    for (const id of ['sol', 'sue']) await makePerson(scene, id)

    const calls: (() => Promise<unknown>)[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [i, { context, buyerId }] of contexts.entries()) {
        const sellers = i === 0 ? ['sol', 'sue'] : ['sue', 'sol']
        const list: Wanted[] = []
        for (const sellerId of sellers)
          list.push(
            await offer(`${buyerId}_${round}_${sellerId}`, { context, sellerId, priceMicros: 20_000n }),
          )
        calls.push(() => purchaseOffers(db, { buyerId, way: 'inspected', at, offers: list }))
      }
    }
    const settled = await Promise.allSettled(calls.map((call) => call()))
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await balanceOf(db, userAccount('sol'))).toBe(BigInt(2 * ROUNDS) * 19_000n)
  })

  test('of the same offers: one list wins, the other is refused in words', async () => {
    await makePerson(scene, BUYER, 100n * CREDIT)
    await makePerson(scene, SELLER)
    await makeContext(scene, { id: ROOT.id, buyerId: BUYER, budgetMicros: BUDGET })
    await fundEscrow(db, { contextId: ROOT.id, buyerId: BUYER, amountMicros: BUDGET, at })
    const list = [await offer('a'), await offer('b'), await offer('c')]
    const other = list.map((wanted) => ({ ...wanted, purchaseId: `${wanted.purchaseId}_other` }))

    // Both are held up in the middle: in orders of their own each would then have what the other wants.
    const calls = await db.transaction(async (tx) => {
      await tx.select().from(offers).where(eq(offers.id, 'b')).for('update')
      const both = [buy(list), buy(other.toReversed())].map((call) => Promise.allSettled([call]))
      await vi.waitFor(async () => expect(await waitingForLocks(database)).toBe(2), { timeout: 10_000 })
      return { both }
    })
    const settled = (await Promise.all(calls.both)).flat()
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toMatchObject([{ code: 'market.offer_already_bought' }])
    expect(await db.$count(purchases)).toBe(3)
  })
})
