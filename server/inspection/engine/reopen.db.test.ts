import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contextPages, contexts, ledgerTransfers, notices, offers } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { walletSummary } from '../../ledger/queries'
import type { InspectReply, InspectTask } from '../../llm/model'
import { answerComplaint, fileComplaint } from '../../market/complaints/complaints'
import { viewContext, viewOffers } from '../../market/context-view'
import { tellTree } from '../../market/inbox/tell'
import { lapseCounters } from '../../market/lapse-counters'
import { REOPEN_WITHIN_DAYS, REOPENED_HOURS, REOPENED_MAX } from '../../market/reopening'
import { readAgain } from '../../market/threads/read-again'
import type { PageReading } from '../../pages/reader'
import { type TestMarket, testMarket } from '../../testing'
import { whatIsWrong } from '../../verify/testing'
import { viewTree } from '../views/tree-view'
import { cancelByBuyer, sayEnough } from './control'
import { recordDecision } from './decide'
import { reopenQuestion } from './reopen'
import { resolveQuestion } from './resolve'
import { askQuestion, buyAll, credits, NOTHING, newKey, person, scriptedModel, sell } from './testing'

let database: TestDatabase
let market: TestMarket
let asker: string
let seller: string
let other: string
/** What the inspector was shown, in order. */
let seen: InspectTask[]
let verdict: (task: InspectTask) => InspectReply
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  verdict = buyAll
  const model = scriptedModel((task) => verdict(task))
  seen = model.seen
  market = testMarket(database, {
    site: {
      ...model,
      recommend: async ({ dossier }) => ({
        ok: true,
        value: { kind: 'belief', probability: dossier.length === 0 ? 0.5 : dossier.length === 1 ? 0.9 : 0.2 },
        usage: { calls: 1, promptTokens: 1, completionTokens: 1 },
      }),
    },
    isSiteBuiltIn: false,
  })
  ;[asker, seller, other] = [
    await person(market, 'ada'),
    await person(market, 'sol'),
    await person(market, 'eve'),
  ]
})

const DAY_MS = 86_400_000
const CLAIM = 'The bridge at Lindow carries lorries.'
const FIRST = { teaser: 'What its keeper says', privateInfo: 'The keeper says that lorries cross it daily.' }
const COUNTER = { teaser: 'The keeper is wrong', privateInfo: 'Lorries are barred since the flood in May.' }

const available = async (id: string) => (await walletSummary(database.db, id)).availableMicros
const isSound = async () => expect(await whatIsWrong(database.db, { now: market.clock.now() })).toEqual([])
const stateOf = async (rootId: string) => (await viewContext(market.deps, asker, rootId)).state

/** A claim with one purchase of 1 credit, of a budget of 10, that was settled a day ago. */
async function settledClaim({ isTreePublic = true, pages = [] as string[] } = {}): Promise<string> {
  const rootId = await askQuestion(market, asker, {
    isTreePublic,
    pages,
    decision: { kind: 'belief', claim: CLAIM },
  })
  await market.settle()
  await sell(market, seller, { contextId: rootId, ...FIRST, price: 1 })
  await market.settle()
  market.clock.forward(DAY_MS)
  return rootId
}

const counter = (contextId: string, by = other, price = 2) =>
  sell(market, by, { contextId, ...COUNTER, price, isCounter: true })
const reopen = (rootId: string, budget = 5, requestKey = newKey()) =>
  reopenQuestion(market.deps, asker, { rootId, budgetMicros: credits(budget), requestKey })

describe('a settled question', () => {
  it('is taken up again from a new hold, and its verdict changes with what speaks against it', async () => {
    const rootId = await settledClaim()
    expect(await available(asker)).toBe(credits(99))
    const before = await viewTree(market.deps, asker, rootId)
    expect(before.answer?.trail.at(-1)).toMatchObject({ probability: 0.9 })
    await recordDecision(market.deps, asker, { rootId, option: null, percent: 90, verdict: 'true', note: '' })

    const offerId = await counter(rootId)
    // Nobody reads it before.
    await market.settle()
    expect(seen).toHaveLength(1)
    const waiting = await viewContext(market.deps, asker, rootId)
    expect(waiting).toMatchObject({ state: 'decided', can: { reopen: true }, reopening: { counters: 1 } })
    await tellTree(market.deps, rootId)
    const told = await database.db.select().from(notices).where(eq(notices.personId, asker))
    expect(told.map(({ event }) => event)).toContain('question.countered')

    await reopen(rootId)
    expect(await available(asker)).toBe(credits(94))
    expect(await stateOf(rootId)).toBe('reopened')
    await isSound()
    await market.settle()

    // What was bought before is known, what was passed is not before it.
    expect(seen).toHaveLength(2)
    expect(seen[1]?.offers.map(({ teaser }) => teaser)).toEqual([COUNTER.teaser])
    expect(seen[1]?.known).toMatchObject([{ privateInfo: FIRST.privateInfo }])
    expect(await available(asker)).toBe(credits(97))
    const after = await viewTree(market.deps, asker, rootId)
    expect(after.status).toBe('settled')
    expect(after.answer).toMatchObject({ revision: 2 })
    expect(after.answer?.trail.at(-1)).toMatchObject({ probability: 0.2 })
    expect(after.earlierAnswers.map(({ revision }) => revision)).toEqual([1])
    expect(after.offers.find(({ id }) => id === offerId)).toMatchObject({ state: 'bought', isCounter: true })
    const types = after.events.map(({ type }) => type)
    expect(types.slice(types.indexOf('tree.reopened'))).toEqual(
      expect.arrayContaining(['tree.reopened', 'context.inspecting', 'offer.bought', 'context.settled']),
    )
    expect(after.events.find(({ type }) => type === 'tree.reopened')).toMatchObject({
      amountMicros: credits(5),
      code: 'offers',
    })
    // The decision of before stands until its asker changes it.
    expect(await stateOf(rootId)).toBe('decided')
    await tellTree(market.deps, rootId)
    const now = await database.db.select().from(notices).where(eq(notices.personId, asker))
    expect(now.map(({ event }) => event)).not.toContain('question.countered')
    await isSound()
  })

  it('takes no offer whose seller has not said that it may wait for that', async () => {
    const rootId = await settledClaim()
    const written = { contextId: rootId, ...COUNTER, price: 2 }
    await expect(sell(market, other, written)).rejects.toMatchObject({ code: 'market.takes_counters' })
    expect((await viewContext(market.deps, asker, rootId)).reopening).toMatchObject({ counters: 0 })
    await counter(rootId)
    expect((await viewContext(market.deps, asker, rootId)).reopening).toMatchObject({ counters: 1 })
  })

  it('is read again with its page as it is now, and is answered anew whatever is bought', async () => {
    const page = 'https://bridge.example/limits'
    let text = 'The bridge at Lindow carries lorries.'
    market.deps.pages = {
      read: async (): Promise<PageReading> => ({
        ok: true,
        url: page,
        title: 'Lindow',
        text,
        hash: `hash of ${text}`,
        canonical: '',
        product: '',
      }),
      close: async () => undefined,
    }
    const rootId = await settledClaim({ pages: [page] })
    const look = async () => {
      market.clock.forward(DAY_MS / 24)
      await readAgain(market.deps, page)
      await market.sweep()
      return (await viewContext(market.deps, asker, rootId)).reopening?.changedPages
    }
    expect(await look()).toEqual([])
    await expect(reopen(rootId)).rejects.toMatchObject({ code: 'inspection.nothing_new' })
    text = 'The bridge at Lindow carries no lorries since the flood.'
    expect(await look()).toEqual([page])

    await reopen(rootId)
    await market.settle()
    await market.sweep()
    const [read] = await database.db.select().from(contextPages)
    expect(read).toMatchObject({
      state: 'read',
      text,
      earlierHash: 'hash of The bridge at Lindow carries lorries.',
    })
    // Open for a day, to whoever knows the page as it is now.
    expect(await stateOf(rootId)).toBe('reopened')
    market.clock.forward(REOPENED_HOURS * 3_600_000)
    await market.sweep()
    await market.settle()
    const after = await viewTree(market.deps, asker, rootId)
    expect(after).toMatchObject({ status: 'settled', answer: { revision: 2 } })
    expect(after.events.find(({ type }) => type === 'tree.reopened')?.code).toBe('page')
    expect(await available(asker)).toBe(credits(99))
    await isSound()
  })

  it('keeps the page that was read where it cannot be read again', async () => {
    const page = 'https://bridge.example/limits'
    let reading: PageReading = {
      ...{ ok: true, url: page, title: 'Lindow', text: 'One.', hash: '1', canonical: '', product: '' },
    }
    market.deps.pages = { read: async () => reading, close: async () => undefined }
    const rootId = await settledClaim({ pages: [page] })
    reading = { ...reading, text: 'Two.', hash: '2' }
    await readAgain(market.deps, page)
    await market.sweep()
    reading = { ok: false, failure: 'robots' }
    await reopen(rootId)
    await market.settle()
    expect(await database.db.select().from(contextPages)).toMatchObject([
      { state: 'read', text: 'One.', failure: null },
    ])
  })

  it('is taken up by its asker alone, in time, for something new, not when its outcome is known, and not too often', async () => {
    const rootId = await settledClaim()
    await expect(reopen(rootId)).rejects.toMatchObject({ code: 'inspection.nothing_new' })
    await counter(rootId)
    await expect(
      reopenQuestion(market.deps, other, { rootId, budgetMicros: credits(1), requestKey: newKey() }),
    ).rejects.toMatchObject({ code: 'market.context_not_found' })
    await expect(reopen(rootId, 1_000)).rejects.toMatchObject({ code: 'ledger.insufficient_funds' })
    for (let times = 1; times <= REOPENED_MAX; times += 1) {
      if (times > 1) await counter(rootId)
      await reopen(rootId)
      await market.settle()
      expect(await stateOf(rootId)).toBe('answered')
    }
    await expect(counter(rootId)).rejects.toMatchObject({ code: 'market.context_closed' })
    await expect(reopen(rootId)).rejects.toMatchObject({ code: 'inspection.reopen_late' })

    const told = await settledClaim()
    await counter(told)
    const outcome = { outcome: 'false' as const, source: 'The county', reason: 'It says so.' }
    await resolveQuestion(market.deps, { id: asker, office: null }, { rootId: told, ...outcome })
    await expect(reopen(told)).rejects.toMatchObject({ code: 'market.outcome_told' })
    await expect(counter(told)).rejects.toMatchObject({ code: 'market.context_closed' })

    const late = await settledClaim()
    await counter(late)
    market.clock.forward(REOPEN_WITHIN_DAYS * DAY_MS)
    await expect(reopen(late)).rejects.toMatchObject({ code: 'inspection.reopen_late' })
    await expect(counter(late)).rejects.toMatchObject({ code: 'market.context_closed' })
    expect((await viewContext(market.deps, asker, late)).reopening).toBeNull()
    await isSound()
  })

  it('is taken up once by two at once, and by one request that comes twice', async () => {
    const rootId = await settledClaim()
    await counter(rootId)
    const [one, two] = [newKey(), newKey()]
    const came = await Promise.allSettled([
      reopen(rootId, 5, one),
      reopen(rootId, 5, one),
      reopen(rootId, 5, two),
    ])
    const refused = came.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(refused.every((code) => code === 'inspection.not_reopenable')).toBe(true)
    expect(refused.length).toBeGreaterThan(0)
    expect(await available(asker)).toBe(credits(94))
    await market.settle()
    expect(await available(asker)).toBe(credits(97))
    const holds = await database.db
      .select()
      .from(ledgerTransfers)
      .where(and(eq(ledgerTransfers.kind, 'hold'), eq(ledgerTransfers.rootId, rootId)))
    expect(holds).toHaveLength(2)
    await isSound()
  })

  it('counts toward what a key may put into one question', async () => {
    const rootId = await settledClaim()
    await counter(rootId)
    const deps = {
      ...market.deps,
      actor: {
        ...market.deps.actor,
        kind: 'key' as const,
        id: 'key_agent',
        personId: asker,
        caps: { ...market.deps.actor.caps, spendPerQuestionMicros: credits(4) },
      },
    }
    const by = (budget: number) =>
      reopenQuestion(deps, asker, { rootId, budgetMicros: credits(budget), requestKey: newKey() })
    await expect(by(5)).rejects.toMatchObject({ code: 'actor.over_cap' })
    await by(3)
    await market.settle()
    await counter(rootId, other, 1)
    await expect(by(2)).rejects.toMatchObject({ code: 'actor.over_cap' })
    expect(await available(asker)).toBe(credits(97))
  })

  it('that is stopped or ended anew keeps its answer, and what is left returns once', async () => {
    const rootId = await settledClaim()
    await counter(rootId)
    await reopen(rootId)
    await sayEnough(market.deps, asker, { rootId, requestKey: newKey() })
    expect(await available(asker)).toBe(credits(99))
    expect(await stateOf(rootId)).toBe('answered')
    await market.settle()
    expect(seen).toHaveLength(1)

    await counter(rootId)
    verdict = () => NOTHING
    await reopen(rootId, 7)
    const stop = { rootId, requestKey: newKey() }
    for (let times = 0; times < 2; times += 1)
      expect(await cancelByBuyer(market.deps, asker, stop)).toEqual({ returnedMicros: credits(7) })
    await market.settle()
    const tree = await viewTree(market.deps, asker, rootId)
    expect(tree).toMatchObject({ status: 'settled', answer: { revision: 1 } })
    expect(await available(asker)).toBe(credits(99))
    expect(await stateOf(rootId)).toBe('answered')
    await isSound()
  })

  it('is taken up while a complaint is under way: its refund returns once, and the new budget apart', async () => {
    market.deps.env = { ...market.deps.env, EARNINGS_PENDING_HOURS: 72 }
    const rootId = await settledClaim()
    const tree = await viewTree(market.deps, asker, rootId)
    const offerId = tree.offers[0]?.id ?? ''
    await counter(rootId)
    await fileComplaint(market.deps, asker, { offerId, kind: 'false', words: 'They are barred.' })
    await reopen(rootId)
    const agreed = { offerId, answer: 'agreed' as const, words: 'So it is.' }
    await Promise.all([answerComplaint(market.deps, seller, agreed), market.settle()])
    // Of the first purchase all but the fee came back; the second one cost 2.
    expect(await available(asker)).toBe(credits(100 - 1 + 0.95 - 2))
    await isSound()
  })

  it('takes counter-offers of people, which everybody sees the teaser of, and nobody but their seller the text', async () => {
    const rootId = await settledClaim()
    const offerId = await counter(rootId)
    for (const viewer of [null, asker, seller]) {
      const offer = (await viewOffers(market.deps, viewer, rootId)).find(({ id }) => id === offerId)
      expect(offer).toMatchObject({
        teaser: COUNTER.teaser,
        privateInfo: null,
        isCounter: true,
        state: 'open',
      })
    }
    const [own] = (await viewOffers(market.deps, other, rootId)).filter(({ id }) => id === offerId)
    expect(own).toMatchObject({ privateInfo: COUNTER.privateInfo, can: { change: true, withdraw: true } })
    await expect(counter(rootId, asker)).rejects.toMatchObject({ code: 'market.own_context' })

    const hidden = await settledClaim({ isTreePublic: false })
    await counter(hidden)
    await reopen(hidden)
    // Held is what was put in last, whatever was spent before.
    expect(await viewContext(market.deps, seller, hidden)).toMatchObject({
      ...{ state: 'reopened', heldMicros: credits(5), spentMicros: null },
    })
    await market.settle()
    // A private tree tells strangers no more of its second reading than of the first.
    expect(await viewContext(market.deps, seller, hidden)).toMatchObject({
      heldMicros: 0n,
      spentMicros: null,
    })
    await expect(viewTree(market.deps, seller, hidden)).rejects.toMatchObject({
      code: 'market.context_not_found',
    })
  })

  it('that nobody takes up leaves counter-offers unread, and says so to their seller', async () => {
    const rootId = await settledClaim()
    const offerId = await counter(rootId)
    expect(await lapseCounters(market.deps, 10)).toBe(0)
    market.clock.forward(REOPEN_WITHIN_DAYS * DAY_MS)
    expect(await lapseCounters(market.deps, 10)).toBe(1)
    expect(await lapseCounters(market.deps, 10)).toBe(0)
    const [offer] = await database.db.select().from(offers).where(eq(offers.id, offerId))
    expect(offer).toMatchObject({ state: 'passed', reason: 'not-read', firstReadAt: null })
    await tellTree(market.deps, rootId)
    const told = await database.db.select().from(notices).where(eq(notices.personId, other))
    expect(told).toMatchObject([{ event: 'offer.passed', count: 1, reason: 'not-read' }])
    const [root] = await database.db.select().from(contexts).where(eq(contexts.id, rootId))
    expect(root?.phase).toBe('settled')
    await isSound()
  })

  it('that nobody had answered takes a late answer', async () => {
    const rootId = await askQuestion(market, asker)
    market.clock.forward(DAY_MS)
    await market.sweep()
    await market.settle()
    expect(await stateOf(rootId)).toBe('expired')
    await counter(rootId)
    await reopen(rootId)
    await market.settle()
    expect(await stateOf(rootId)).toBe('answered')
    expect(await available(asker)).toBe(credits(98))
    await isSound()
  })
})
