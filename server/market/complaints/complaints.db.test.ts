import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { complaints, inspectionEvents, ledgerTransfers, notices, offers, purchases } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { personActor } from '../../actors/actor'
import {
  askQuestion,
  buyAll,
  credits,
  newKey,
  person,
  scriptedModel,
  sell,
} from '../../inspection/engine/testing'
import { walletRows, walletSummary } from '../../ledger/queries'
import { seededRandom } from '../../shared/random'
import { type TestMarket, testMarket } from '../../testing'
import { whatIsWrong } from '../../verify/testing'
import { buyUnseen } from '../buy-unseen'
import { viewOffers } from '../context-view'
import { viewProfile } from '../profile'
import { answerComplaint, decideComplaint, fileComplaint } from './complaints'
import { listPending, listWaiting, readContested, viewSale } from './sale-view'

const HOUR_MS = 3_600_000
const PENDING_HOURS = 72

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
  market.deps.env = { ...market.deps.env, EARNINGS_PENDING_HOURS: PENDING_HOURS }
})

/** Bought by the inspector, out of a budget. */
async function bought(buyer: string, seller: string, price = 2): Promise<string> {
  const contextId = await askQuestion(market, buyer, { isTreePublic: true })
  const offerId = await sell(market, seller, {
    contextId,
    teaser: 'A report on the bridge.',
    privateInfo: 'A pier is cracked.',
    price,
  })
  await market.settle()
  return offerId
}

async function people() {
  const [buyer, seller, judge] = [
    await person(market, 'ada'),
    await person(market, 'sol'),
    await person(market, 'mod'),
  ]
  return { buyer, seller, judge }
}

const available = async (id: string) => (await walletSummary(database.db, id)).availableMicros
const hours = async (count: number) => {
  market.clock.forward(count * HOUR_MS)
  await market.sweep()
}
const FALSE = { kind: 'false', words: 'The pier is whole.' } as const
const NO = { answer: 'contested', words: 'I saw it.' } as const

describe('what is earned', () => {
  it('is pending until its time is over, and then the seller’s, once', async () => {
    const { buyer, seller } = await people()
    const offerId = await bought(buyer, seller)
    expect(await walletSummary(database.db, seller)).toMatchObject({
      availableMicros: credits(100),
      pendingMicros: credits(1.9),
      totalMicros: credits(101.9),
      earnedMicros: credits(1.9),
    })
    const until = new Date(market.clock.now().getTime() + PENDING_HOURS * HOUR_MS)
    expect(await listPending(database.db, seller)).toMatchObject([
      { offerId, netMicros: credits(1.9), until, isContested: false },
    ])
    await hours(PENDING_HOURS - 1)
    expect(await available(seller)).toBe(credits(100))
    for (const more of [1, 1, 24]) {
      await hours(more)
      expect(await available(seller)).toBe(credits(101.9))
    }
    expect(await listPending(database.db, seller)).toEqual([])
    const { rows } = await walletRows(database.db, { userId: seller, kinds: ['clear'] })
    expect(rows).toMatchObject([{ kind: 'clear', amountMicros: credits(1.9), offer: { id: offerId } }])
    await expect(fileComplaint(market.deps, buyer, { offerId, ...FALSE })).rejects.toMatchObject({
      code: 'complaint.too_late',
    })
    expect(await whatIsWrong(database.db, { now: market.clock.now() })).toEqual([])
  })

  it('is paid at once where the operator wants no waiting', async () => {
    market.deps.env = { ...market.deps.env, EARNINGS_PENDING_HOURS: 0 }
    const { buyer, seller } = await people()
    const offerId = await bought(buyer, seller)
    expect(await available(seller)).toBe(credits(101.9))
    await expect(fileComplaint(market.deps, buyer, { offerId, ...FALSE })).rejects.toMatchObject({
      code: 'complaint.too_late',
    })
  })
})

describe('a complaint', () => {
  it('holds the earnings, hears both, and is decided once, by somebody who is no side of it', async () => {
    const { deps } = market
    const { buyer, seller, judge } = await people()
    const offerId = await bought(buyer, seller)
    const verdict = { offerId, refundMicros: credits(0.5), words: 'It was cracked in May.' }
    for (const stranger of [seller, judge])
      await expect(fileComplaint(deps, stranger, { offerId, ...FALSE })).rejects.toMatchObject({
        code: 'market.offer_not_found',
      })
    await fileComplaint(deps, buyer, { offerId, ...FALSE })
    await expect(fileComplaint(deps, buyer, { offerId, ...FALSE })).rejects.toMatchObject({
      code: 'complaint.filed_already',
    })
    await expect(decideComplaint(deps, judge, verdict)).rejects.toMatchObject({ code: 'complaint.not_heard' })
    // Held: the time of the earnings passes.
    await hours(71)
    await expect(answerComplaint(deps, buyer, { offerId, ...NO })).rejects.toMatchObject({
      code: 'complaint.not_found',
    })
    await answerComplaint(deps, seller, { offerId, ...NO })
    await expect(answerComplaint(deps, seller, { offerId, ...NO })).rejects.toMatchObject({
      code: 'complaint.answered_already',
    })
    await hours(2)
    expect(await available(seller)).toBe(credits(100))
    expect(await listWaiting(database.db)).toMatchObject([{ offerId, answer: 'contested' }])

    for (const side of [buyer, seller]) {
      await expect(decideComplaint(deps, side, verdict)).rejects.toMatchObject({ code: 'complaint.own' })
      await expect(readContested(deps, side, offerId)).rejects.toMatchObject({ code: 'complaint.own' })
    }
    const actor = personActor({ id: judge, role: 'moderator', isVerified: true })
    expect(await readContested({ ...deps, actor }, judge, offerId)).toEqual({
      privateInfo: 'A pier is cracked.',
    })
    await expect(
      decideComplaint(deps, judge, { ...verdict, refundMicros: credits(1.91) }),
    ).rejects.toMatchObject({ code: 'complaint.too_much' })
    await decideComplaint(deps, judge, verdict)
    await expect(decideComplaint(deps, judge, verdict)).rejects.toMatchObject({ code: 'complaint.decided' })
    await expect(readContested(deps, judge, offerId)).rejects.toMatchObject({ code: 'complaint.decided' })

    expect([await available(buyer), await available(seller)]).toEqual([credits(98.5), credits(101.4)])
    const [offer] = await database.db.select().from(offers).where(eq(offers.id, offerId))
    const seenBy = async (viewer: string | null) =>
      (await viewOffers(deps, viewer, offer?.contextId ?? '')).map(({ complaint }) => complaint)
    const partly = { outcome: 'partly', refundedMicros: credits(0.5) }
    expect(await Promise.all([buyer, seller, judge, null].map(seenBy))).toEqual([
      [partly],
      [partly],
      [null],
      [null],
    ])
    expect(await walletSummary(database.db, seller)).toMatchObject({
      earnedMicros: credits(1.4),
      pendingMicros: 0n,
    })
    expect(await walletSummary(database.db, buyer)).toMatchObject({ spentMicros: credits(1.5) })
    const { rows } = await walletRows(database.db, { userId: buyer, kinds: ['purchase-refunded'] })
    expect(rows).toMatchObject([{ amountMicros: credits(0.5), offer: { id: offerId } }])
    const told = await database.db
      .select()
      .from(inspectionEvents)
      .where(like(inspectionEvents.type, 'purchase.%'))
    expect(told.map(({ type, code, amountMicros }) => [type, code, amountMicros])).toEqual([
      ['purchase.contested', 'false', null],
      ['purchase.answered', 'contested', null],
      ['purchase.judged', 'partly', credits(0.5)],
    ])
    const lines = await database.db.select().from(notices).where(eq(notices.offerId, offerId))
    expect(lines.map(({ personId, event }) => [personId, event]).sort()).toEqual(
      [
        [buyer, 'complaint.decided'],
        [seller, 'sale.contested'],
        [seller, 'sale.decided'],
      ].sort(),
    )
    const sale = await viewSale(deps, { personId: seller, isModerator: false }, offerId)
    expect(sale).toMatchObject({
      role: 'seller',
      can: { complain: false, answer: false, decide: false },
      complaint: { outcome: 'partly', decidedBy: 'moderator', decisionWords: verdict.words },
    })
    await expect(viewSale(deps, { personId: judge, isModerator: false }, offerId)).rejects.toMatchObject({
      code: 'market.offer_not_found',
    })
    expect(await whatIsWrong(database.db, { now: market.clock.now() })).toEqual([])
  })

  it('that its seller agrees with refunds all but the fee; both sides’ shares are everybody’s to see', async () => {
    const { buyer, seller } = await people()
    const offerId = await bought(buyer, seller)
    await fileComplaint(market.deps, buyer, { offerId, ...FALSE })
    await answerComplaint(market.deps, seller, { offerId, answer: 'agreed', words: 'I was wrong.' })
    expect([await available(buyer), await available(seller)]).toEqual([credits(99.9), credits(100)])
    for (const id of [buyer, seller]) {
      const who = await database.db.query.users.findFirst({ where: (row, { eq: is }) => is(row.id, id) })
      const profile = await viewProfile(market.deps, null, who?.handle ?? '')
      expect([profile.bought.refundShare, profile.sold.refundShare]).toEqual(id === buyer ? [95, 0] : [0, 95])
      expect([profile.asked.spentMicros, profile.sold.earnedMicros]).toEqual([
        id === buyer ? credits(0.1) : 0n,
        0n,
      ])
    }
  })

  it('is decided by time where nobody does: half where the seller said nothing, nothing where it is contested', async () => {
    const { buyer, seller } = await people()
    const [silent, contested] = [await bought(buyer, seller), await bought(buyer, seller)]
    for (const offerId of [silent, contested]) await fileComplaint(market.deps, buyer, { offerId, ...FALSE })
    await answerComplaint(market.deps, seller, { offerId: contested, ...NO })
    await hours(239)
    expect(await available(seller)).toBe(credits(100))
    await hours(1)
    const rows = await database.db.select().from(complaints)
    expect(
      new Map(rows.map((row) => [row.offerId, [row.outcome, row.decidedBy, row.refundedMicros]])),
    ).toEqual(
      new Map([
        [silent, ['partly', 'time', credits(0.95)]],
        [contested, ['refused', 'time', 0n]],
      ]),
    )
    expect(await available(seller)).toBe(credits(102.85))
  })

  it('about a teaser that the inspector found to mislead needs no moderator', async () => {
    const { buyer, seller } = await people()
    const offerId = await bought(buyer, seller)
    await database.db.update(offers).set({ isTeaserFair: false }).where(eq(offers.id, offerId))
    await fileComplaint(market.deps, buyer, { offerId, kind: 'teaser-unfair', words: 'No report at all.' })
    await hours(71)
    expect(await available(buyer)).toBe(credits(98))
    await hours(1)
    expect(await available(buyer)).toBe(credits(99.9))
  })

  it('gives back what one buyer may have back and no more', async () => {
    const { buyer, seller, judge } = await people()
    const dear = await bought(buyer, seller, 9)
    await fileComplaint(market.deps, buyer, { offerId: dear, ...FALSE })
    await answerComplaint(market.deps, seller, { offerId: dear, ...NO })
    expect(
      (await viewSale(market.deps, { personId: buyer, isModerator: false }, dear)).refundMostMicros,
    ).toBe(credits(5))
    const all = { offerId: dear, refundMicros: credits(8.55), words: 'All.' }
    await expect(decideComplaint(market.deps, judge, all)).rejects.toMatchObject({
      code: 'complaint.too_much',
    })
    await decideComplaint(market.deps, judge, { ...all, refundMicros: credits(5) })
    // To be heard has no cap; a decision that it lowers says so.
    const [next, last] = [await bought(buyer, seller), await bought(buyer, seller)]
    for (const offerId of [next, last]) {
      await fileComplaint(market.deps, buyer, { offerId, ...FALSE })
      await answerComplaint(market.deps, seller, { offerId, ...NO })
    }
    await decideComplaint(market.deps, judge, { offerId: next, refundMicros: 0n, words: 'It would have.' })
    const decided = async (offerId: string) =>
      (await viewSale(market.deps, { personId: seller, isModerator: false }, offerId)).complaint
    expect(await decided(dear)).toMatchObject({ outcome: 'partly', isCapped: true })
    expect(await decided(next)).toMatchObject({ outcome: 'refused', isCapped: true })
    market.clock.forward(91 * 24 * HOUR_MS)
    await market.sweep()
    expect(await decided(last)).toMatchObject({ outcome: 'refused', decidedBy: 'time', isCapped: false })
    const later = await bought(buyer, seller)
    await fileComplaint(market.deps, buyer, { offerId: later, ...FALSE })
    expect(
      (await viewSale(market.deps, { personId: buyer, isModerator: false }, later)).refundMostMicros,
    ).toBe(credits(1.9))
    expect(await whatIsWrong(database.db, { now: market.clock.now() })).toEqual([])
  })

  it('lowers what a rule decides to what is left, and does not count what sellers agreed to', async () => {
    const { buyer, seller } = await people()
    const agreed = await bought(buyer, seller, 9)
    await fileComplaint(market.deps, buyer, { offerId: agreed, ...FALSE })
    await answerComplaint(market.deps, seller, { offerId: agreed, answer: 'agreed', words: 'Yes.' })
    const dear = await bought(buyer, seller, 9)
    await fileComplaint(market.deps, buyer, { offerId: dear, kind: 'teaser-unfair', words: 'No report.' })
    await database.db.update(offers).set({ isTeaserFair: false }).where(eq(offers.id, dear))
    await hours(72)
    const rows = await database.db.select().from(complaints)
    expect(
      new Map(
        rows.map((row) => [row.offerId, [row.outcome, row.decidedBy, row.refundedMicros, row.isCapped]]),
      ),
    ).toEqual(
      new Map([
        [agreed, ['refunded', 'seller', credits(8.55), false]],
        [dear, ['partly', 'inspector', credits(5), true]],
      ]),
    )
    expect(await whatIsWrong(database.db, { now: market.clock.now() })).toEqual([])
  })

  it('gives back to the day’s allowance what came out of it', async () => {
    const { buyer, seller } = await people()
    market.deps.env = { ...market.deps.env, DAILY_GRANT: 1 }
    const own = {
      ...market,
      deps: { ...market.deps, actor: personActor({ id: buyer, role: 'person', isVerified: true }) },
    }
    const contextId = await askQuestion(own, buyer)
    const offerId = await sell(market, seller, {
      contextId,
      teaser: 'A report on the bridge.',
      privateInfo: 'It stands.',
      price: 2,
    })
    await market.settle()
    expect(await available(buyer)).toBe(credits(99))
    await fileComplaint(market.deps, buyer, { offerId, ...FALSE })
    await answerComplaint(market.deps, seller, { offerId, answer: 'agreed', words: 'Yes.' })
    expect(await available(buyer)).toBe(credits(100))
    const back = await database.db.select().from(ledgerTransfers).where(eq(ledgerTransfers.kind, 'refund'))
    expect(new Map(back.map(({ toAccount, amountMicros }) => [toAccount, amountMicros]))).toEqual(
      new Map([
        [`user:${buyer}`, credits(1)],
        [`allowance:${buyer}`, credits(0.9)],
      ]),
    )
    expect(await whatIsWrong(database.db, { now: market.clock.now() })).toEqual([])
  })
})

describe('histories of purchases, complaints, answers, decisions and time', () => {
  for (const seed of [1, 2, 3, 4]) {
    it(`add up, refund nothing twice or after the seller has it, and leave nobody below zero (${seed})`, async () => {
      const random = seededRandom(seed)
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
      const { buyer, seller, judge } = await people()
      const contextId = await askQuestion(market, buyer, { start: { rule: 'manual' } })
      const sold: string[] = []
      const buy = async () => {
        const price = pick([0.01, 0.5, 1, 7])
        const offerId = await sell(market, pick([seller, judge]), {
          contextId,
          teaser: 'A report on the bridge.',
          privateInfo: `Report ${sold.length}.`,
          price,
        })
        await buyUnseen(market.deps, buyer, {
          offerId,
          version: 1,
          priceMicros: credits(price),
          requestKey: newKey(),
        })
        sold.push(offerId)
      }
      const acts = [
        buy,
        () =>
          fileComplaint(market.deps, buyer, {
            offerId: pick(sold),
            kind: pick(['false', 'teaser-unfair']),
            words: 'No.',
          }),
        () =>
          answerComplaint(market.deps, pick([seller, judge]), {
            offerId: pick(sold),
            answer: pick(['agreed', 'contested']),
            words: 'Yes.',
          }),
        () =>
          decideComplaint(market.deps, pick([seller, judge]), {
            offerId: pick(sold),
            refundMicros: credits(pick([0, 0.01, 0.5, 6])),
            words: 'So.',
          }),
        () => hours(pick([1, 30, 80, 200])),
      ]
      for (let count = 0; count < 3; count += 1) await buy()
      for (let count = 0; count < 30; count += 1)
        // What is not legal is refused, and changes nothing.
        await pick(acts)().catch((error: { code?: string }) =>
          expect(error.code).toMatch(/^(complaint|market)\./),
        )
      await hours(500)
      for (const row of await database.db.select().from(purchases)) {
        const moved = await database.db
          .select()
          .from(ledgerTransfers)
          .where(eq(ledgerTransfers.fromAccount, `pending:${row.offerId}`))
        const out = moved.filter(({ kind }) => kind !== 'fee')
        expect(out.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)).toBe(
          row.priceMicros - row.feeMicros,
        )
        expect(new Set(out.map(({ kind }) => kind)).size).toBe(out.length)
        expect(new Set(out.map(({ createdAt }) => createdAt.getTime())).size).toBe(1)
      }
      expect(await whatIsWrong(database.db, { now: market.clock.now() })).toEqual([])
    })
  }
})
