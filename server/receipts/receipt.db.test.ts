import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ledgerTransfers, moderationCases } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { COMMAND } from '../actors/actor'
import type { LicenceTerms } from '../contract/licence'
import type { ReceiptOffer, SignedReceipt } from '../contract/receipt'
import { publishAnswer } from '../inspection/engine/publish'
import { askQuestion, credits, newKey, person, scriptedModel, sell } from '../inspection/engine/testing'
import { answerComplaint, fileComplaint } from '../market/complaints/complaints'
import { keepHouse } from '../market/housekeeping'
import { hideSubject } from '../market/moderation/subjects'
import { FORGET_AFTER_DAYS } from '../market/private/forget'
import { buyResale } from '../market/resale/buy-resale'
import { reverseTransfer } from '../operate/credits'
import { type TestMarket, testMarket } from '../testing'
import { receiptOfOffer, receiptOfTree } from './receipt'
import { publicKeys, rotateSigningKey } from './signing-keys'

const SCRIPT = path.resolve(import.meta.dirname, '../../examples/verify-receipt.mjs')
/** No example is longer. */
const LINES_MAX = 60
const SOLD = 'A pier is cracked.\nTwo lorries at most.'
const LEFT = 'The bridge was painted in 1999.'
const DAY_MS = 86_400_000

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  folder = mkdtempSync(path.join(tmpdir(), 'caveat-receipt-'))
  return () => rmSync(folder, { recursive: true })
})

/** Buys what costs more than one credit; leaves the rest. */
async function scene({
  isTreePublic = false,
  pendingHours = 72,
  licence = { kind: 'asker' } as LicenceTerms,
} = {}) {
  const model = scriptedModel(({ offers }) => ({
    buy: offers
      .filter(({ priceMicros }) => priceMicros > 1_000_000n)
      .map(({ handle }) => ({ handle, reason: 'decisive' })),
    pass: offers
      .filter(({ priceMicros }) => priceMicros <= 1_000_000n)
      .map(({ handle }) => ({ handle, reason: 'irrelevant' })),
    ask: [],
  }))
  const market = testMarket(database, { site: model, isSiteBuiltIn: false })
  market.deps.env = { ...market.deps.env, EARNINGS_PENDING_HOURS: pendingHours }
  const [buyer, seller, painter] = [
    await person(market, 'ada'),
    await person(market, 'sol'),
    await person(market, 'pat'),
  ]
  const rootId = await askQuestion(market, buyer, { isTreePublic, start: { rule: 'quorum', offers: 3 } })
  const offer = { contextId: rootId, teaser: 'A report on the bridge.' }
  const sold = await sell(market, seller, { ...offer, privateInfo: SOLD, price: 2, licence })
  const left = await sell(market, painter, { ...offer, privateInfo: LEFT, price: 1 })
  const twin = await sell(market, seller, { ...offer, privateInfo: LEFT, price: 0.5 })
  return { market, buyer, seller, painter, rootId, sold, left, twin }
}

function offersOf({ receipt }: SignedReceipt): ReceiptOffer[] {
  return receipt.kind === 'tree' ? receipt.offers : [receipt.offer]
}

function one(signed: SignedReceipt, offerId: string): ReceiptOffer {
  const found = offersOf(signed).find(({ id }) => id === offerId)
  if (!found) throw new Error(`No ${offerId} in the receipt`)
  return found
}

/** Runs the script of the examples on files, as somebody without the market would. */
async function check({ deps }: TestMarket, receipt: object, texts: readonly string[] = []) {
  const file = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content)
    return path.join(folder, name)
  }
  const keys = file('jwks.json', JSON.stringify(await publicKeys(deps, deps.clock.now())))
  const files = texts.map((text, place) => file(`text-${place}.txt`, text))
  const run = spawnSync(process.execPath, [
    SCRIPT,
    file('receipt.json', JSON.stringify(receipt)),
    keys,
    ...files,
  ])
  return { status: run.status, said: `${run.stdout}${run.stderr}` }
}

describe('a receipt', () => {
  it('is checked without the market, with the text that was sold and with no other', async () => {
    const { market, buyer, rootId, sold } = await scene()
    const { deps } = market
    await expect(receiptOfTree(deps, buyer, rootId)).rejects.toMatchObject({ code: 'receipt.not_ended' })
    await market.settle()
    const signed = await receiptOfTree(deps, buyer, rootId)
    expect(signed.receipt).toMatchObject({
      audience: 'asker',
      status: 'settled',
      inspector: 'Scripted',
      budget: '10.00',
      spent: '2.00',
    })
    expect(one(signed, sold)).toMatchObject({
      verdict: 'bought',
      reason: 'decisive',
      price: '2.00',
      words: 8,
      way: 'inspected',
      shown: [{ round: 0, of: 3 }],
    })
    for (const given of [signed, signed.jws]) {
      const good = await check(market, given, [SOLD])
      expect(good.said).toContain(`is the text of ${sold}`)
      expect(good.status).toBe(0)
    }
    const other = await check(market, signed, [`${SOLD} `])
    expect(other).toMatchObject({ status: 1, said: expect.stringContaining('none of these texts') })

    const payload = JSON.parse(Buffer.from(signed.jws.payload, 'base64url').toString())
    expect(payload).toEqual(signed.receipt)
    const forged = Buffer.from(JSON.stringify({ ...payload, spent: '1.00' })).toString('base64url')
    const changed = await check(market, { ...signed.jws, payload: forged })
    expect(changed).toMatchObject({ status: 1, said: 'The signature is wrong.\n' })
    expect(
      readFileSync(SCRIPT, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '').length,
    ).toBeLessThanOrEqual(LINES_MAX)
  })

  it('has of what was forgotten the number of words and a commitment, whose nonce is its seller’s', async () => {
    const { market, buyer, seller, painter, rootId, left, twin } = await scene()
    const { deps } = market
    await market.settle()
    const buyers = await receiptOfTree(deps, buyer, rootId)
    expect(one(buyers, left)).toMatchObject({ verdict: 'passed', words: 6, nonce: null })
    expect(one(buyers, left).commitment).toMatch(/^[\w-]{43}$/)
    // Of equal texts nobody can tell that they are.
    expect(one(buyers, left).commitment).not.toBe(one(buyers, twin).commitment)
    expect(await check(market, buyers, [LEFT])).toMatchObject({ status: 1 })

    market.clock.forward((FORGET_AFTER_DAYS + 1) * DAY_MS)
    await keepHouse(deps)
    const own = await receiptOfOffer(deps, painter, left)
    expect(one(own, left)).toMatchObject({ verdict: 'passed', commitment: one(buyers, left).commitment })
    expect(await check(market, own, [LEFT])).toMatchObject({ status: 0 })
    for (const viewer of [buyer, seller, null])
      await expect(receiptOfOffer(deps, viewer, left)).rejects.toMatchObject({
        code: 'market.offer_not_found',
      })
  })

  it('is for whoever may know of it: a stranger has none of a private question, its seller that of his sale', async () => {
    const { market, buyer, seller, painter, rootId, sold } = await scene()
    const { deps } = market
    await market.settle()
    for (const viewer of [painter, seller, null])
      await expect(receiptOfTree(deps, viewer, rootId)).rejects.toMatchObject({
        code: 'market.context_not_found',
      })
    for (const viewer of [painter, null])
      await expect(receiptOfOffer(deps, viewer, sold)).rejects.toMatchObject({
        code: 'market.offer_not_found',
      })
    const [buyers, sellers] = [
      await receiptOfOffer(deps, buyer, sold),
      await receiptOfOffer(deps, seller, sold),
    ]
    expect(sellers.receipt).toMatchObject({ audience: 'seller', fee: '0.10' })
    expect(one(sellers, sold)).toMatchObject({ nonce: one(buyers, sold).nonce, shown: [] })
    for (const signed of [buyers, sellers])
      expect(await check(market, signed, [SOLD])).toMatchObject({ status: 0 })
  })

  it('says to the two sides of a purchase, and to nobody else, what was refunded of it since', async () => {
    const { market, buyer, seller, rootId, sold } = await scene({ isTreePublic: true })
    const { deps } = market
    await market.settle()
    const before = await receiptOfTree(deps, buyer, rootId)
    expect(before.receipt).toMatchObject({ returned: '0.00' })
    expect(one(before, sold).returned).toEqual([])
    await fileComplaint(deps, buyer, { offerId: sold, kind: 'false', words: 'The pier is whole.' })
    market.clock.forward(3_600_000)
    await answerComplaint(deps, seller, { offerId: sold, answer: 'agreed', words: 'I was wrong.' })
    const returned = [{ cause: 'refunded', amount: '1.90', at: deps.clock.now().toISOString() }]
    const tree = await receiptOfTree(deps, buyer, rootId)
    expect(tree.receipt).toMatchObject({ spent: '2.00', returned: '1.90' })
    const sides = [await receiptOfOffer(deps, buyer, sold), await receiptOfOffer(deps, seller, sold)]
    for (const signed of [tree, ...sides]) {
      expect(one(signed, sold).returned).toEqual(returned)
      const good = await check(market, signed, [SOLD])
      expect(good.said).toContain(`${sold}: bought, 2.00 credits, 1.90 refunded, 8 words`)
      expect(good.status).toBe(0)
    }
    // What was signed before stays what it was.
    expect(await check(market, before.jws, [SOLD])).toMatchObject({ status: 0 })
    for (const signed of [await receiptOfTree(deps, null, rootId), await receiptOfOffer(deps, null, sold)])
      expect(one(signed, sold).returned).toEqual([])
    expect((await receiptOfTree(deps, null, rootId)).receipt).toMatchObject({ returned: null })
  })

  it('of a resale says what its own buyer paid, to nobody else', async () => {
    const priceMicros = credits(0.7)
    const licence: LicenceTerms = { kind: 'resale', priceMicros }
    const { market, buyer, seller, rootId, sold } = await scene({ isTreePublic: true, licence })
    const { deps } = market
    await market.settle()
    await publishAnswer(deps, buyer, { rootId, revision: 1, isResaleAgreed: true })
    const reader = await person(market, 'una')
    market.clock.forward(3_600_000)
    const at = deps.clock.now()
    const { resaleId } = await buyResale(deps, reader, { offerId: sold, priceMicros, requestKey: newKey() })
    const own = {
      audience: 'resale-buyer',
      offer: { price: '2.00', nonce: expect.any(String), returned: [] },
      fee: null,
      resale: { id: resaleId, price: '0.70', boughtAt: at.toISOString() },
    }
    const readers = await receiptOfOffer(deps, reader, sold)
    expect(readers.receipt).toMatchObject(own)
    const good = await check(market, readers, [SOLD])
    expect(good.said).toContain(`Bought at resale for 0.70 credits on ${at.toISOString()}.`)
    expect(good.status).toBe(0)
    const others = await Promise.all([buyer, seller, null].map((who) => receiptOfOffer(deps, who, sold)))
    expect(others.map(({ receipt }) => receipt)).toMatchObject([
      { audience: 'asker', fee: '0.10', resale: null },
      { audience: 'seller', fee: '0.10', resale: null },
      { audience: 'anybody', fee: null, resale: null },
    ])
    // For good, also where nobody else may know of the sale any more.
    await database.db.insert(moderationCases).values({
      ...{ id: 'case_1', subjectKind: 'question', subjectId: rootId, authorId: buyer, openedAt: at },
    })
    await database.db.transaction((tx) =>
      hideSubject(tx, { kind: 'question', id: rootId, caseId: 'case_1', at }),
    )
    expect((await receiptOfOffer(deps, reader, sold)).receipt).toMatchObject(own)
    await expect(receiptOfOffer(deps, null, sold)).rejects.toMatchObject({ code: 'market.offer_not_found' })
  })

  it('says that an operator took a payment back', async () => {
    const { market, buyer, rootId, sold } = await scene({ pendingHours: 0 })
    const { deps } = market
    await market.settle()
    const [paid] = await database.db
      .select()
      .from(ledgerTransfers)
      .where(and(eq(ledgerTransfers.offerId, sold), eq(ledgerTransfers.kind, 'purchase')))
    await reverseTransfer({ ...deps, actor: COMMAND }, { key: paid?.key ?? '', reason: 'Sold by mistake.' })
    expect(one(await receiptOfTree(deps, buyer, rootId), sold).returned).toMatchObject([
      { cause: 'taken-back', amount: '2.00' },
    ])
  })

  it('is checked with the key that signed it, also after another one signs', async () => {
    const { market, buyer, rootId } = await scene()
    const { deps } = market
    await market.settle()
    const before = await receiptOfTree(deps, buyer, rootId)
    const kid = await rotateSigningKey(deps, deps.clock.now())
    const after = await receiptOfTree(deps, buyer, rootId)
    for (const signed of [before, after]) expect(await check(market, signed)).toMatchObject({ status: 0 })
    const { keys } = await publicKeys(deps, deps.clock.now())
    expect(keys.map((key) => key.kid)).toEqual([kid, expect.any(String)])
    expect(JSON.stringify(keys)).not.toContain('"d"')
    expect((await check(market, after)).said).toContain(`with ${kid} on`)
  })
})

it('processes that sign the first receipt at once have one key', async () => {
  const { deps } = testMarket(database)
  const found = await Promise.all([1, 2, 3].map(() => publicKeys(deps, deps.clock.now())))
  expect(new Set(found.map((set) => JSON.stringify(set))).size).toBe(1)
})
