import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contexts, inspections, ledgerAccounts, ledgerTransfers } from '@/db/schema'
import { describeMultiConnection, openTestDb, type TestDatabase } from '@/db/testing'
import { AppError } from '@/server/errors'
import { feeOn } from '@/server/shared/money'
import { seededRandom } from '@/server/shared/random'
import { whatIsWrong } from '../verify/testing'
import { escrowAccount, userAccount } from './accounts'
import { fundEscrow } from './escrow'
import { purchaseOffer, purchaseOffers } from './purchase-offer'
import { carveEscrowOf, makeContext, makeOffer, makePerson, releaseEscrow, type TestContext } from './testing'

/**
 * Random histories of holds, carves, purchases and releases, with duplicates and orders nobody planned, told to the ledger
 * and to a model of a few lines that knows nothing of SQL. Both must give the same answer to every call and hold the same
 * balances at the end, and the books must pass every check.
 */

const HISTORIES = 20
const STEPS = 60
const PEOPLE = ['ann', 'bob', 'cid', 'dot']
const START_MICROS = 1_000_000n
const at = new Date('2026-03-01T10:00:00.000Z')

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())

type Outcome = 'ok' | 'repeat' | 'nothing' | AppError['code']

/** What the ledger should do, in maps. */
class Model {
  readonly balances = new Map<string, bigint>(PEOPLE.map((id) => [userAccount(id), START_MICROS]))
  readonly done = new Set<string>()
  readonly bought = new Map<string, string>()

  of(account: string): bigint {
    return this.balances.get(account) ?? 0n
  }

  move(key: string, from: string, to: string, amount: bigint): Outcome {
    if (this.done.has(key)) return 'repeat'
    if (this.of(from) < amount)
      return from.startsWith('user:') ? 'ledger.insufficient_funds' : 'ledger.insufficient_escrow'
    this.done.add(key)
    this.balances.set(from, this.of(from) - amount)
    this.balances.set(to, this.of(to) + amount)
    return 'ok'
  }

  release(key: string, from: string, to: string): Outcome {
    if (this.done.has(key)) return 'repeat'
    const all = this.of(from)
    return all === 0n ? 'nothing' : this.move(key, from, to, all)
  }

  purchase(
    id: string,
    offer: { id: string; sellerId: string; price: bigint },
    payer: string,
    buyer: string,
  ): Outcome {
    const owner = this.bought.get(offer.id)
    if (owner !== undefined) return owner === id ? 'repeat' : 'market.offer_already_bought'
    if (offer.sellerId === buyer) return 'market.own_context'
    const outcome = this.move(`purchase:${id}`, payer, userAccount(offer.sellerId), offer.price)
    if (outcome !== 'ok') return outcome
    this.bought.set(offer.id, id)
    this.move(`fee:${id}`, userAccount(offer.sellerId), 'fees', feeOn(offer.price))
    return 'ok'
  }
}

/** What histories came to, over all of them: a simulation in which nothing is ever refused shows little. */
const seen = new Set<Outcome>()

async function told(call: Promise<{ isRepeat: boolean } | null>): Promise<Outcome> {
  try {
    const result = await call
    if (result === null) return 'nothing'
    return result.isRepeat ? 'repeat' : 'ok'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

test.each(Array.from({ length: HISTORIES }, (_, i) => i + 1))(
  'history %i: ledger and model agree on every answer and every balance',
  { timeout: 120_000 },
  async (seed) => {
    const { db } = database
    await database.truncate()
    const scene = { db, at }
    const random = seededRandom(seed)
    const below = (n: number) => Math.floor(random() * n)
    const pick = <T>(items: readonly T[]): T | undefined => items[below(items.length)]
    const model = new Model()
    const open: (TestContext & { budget: bigint })[] = []
    const offers: {
      id: string
      context: TestContext
      sellerId: string
      price: bigint
      purchases: string[]
    }[] = []
    /** Calls made before, to be made again at any later time. */
    const past: (() => Promise<void>)[] = []

    for (const id of PEOPLE) await makePerson(scene, id, START_MICROS)
    const step = async (
      what: string,
      real: () => Promise<{ isRepeat: boolean } | null>,
      expected: () => Outcome,
    ) => {
      const outcome = await told(real())
      expect([what, outcome]).toEqual([what, expected()])
      seen.add(outcome)
    }

    const ask = async (n: number) => {
      const buyerId = pick(PEOPLE) ?? 'ann'
      const amountMicros = BigInt(1 + below(600_000))
      const context = await makeContext(scene, { id: `bc_${n}`, buyerId, budgetMicros: amountMicros })
      const again = () =>
        step(
          `hold ${context.id}`,
          () => fundEscrow(db, { contextId: context.id, buyerId, amountMicros, at }),
          () =>
            model.move(`${context.id}:hold`, userAccount(buyerId), escrowAccount(context.id), amountMicros),
        )
      await again()
      // In the market both are one transaction: a question that could not be paid for does not exist.
      if (!model.done.has(`${context.id}:hold`)) {
        await db.delete(inspections).where(eq(inspections.rootId, context.id))
        return db.delete(contexts).where(eq(contexts.id, context.id))
      }
      past.push(again)
      open.push({ ...context, budget: amountMicros })
    }

    const carve = async (n: number) => {
      const parent = pick(open)
      if (!parent) return
      const amountMicros = BigInt(1 + below(Number(parent.budget)))
      const child = await makeContext(scene, {
        id: `bc_${n}`,
        buyerId: parent.buyerId,
        budgetMicros: amountMicros,
        parent,
      })
      const again = () =>
        step(
          `carve ${child.id}`,
          () =>
            carveEscrowOf(db, {
              parentId: parent.id,
              childId: child.id,
              rootId: parent.rootId,
              amountMicros,
              at,
            }),
          () =>
            model.move(`${child.id}:carve`, escrowAccount(parent.id), escrowAccount(child.id), amountMicros),
        )
      await again()
      if (!model.done.has(`${child.id}:carve`)) return db.delete(contexts).where(eq(contexts.id, child.id))
      past.push(again)
      open.push({ ...child, budget: amountMicros })
    }

    const offer = async (n: number) => {
      const context = pick(open)
      if (!context) return
      // Now and then a budget to the last micro, so that nothing is left to return.
      const price = random() < 0.3 ? context.budget : BigInt(1 + below(200_000))
      const made = {
        id: `off_${n}`,
        context,
        sellerId: pick(PEOPLE) ?? 'ann',
        price,
      }
      await makeOffer(scene, { ...made, priceMicros: made.price })
      offers.push({ ...made, purchases: [] })
    }

    const buy = async (n: number) => {
      const wanted = pick(offers)
      if (!wanted) return
      const { context, price } = wanted
      const way = random() < 0.8 ? 'inspected' : 'unseen'
      const payer = way === 'unseen' ? userAccount(context.buyerId) : escrowAccount(context.id)
      const purchaseId = `pur_${n}`
      const again = () =>
        step(
          `buy ${wanted.id} ${way} as ${purchaseId}`,
          () =>
            purchaseOffer(db, {
              purchaseId,
              offerId: wanted.id,
              version: 1,
              priceMicros: price,
              buyerId: context.buyerId,
              way,
              at,
            }),
          () => model.purchase(purchaseId, wanted, payer, context.buyerId),
        )
      await again()
      past.push(again)
    }

    const release = async () => {
      const context = pick(open)
      // A parent waits for its children.
      if (!context || open.some((other) => other.parentId === context.id)) return
      open.splice(open.indexOf(context), 1)
      const to = context.parentId === null ? userAccount(context.buyerId) : escrowAccount(context.parentId)
      const again = () =>
        step(
          `release ${context.id}`,
          () => releaseEscrow(db, { context, at }),
          () => model.release(`${context.id}:release`, escrowAccount(context.id), to),
        )
      await again()
      await db.update(contexts).set({ phase: 'settled', endedAt: at }).where(eq(contexts.id, context.id))
      past.push(again)
    }

    for (let n = 0; n < STEPS; n += 1) {
      const dice = random()
      if (dice < 0.15) await ask(n)
      else if (dice < 0.3) await carve(n)
      else if (dice < 0.5) await offer(n)
      else if (dice < 0.75) await buy(n)
      else if (dice < 0.85) await release()
      else await pick(past)?.()
    }

    const stored = await db.select().from(ledgerAccounts)
    for (const { id, kind, balanceMicros } of stored) {
      if (kind === 'user' || kind === 'escrow') expect([id, balanceMicros]).toEqual([id, model.of(id)])
    }
    expect(await whatIsWrong(db, { areas: ['money'] })).toEqual([])
  },
)

test('the histories came to everything that can happen', () => {
  expect([...seen].sort()).toEqual([
    'ledger.insufficient_escrow',
    'ledger.insufficient_funds',
    'market.offer_already_bought',
    'market.own_context',
    'nothing',
    'ok',
    'repeat',
  ])
})

describeMultiConnection('histories that happen at once', () => {
  const WORKERS = 10
  const ROOTS = 5
  const CHILDREN = 4
  const OFFERS = 8

  test.each([1, 2, 3])('history %i: whoever comes first, nothing is lost, doubled or stuck', async (seed) => {
    const { db } = database
    await database.truncate()
    const scene = { db, at }
    for (const id of PEOPLE) await makePerson(scene, id, START_MICROS)
    const parents: TestContext[] = []
    const children: TestContext[] = []
    const offers: { offerId: string; version: number; priceMicros: bigint; context: TestContext }[] = []
    for (let r = 0; r < ROOTS; r += 1) {
      const buyerId = PEOPLE[r % PEOPLE.length] ?? 'ann'
      const root = await makeContext(scene, { id: `bc_${r}`, buyerId, budgetMicros: 300_000n })
      await fundEscrow(db, { contextId: root.id, buyerId, amountMicros: 300_000n, at })
      parents.push(root)
      for (let c = 0; c < CHILDREN; c += 1) {
        children.push(
          await makeContext(scene, { id: `bc_${r}_${c}`, buyerId, budgetMicros: 90_000n, parent: root }),
        )
      }
    }
    for (const context of [...parents, ...children]) {
      for (let o = 0; o < OFFERS; o += 1) {
        const sellerId = PEOPLE[(o + 1) % PEOPLE.length] ?? 'bob'
        const made = { id: `off_${context.id}_${o}`, context, sellerId, priceMicros: 20_000n }
        offers.push({ ...(await makeOffer(scene, made)), context })
      }
    }

    const random = seededRandom(seed)
    const pick = <T>(items: readonly T[]): T => {
      const item = items[Math.floor(random() * items.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    }
    const act = async (): Promise<unknown> => {
      const dice = random()
      if (dice < 0.25) {
        const { id, rootId } = pick(children)
        return carveEscrowOf(db, { parentId: rootId, childId: id, rootId, amountMicros: 90_000n, at })
      }
      if (dice < 0.4) return releaseEscrow(db, { context: pick(children), at })
      if (dice < 0.7) {
        const { context, ...offer } = pick(offers)
        const purchaseId = `pur_${offer.offerId}_${random() < 0.5 ? 'a' : 'b'}`
        const way = random() < 0.7 ? 'inspected' : 'unseen'
        return purchaseOffer(db, { ...offer, purchaseId, buyerId: context.buyerId, way, at })
      }
      const { context } = pick(offers)
      const here = offers.filter((offer) => offer.context.id === context.id)
      const wanted = [...new Set([pick(here), pick(here), pick(here)])]
      return purchaseOffers(db, {
        buyerId: context.buyerId,
        way: 'inspected',
        at,
        offers: wanted.map(({ context: _, ...offer }) => ({
          ...offer,
          purchaseId: `pur_${offer.offerId}_c`,
        })),
      })
    }
    const worker = async () => {
      for (let i = 0; i < STEPS; i += 1) {
        try {
          await act()
        } catch (error) {
          // A refusal is an answer; a deadlock or a broken constraint is not.
          if (!(error instanceof AppError)) throw error
        }
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, worker))
    // Here credits move without the protocol: what gave back its rest has ended, what was never carved has no budget.
    const moved = await db
      .select({ kind: ledgerTransfers.kind, key: ledgerTransfers.key })
      .from(ledgerTransfers)
    const isMoved = (kind: string, id: string) =>
      moved.some((transfer) => transfer.kind === kind && transfer.key.startsWith(`${id}:`))
    const ended = children.filter(({ id }) => isMoved('release', id)).map(({ id }) => id)
    await db.update(contexts).set({ phase: 'settled', endedAt: at }).where(inArray(contexts.id, ended))
    const unfunded = children
      .filter(({ id }) => !isMoved('carve', id))
      .map(({ id }) => `budgets-were-given: ${id} has a budget of 90000, was given 0`)
    const wrong = await whatIsWrong(db, { areas: ['money'] })
    expect(wrong.filter((line) => !unfunded.includes(line))).toEqual([])
  })
})
