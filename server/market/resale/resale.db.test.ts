import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  answers,
  inspections,
  ledgerTransfers,
  moderationCases,
  notices,
  offers,
  personClusters,
  personMutes,
  purchases,
  resales,
  suspensions,
} from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import type { LicenceTerms } from '../../contract/licence'
import { ownOffersSchema } from '../../contract/selling'
import { publishAnswer, takeAnswerBack } from '../../inspection/engine/publish'
import {
  askQuestion,
  buyAll,
  credits,
  newKey,
  person,
  scriptedModel,
  sell,
} from '../../inspection/engine/testing'
import { previewPublication } from '../../inspection/views/preview-publication'
import { viewTree } from '../../inspection/views/tree-view'
import { walletRows, walletSummary } from '../../ledger/queries'
import { listOwnOffers } from '../../sellers/selling/own-offers'
import { type TestMarket, testMarket } from '../../testing'
import { answerComplaint, fileComplaint } from '../complaints/complaints'
import { hideSubject } from '../moderation/subjects'
import { similarQuestions } from '../question-cards'
import { readOfferText } from '../read-offer-text'
import { listBoughtAtResale } from './bought'
import { buyResale } from './buy-resale'
import { forResaleOn, withResale } from './for-resale'

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

const PIER = 'Ockham and Sons measured a crack of 17 millimetres in the east pier of the bridge.'
const RESALE: LicenceTerms = { kind: 'resale', priceMicros: credits(0.8) }
const TITLE = 'Is the bridge at Lindow safe to cross?'

/** Ada has bought what Sol lets be sold on, and published; Una comes by. */
async function published({ licence = RESALE, isResaleAgreed = true, isAskedSo = false, beside = '' } = {}) {
  market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
  market.deps.env = { ...market.deps.env, EARNINGS_PENDING_HOURS: 72 }
  const [ada, sol, una] = [
    await person(market, 'ada'),
    await person(market, 'sol'),
    await person(market, 'una'),
  ]
  const rootId = await askQuestion(market, ada, {
    title: TITLE,
    start: { rule: 'quorum', offers: beside === '' ? 1 : 2 },
    isTreePublic: true,
    ...(isAskedSo ? { publishWhenDone: true, isResaleAgreed: true } : {}),
  })
  const offerId = await sell(market, sol, {
    contextId: rootId,
    teaser: 'What was measured at the bridge',
    privateInfo: PIER,
    price: 2,
    licence,
  })
  const besideId =
    beside === ''
      ? ''
      : await sell(market, sol, {
          contextId: rootId,
          teaser: 'What else was measured',
          privateInfo: beside,
          price: 1,
          licence: { kind: 'asker' },
        })
  await market.settle()
  if (!isAskedSo) await publishAnswer(market.deps, ada, { rootId, revision: 1, isResaleAgreed })
  const buy = (who = una, requestKey = newKey()) =>
    buyResale(market.deps, who, { offerId, priceMicros: credits(0.8), requestKey })
  return { ada, sol, una, rootId, offerId, besideId, buy }
}

const reads = async (viewer: string | null, rootId: string) =>
  (await viewTree(market.deps, viewer, rootId)).offers.map(({ privateInfo }) => privateInfo)

describe('a source of a published answer', () => {
  it('is bought once by somebody else, who reads it; seller, first asker and market are paid out of its price', async () => {
    const { ada, sol, una, rootId, offerId, buy } = await published()
    const preview = await previewPublication(market.deps, ada, rootId)
    expect(preview).toMatchObject({ resold: [offerId], isResaleAgreed: true, isBare: true })
    expect(preview?.publication.markdown).toBe('')
    const { db } = database
    const [card] = await withResale(market.deps, await similarQuestions(db, una, { text: TITLE, pages: [] }))
    expect(card).toMatchObject({ id: rootId, resale: { sources: 1, fromMicros: credits(0.8) } })
    const hurdles = await Promise.all(
      [null, ada, sol, una].map(async (who) => (await forResaleOn(market.deps, who, rootId))[0]?.hurdle),
    )
    expect(hurdles).toEqual(['signed-out', 'yours', 'yours', null])
    expect(await reads(una, rootId)).toEqual([null])

    const before = await Promise.all([una, sol, ada].map((who) => walletSummary(db, who)))
    const key = newKey()
    const first = await buy(una, key)
    expect(await buy(una, key)).toEqual(first)
    await expect(buy()).rejects.toMatchObject({ code: 'resale.bought' })
    for (const who of [ada, sol]) await expect(buy(who)).rejects.toMatchObject({ code: 'resale.yours' })
    const after = await Promise.all([una, sol, ada].map((who) => walletSummary(db, who)))
    expect(
      after.map(({ availableMicros }, index) => availableMicros - (before[index]?.availableMicros ?? 0n)),
    ).toEqual([-credits(0.8), credits(0.68), credits(0.08)])
    expect(after[0]?.spentMicros).toBe(credits(0.8))
    expect(after[2]?.earnedMicros).toBe(credits(0.08))
    const kinds = await Promise.all(
      [una, sol, ada].map(async (userId) => {
        const { rows } = await walletRows(db, {
          userId,
          kinds: ['resale', 'resold', 'fee', 'share', 'share-given'],
        })
        return rows.map(({ kind, amountMicros }) => `${kind} ${amountMicros}`)
      }),
    )
    expect(kinds).toEqual([
      ['resale -800000'],
      ['share-given -80000', 'fee -40000', 'resold 800000'],
      ['share 80000'],
    ])
    const told = await db
      .select()
      .from(notices)
      .where(inArray(notices.event, ['offer.resold', 'answer.resold']))
    expect(
      told
        .map(({ personId, event, contextId, amountMicros, count }) => ({
          personId,
          event,
          contextId,
          amountMicros,
          count,
        }))
        .sort((a, b) => a.event.localeCompare(b.event)),
    ).toEqual([
      { personId: ada, event: 'answer.resold', contextId: rootId, amountMicros: credits(0.08), count: 1 },
      { personId: sol, event: 'offer.resold', contextId: rootId, amountMicros: credits(0.68), count: 1 },
    ])
    const own = await listOwnOffers(db, sol, ownOffersSchema.parse({}))
    expect(own.offers).toMatchObject([{ resales: 1, resaleMicros: credits(0.68) }])
    expect(await reads(una, rootId)).toEqual([PIER])
    expect(await reads(null, rootId)).toEqual([null])
    const uwe = await person(market, 'uwe')
    const text = (who: string) => readOfferText(market.deps, who, offerId)
    expect(await text(una)).toMatchObject({ privateInfo: PIER })
    await expect(text(uwe)).rejects.toMatchObject({ code: 'market.payment_required' })
    expect(await reads(uwe, rootId)).toEqual([null])

    // Nobody else can buy it any more; who has bought it has it.
    await takeAnswerBack(market.deps, ada, { rootId })
    await expect(buy(uwe)).rejects.toMatchObject({ code: 'resale.not_for_sale' })
    const { items } = await listBoughtAtResale(market.deps, una, { cursor: null })
    expect(items).toMatchObject([{ offerId, privateInfo: PIER, question: { id: rootId, hasPage: true } }])
    expect(await listBoughtAtResale(market.deps, ada, { cursor: null })).toEqual({
      items: [],
      nextCursor: null,
    })
  })

  it('is for resale only as its licence, its asker and whoever moderates allow', async () => {
    const { ada, sol, una, rootId, offerId, buy } = await published()
    const { db } = database
    const refused = async (code = 'resale.not_for_sale') => {
      await expect(buy()).rejects.toMatchObject({ code })
      const isListed = (await forResaleOn(market.deps, una, rootId)).some(({ hurdle }) => hurdle === null)
      expect(isListed).toBe(false)
    }
    const now = market.clock.now()
    await expect(
      buyResale(market.deps, una, { offerId, priceMicros: credits(0.7), requestKey: newKey() }),
    ).rejects.toMatchObject({ code: 'market.offer_changed' })
    await expect(
      buyResale(market.deps, una, { offerId: 'off_none', priceMicros: credits(0.8), requestKey: newKey() }),
    ).rejects.toMatchObject({ code: 'resale.not_for_sale' })
    const until = new Date(now.getTime() + 60_000)
    await db
      .insert(suspensions)
      .values({ id: 'sus_1', personId: sol, right: 'sell', rule: 'spam', createdAt: now, until })
    await refused()
    await db.delete(suspensions)
    await db.update(offers).set({ isTeaserFair: false }).where(eq(offers.id, offerId))
    await refused()
    await db.update(offers).set({ isTeaserFair: true }).where(eq(offers.id, offerId))
    await db.update(inspections).set({ isResaleAgreed: false })
    await refused()
    await db.update(inspections).set({ isResaleAgreed: true })
    const [{ citations = [] } = {}] = await db.select().from(answers)
    await db.update(answers).set({ citations: [] })
    await refused()
    await db.update(answers).set({ citations })
    await db.update(purchases).set({ quotes: ['off_unbought'] })
    await refused()
    await db.update(purchases).set({ quotes: [] })
    await fileComplaint(market.deps, ada, { offerId, kind: 'false', words: 'It is not so.' })
    await refused()
    expect(await db.$count(resales)).toBe(0)
    expect(await db.$count(ledgerTransfers, eq(ledgerTransfers.kind, 'resale'))).toBe(0)
  })

  it('is not for sale between two of whom one has blocked the other, who hear the same', async () => {
    const { sol, una, rootId, buy } = await published()
    // Whichever of the two blocked the other, both hear the same; who mutes goes on selling.
    const now = market.clock.now()
    for (const [personId, otherId] of [
      [una, sol],
      [sol, una],
    ] as const) {
      await database.db.insert(personMutes).values({ personId, otherId, isBlocked: true, createdAt: now })
      await expect(buy()).rejects.toMatchObject({ code: 'resale.blocked' })
      expect(await forResaleOn(market.deps, una, rootId)).toMatchObject([{ hurdle: 'blocked' }])
      await database.db.update(personMutes).set({ isBlocked: false })
      expect(await forResaleOn(market.deps, una, rootId)).toMatchObject([{ hurdle: null }])
      await database.db.delete(personMutes)
    }
  })

  it('is not for resale where a moderator hid it, or its seller keeps it', async () => {
    const { sol, una, rootId, offerId, buy } = await published()
    const at = market.clock.now()
    await database.db.insert(moderationCases).values({
      ...{ id: 'case_1', subjectKind: 'offer', subjectId: offerId, authorId: sol, openedAt: at },
    })
    await database.db.transaction((tx) =>
      hideSubject(tx, { kind: 'offer', id: offerId, caseId: 'case_1', at }),
    )
    await expect(buy()).rejects.toMatchObject({ code: 'resale.not_for_sale' })
    expect(await forResaleOn(market.deps, una, rootId)).toEqual([])
    await database.truncate()
    const quoted = await published({ licence: { kind: 'quotable' } })
    await expect(quoted.buy()).rejects.toMatchObject({ code: 'resale.not_for_sale' })
  })

  it('is for resale also when its seller and its first buyer look like one hand', async () => {
    const { ada, sol, una, rootId, buy } = await published()
    const one = { cluster: ada, cause: 'ring' as const }
    await database.db.insert(personClusters).values([
      { personId: ada, ...one },
      { personId: sol, ...one },
    ])
    expect(await forResaleOn(market.deps, una, rootId)).toMatchObject([{ hurdle: null }])
    await buy()
    expect(await reads(una, rootId)).toEqual([PIER])
  })

  it('opens no other source of its question to who bought it', async () => {
    const { una, rootId, besideId, buy } = await published({
      beside: 'The deck is of oak and 4 inches thick.',
    })
    await buy()
    expect((await reads(una, rootId)).toSorted()).toEqual([PIER, null].toSorted())
    await expect(readOfferText(market.deps, una, besideId)).rejects.toMatchObject({
      code: 'resale.not_for_sale',
    })
  })

  it('is for resale by itself where its asker agreed to that when they asked', async () => {
    const { una, rootId, buy } = await published({ isAskedSo: true })
    expect(await forResaleOn(market.deps, una, rootId)).toMatchObject([{ hurdle: null }])
    await buy()
    expect(await reads(una, rootId)).toEqual([PIER])
  })

  it('is not published with nothing to read while it is complained of, or was refunded', async () => {
    const { ada, sol, rootId, offerId } = await published()
    await takeAnswerBack(market.deps, ada, { rootId })
    await fileComplaint(market.deps, ada, { offerId, kind: 'false', words: 'It is not so.' })
    const again = () => publishAnswer(market.deps, ada, { rootId, revision: 1, isResaleAgreed: true })
    expect(await previewPublication(market.deps, ada, rootId)).toBeNull()
    await expect(again()).rejects.toMatchObject({ code: 'market.licences_forbid' })
    await answerComplaint(market.deps, sol, { offerId, answer: 'agreed', words: '' })
    await expect(again()).rejects.toMatchObject({ code: 'market.licences_forbid' })
  })

  it('is published with nothing to read only where others may buy it', async () => {
    await expect(published({ isResaleAgreed: false })).rejects.toMatchObject({
      code: 'market.licences_forbid',
    })
  })
})
