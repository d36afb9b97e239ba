import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '@/db/client'
import { contexts } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { causeInWords, purchaseInWords } from '../contract/transfer-line'
import { ISSUANCE, userAccount } from './accounts'
import { fundEscrow } from './escrow'
import { grantWelcome } from './grant-welcome'
import { postTransfer } from './post'
import { purchaseOffer } from './purchase-offer'
import { walletRows, walletSummary } from './queries'
import { carveEscrowOf, makeContext, makeOffer, makePerson, releaseEscrow, type Scene } from './testing'

const CREDIT = 1_000_000n
const START = Date.UTC(2026, 2, 1, 10)
/** Every step of the story a minute after the one before. */
const minute = (n: number) => new Date(START + n * 60_000)

let database: TestDatabase
let db: Db
let scene: Scene

beforeAll(async () => {
  database = await openTestDb()
  db = database.db
  scene = { db, at: minute(0) }
})
afterAll(() => database.close())

/** Ann asks with 10 credits, buys one offer of Sol below a sub-question, one unseen; the tree ends. */
beforeEach(async () => {
  await database.truncate()
  for (const [i, id] of ['ann', 'sol'].entries()) {
    await makePerson(scene, id)
    await grantWelcome(db, { userId: id, at: minute(i) })
  }
  const root = await makeContext(scene, { id: 'bc_root', buyerId: 'ann', budgetMicros: 10n * CREDIT })
  await fundEscrow(db, { contextId: root.id, buyerId: 'ann', amountMicros: 10n * CREDIT, at: minute(2) })
  const child = await makeContext(scene, {
    id: 'bc_sub',
    buyerId: 'ann',
    budgetMicros: 4n * CREDIT,
    parent: root,
  })
  await carveEscrowOf(db, {
    parentId: root.id,
    childId: child.id,
    rootId: root.id,
    amountMicros: 4n * CREDIT,
    at: minute(3),
  })
  const inspected = await makeOffer(scene, {
    id: 'off_sub',
    context: child,
    sellerId: 'sol',
    priceMicros: 2n * CREDIT,
  })
  await purchaseOffer(db, {
    ...inspected,
    purchaseId: 'pur_1',
    buyerId: 'ann',
    way: 'inspected',
    at: minute(4),
  })
  const unseen = await makeOffer(scene, {
    id: 'off_un%',
    context: root,
    sellerId: 'sol',
    priceMicros: CREDIT,
  })
  await purchaseOffer(db, { ...unseen, purchaseId: 'pur_2', buyerId: 'ann', way: 'unseen', at: minute(5) })
  await releaseEscrow(db, { context: child, at: minute(6) })
})

const root = { id: 'bc_root', rootId: 'bc_root', parentId: null, buyerId: 'ann', level: 0 }

describe('the summary', () => {
  test('what is held counts the whole tree, and total is what the person owns', async () => {
    expect(await walletSummary(db, 'ann')).toEqual({
      availableMicros: 89n * CREDIT,
      heldMicros: 8n * CREDIT,
      pendingMicros: 0n,
      pendingFrom: null,
      pendingUntil: null,
      bondMicros: 0n,
      totalMicros: 97n * CREDIT,
      earnedMicros: 0n,
      spentMicros: 3n * CREDIT,
    })
    expect(await walletSummary(db, 'sol')).toMatchObject({ heldMicros: 0n, earnedMicros: 2_850_000n })
  })

  test('somebody who never had a credit has zero of everything', async () => {
    expect(await walletSummary(db, 'nobody')).toMatchObject({ availableMicros: 0n, totalMicros: 0n })
  })
})

describe('the rows', () => {
  test('newest first, each with its cause, signed amount and the balance it left', async () => {
    await releaseEscrow(db, { context: root, at: minute(7) })
    const { rows, nextCursor } = await walletRows(db, { userId: 'ann' })
    expect(rows.map((row) => [causeInWords(row), row.amountMicros, row.balanceMicros])).toEqual([
      ['Returned from “Question bc_root” after 2.00 credits were spent', 8n * CREDIT, 97n * CREDIT],
      ['Bought “Teaser off_un%” unseen on “Question bc_root”', -1n * CREDIT, 89n * CREDIT],
      ['Held for your question “Question bc_root”', -10n * CREDIT, 90n * CREDIT],
      ['Welcome grant', 100n * CREDIT, 100n * CREDIT],
    ])
    expect(rows.map((row) => row.at)).toEqual([7, 5, 2, 0].map(minute))
    expect(nextCursor).toBeNull()
  })

  test('what was held names whom it has paid so far, and what is bought unseen is not paid out of it', async () => {
    const { rows } = await walletRows(db, { userId: 'ann' })
    const held = rows.find((row) => row.kind === 'hold')
    expect(held?.bought).toMatchObject([
      { offerId: 'off_sub', priceMicros: 2n * CREDIT, teaser: 'Teaser off_sub', botName: null },
    ])
    expect(held?.bought.map(purchaseInWords)).toEqual(['sol for “Teaser off_sub”'])
    expect(rows.filter((row) => row.kind !== 'hold').flatMap((row) => row.bought)).toEqual([])
  })

  test('a demo person’s credits for an example are not called a welcome', async () => {
    const leg = { kind: 'grant', from: ISSUANCE, to: userAccount('cid'), amountMicros: CREDIT } as const
    await postTransfer(db, { leg: { ...leg, key: 'cid:demo-run:some-key' }, at: minute(8) })
    const { rows } = await walletRows(db, { userId: 'cid', kinds: ['grant'] })
    expect(rows[0]?.grantedFor).toBe('demo')
  })

  test('the seller sees the price and the fee, and which sub-question was answered', async () => {
    await db
      .update(contexts)
      .set({ phase: 'settled', endedAt: minute(7) })
      .where(eq(contexts.id, 'bc_sub'))
    const { rows } = await walletRows(db, { userId: 'sol', kinds: ['sale', 'fee'] })
    expect(rows.map((row) => [causeInWords(row), row.amountMicros, row.question?.id])).toEqual([
      ['Market fee on “Teaser off_un%”, sold on “Question bc_root”', -50_000n, 'bc_root'],
      ['Sold “Teaser off_un%” on “Question bc_root”', 1n * CREDIT, 'bc_root'],
      ['Market fee on “Teaser off_sub”, sold on “Question bc_sub”', -100_000n, 'bc_sub'],
      ['Sold “Teaser off_sub” on “Question bc_sub”', 2n * CREDIT, 'bc_sub'],
    ])
    // The tree is not public, so the sub-question has no page for a seller any more.
    expect(rows.map((row) => row.question?.hasPage)).toEqual([true, true, false, false])
    expect(rows[0]?.balanceMicros).toBe(102_850_000n)
  })

  test('a sealed sub-question of an earlier version is named by its question, and its words find nothing', async () => {
    const salesOf = async (text = '') =>
      (await walletRows(db, { userId: 'sol', kinds: ['sale'], text })).rows.map((row) => row.question?.id)
    await db.update(contexts).set({ isSealed: true }).where(eq(contexts.id, 'bc_sub'))
    expect(await salesOf()).toEqual(['bc_root', 'bc_root'])
    await db
      .update(contexts)
      .set({ phase: 'settled', endedAt: minute(7) })
      .where(eq(contexts.id, 'bc_sub'))
    expect(await salesOf()).toEqual(['bc_root', 'bc_root'])
    expect(await salesOf('Question bc_sub')).toEqual([])
  })

  test('filters by kind, time and text; a percent sign in the text is only a percent sign', async () => {
    const causes = async (input: Omit<Parameters<typeof walletRows>[1], 'userId'>) =>
      (await walletRows(db, { userId: 'ann', ...input })).rows.map((row) => row.kind)
    expect(await causes({ kinds: ['purchase', 'hold'] })).toEqual(['purchase', 'hold'])
    expect(await causes({ kinds: ['sale'] })).toEqual([])
    expect(await causes({ from: minute(2), to: minute(5) })).toEqual(['hold'])
    expect(await causes({ text: 'TEASER OFF_UN%' })).toEqual(['purchase'])
    expect(await causes({ text: '%' })).toEqual(['purchase'])
    expect(await causes({ text: 'question bc_root' })).toEqual(['purchase', 'hold'])
  })

  test('pages by cursor show every row once', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof walletRows>> = await walletRows(db, {
        userId: 'sol',
        limit: 2,
        cursor,
      })
      seen.push(...page.rows.map((row) => row.id))
      cursor = page.nextCursor
    } while (cursor !== null)
    const all = await walletRows(db, { userId: 'sol' })
    expect(seen).toEqual(all.rows.map((row) => row.id))
    expect(seen).toHaveLength(5)
  })
})
