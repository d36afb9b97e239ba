import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contexts, inspectionEvents, inspections, offers, publications, purchases } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import type { AskInput } from '../../contract/market'
import { ownOffersSchema } from '../../contract/selling'
import { builtInModel } from '../../llm/built-in/built-in'
import type { Model } from '../../llm/model'
import { viewOffers } from '../../market/context-view'
import { editContext } from '../../market/edit-context'
import { listNotices } from '../../market/inbox/notices'
import { tellTree } from '../../market/inbox/tell'
import { allowQuoting, askToQuote, listKept } from '../../market/quoting'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { listOwnOffers } from '../../sellers/selling/own-offers'
import { type TestMarket, testMarket } from '../../testing'
import type { Licence } from '../../words/licence'
import { findOverpublished } from '../step/overpublished'
import { previewPublication } from '../views/preview-publication'
import { viewTree } from '../views/tree-view'
import { publishAnswer, takeAnswerBack } from './publish'
import { askQuestion, buyAll, person, scriptedModel, sell } from './testing'

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())
/** What a test published is what may be. */
afterEach(async () => {
  const rows = await database.db.select({ rootId: publications.rootId }).from(publications)
  expect(
    await findOverpublished(
      market.deps,
      rows.map(({ rootId }) => rootId),
    ),
  ).toEqual([])
})

const DECK = 'The deck of the bridge at Lindow was renewed in spring and carries lorries safely.'
const PIER = 'Ockham and Sons measured a crack of 17 millimetres in the east pier of the bridge.'

/** Two texts are bought, each under its licence, and answered from sentence by sentence. */
async function answered({
  licences = ['quotable', 'asker'],
  answer = builtInModel.answer,
  ...over
}: Partial<AskInput> & {
  licences?: readonly Exclude<Licence, 'resale'>[]
  answer?: Model['answer']
} = {}) {
  const model = { ...scriptedModel(buyAll), answer }
  market = testMarket(database, { site: model, isSiteBuiltIn: false })
  const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
  const rootId = await askQuestion(market, buyer, {
    start: { rule: 'quorum', offers: 2 },
    isTreePublic: true,
    ...over,
  })
  for (const [index, privateInfo] of [DECK, PIER].entries())
    await sell(market, seller, {
      contextId: rootId,
      teaser: ['What was renewed at the bridge', 'What was measured at the bridge'][index] ?? '',
      privateInfo,
      price: 1,
      licence: { kind: licences[index] ?? 'asker' },
    })
  await market.settle()
  return { buyer, seller, rootId }
}

/** An answer that quotes all that was bought, what was bought last first. */
const lastFirst: Model['answer'] = async (task, signal) => {
  const written = await builtInModel.answer(task, signal)
  const quotes = task.dossier.map(({ privateInfo, handle }) => `${privateInfo} [${handle}]`)
  return written.ok
    ? { ...written, value: { ...written.value, markdown: quotes.toReversed().join('\n\n') } }
    : written
}

const strangers = async (rootId: string) =>
  JSON.stringify((await viewTree(market.deps, null, rootId)).offers.map((one) => one.privateInfo)) +
  JSON.stringify((await viewTree(market.deps, null, rootId)).published.standing?.markdown ?? null)

describe('an answer', () => {
  it('is published as far as its licences go, exactly as the preview shows, and taken back', async () => {
    const { buyer, seller, rootId } = await answered()
    const toldSeller = async () => {
      const page = await listOwnOffers(database.db, seller, ownOffersSchema.parse({}))
      return Object.fromEntries(page.offers.map(({ teaser, isQuoted }) => [teaser, isQuoted]))
    }
    const [deck, pier] = ['What was renewed at the bridge', 'What was measured at the bridge']
    expect(await strangers(rootId)).toBe('[null,null]null')
    expect(await toldSeller()).toEqual({ [deck]: false, [pier]: false })
    const preview = await previewPublication(market.deps, buyer, rootId)
    await publishAnswer(market.deps, buyer, { rootId, revision: 1 })
    const seen = await viewTree(market.deps, null, rootId)
    if (preview === null) throw new Error('Nothing of it may be read')
    const { number, ...standing } = preview.publication
    expect(seen.published.standing).toMatchObject({ ...standing, number: number + 1 })
    expect(seen.answer).toEqual(preview.answer)
    expect(seen.offers).toEqual(preview.offers)
    expect(seen.published.standing?.markdown).toContain('renewed in spring')
    expect(seen.published.standing?.withheld).toBeGreaterThan(0)
    expect(seen.offers.map(({ privateInfo }) => privateInfo).sort()).toEqual([DECK, null])
    expect(await toldSeller()).toEqual({ [deck]: true, [pier]: false })
    expect(await strangers(rootId)).not.toMatch(/ockham|crack|pier|17/i)
    await tellTree(market.deps, rootId)
    const { items: notices } = await listNotices(database.db, seller, { cursor: null })
    const quotes = notices.filter(({ event }) => event === 'offer.quoted')
    expect(quotes).toMatchObject([{ count: 1, offer: { teaser: deck }, context: { id: rootId } }])

    await takeAnswerBack(market.deps, buyer, { rootId })
    expect(await strangers(rootId)).toBe('[null,null]null')
    expect(await toldSeller()).toEqual({ [deck]: false, [pier]: false })
    expect(
      await database.db
        .select({ markdown: publications.markdown, lead: publications.lead })
        .from(publications),
    ).toEqual([{ markdown: '', lead: '' }])
    const events = await database.db.select({ type: inspectionEvents.type }).from(inspectionEvents)
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['answer.published', 'answer.withdrawn'])
  })

  it.each([
    { licences: ['quotable', 'asker'], open: DECK },
    { licences: ['asker', 'quotable'], open: PIER },
  ] as const)('counts its citations in the order of its text, for licences too: $licences', async (of) => {
    const { buyer, rootId } = await answered({ licences: of.licences, answer: lastFirst })
    const { offers: sold, answer } = await viewTree(market.deps, buyer, rootId)
    const textOf = new Map(sold.map(({ id, privateInfo }) => [id, privateInfo]))
    const [second, first] = (answer?.citations ?? []).map(({ offerId }) => textOf.get(offerId) ?? '')
    expect(answer?.citations.map(({ number }) => number)).toEqual([2, 1])
    expect(answer?.markdown).toBe(`${first} [1]\n\n${second} [2]`)
    await publishAnswer(market.deps, buyer, { rootId, revision: 1 })
    const { offers: seen, published } = await viewTree(market.deps, null, rootId)
    expect(published.standing?.markdown).toContain(`${of.open} [${of.open === first ? 1 : 2}]`)
    expect(published.standing?.withheld).toBe(1)
    expect(seen.map(({ privateInfo }) => privateInfo).sort()).toEqual([of.open, null])
  })

  it('is published by itself where that was asked for', async () => {
    const { rootId, buyer } = await answered({ publishWhenDone: true })
    expect(await strangers(rootId)).toContain('renewed in spring')
    await takeAnswerBack(market.deps, buyer, { rootId })
    const [tree] = await database.db.select().from(inspections)
    expect(tree?.publishWhenDone).toBe(false)
  })

  it('stands under no other words than those that it was written under', async () => {
    const { buyer, rootId } = await answered({ policy: { ...DEFAULT_POLICY, maxSittings: 5 } })
    const edit = (title: string) =>
      editContext(market.deps, buyer, { contextId: rootId, title, body: 'Of the bridge.' })
    const publish = () => publishAnswer(market.deps, buyer, { rootId, revision: 1 })
    const [{ title = '', body = '' } = {}] = await database.db
      .select()
      .from(contexts)
      .where(eq(contexts.id, rootId))
    market.clock.forward(60_000)
    await edit('Did its owner kill somebody?')
    await expect(publish()).rejects.toMatchObject({ code: 'market.edited_since_answer' })
    await editContext(market.deps, buyer, { contextId: rootId, title, body })
    await publish()
    expect(await strangers(rootId)).toContain('renewed in spring')
  })

  it('that a later one replaces stays as history', async () => {
    const { buyer, rootId } = await answered()
    await publishAnswer(market.deps, buyer, { rootId, revision: 1 })
    await publishAnswer(market.deps, buyer, { rootId, revision: 1 })
    await takeAnswerBack(market.deps, buyer, { rootId })
    await publishAnswer(market.deps, buyer, { rootId, revision: 1 })
    const kept = await database.db
      .select({ number: publications.number, endedAt: publications.endedAt })
      .from(publications)
    expect(kept.map(({ number, endedAt }) => [number, endedAt === null])).toEqual([
      [1, false],
      [2, true],
    ])
  })

  it('says more once a seller who was asked allows it, and never less again', async () => {
    const { buyer, seller, rootId } = await answered()
    const kept = () => listKept(market.deps, buyer, rootId)
    const withheld = async () => (await previewPublication(market.deps, buyer, rootId))?.publication.withheld
    await publishAnswer(market.deps, buyer, { rootId, revision: 1 })
    expect(await withheld()).toBeGreaterThan(0)
    const [pier, ...others] = await kept()
    if (!pier) throw new Error('Nothing is kept')
    expect(others).toEqual([])
    expect(pier).toMatchObject({ teaser: 'What was measured at the bridge', askedAt: null })
    await expect(listKept(market.deps, seller, rootId)).rejects.toMatchObject({
      code: 'market.context_not_found',
    })
    await expect(askToQuote(market.deps, seller, { rootId })).rejects.toMatchObject({
      code: 'market.context_not_found',
    })

    // One press asks, a second asks nobody again.
    expect(await askToQuote(market.deps, buyer, { rootId })).toEqual({ asked: 1 })
    expect(await askToQuote(market.deps, buyer, { rootId })).toEqual({ asked: 0 })
    expect((await kept())[0]?.askedAt).not.toBeNull()
    const wanted = (await listNotices(database.db, seller, { cursor: null })).items[0]
    expect(wanted).toMatchObject({ event: 'quote.wanted', count: 1, offer: { id: pier.offerId } })
    const own = (await viewOffers(market.deps, seller, rootId)).find(({ id }) => id === pier.offerId)
    expect([own?.can.allowQuoting, own?.quoteAskedAt]).toEqual([true, market.clock.now()])
    const seen = (await viewOffers(market.deps, buyer, rootId)).find(({ id }) => id === pier.offerId)
    expect([seen?.can.allowQuoting, seen?.quoteAskedAt]).toEqual([false, null])

    // Its seller's act alone.
    const allow = (who: string) => allowQuoting(market.deps, who, { offerId: pier.offerId })
    await expect(allow(buyer)).rejects.toMatchObject({ code: 'market.offer_not_found' })
    expect(await strangers(rootId)).not.toMatch(/ockham/i)
    await allow(seller)
    await allow(seller)
    expect(await kept()).toEqual([])
    expect((await listNotices(database.db, buyer, { cursor: null })).items).toContainEqual(
      expect.objectContaining({
        event: 'quote.allowed',
        count: 1,
        context: { id: rootId, title: expect.anything() },
      }),
    )

    // What stands published stays as it was until the asker publishes it anew.
    expect(JSON.stringify((await viewTree(market.deps, null, rootId)).published.standing)).not.toMatch(
      /ockham/i,
    )
    expect(await withheld()).toBe(0)
    await publishAnswer(market.deps, buyer, { rootId, revision: 1 })
    expect(await strangers(rootId)).toMatch(/ockham/i)
    const [sold] = await database.db.select().from(purchases).where(eq(purchases.offerId, pier.offerId))
    expect(sold).toMatchObject({ licence: 'asker', quoteAllowedAt: market.clock.now() })
  })

  it('is not published where its sellers keep all of it, where only its asker may watch, by others, or unseen', async () => {
    const kept = await answered({ licences: ['asker', 'asker'] })
    const publish = (who: string, rootId: string, revision = 1) =>
      publishAnswer(market.deps, who, { rootId, revision })
    await expect(publish(kept.buyer, kept.rootId)).rejects.toMatchObject({ code: 'market.licences_forbid' })
    expect(await previewPublication(market.deps, kept.buyer, kept.rootId)).toBeNull()
    await expect(publish(kept.seller, kept.rootId)).rejects.toMatchObject({
      code: 'market.context_not_found',
    })
    await expect(previewPublication(market.deps, kept.seller, kept.rootId)).rejects.toMatchObject({
      code: 'market.context_not_found',
    })
    await expect(publish(kept.buyer, kept.rootId, 2)).rejects.toMatchObject({ code: 'market.answer_revised' })
    const closed = await answered({ isTreePublic: false })
    await expect(publish(closed.buyer, closed.rootId)).rejects.toMatchObject({
      code: 'market.tree_not_public',
    })
  })

  it('is not published under a question that says what a seller keeps, nor is the question edited afterwards', async () => {
    const { buyer, rootId } = await answered({ policy: { ...DEFAULT_POLICY, maxSittings: 3 } })
    const edit = (title: string) => editContext(market.deps, buyer, { contextId: rootId, title, body: '' })
    const [root] = await database.db.select({ title: contexts.title }).from(contexts)
    await edit('Is it safe with a crack of 17 millimetres in the east pier?')
    await expect(publishAnswer(market.deps, buyer, { rootId, revision: 1 })).rejects.toMatchObject({
      code: 'market.question_repeats_source',
    })
    await edit(root?.title ?? '')
    await publishAnswer(market.deps, buyer, { rootId, revision: 1 })
    await expect(edit('Is it safe with a crack in the pier?')).rejects.toMatchObject({
      code: 'market.answer_is_published',
    })
  })
})

describe('a licence', () => {
  it('stays as it was sold, on the offer and on the purchase', async () => {
    await answered()
    const { db } = database
    expect(
      await db.select({ licence: purchases.licence }).from(purchases).orderBy(purchases.licence),
    ).toEqual([{ licence: 'asker' }, { licence: 'quotable' }])
    for (const [from, to] of [
      ['quotable', 'asker'],
      ['quotable', 'resale'],
      ['asker', 'quotable'],
      ['asker', 'resale'],
    ] as const) {
      const resaleMicros = to === 'resale' ? 1n : null
      await expect(
        db.update(offers).set({ licence: to, resaleMicros }).where(eq(offers.licence, from)),
      ).rejects.toThrow()
      await expect(
        db.update(purchases).set({ licence: to }).where(eq(purchases.licence, from)),
      ).rejects.toThrow()
    }
  })
})
