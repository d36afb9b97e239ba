import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '@/db/client'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { CHECKS } from './checks'
import { fundEscrow } from './escrow'
import { grantWelcome } from './grant-welcome'
import { purchaseOffer } from './purchase-offer'
import { walletSummary } from './queries'
import {
  carveEscrowOf,
  makeBot,
  makeContext,
  makeOffer,
  makePerson,
  refundEscrows,
  releaseEscrow,
  type Scene,
} from './testing'
import { freezeMoney, moneyState, unfreezeMoney, verifyAndGuard, verifyLedger } from './verify'

const CREDIT = 1_000_000n
const at = new Date('2026-03-01T10:00:00.000Z')

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await openTestDb()
  db = database.db
})
beforeEach(() => database.truncate())
afterAll(() => database.close())

/** Two people, an open tree of two levels with a purchase in each, an unseen one, and a tree that ended. */
async function market(db: Db) {
  const scene: Scene = { db, at }
  for (const id of ['ann', 'sol']) {
    await makePerson(scene, id)
    await grantWelcome(db, { userId: id, at })
  }
  const ask = async (id: string) => {
    const root = await makeContext(scene, { id, buyerId: 'ann', budgetMicros: 10n * CREDIT })
    await fundEscrow(db, { contextId: id, buyerId: 'ann', amountMicros: 10n * CREDIT, at })
    return root
  }
  const root = await ask('bc_open')
  const child = await makeContext(scene, { id: 'bc_sub', buyerId: 'ann', budgetMicros: CREDIT, parent: root })
  await carveEscrowOf(db, {
    parentId: root.id,
    childId: child.id,
    rootId: root.id,
    amountMicros: 4n * CREDIT,
    at,
  })
  const buy = async (id: string, context: typeof root, way: 'inspected' | 'unseen' = 'inspected') => {
    const offer = await makeOffer(scene, { id, context, sellerId: 'sol', priceMicros: 2n * CREDIT })
    await purchaseOffer(db, { ...offer, purchaseId: `pur_${id}`, buyerId: 'ann', way, at })
  }
  await buy('off_root', root)
  await buy('off_sub', child)
  await buy('off_unseen', root, 'unseen')
  await makeOffer(scene, { id: 'off_left', context: root, sellerId: 'sol', priceMicros: CREDIT })
  await makeBot(scene, 'bot_ann', 'ann')

  const ended = await ask('bc_ended')
  await buy('off_ended', ended)
  await releaseEscrow(db, { context: ended, at })
  await db.execute(sql`update buyer_context set phase = 'settled', ended_at = now() where id = 'bc_ended'`)
  await db.execute(sql`
    insert into inspection (root_id, status, policy, start_rule, deadline_at, token_cap)
    values ('bc_ended', 'settled', '{}', 'now', now(), 1)`)
  return { root, child }
}

async function failing(db: Db): Promise<string[]> {
  return (await verifyLedger(db)).filter((check) => !check.ok).map((check) => check.name)
}

describe('the books of a market at work', () => {
  test('every check passes and says how much it looked at', async () => {
    await market(db)
    const checks = await verifyLedger(db)
    expect(checks.filter((check) => !check.ok)).toEqual([])
    expect(Object.fromEntries(checks.map((check) => [check.name, check.checked]))).toEqual({
      'sum-is-zero': 7,
      'balances-match-transfers': 7,
      'versions-are-dense': 22,
      'nobody-below-zero': 7,
      'transfers-have-a-cause': 14,
      'accounts-have-an-owner': 7,
      'ended-questions-hold-nothing': 1,
      'ended-trees-hold-nothing': 1,
      'purchases-were-paid': 4,
      'purchases-match-offers': 5,
      'nobody-buys-from-himself': 4,
      'spent-within-budget': 2,
      'trees-add-up': 2,
    })
  })

  test('an empty market passes', async () => {
    expect(await failing(db)).toEqual([])
  })

  test('a cancelled tree passes', async () => {
    const { root, child } = await market(db)
    await refundEscrows(db, { contexts: [root, child], at })
    await db.execute(sql`update buyer_context set phase = 'cancelled' where root_id = 'bc_open'`)
    expect(await failing(db)).toEqual([])
  })
})

/** What a bug or a hand in the database could do, and at least the check that must see it. */
const CORRUPTIONS: [check: string, what: string, how: SQL][] = [
  [
    'sum-is-zero',
    'credits from nowhere',
    sql`update ledger_account set balance_micros = balance_micros + 1 where id = 'user:ann'`,
  ],
  [
    'sum-is-zero',
    'a fee that was never taken',
    sql`update ledger_transfer set amount_micros = amount_micros + 1 where key = 'purchase:pur_off_root:fee'`,
  ],
  [
    'balances-match-transfers',
    'credits moved without a transfer',
    sql`update ledger_account set balance_micros = balance_micros + case id when 'user:ann' then 1 else -1 end
        where id in ('user:ann', 'user:sol')`,
  ],
  [
    'balances-match-transfers',
    'a version that no transfer made',
    sql`update ledger_account set version = version + 1 where id = 'user:ann'`,
  ],
  [
    'balances-match-transfers',
    'a transfer that is gone',
    sql`delete from ledger_transfer where key = 'bc_open:hold'`,
  ],
  [
    'versions-are-dense',
    'two transfers with one number',
    sql`update ledger_transfer set to_version = 1 where key = 'purchase:pur_off_root:fee' or key = 'purchase:pur_off_root'`,
  ],
  [
    'versions-are-dense',
    'a running balance that does not follow',
    sql`update ledger_transfer set from_balance_micros = from_balance_micros + 1 where key = 'bc_open:hold'`,
  ],
  [
    'nobody-below-zero',
    'a balance below zero',
    sql`alter table ledger_account drop constraint ledger_account_never_below_zero;
        update ledger_account set balance_micros = -1 where id = 'user:ann'`,
  ],
  [
    'nobody-below-zero',
    'a balance that once was below zero',
    sql`update ledger_transfer set from_balance_micros = -1 where key = 'bc_open:hold'`,
  ],
  [
    'transfers-have-a-cause',
    'a key used twice',
    sql`alter table ledger_transfer drop constraint ledger_transfer_pkey;
        alter table ledger_transfer drop constraint ledger_transfer_id_of_key;
        update ledger_transfer set key = 'bc_open:hold' where key = 'bc_ended:hold'`,
  ],
  [
    'transfers-have-a-cause',
    'a hold for no question',
    sql`update ledger_transfer set context_id = null where key = 'bc_open:hold'`,
  ],
  [
    'transfers-have-a-cause',
    'a hold for a question of another tree',
    sql`update ledger_transfer set root_id = 'bc_ended' where key = 'bc_open:hold'`,
  ],
  [
    'transfers-have-a-cause',
    'a fee on no offer',
    sql`update ledger_transfer set offer_id = null where key = 'purchase:pur_off_root:fee'`,
  ],
  [
    'transfers-have-a-cause',
    'a grant that came from a person',
    sql`update ledger_transfer set kind = 'grant' where key = 'bc_open:hold'`,
  ],
  [
    'accounts-have-an-owner',
    'an account of nobody',
    sql`insert into ledger_account (id, kind) values ('user:ghost', 'user')`,
  ],
  [
    'accounts-have-an-owner',
    'an escrow of no question',
    sql`insert into ledger_account (id, kind) values ('escrow:ghost', 'escrow')`,
  ],
  [
    'accounts-have-an-owner',
    'an account that is gone',
    sql`delete from ledger_account where id = 'user:sol'`,
  ],
  [
    'accounts-have-an-owner',
    'a balance kept for fees',
    sql`update ledger_account set balance_micros = 1 where id = 'fees'`,
  ],
  [
    'ended-questions-hold-nothing',
    'a sub-question that ended and kept its budget',
    sql`update buyer_context set phase = 'failed' where id = 'bc_sub'`,
  ],
  [
    'ended-trees-hold-nothing',
    'a tree that ended with a sub-question open',
    sql`update inspection set root_id = 'bc_open'`,
  ],
  [
    'purchases-were-paid',
    'a purchase without a payment',
    sql`delete from ledger_transfer where key = 'purchase:pur_off_root'`,
  ],
  [
    'purchases-were-paid',
    'a payment without a purchase',
    sql`delete from purchase where id = 'pur_off_root'`,
  ],
  [
    'purchases-were-paid',
    'a fee that was not taken',
    sql`delete from ledger_transfer where key = 'purchase:pur_off_root:fee'`,
  ],
  [
    'purchases-were-paid',
    'a fee on no purchase',
    sql`update ledger_transfer set key = 'fee:other', id = 'xfr_fee:other' where key = 'purchase:pur_off_root:fee'`,
  ],
  [
    'purchases-were-paid',
    'a price that was not paid',
    sql`update purchase set price_micros = price_micros + 1 where id = 'pur_off_root'`,
  ],
  [
    'purchases-were-paid',
    'a seller who was not paid',
    sql`update ledger_transfer set to_account = 'user:ann' where key = 'purchase:pur_off_root'`,
  ],
  [
    'purchases-were-paid',
    'unseen, but paid from the budget',
    sql`update purchase set way = 'unseen' where id = 'pur_off_root'`,
  ],
  [
    'purchases-match-offers',
    'an offer marked bought that nobody bought',
    sql`update info_offer set state = 'bought' where id = 'off_left'`,
  ],
  [
    'purchases-match-offers',
    'a bought offer open again',
    sql`update info_offer set state = 'open' where id = 'off_root'`,
  ],
  [
    'purchases-match-offers',
    'a price changed after the purchase',
    sql`update info_offer set price_micros = 1 where id = 'off_root'`,
  ],
  [
    'purchases-match-offers',
    'a purchase for somebody else',
    sql`update purchase set buyer_id = 'sol' where id = 'pur_off_root'`,
  ],
  [
    'nobody-buys-from-himself',
    'a purchase from oneself',
    sql`update purchase set seller_id = buyer_id where id = 'pur_off_root'`,
  ],
  [
    'nobody-buys-from-himself',
    'a purchase from one’s own bot',
    sql`update info_offer set bot_id = 'bot_ann' where id = 'off_root'`,
  ],
  [
    'spent-within-budget',
    'a tree over its budget',
    sql`update buyer_context set budget_micros = 3999999 where id = 'bc_open'`,
  ],
  [
    'trees-add-up',
    'a budget that was not held',
    sql`update buyer_context set budget_micros = budget_micros + 1 where id = 'bc_open'`,
  ],
  [
    'trees-add-up',
    'a question whose budget was never held',
    sql`update ledger_transfer set kind = 'refund' where key = 'bc_open:hold'`,
  ],
  [
    'trees-add-up',
    'an escrow that lost a credit',
    sql`update ledger_account set balance_micros = balance_micros - 1 where id = 'escrow:bc_sub'`,
  ],
]

class Undo extends Error {}

describe('books that were tampered with', () => {
  test('every check has something that it must see', () => {
    expect(new Set(CORRUPTIONS.map(([check]) => check))).toEqual(new Set(CHECKS.map((check) => check.name)))
  })

  /** Made once and undone by rollback each time; triggers and foreign keys are off, as for somebody who means it. */
  test('each corruption is seen by the check for it', { timeout: 60_000 }, async () => {
    await market(db)
    for (const [check, what, how] of CORRUPTIONS) {
      const attempt = db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(sql`do $corrupt$ begin ${how}; end $corrupt$`)
        expect(await failing(tx), what).toContain(check)
        throw new Undo()
      })
      await expect(attempt, what).rejects.toThrow(Undo)
    }
    expect(await failing(db)).toEqual([])
  })
})

describe('frozen money', () => {
  test('refuses every operation, reads go on, and it ends when the books are right again', async () => {
    const { root } = await market(db)
    await freezeMoney(db, { reason: 'sum-is-zero', at })
    expect(await moneyState(db)).toEqual({ frozenReason: 'sum-is-zero', checkedAt: at })
    const frozen = { code: 'ledger.frozen' }
    await expect(grantWelcome(db, { userId: 'new', at })).rejects.toMatchObject(frozen)
    await expect(releaseEscrow(db, { context: root, at })).rejects.toMatchObject(frozen)
    await expect(
      purchaseOffer(db, {
        purchaseId: 'pur_1',
        offerId: 'off_left',
        version: 1,
        priceMicros: CREDIT,
        buyerId: 'ann',
        way: 'inspected',
        at,
      }),
    ).rejects.toMatchObject(frozen)
    expect((await walletSummary(db, 'ann')).totalMicros).toBeGreaterThan(0n)
    await unfreezeMoney(db, { at })
    expect((await releaseEscrow(db, { context: root, at }))?.isRepeat).toBe(false)
  })

  test('a failed check freezes money, a passing one lets it move', async () => {
    await market(db)
    await db.execute(sql`update ledger_account set version = version + 1 where id = 'user:ann'`)
    await verifyAndGuard(db, { at })
    expect((await moneyState(db))?.frozenReason).toBe('balances-match-transfers')
    await db.execute(sql`update ledger_account set version = version - 1 where id = 'user:ann'`)
    await verifyAndGuard(db, { at })
    expect((await moneyState(db))?.frozenReason).toBeNull()
  })
})
