import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '@/db/client'
import { auditRows, inspections, mendings } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { COMMAND } from '../actors/actor'
import { ISSUANCE, userAccount } from '../ledger/accounts'
import { fundEscrow } from '../ledger/escrow'
import { freezeMoney, frozenAccounts, moneyState, unfreezeMoney } from '../ledger/freeze'
import { grantWelcome } from '../ledger/grant-welcome'
import { postTransfers } from '../ledger/post'
import { purchaseOffer } from '../ledger/purchase-offer'
import { walletRows } from '../ledger/queries'
import { balanceOf, makeContext, makeOffer, makePerson, releaseEscrow, type Scene } from '../ledger/testing'
import { checkOf } from './checks/all'
import { readVerified, record } from './findings'
import { verifyAndGuard } from './guard'
import { type MendError, mend } from './mend'
import { whatIsWrong } from './testing'

const CREDIT = 1_000_000n
const at = new Date('2026-03-01T10:00:00.000Z')

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await openTestDb({ isNew: true })
  db = database.db
})
beforeEach(() => database.truncate())
afterAll(() => database.close())

/** Two people with their welcome, and an open question of one of them with an offer of the other. */
async function market() {
  const scene: Scene = { db, at }
  for (const id of ['ann', 'sol']) {
    await makePerson(scene, id)
    await grantWelcome(db, { userId: id, at })
  }
  const root = await makeContext(scene, { id: 'bc_open', buyerId: 'ann', budgetMicros: 10n * CREDIT })
  await fundEscrow(db, { contextId: root.id, buyerId: 'ann', amountMicros: 10n * CREDIT, at })
  const offer = await makeOffer(scene, { id: 'off_1', context: root, sellerId: 'sol', priceMicros: CREDIT })
  const buy = (way: 'inspected' | 'unseen') =>
    purchaseOffer(db, { ...offer, purchaseId: 'pur_1', buyerId: 'ann', way, at })
  return { scene, root, buy }
}

/** A command of an operator. */
const deps = () => ({ db, actor: COMMAND, clock: { now: () => at } })
const money = { areas: ['money'] } as const
const guard = () => verifyAndGuard({ db, cipher: null, now: at }, money)
const frozen = { code: 'ledger.frozen' }
const spend = (userId: string, key: string) =>
  postTransfers(db, {
    legs: [
      {
        key,
        kind: 'hold',
        from: userAccount(userId),
        to: 'escrow:bc_open',
        amountMicros: 1n,
        contextId: 'bc_open',
        rootId: 'bc_open',
      },
    ],
    at,
  })
const alter = (statement: string) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql.raw(statement))
  })

describe('what is wrong with one account', () => {
  test('stops that account alone: nothing goes out, what comes in comes in, others go on', async () => {
    const { buy } = await market()
    await alter(`update ledger_account set balance_micros = balance_micros + 5 where id = 'user:sol'`)
    await guard()
    expect(await frozenAccounts(db)).toEqual(['user:sol'])
    expect((await moneyState(db))?.frozenReason).toBeNull()
    await expect(spend('sol', 'x:sol')).rejects.toMatchObject(frozen)
    await spend('ann', 'x:ann')
    expect(await buy('inspected')).toMatchObject({ isRepeat: false })
  })

  test('ends when the next look finds nothing', async () => {
    await market()
    await alter(`update ledger_account set version = version + 1 where id = 'user:sol'`)
    await guard()
    await alter(`update ledger_account set version = version - 1 where id = 'user:sol'`)
    await guard()
    expect(await frozenAccounts(db)).toEqual([])
    await spend('sol', 'x:sol')
  })

  test('is put right by a command that writes the balance again, and keeps why', async () => {
    await market()
    await alter(`update ledger_account set balance_micros = 7 where id = 'user:sol'`)
    await guard()
    const wanted = { check: 'balances-match-transfers', subject: 'user:sol' }
    await expect(mend(deps(), { ...wanted, reason: ' ' })).rejects.toThrow('Say why')
    expect(await balanceOf(db, 'user:sol')).toBe(7n)
    const reason = 'Changed by hand during a test.'
    const deed = await mend(deps(), { ...wanted, reason })
    expect(deed).toBe('user:sol held 7 at version 1, holds 100000000 at 1')
    expect(await db.select().from(mendings)).toMatchObject([{ checkId: wanted.check, reason, deed }])
    expect(await db.select().from(auditRows)).toMatchObject([
      { actorKind: 'operator', personId: 'sol', act: 'account.corrected', about: { check: wanted.check } },
    ])
    expect(await frozenAccounts(db)).toEqual([])
    expect(await whatIsWrong(db, money)).toEqual([])
    await expect(mend(deps(), { ...wanted, reason })).rejects.toThrow('finds nothing wrong')
  })
})

describe('what no account explains', () => {
  test('stops everybody, until it is gone', async () => {
    await market()
    const sum = checkOf('sum-is-zero')
    if (!sum) throw new Error('No sum')
    const found = { check: sum.id, subject: '', problem: 'the sum is 1', account: null }
    await record(db, { checks: [sum], ids: null }, { found: [found], at })
    expect((await moneyState(db))?.frozenReason).toBe('sum-is-zero')
    await expect(spend('ann', 'x:ann')).rejects.toMatchObject(frozen)
    // An account that explains it takes its place.
    await alter(`update ledger_account set balance_micros = balance_micros + 5 where id = 'user:sol'`)
    await guard()
    expect((await moneyState(db))?.frozenReason).toBeNull()
    expect(await frozenAccounts(db)).toEqual(['user:sol'])
  })

  test('by hand: refuses every operation, and reads go on', async () => {
    const { root, buy } = await market()
    await freezeMoney(db, { reason: 'sum-is-zero', at })
    expect(await moneyState(db)).toEqual({ frozenReason: 'sum-is-zero', checkedAt: at })
    await expect(grantWelcome(db, { userId: 'new', at })).rejects.toMatchObject(frozen)
    await expect(releaseEscrow(db, { context: root, at })).rejects.toMatchObject(frozen)
    await expect(buy('inspected')).rejects.toMatchObject(frozen)
    expect((await walletRows(db, { userId: 'ann' })).rows).toHaveLength(2)
    await unfreezeMoney(db, { at })
    expect((await releaseEscrow(db, { context: root, at }))?.isRepeat).toBe(false)
  })
})

describe('a contrary transfer', () => {
  const forged = {
    key: 'ann:bonus',
    kind: 'grant',
    from: ISSUANCE,
    to: userAccount('ann'),
    amountMicros: 50n * CREDIT,
  } as const
  const why = { reason: 'Nobody may grant that.' }

  test('takes back credits that no rule allows, though their account is frozen', async () => {
    await market()
    await postTransfers(db, { legs: [forged], at })
    await guard()
    expect(await frozenAccounts(db)).toEqual(['user:ann'])
    await mend(deps(), { check: 'grants-keep-their-rules', subject: forged.key, ...why })
    expect(await balanceOf(db, 'user:ann')).toBe(90n * CREDIT)
    await guard()
    expect(await frozenAccounts(db)).toEqual([])
    expect(await whatIsWrong(db, money)).toEqual([])
    const { rows } = await walletRows(db, { userId: 'ann', kinds: ['correction'] })
    expect(rows).toMatchObject([{ kind: 'correction', amountMicros: -50n * CREDIT }])
  })

  test('takes nothing that is spent, and does nothing then', async () => {
    const { scene } = await market()
    await postTransfers(db, { legs: [forged], at })
    await makeContext(scene, { id: 'bc_2', buyerId: 'ann', budgetMicros: 100n * CREDIT })
    await fundEscrow(db, { contextId: 'bc_2', buyerId: 'ann', amountMicros: 100n * CREDIT, at })
    const mending = mend(deps(), { check: 'grants-keep-their-rules', subject: forged.key, ...why })
    await expect(mending).rejects.toMatchObject({ code: 'ledger.insufficient_funds' })
    expect(await db.$count(mendings)).toBe(0)
  })

  test.each([
    ['into the question while it is open', false],
    ['to its buyer when the question has ended', true],
  ])('gives back what was paid for no purchase, with its fee, %s', async (_where, hasEnded) => {
    const { root } = await market()
    const leg = { contextId: root.id, rootId: root.id, offerId: 'off_1' }
    await postTransfers(db, {
      legs: [
        {
          key: 'purchase:pur_forged',
          kind: 'purchase',
          from: 'escrow:bc_open',
          to: 'user:sol',
          amountMicros: 2n * CREDIT,
          ...leg,
        },
        {
          key: 'purchase:pur_forged:fee',
          kind: 'fee',
          from: 'user:sol',
          to: 'fees',
          amountMicros: 100_000n,
          ...leg,
        },
      ],
      at,
    })
    await db
      .update(inspections)
      .set({ status: hasEnded ? 'settled' : 'collecting' })
      .where(eq(inspections.rootId, root.id))
    if (hasEnded) {
      await releaseEscrow(db, { context: root, at })
      await db.execute(sql`update buyer_context set phase = 'settled', ended_at = now()`)
    }
    await mend(deps(), { check: 'payments-have-a-purchase', subject: 'purchase:pur_forged', ...why })
    expect(await balanceOf(db, 'user:sol')).toBe(100n * CREDIT)
    expect(await balanceOf(db, 'escrow:bc_open')).toBe(hasEnded ? 0n : 10n * CREDIT)
    expect(await balanceOf(db, 'user:ann')).toBe((hasEnded ? 100n : 90n) * CREDIT)
    expect(await whatIsWrong(db, money)).toEqual([])
  })

  test('is for what it puts right only', async () => {
    const refusal = (check: string, subject: string) =>
      mend(deps(), { check, subject, ...why }).catch((error: MendError) => error.message)
    expect(await refusal('no-such-check', 'x')).toBe('There is no check no-such-check.')
    expect(await refusal('texts-open', 'off_1')).toMatch(
      /^texts-open is not put right by a command\. The row was damaged/,
    )
    expect(await refusal('grants-keep-their-rules', 'x')).toBe(
      'grants-keep-their-rules finds nothing wrong with x.',
    )
  })
})

test('health says what is wrong and what to do, and names no row', async () => {
  await market()
  expect(await readVerified(db)).toEqual({ ok: true, wrong: [], frozenAccounts: 0, allCheckedSince: null })
  await alter(`update ledger_account set balance_micros = balance_micros + 5 where id = 'user:sol'`)
  await guard()
  const verified = await readVerified(db)
  expect(verified).toMatchObject({ ok: false, frozenAccounts: 1 })
  expect(verified.wrong.map(({ check, count }) => [check, count])).toEqual([
    ['sum-is-zero', 1],
    ['balances-match-transfers', 1],
  ])
  expect(JSON.stringify(verified)).not.toContain('sol')
  expect(verified.wrong[1]).toMatchObject({ todo: checkOf('balances-match-transfers')?.todo })
})
