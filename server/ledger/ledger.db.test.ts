import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '@/db/client'
import {
  contexts,
  type LedgerTransferRow,
  ledgerTransfers,
  offers,
  purchases,
  transferKind,
} from '@/db/schema'
import { describeMultiConnection, openTestDb, type TestDatabase } from '@/db/testing'
import { transact } from '@/db/transact'
import { feeOn, WELCOME_GRANT_MICROS } from '@/server/shared/money'
import { whatIsWrong } from '../verify/testing'
import { allowanceAccount, escrowAccount, FEES, ISSUANCE, userAccount } from './accounts'
import { fundEscrow } from './escrow'
import { grantWelcome } from './grant-welcome'
import { postTransfers } from './post'
import { purchaseOffer, purchaseOffers } from './purchase-offer'
import {
  balanceOf,
  carveEscrowOf,
  makeBot,
  makeContext,
  makeOffer,
  makePerson,
  refundEscrows,
  releaseEscrow,
  type Scene,
} from './testing'

const at = new Date('2026-03-01T10:00:00.000Z')
const CREDIT = 1_000_000n

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

/** A buyer with 100 credits and a question that holds 10 of them; a seller with nothing. */
async function market() {
  const buyerId = await makePerson(scene, 'ann', 100n * CREDIT)
  const sellerId = await makePerson(scene, 'sol')
  const root = await makeContext(scene, { id: 'bc_root', buyerId, budgetMicros: 10n * CREDIT })
  await fundEscrow(db, { contextId: root.id, buyerId, amountMicros: 10n * CREDIT, at })
  return { buyerId, sellerId, root }
}

describe('transfers', () => {
  test('a person is granted the welcome credits once, however often it is asked', async () => {
    const first = await grantWelcome(db, { userId: 'ann', at })
    const second = await grantWelcome(db, { userId: 'ann', at })
    expect(first).toMatchObject({
      amountMicros: WELCOME_GRANT_MICROS,
      toBalanceMicros: WELCOME_GRANT_MICROS,
      fromBalanceMicros: null,
      isRepeat: false,
    })
    expect(second).toEqual({ ...first, isRepeat: true })
    expect(await balanceOf(db, userAccount('ann'))).toBe(WELCOME_GRANT_MICROS)
    expect(await balanceOf(db, ISSUANCE)).toBe(0n)
  })

  test('several legs post in order, and each carries the balances and versions just after it', async () => {
    await grantWelcome(db, { userId: 'ann', at })
    const posted = await postTransfers(db, {
      legs: [
        { key: 'a', kind: 'hold', from: 'user:ann', to: 'escrow:x', amountMicros: 30n },
        { key: 'b', kind: 'carve', from: 'escrow:x', to: 'escrow:y', amountMicros: 20n },
        { key: 'c', kind: 'release', from: 'escrow:x', to: 'user:ann', amountMicros: 10n },
      ],
      at,
    })
    expect(posted[1]).toMatchObject({ amountMicros: 20n, fromBalanceMicros: 10n, toBalanceMicros: 20n })
    expect(posted[2]).toMatchObject({ amountMicros: 10n, fromBalanceMicros: 0n })
    const rows = await db.select().from(ledgerTransfers).orderBy(ledgerTransfers.seq)
    expect(rows.map((row) => [row.key, row.fromVersion, row.toVersion])).toEqual([
      ['ann:welcome', null, 1],
      ['a', 2, 1],
      ['b', 2, 1],
      ['c', 3, 3],
    ])
    expect(rows[3]?.createdAt).toEqual(at)
  })

  test('one leg too many undoes all of them', async () => {
    await grantWelcome(db, { userId: 'ann', at })
    const attempt = postTransfers(db, {
      legs: [
        { key: 'a', kind: 'hold', from: 'user:ann', to: 'escrow:x', amountMicros: 30n },
        { key: 'b', kind: 'carve', from: 'escrow:x', to: 'escrow:y', amountMicros: 31n },
      ],
      at,
    })
    await expect(attempt).rejects.toMatchObject({ code: 'ledger.insufficient_escrow' })
    expect(await balanceOf(db, userAccount('ann'))).toBe(WELCOME_GRANT_MICROS)
    expect(await db.$count(ledgerTransfers)).toBe(1)
  })

  test('a key stands for one kind, one pair of accounts and one amount', async () => {
    await grantWelcome(db, { userId: 'ann', at })
    const leg = { key: 'a', kind: 'hold', from: 'user:ann', to: 'escrow:x', amountMicros: 30n } as const
    await postTransfers(db, { legs: [leg], at })
    for (const changed of [
      { amountMicros: 31n },
      { to: 'escrow:y' },
      { from: 'user:bob' },
      { kind: 'carve' as const },
    ]) {
      await expect(postTransfers(db, { legs: [{ ...leg, ...changed }], at })).rejects.toMatchObject({
        code: 'ledger.key_reused',
      })
    }
    const [again] = await postTransfers(db, { legs: [leg], at })
    expect(again?.isRepeat).toBe(true)
    expect(await balanceOf(db, escrowAccount('x'))).toBe(30n)
  })

  test.each([0n, -1n, 2n ** 63n])('an amount of %s never moves', async (amountMicros) => {
    await grantWelcome(db, { userId: 'ann', at })
    const leg = { key: 'a', kind: 'hold', from: 'user:ann', to: 'escrow:x', amountMicros } as const
    await expect(postTransfers(db, { legs: [leg], at })).rejects.toThrow()
    expect(await db.$count(ledgerTransfers)).toBe(1)
  })

  /** Between which kinds of account each kind of transfer goes; between all others, none ever does. */
  const ALLOWED: Readonly<Record<LedgerTransferRow['kind'], readonly string[]>> = {
    grant: ['issuance user', 'issuance allowance'],
    hold: ['user escrow', 'allowance escrow'],
    carve: ['escrow escrow'],
    purchase: ['escrow user', 'user user', 'escrow pending', 'user pending'],
    fee: ['user fees', 'pending fees'],
    clear: ['pending user'],
    release: ['escrow escrow', 'escrow user', 'escrow allowance', 'bond user', 'game user'],
    refund: ['escrow escrow', 'escrow user', 'escrow allowance', 'pending user', 'pending allowance'],
    lapse: ['allowance issuance'],
    bond: ['user bond'],
    forfeit: ['bond fees'],
    resale: ['user user'],
    share: ['user user'],
    stake: ['user game'],
    reward: ['game user'],
    reverse: [
      'user issuance',
      'allowance issuance',
      'fees user',
      'user user',
      'user escrow',
      'escrow user',
      'escrow escrow',
      'bond user',
      'pending escrow',
      'pending user',
      'fees pending',
      'user pending',
      'allowance pending',
    ],
  }
  const ACCOUNTS = [
    'user:ann',
    'user:bob',
    'allowance:ann',
    'escrow:x',
    'escrow:y',
    'bond:off_1',
    'pending:off_2',
    'game:gam_1',
    ISSUANCE,
    FEES,
  ]

  test.each(transferKind.enumValues)(
    'a %s goes between the accounts of its kind and no others',
    async (kind) => {
      for (const id of ['ann', 'bob']) await grantWelcome(db, { userId: id, at })
      for (const id of ['x', 'y'])
        await fundEscrow(db, { contextId: id, buyerId: 'ann', amountMicros: 100n, dailyMicros: 1_000n, at })
      const bond = {
        key: 'bond',
        kind: 'bond',
        from: 'user:ann',
        to: 'bond:off_1',
        amountMicros: 9n,
      } as const
      const sale = {
        key: 'sale',
        kind: 'purchase',
        from: 'user:ann',
        to: 'pending:off_2',
        amountMicros: 100n,
      } as const
      const stake = {
        key: 'stake',
        kind: 'stake',
        from: 'user:ann',
        to: 'game:gam_1',
        amountMicros: 9n,
      } as const
      await postTransfers(db, { legs: [bond, sale, stake], at })
      const before = await db.$count(ledgerTransfers)
      const expected: string[] = []
      const pairs = ACCOUNTS.flatMap((from) => ACCOUNTS.map((to) => ({ from, to })))
      for (const { from, to } of pairs) {
        const leg = { key: `${from} ${to}`, kind, from, to, amountMicros: 1n }
        const kinds = [from, to].map((account) => account.split(':')[0]).join(' ')
        const isAllowed = from !== to && ALLOWED[kind].includes(kinds)
        const posting = expect(postTransfers(db, { legs: [leg], at }), `${kind} ${leg.key}`)
        if (isAllowed) {
          expected.push(leg.key)
          await posting.resolves.toMatchObject([{ isRepeat: false }])
        } else await posting.rejects.toThrow()
      }
      const posted = await db
        .select({ key: ledgerTransfers.key })
        .from(ledgerTransfers)
        .orderBy(ledgerTransfers.seq)
      expect(posted.map(({ key }) => key).slice(before)).toEqual(expected)
    },
  )

  test.each([
    ['hold', 'user:', 'escrow:x'],
    ['hold', 'user:ann', 'savings'],
    ['hold', 'user:ann', 'escrow:'],
    ['grant', 'issuance:own', 'user:ann'],
    ['fee', 'user:ann', 'fees:own'],
  ] as const)('a %s never goes from %s to %s, for that is no account', async (kind, from, to) => {
    await grantWelcome(db, { userId: 'ann', at })
    const leg = { key: 'a', kind, from, to, amountMicros: 1n }
    await expect(postTransfers(db, { legs: [leg], at })).rejects.toThrow()
    expect(await db.$count(ledgerTransfers)).toBe(1)
  })

  test('what was transferred can be neither changed nor deleted', async () => {
    await grantWelcome(db, { userId: 'ann', at })
    await expect(db.execute(sql`update ledger_transfer set amount_micros = 1`)).rejects.toThrow()
    await expect(db.execute(sql`delete from ledger_transfer`)).rejects.toThrow()
    expect(await db.$count(ledgerTransfers)).toBe(1)
  })

  test('an account can be neither deleted nor renamed', async () => {
    await grantWelcome(db, { userId: 'ann', at })
    await expect(db.execute(sql`delete from ledger_account where id = 'user:ann'`)).rejects.toThrow()
    await expect(db.execute(sql`update ledger_account set id = 'user:bob'`)).rejects.toThrow()
    expect(await balanceOf(db, 'user:ann')).toBeGreaterThan(0n)
  })
})

describe('escrow', () => {
  test('a budget over the balance is refused in words, and nothing is held', async () => {
    const buyerId = await makePerson(scene, 'ann', 5n * CREDIT)
    await expect(
      fundEscrow(db, { contextId: 'bc_1', buyerId, amountMicros: 5n * CREDIT + 1n, at }),
    ).rejects.toMatchObject({ code: 'ledger.insufficient_funds' })
    expect(await balanceOf(db, userAccount(buyerId))).toBe(5n * CREDIT)
  })

  test('a sub-context gets its part of the parent and returns what is left', async () => {
    const { buyerId, root } = await market()
    const child = await makeContext(scene, {
      id: 'bc_child',
      buyerId,
      budgetMicros: 4n * CREDIT,
      parent: root,
    })
    const carve = { parentId: root.id, childId: child.id, rootId: root.id, amountMicros: 4n * CREDIT, at }
    await carveEscrowOf(db, carve)
    expect((await carveEscrowOf(db, carve)).isRepeat).toBe(true)
    expect(await balanceOf(db, escrowAccount(root.id))).toBe(6n * CREDIT)
    await expect(
      carveEscrowOf(db, { ...carve, childId: 'bc_other', amountMicros: 6n * CREDIT + 1n }),
    ).rejects.toMatchObject({ code: 'ledger.insufficient_escrow' })

    const released = await releaseEscrow(db, { context: child, at })
    expect(released?.amountMicros).toBe(4n * CREDIT)
    expect(await balanceOf(db, escrowAccount(root.id))).toBe(10n * CREDIT)
    expect(await releaseEscrow(db, { context: child, at })).toMatchObject({ isRepeat: true })
  })

  test('a sub-context of a sub-context is paid by that one, not by the root', async () => {
    const { root } = await market()
    const carve = { parentId: root.id, childId: 'bc_child', rootId: root.id, amountMicros: 4n * CREDIT, at }
    await carveEscrowOf(db, carve)
    await carveEscrowOf(db, { ...carve, parentId: 'bc_child', childId: 'bc_below', amountMicros: CREDIT })
    const balances = await Promise.all(
      [root.id, 'bc_child', 'bc_below'].map((id) => balanceOf(db, escrowAccount(id))),
    )
    expect(balances).toEqual([6n * CREDIT, 3n * CREDIT, CREDIT])
  })

  test('ending a whole tree returns everything to the buyer, whatever the order it is named in', async () => {
    const { buyerId, root } = await market()
    const child = await makeContext(scene, { id: 'bc_c', buyerId, budgetMicros: 1n, parent: root })
    const grandchild = await makeContext(scene, { id: 'bc_g', buyerId, budgetMicros: 1n, parent: child })
    await carveEscrowOf(db, { parentId: root.id, childId: child.id, rootId: root.id, amountMicros: 5n, at })
    await carveEscrowOf(db, {
      parentId: child.id,
      childId: grandchild.id,
      rootId: root.id,
      amountMicros: 2n,
      at,
    })
    await refundEscrows(db, { contexts: [root, child, grandchild], at })
    expect(await balanceOf(db, userAccount(buyerId))).toBe(100n * CREDIT)
    for (const { id } of [root, child, grandchild]) expect(await balanceOf(db, escrowAccount(id))).toBe(0n)
  })
})

describe('purchases', () => {
  test('the seller gets the price less the fee, the offer is bought, and a repeat has no second effect', async () => {
    const { buyerId, sellerId, root } = await market()
    const offer = await makeOffer(scene, { id: 'off_1', context: root, sellerId, priceMicros: 3n * CREDIT })
    const purchase = {
      ...offer,
      purchaseId: 'pur_1',
      buyerId,
      way: 'inspected',
      at,
      quotes: ['off_9'],
    } as const
    const first = await purchaseOffer(db, purchase)
    const feeMicros = feeOn(3n * CREDIT)
    expect(first).toEqual({ purchaseId: 'pur_1', offerId: 'off_1', isRepeat: false })
    expect(await purchaseOffer(db, purchase)).toEqual({ ...first, isRepeat: true })
    expect(await balanceOf(db, escrowAccount(root.id))).toBe(7n * CREDIT)
    expect(await balanceOf(db, userAccount(sellerId))).toBe(3n * CREDIT - feeMicros)
    expect(await whatIsWrong(db, { areas: ['money'] })).toEqual([])
    const [sold] = await db.select().from(offers)
    expect(sold).toMatchObject({ state: 'bought', endedAt: at })
    const [row] = await db.select().from(purchases)
    expect(row).toEqual({
      id: 'pur_1',
      offerId: 'off_1',
      offerVersion: 1,
      contextId: root.id,
      rootId: root.id,
      buyerId,
      sellerId,
      priceMicros: 3n * CREDIT,
      feeMicros,
      licence: 'asker',
      way: 'inspected',
      quotes: ['off_9'],
      createdAt: at,
      clearsAt: null,
      clearedAt: null,
      quoteAskedAt: null,
      quoteAllowedAt: null,
    })
  })

  test('unseen is paid by the buyer, not from the budget', async () => {
    const { buyerId, sellerId, root } = await market()
    const offer = await makeOffer(scene, { id: 'off_1', context: root, sellerId, priceMicros: 3n * CREDIT })
    await purchaseOffer(db, { ...offer, purchaseId: 'pur_1', buyerId, way: 'unseen', at })
    expect(await balanceOf(db, escrowAccount(root.id))).toBe(10n * CREDIT)
    expect(await balanceOf(db, userAccount(buyerId))).toBe(87n * CREDIT)
  })

  test('a price so small that its fee rounds to nothing is sold without one', async () => {
    const { buyerId, sellerId, root } = await market()
    const offer = await makeOffer(scene, { id: 'off_1', context: root, sellerId, priceMicros: 19n })
    await purchaseOffer(db, { ...offer, purchaseId: 'p', buyerId, way: 'inspected', at })
    expect(await db.select({ fee: purchases.feeMicros }).from(purchases)).toEqual([{ fee: 0n }])
    expect(await balanceOf(db, userAccount(sellerId))).toBe(19n)
  })

  test('every reason not to sell has its own words', async () => {
    const { buyerId, sellerId, root } = await market()
    const stranger = await makePerson(scene, 'stranger', 100n * CREDIT)
    const offer = await makeOffer(scene, { id: 'off_1', context: root, sellerId, priceMicros: 3n * CREDIT })
    const own = await makeOffer(scene, {
      id: 'off_own',
      context: root,
      sellerId: buyerId,
      priceMicros: CREDIT,
    })
    const bot = await makeBot(scene, 'bot_1', buyerId)
    const botOffer = await makeOffer(scene, {
      id: 'off_bot',
      context: root,
      sellerId,
      priceMicros: CREDIT,
      botId: bot,
    })
    const dear = await makeOffer(scene, {
      id: 'off_dear',
      context: root,
      sellerId,
      priceMicros: 11n * CREDIT,
    })
    const gone = await makeOffer(scene, { id: 'off_gone', context: root, sellerId, priceMicros: CREDIT })
    await db.execute(sql`update info_offer set state = 'withdrawn' where id = 'off_gone'`)

    const buy = (overrides: Partial<Parameters<typeof purchaseOffer>[1]>) =>
      purchaseOffer(db, { ...offer, purchaseId: 'pur_1', buyerId, way: 'inspected', at, ...overrides })
    const refused = (overrides: Parameters<typeof buy>[0], code: string) =>
      expect(buy(overrides)).rejects.toMatchObject({ code })

    await refused({ offerId: 'off_none' }, 'market.offer_not_found')
    await refused({ buyerId: stranger }, 'market.offer_not_found')
    await refused({ version: 2 }, 'market.offer_changed')
    await refused({ priceMicros: 2n * CREDIT }, 'market.offer_changed')
    await refused(gone, 'market.offer_changed')
    await refused(own, 'market.own_context')
    await refused(botOffer, 'market.own_context')
    await refused(dear, 'ledger.insufficient_escrow')
    expect(await db.$count(purchases)).toBe(0)
    expect(await balanceOf(db, escrowAccount(root.id))).toBe(10n * CREDIT)

    await buy({})
    await refused({ purchaseId: 'pur_2' }, 'market.offer_already_bought')
    await refused({ way: 'unseen' }, 'ledger.key_reused')
    const other = await makeOffer(scene, { id: 'off_2', context: root, sellerId, priceMicros: CREDIT })
    await refused(other, 'ledger.key_reused')
    expect(await db.$count(purchases)).toBe(1)
  })

  test('a verdict buys all or none', async () => {
    const { buyerId, sellerId, root } = await market()
    const a = await makeOffer(scene, { id: 'off_a', context: root, sellerId, priceMicros: 6n * CREDIT })
    const b = await makeOffer(scene, { id: 'off_b', context: root, sellerId, priceMicros: 6n * CREDIT })
    const c = await makeOffer(scene, { id: 'off_c', context: root, sellerId, priceMicros: 4n * CREDIT })
    const buying = { buyerId, way: 'inspected', at } as const
    await expect(
      purchaseOffers(db, {
        ...buying,
        offers: [a, b].map((offer) => ({ ...offer, purchaseId: `pur_${offer.offerId}` })),
      }),
    ).rejects.toMatchObject({ code: 'ledger.insufficient_escrow' })
    expect(await db.$count(purchases)).toBe(0)
    await expect(
      purchaseOffers(db, {
        ...buying,
        offers: [a, a].map((offer, i) => ({ ...offer, purchaseId: `pur_${i}` })),
      }),
    ).rejects.toMatchObject({ code: 'market.offer_already_bought' })
    const both = await purchaseOffers(db, {
      ...buying,
      offers: [a, c].map((offer) => ({ ...offer, purchaseId: `pur_${offer.offerId}` })),
    })
    expect(both.map((bought) => bought.offerId)).toEqual(['off_a', 'off_c'])
    expect(await balanceOf(db, escrowAccount(root.id))).toBe(0n)
  })

  test('a purchase goes with the transaction it was made in', async () => {
    const { buyerId, sellerId, root } = await market()
    const offer = await makeOffer(scene, { id: 'off_1', context: root, sellerId, priceMicros: CREDIT })
    const attempt = transact(db, async (tx) => {
      await purchaseOffer(tx, { ...offer, purchaseId: 'pur_1', buyerId, way: 'inspected', at })
      throw new Error('the caller changed its mind')
    })
    await expect(attempt).rejects.toThrow('changed its mind')
    expect(await db.$count(purchases)).toBe(0)
    expect(await balanceOf(db, escrowAccount(root.id))).toBe(10n * CREDIT)
  })
})

describeMultiConnection('money under concurrency', () => {
  /** Outcomes of the same call made many times at once. */
  async function outcomes<T>(calls: Promise<T>[]) {
    const settled = await Promise.allSettled(calls)
    return {
      done: settled.filter((result) => result.status === 'fulfilled').map((result) => result.value),
      refused: settled.filter((result) => result.status === 'rejected').map((result) => result.reason),
    }
  }

  test('of 64 questions asked at once with credits for one, exactly one is funded', async () => {
    const buyerId = await makePerson(scene, 'ann', 10n * CREDIT)
    const { done, refused } = await outcomes(
      Array.from({ length: 64 }, (_, i) =>
        fundEscrow(db, { contextId: `bc_${i}`, buyerId, amountMicros: 10n * CREDIT, at }),
      ),
    )
    expect(done).toHaveLength(1)
    expect(new Set(refused.map((error) => error.code))).toEqual(new Set(['ledger.insufficient_funds']))
    expect(await balanceOf(db, userAccount(buyerId))).toBe(0n)
  })

  test('the same hold sent 32 times at once moves once, and everybody gets the same answer', async () => {
    const buyerId = await makePerson(scene, 'ann', 100n * CREDIT)
    const { done } = await outcomes(
      Array.from({ length: 32 }, () =>
        fundEscrow(db, { contextId: 'bc_1', buyerId, amountMicros: CREDIT, at }),
      ),
    )
    expect(done).toHaveLength(32)
    expect(done.filter((posted) => !posted.isRepeat)).toHaveLength(1)
    expect(await balanceOf(db, userAccount(buyerId))).toBe(99n * CREDIT)
  })

  test('transfers in opposite directions at once never deadlock', async () => {
    for (const id of ['ann', 'bob']) await makePerson(scene, id, 1_000n)
    const { refused } = await outcomes(
      Array.from({ length: 400 }, (_, i) => {
        const [from, to] = i % 2 === 0 ? ['user:ann', 'user:bob'] : ['user:bob', 'user:ann']
        return postTransfers(db, {
          legs: [{ key: `t${i}`, kind: 'purchase', from, to, amountMicros: 1n }],
          at,
        })
      }),
    )
    expect(refused).toEqual([])
    expect(await balanceOf(db, 'user:ann')).toBe(1_000n)
  })

  test('several legs in opposite orders at once never deadlock, over old accounts and new ones', async () => {
    for (const id of ['ann', 'bob']) await makePerson(scene, id, 1_000n)
    const { refused } = await outcomes(
      Array.from({ length: 200 }, (_, i) => {
        // Two calls after one another meet: the same people, and the same new accounts.
        const round = Math.floor(i / 2)
        const legs = ['ann', 'bob'].map((id) => ({
          key: `${id}${i}`,
          kind: 'hold' as const,
          from: `user:${id}`,
          to: `escrow:${id}${round}`,
          amountMicros: 1n,
        }))
        return postTransfers(db, { legs: i % 2 === 0 ? legs : legs.toReversed(), at })
      }),
    )
    expect(refused).toEqual([])
    for (const id of ['ann', 'bob']) expect(await balanceOf(db, `user:${id}`)).toBe(800n)
  })

  test('two transactions that lock in opposite order are both done in the end', async () => {
    for (const id of ['ann', 'bob']) await makePerson(scene, id, 1_000n)
    const both = await outcomes(
      [
        ['ann', 'bob'],
        ['bob', 'ann'],
      ].map((pair, i) =>
        transact(db, async (tx) => {
          for (const [j, id] of pair.entries()) {
            await postTransfers(tx, {
              legs: [
                {
                  key: `x${i}${j}`,
                  kind: 'hold',
                  from: `user:${id}`,
                  to: `escrow:e${i}${j}`,
                  amountMicros: 1n,
                },
              ],
              at,
            })
            await new Promise((resolve) => setTimeout(resolve, 50))
          }
        }),
      ),
    )
    expect(both.refused).toEqual([])
    expect(await balanceOf(db, 'user:ann')).toBe(998n)
  })

  test('an offer wanted twice at once is bought once, under the same id or two', async () => {
    const { buyerId, sellerId, root } = await market()
    const offer = await makeOffer(scene, { id: 'off_1', context: root, sellerId, priceMicros: CREDIT })
    const { done, refused } = await outcomes(
      Array.from({ length: 16 }, (_, i) =>
        purchaseOffer(db, { ...offer, purchaseId: `pur_${i % 2}`, buyerId, way: 'inspected', at }),
      ),
    )
    expect(done.filter((bought) => !bought.isRepeat)).toHaveLength(1)
    expect(done).toHaveLength(8)
    expect(new Set(refused.map((error) => error.code))).toEqual(new Set(['market.offer_already_bought']))
    expect(await balanceOf(db, escrowAccount(root.id))).toBe(9n * CREDIT)
  })
})

describe('the allowance of a day', () => {
  const DAY = 24 * 3_600_000
  const DAILY = 5n * CREDIT
  const later = (days: number) => new Date(at.getTime() + days * DAY)
  const ask = async (id: string, credits: bigint, on: Date, dailyMicros = DAILY) => {
    const budgetMicros = credits * CREDIT
    const context = await makeContext(scene, { id, buyerId: 'ann', budgetMicros })
    const held = await fundEscrow(db, {
      contextId: id,
      buyerId: 'ann',
      amountMicros: budgetMicros,
      dailyMicros,
      at: on,
    })
    await db.update(contexts).set({ allowanceMicros: held.allowanceMicros }).where(eq(contexts.id, id))
    return { ...context, budgetMicros, allowanceMicros: held.allowanceMicros }
  }
  const end = async (context: Awaited<ReturnType<typeof ask>>) => {
    await releaseEscrow(db, { context, at })
    await db.update(contexts).set({ phase: 'settled', endedAt: at }).where(eq(contexts.id, context.id))
  }
  const has = async () => ({
    own: await balanceOf(db, userAccount('ann')),
    allowance: await balanceOf(db, allowanceAccount('ann')),
  })
  const expectSound = async () => expect(await whatIsWrong(db, { areas: ['money'] })).toEqual([])

  test('is spent first, once a day, and what is left of it lapses when the next comes', async () => {
    await makePerson(scene, 'ann', 10n * CREDIT)
    expect((await ask('bc_1', 3n, at)).allowanceMicros).toBe(3n * CREDIT)
    expect(await has()).toEqual({ own: 10n * CREDIT, allowance: 2n * CREDIT })
    expect((await ask('bc_2', 3n, at)).allowanceMicros).toBe(2n * CREDIT)
    expect(await has()).toEqual({ own: 9n * CREDIT, allowance: 0n })
    await ask('bc_3', 1n, later(1))
    await ask('bc_4', 1n, later(2))
    // Three of yesterday's were not spent; they are gone.
    expect(await has()).toEqual({ own: 9n * CREDIT, allowance: 4n * CREDIT })
    await expectSound()
  })

  test('returns to where it came from, after what the buyer put in', async () => {
    await makePerson(scene, 'ann', 10n * CREDIT)
    const sellerId = await makePerson(scene, 'sol')
    const context = await ask('bc_1', 8n, at)
    const offer = await makeOffer(scene, { id: 'off_1', context, sellerId, priceMicros: 4n * CREDIT })
    await purchaseOffer(db, { ...offer, purchaseId: 'pur_1', buyerId: 'ann', way: 'inspected', at })
    await end(context)
    expect(await has()).toEqual({ own: 10n * CREDIT, allowance: CREDIT })
    await expectSound()
  })

  test('can be asked with and nothing else: not bought with unseen, not moved to anybody', async () => {
    await makePerson(scene, 'ann', 1n)
    const sellerId = await makePerson(scene, 'sol')
    const context = await ask('bc_1', 1n, at)
    const offer = await makeOffer(scene, { id: 'off_1', context, sellerId, priceMicros: CREDIT })
    await expect(
      purchaseOffer(db, { ...offer, purchaseId: 'pur_1', buyerId: 'ann', way: 'unseen', at }),
    ).rejects.toMatchObject({ code: 'ledger.insufficient_funds' })
    const to = { from: allowanceAccount('ann'), amountMicros: 1n }
    for (const kind of transferKind.enumValues)
      for (const account of [userAccount('ann'), userAccount('sol'), allowanceAccount('sol'), FEES])
        await expect(
          postTransfers(db, { legs: [{ ...to, key: `${kind} ${account}`, kind, to: account }], at }),
        ).rejects.toThrow()
    await expectSound()
  })

  test('that does not reach is made up by one’s own; with neither nothing is given or held', async () => {
    await makePerson(scene, 'ann', CREDIT)
    await expect(ask('bc_1', 7n, at)).rejects.toMatchObject({ code: 'ledger.insufficient_funds' })
    expect(await has()).toEqual({ own: CREDIT, allowance: 0n })
    expect((await ask('bc_2', 6n, at)).allowanceMicros).toBe(DAILY)
    expect(await has()).toEqual({ own: 0n, allowance: 0n })
  })

  test('held twice is held once, whatever became of the day', async () => {
    await makePerson(scene, 'ann', 10n * CREDIT)
    await ask('bc_1', 3n, at)
    const again = { contextId: 'bc_1', buyerId: 'ann', dailyMicros: DAILY, at: later(1) }
    expect(await fundEscrow(db, { ...again, amountMicros: 3n * CREDIT })).toEqual({
      allowanceMicros: 3n * CREDIT,
      isRepeat: true,
    })
    await expect(fundEscrow(db, { ...again, amountMicros: 2n * CREDIT })).rejects.toMatchObject({
      code: 'ledger.key_reused',
    })
    expect(await has()).toEqual({ own: 10n * CREDIT, allowance: 2n * CREDIT })
  })
})
