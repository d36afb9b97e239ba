import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notices, offers, probabilityScores, purchaseScores, resolutions, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { listSchema } from '../../contract/market'
import { ownOffersSchema, sellingScopeSchema } from '../../contract/selling'
import type { Model } from '../../llm/model'
import { viewContext } from '../../market/context-view'
import { tellTree } from '../../market/inbox/tell'
import { viewProfile } from '../../market/profile'
import { listQuestions } from '../../market/question-cards'
import { inspectorRecords } from '../../market/resolutions'
import { sellingFigures } from '../../sellers/selling/figures'
import { listOwnOffers } from '../../sellers/selling/own-offers'
import { type TestMarket, testMarket } from '../../testing'
import { viewTree } from '../views/tree-view'
import { recordDecision } from './decide'
import { resolveQuestion } from './resolve'
import { askQuestion, buyAll, person, scriptedModel, sell } from './testing'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

const EVENT = 'The Lindow bridge is open to lorries on 1 March.'
const HOUR_MS = 3_600_000
/** Told by how much is known: nothing, the first purchase, both. */
const TOLD = [0.5, 0.8, 0.64]

/** A forecast with two purchases of one seller, after which 80 % and 64 % is told; it has ended and is not due yet. */
async function forecastTree({ resolver = 'asker' as 'asker' | 'operator', isTreePublic = true } = {}) {
  const model: Model = {
    ...scriptedModel(buyAll),
    recommend: async ({ dossier }) => ({
      ok: true,
      value: { kind: 'belief', probability: TOLD[dossier.length] ?? 0 },
      usage: { calls: 1, promptTokens: 1, completionTokens: 1 },
    }),
  }
  const market = testMarket(database, { site: model, isSiteBuiltIn: false })
  const [asker, seller, other] = [
    await person(market, 'ada'),
    await person(market, 'sol'),
    await person(market, 'eve'),
  ]
  const now = market.clock.now().getTime()
  const closesAt = new Date(now + 24 * HOUR_MS)
  const resolvesAt = new Date(now + 48 * HOUR_MS)
  const rootId = await askQuestion(market, asker, {
    isTreePublic,
    decision: { kind: 'forecast', event: EVENT, closesAt, resolvesAt, resolver, source: 'The county' },
  })
  const offerIds: string[] = []
  for (const privateInfo of ['A pier is cracked.', 'The county has hired a builder.']) {
    const teaser = `A report on the bridge, of ${privateInfo.length} letters.`
    offerIds.push(await sell(market, seller, { contextId: rootId, teaser, privateInfo, price: 1 }))
  }
  await market.settle()
  return { market, asker, seller, other, rootId, offerIds, resolvesAt, closesAt }
}

const CAME = { outcome: 'yes' as const, source: 'https://county.example/lindow', reason: 'It says “open”.' }
const byAsker = (id: string) => ({ id, office: null })

async function profileOf({ deps }: TestMarket, personId: string) {
  const [who] = await deps.db.select().from(users).where(eq(users.id, personId))
  return viewProfile(deps, null, who?.handle ?? '')
}

async function due({ market, resolvesAt }: { market: TestMarket; resolvesAt: Date }) {
  market.clock.forward(resolvesAt.getTime() - market.clock.now().getTime())
  await market.sweep()
}

describe('a forecast', () => {
  it('is resolved when it is due, and every probability is held against what came', async () => {
    const tree = await forecastTree()
    const { market, asker, seller, other, rootId, offerIds } = tree
    const { deps } = market
    const told = { rootId, ...CAME }
    await recordDecision(deps, asker, { rootId, option: null, percent: 70, verdict: null, note: '' })
    await expect(resolveQuestion(deps, byAsker(asker), told)).rejects.toMatchObject({
      code: 'market.outcome_not_due',
    })
    await due(tree)
    await expect(resolveQuestion(deps, byAsker(other), told)).rejects.toMatchObject({
      code: 'market.context_not_found',
    })
    await expect(resolveQuestion(deps, byAsker(asker), { ...told, outcome: 'true' })).rejects.toMatchObject({
      code: 'request.invalid',
    })
    await resolveQuestion(deps, byAsker(asker), told)

    // By hand: log2 0.8 − log2 0.5, log2 0.64 − log2 0.8; together log2 0.64 − log2 0.5.
    const { resolved, events, answer } = await viewTree(deps, null, rootId)
    const inOrder = (answer?.citations ?? []).map(({ offerId }) => offerId)
    expect(inOrder.toSorted()).toEqual(offerIds.toSorted())
    const bits = inOrder.map((id) => resolved.scores.find(({ offerId }) => offerId === id)?.bits)
    expect(bits[0]).toBeCloseTo(0.678072, 6)
    expect(bits[1]).toBeCloseTo(-0.321928, 6)
    expect(resolved.standing).toMatchObject({ ...CAME, byRole: 'asker', number: 1 })
    expect(events.at(-1)).toMatchObject({ type: 'question.resolved', code: 'yes' })
    expect((await viewContext(deps, null, rootId)).state).toBe('resolved')

    const { sold, calibration } = await profileOf(market, seller)
    expect(sold.bits.n).toBe(2)
    expect(sold.bits.bits).toBeCloseTo(0.356144, 6)
    expect(calibration.n).toBe(0)
    const figures = await sellingFigures(deps, seller, sellingScopeSchema.parse({}))
    expect(figures.bits.bits).toBeCloseTo(0.356144, 6)
    const offers = (await listOwnOffers(deps.db, seller, ownOffersSchema.parse({}))).offers
    expect(offers.map(({ bits: own }) => own?.toFixed(3)).sort()).toEqual(['-0.322', '0.678'])
    // The asker said 70 %: (0.7 − 1)².
    expect((await profileOf(market, asker)).calibration).toMatchObject({
      n: 1,
      brier: expect.closeTo(0.09, 9),
    })
    // The inspector 64 %.
    expect(await inspectorRecords(deps.db)).toMatchObject([{ n: 1, brier: expect.closeTo(0.1296, 9) }])
  })

  it('reminds its asker once, and is listed as due until it is told', async () => {
    const tree = await forecastTree()
    const { market, asker, rootId } = tree
    const { deps } = market
    const dueNow = async () => {
      const { items } = await listQuestions(deps.db, null, listSchema.parse({ tab: 'due' }), deps.clock.now())
      return items.map(({ id }) => id)
    }
    const reminders = async () => {
      await tellTree(deps, rootId)
      return deps.db.select().from(notices).where(eq(notices.event, 'question.due'))
    }
    expect(await dueNow()).toEqual([])
    await due(tree)
    await market.sweep()
    expect(await reminders()).toMatchObject([{ personId: asker, count: 1 }])
    expect(await dueNow()).toEqual([rootId])
    expect(await viewContext(deps, asker, rootId)).toMatchObject({
      isOutcomeDue: true,
      can: { resolve: 'asker' },
    })
    await resolveQuestion(deps, byAsker(asker), { rootId, ...CAME })
    expect(await dueNow()).toEqual([])
    expect(await reminders()).toEqual([])
    const resolvedOnes = listSchema.parse({ state: 'resolved' })
    const { items } = await listQuestions(deps.db, null, resolvedOnes, deps.clock.now())
    expect(items.map(({ id, state }) => [id, state])).toEqual([[rootId, 'resolved']])
  })

  it('of a claim counts in no record of who told probability and outcome both', async () => {
    const market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
    const { deps } = market
    const [asker, seller] = [await person(market, 'ada'), await person(market, 'sol')]
    const claim = async () => {
      const decision = { kind: 'belief', claim: EVENT } as const
      const rootId = await askQuestion(market, asker, { isTreePublic: true, decision })
      const said = { teaser: 'A report on the bridge.', privateInfo: 'A pier is cracked.', price: 1 }
      await sell(market, seller, { contextId: rootId, ...said })
      await market.settle()
      await recordDecision(deps, asker, { rootId, option: null, percent: 100, verdict: null, note: '' })
      return rootId
    }
    const [own, told] = [await claim(), await claim()]
    const outcome = { ...CAME, outcome: 'true' as const }
    await resolveQuestion(deps, byAsker(asker), { rootId: own, ...outcome })
    expect((await profileOf(market, asker)).calibration.n).toBe(0)
    const operator = { id: await person(market, 'opa'), office: 'operator' as const }
    await resolveQuestion(deps, operator, { rootId: told, ...outcome })
    expect((await profileOf(market, asker)).calibration).toMatchObject({ n: 1, brier: 0 })
  })

  it('is corrected by an operator alone, who keeps what was told; void takes every score back', async () => {
    const tree = await forecastTree()
    const { market, asker, rootId } = tree
    const { deps } = market
    await due(tree)
    await resolveQuestion(deps, byAsker(asker), { rootId, ...CAME })
    const correction = { rootId, ...CAME, outcome: 'void' as const, reason: 'Nobody counted lorries.' }
    for (const teller of [byAsker(asker), { id: asker, office: 'moderator' as const }])
      await expect(resolveQuestion(deps, teller, correction)).rejects.toMatchObject({
        code: 'market.outcome_told',
      })
    // It would be the asker's own case, whatever office they have; so it would be a seller's.
    const own = { id: asker, office: 'operator' as const }
    await expect(resolveQuestion(deps, own, correction)).rejects.toMatchObject({ code: 'market.outcome_own' })
    const [sold] = await database.db
      .select({ id: offers.sellerId })
      .from(offers)
      .where(eq(offers.rootId, rootId))
    const seller = { id: sold?.id ?? '', office: 'operator' as const }
    await expect(resolveQuestion(deps, seller, correction)).rejects.toMatchObject({
      code: 'market.outcome_own',
    })
    const operator = await person(market, 'opa')
    await resolveQuestion(deps, { id: operator, office: 'operator' }, correction)
    const { resolved } = await viewTree(deps, null, rootId)
    expect(resolved.standing).toMatchObject({ outcome: 'void', byRole: 'operator', number: 2 })
    expect(resolved.earlier).toMatchObject([{ outcome: 'yes', byRole: 'asker' }])
    expect(resolved.scores).toEqual([])
    expect(await deps.db.select().from(purchaseScores)).toEqual([])
    expect(await deps.db.select().from(probabilityScores)).toEqual([])
    expect(await deps.db.select().from(resolutions)).toHaveLength(2)
  })

  it('is an operator’s to tell where it says so, and nothing is decided once it is closed', async () => {
    const tree = await forecastTree({ resolver: 'operator' })
    const { market, asker, rootId, closesAt } = tree
    const { deps } = market
    market.clock.forward(closesAt.getTime() - market.clock.now().getTime())
    const late = { rootId, option: null, percent: 99, verdict: null, note: '' }
    await expect(recordDecision(deps, asker, late)).rejects.toMatchObject({ code: 'market.forecast_closed' })
    expect((await viewContext(deps, asker, rootId)).can).toMatchObject({ decide: false, resolve: null })
    await due(tree)
    await expect(resolveQuestion(deps, byAsker(asker), { rootId, ...CAME })).rejects.toMatchObject({
      code: 'market.context_not_found',
    })
    const operator = await person(market, 'opa')
    expect((await viewContext(deps, operator, rootId, 'operator')).can.resolve).toBe('operator')
    await resolveQuestion(deps, { id: operator, office: 'operator' }, { rootId, ...CAME })
  })

  it('of a tree that only its asker may watch counts in no public figure', async () => {
    const tree = await forecastTree({ isTreePublic: false })
    const { market, asker, seller, rootId } = tree
    const { deps } = market
    await recordDecision(deps, asker, { rootId, option: null, percent: 70, verdict: null, note: '' })
    await due(tree)
    await resolveQuestion(deps, byAsker(asker), { rootId, ...CAME })
    expect((await profileOf(market, seller)).sold.bits.n).toBe(0)
    expect((await profileOf(market, asker)).calibration.n).toBe(0)
    expect(await inspectorRecords(deps.db)).toEqual([])
  })

  it('may not close before its last offers are read', async () => {
    const market = testMarket(database)
    const asker = await person(market, 'ada')
    const closesAt = new Date(market.clock.now().getTime() + 60_000)
    const decision = {
      kind: 'forecast' as const,
      event: EVENT,
      closesAt,
      resolvesAt: closesAt,
      resolver: 'asker' as const,
      source: '',
    }
    await expect(askQuestion(market, asker, { decision, deadlineMinutes: 60 })).rejects.toMatchObject({
      code: 'market.closes_before_deadline',
    })
  })
})
