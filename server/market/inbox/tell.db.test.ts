import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { contexts, inspectionEvents, inspections, noticeProgress, notices } from '@/db/schema'
import { describeMultiConnection, openTestDb, type TestDatabase } from '@/db/testing'
import { cancelByBuyer } from '../../inspection/engine/control'
import {
  askAbout,
  askQuestion,
  buyAll,
  credits,
  NOTHING,
  newKey,
  person,
  scriptedModel,
  sell,
  subBot,
} from '../../inspection/engine/testing'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { type TestMarket, testMarket } from '../../testing'
import { foldNotices } from './fold-notices'
import { countForYou, listNotices, markRead } from './notices'
import { tellTree } from './tell'
import { createSweep } from './teller'
import { applied, cutAt, historyArb, ROOT, writeHistory } from './testing'

let database: TestDatabase
let market: TestMarket

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
})

const listOf = async (personId: string) => (await listNotices(database.db, personId, { cursor: null })).items
const inShort = async (personId: string) =>
  (await listOf(personId)).map(({ event, count }) => `${event} ×${count}`).sort()
const rowsInShort = async () =>
  (await database.db.select().from(notices))
    .map(({ personId, cause, contextId, offerId, botId, count, amountMicros, reason, changedAt }) =>
      JSON.stringify([
        personId,
        cause,
        contextId,
        offerId,
        botId,
        count,
        String(amountMicros),
        reason,
        changedAt,
      ]),
    )
    .sort()

describe('telling a tree', () => {
  it('writes the same lines however its events come in, and however often it is told', async () => {
    await fc.assert(
      fc.asyncProperty(
        historyArb,
        fc.array(fc.nat(40), { maxLength: 4 }),
        fc.integer({ min: 1, max: 5 }),
        async (history, places, eventsMax) => {
          await database.truncate()
          await writeHistory(database.db, history)
          let seq = 0
          for (const part of cutAt(history.events, places)) {
            for (const event of part) {
              seq += 1
              await database.db.insert(inspectionEvents).values({ ...event, rootId: ROOT, seq })
            }
            await tellTree(market.deps, ROOT, eventsMax)
            await tellTree(market.deps, ROOT)
          }
          const expected = [...applied([foldNotices(history.events, history.facts)]).values()]
            .map(({ personId, cause, contextId, offerId, botId, count, amountMicros, reason, at }) =>
              JSON.stringify([
                personId,
                cause,
                contextId,
                offerId,
                botId,
                count,
                String(amountMicros),
                reason,
                at,
              ]),
            )
            .sort()
          expect(await rowsInShort()).toEqual(expected)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('tells a seller what was read, bought and passed with its reason, and the asker that it has ended', async () => {
    const model = scriptedModel((task) => {
      const [first, ...rest] = [...task.offers].sort((a, b) => (a.teaser < b.teaser ? -1 : 1))
      if (!first) return NOTHING
      return {
        ...NOTHING,
        buy: [{ handle: first.handle, reason: 'decisive' }],
        pass: rest.map(({ handle }) => ({ handle, reason: 'redundant' })),
      }
    })
    market = testMarket(database, { site: model, isSiteBuiltIn: false })
    const [ada, sol] = [await person(market, 'ada'), await person(market, 'sol')]
    const contextId = await askQuestion(market, ada, { start: { rule: 'quorum', offers: 3 } })
    for (const teaser of ['A bridge fact', 'B bridge fact', 'C bridge fact'])
      await sell(market, sol, { contextId, teaser, privateInfo: `${teaser} in private`, price: 1 })
    await market.settle()
    await tellTree(market.deps, contextId)
    await tellTree(market.deps, contextId)

    expect(await inShort(sol)).toEqual(['offer.bought ×1', 'offer.passed ×2'])
    const lines = await listOf(sol)
    expect(lines.find(({ event }) => event === 'offer.bought')).toMatchObject({
      amountMicros: credits(0.95),
      reason: 'decisive',
      offer: { teaser: 'A bridge fact' },
      context: { id: contextId, title: 'Is the bridge at Lindow safe to cross?' },
    })
    expect(lines.find(({ event }) => event === 'offer.passed')).toMatchObject({
      reason: 'redundant',
      offer: null,
    })
    expect(await inShort(ada)).toEqual(['question.offered ×3', 'question.settled ×1'])
    expect((await listOf(ada)).find(({ event }) => event === 'question.settled')?.amountMicros).toBe(
      credits(9),
    )
    expect(
      JSON.stringify(lines, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain('in private')
  })

  /** Two offers of one seller: the first is bought in round 0, the second passed in round 1; each verdict waits for its word. */
  async function slowly() {
    const words = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const asked: number[] = []
    const model = scriptedModel(async (task) => {
      if (task.questions.length > 1) return NOTHING
      asked.push(task.round)
      await words[task.round]?.promise
      const first = task.offers.find(({ teaser }) => teaser === 'A bridge fact')
      const second = task.offers.filter(({ teaser }) => teaser === 'B bridge fact')
      if (task.round > 0 || !first) return NOTHING
      const { ask } = askAbout({ ...task, offers: second }, 'Is the bridge safe to cross?')
      return { ...NOTHING, buy: [{ handle: first.handle, reason: 'decisive' as const }], ask }
    })
    market = testMarket(database, { site: model, isSiteBuiltIn: false })
    const [ada, sol] = [await person(market, 'ada'), await person(market, 'sol')]
    const contextId = await askQuestion(market, ada, {
      start: { rule: 'quorum', offers: 2 },
      policy: { ...DEFAULT_POLICY, buyAtOnce: true },
    })
    for (const teaser of ['A bridge fact', 'B bridge fact'])
      await sell(market, sol, { contextId, teaser, privateInfo: `${teaser} in private`, price: 1 })
    const settled = market.settle()
    return {
      sol,
      /** Tells when the inspector has been asked for the verdict of this round. */
      async toldIn(round: number) {
        await vi.waitFor(() => expect(asked).toContain(round))
        await tellTree(market.deps, contextId)
      },
      decide: (round: number) => words[round]?.resolve(),
      async toldAll() {
        await settled
        await tellTree(market.deps, contextId)
        await tellTree(market.deps, contextId)
      },
    }
  }

  it('replaces the reading of an offer by what became of it, and leaves the readings of others', async () => {
    const { sol, toldIn, decide, toldAll } = await slowly()
    await toldIn(0)
    expect(await inShort(sol)).toEqual(['offer.read ×2'])
    decide(0)
    await toldIn(1)
    expect(await inShort(sol)).toEqual(['offer.bought ×1', 'offer.read ×1'])
    expect((await listOf(sol)).find(({ event }) => event === 'offer.read')).toMatchObject({
      offer: { teaser: 'B bridge fact' },
    })
    expect(await countForYou(database.db, sol)).toBe(2)
    decide(1)
    await toldAll()
    expect(await inShort(sol)).toEqual(['offer.bought ×1', 'offer.passed ×1'])
    expect(await countForYou(database.db, sol)).toBe(2)
  })

  it('leaves a reading that its seller has seen', async () => {
    const { sol, toldIn, decide, toldAll } = await slowly()
    await toldIn(0)
    await markRead(market.deps, sol, 'all')
    decide(0)
    decide(1)
    await toldAll()
    expect(await inShort(sol)).toEqual(['offer.bought ×1', 'offer.passed ×1', 'offer.read ×2'])
    expect(await countForYou(database.db, sol)).toBe(2)
  })

  it('says that a question was cancelled when nobody ended its pause, and nothing when its asker stopped it', async () => {
    const usage = { calls: 1, promptTokens: 0, completionTokens: 0 }
    const failure = { ok: false, failure: 'unavailable', isTransient: true, usage } as const
    market = testMarket(database, { site: scriptedModel(() => failure), isSiteBuiltIn: false })
    const [ada, sol] = [await person(market, 'ada'), await person(market, 'sol')]
    const pausedQuestion = async () => {
      const contextId = await askQuestion(market, ada)
      await sell(market, sol, { contextId, teaser: 'A bridge fact', privateInfo: 'It holds.', price: 1 })
      return contextId
    }
    const [forgotten, stopped] = [await pausedQuestion(), await pausedQuestion()]
    for (let minute = 0; minute < 6; minute += 1) {
      await market.settle()
      market.clock.forward(60_000)
    }
    await tellTree(market.deps, forgotten)
    expect(await inShort(ada)).toContain('question.paused ×1')
    await cancelByBuyer(market.deps, ada, { rootId: stopped, requestKey: newKey() })
    market.clock.forward(8 * 24 * 3_600_000)
    await market.engine.sweep()
    for (const rootId of [forgotten, stopped]) await tellTree(market.deps, rootId)
    const ends = (await listOf(ada)).filter(({ event }) => event !== 'question.offered')
    expect(ends).toMatchObject([
      { event: 'question.cancelled', amountMicros: credits(10), context: { id: forgotten } },
    ])
  })

  it.each([true, false])(
    'never shows the words of a sub-question that an earlier version sealed: its question stands for it (public: %s)',
    async (isTreePublic) => {
      const model = scriptedModel((task) =>
        task.subject === null && task.round === 0 ? askAbout(task, 'Does it hold?') : NOTHING,
      )
      market = testMarket(database, { site: model, isSiteBuiltIn: false })
      const [ada, sol, eve] = [
        await person(market, 'ada'),
        await person(market, 'sol'),
        await person(market, 'eve'),
      ]
      await subBot(market, eve, {
        keyword: 'fact',
        teaser: 'Bolts of bridges.',
        knowledge: 'It is rusty.',
        price: 1,
      })
      const contextId = await askQuestion(market, ada, { isTreePublic })
      await sell(market, sol, {
        contextId,
        teaser: 'A bridge fact',
        privateInfo: 'The secret bolt is loose.',
        price: 1,
      })
      await market.settle()
      await database.db.update(contexts).set({ isSealed: true }).where(eq(contexts.level, 1))
      await tellTree(market.deps, contextId)
      const lines = await listOf(eve)
      expect(lines.map(({ event }) => event).sort()).toEqual(['offer.passed'])
      for (const { context } of lines)
        expect(context).toEqual({ id: contextId, title: 'Is the bridge at Lindow safe to cross?' })
      expect(lines[0]?.offer?.teaser).toBe('Bolts of bridges.')
      expect(lines[0]?.bot?.name).toBe('Bot on fact')
    },
  )

  it('is found by the sweep when no hint came, and only while something is untold', async () => {
    const [ada, sol] = [await person(market, 'ada'), await person(market, 'sol')]
    const contextId = await askQuestion(market, ada, { start: { rule: 'manual' } })
    const sweep = createSweep(market.deps)
    expect(await sweep()).toEqual([contextId])
    await tellTree(market.deps, contextId)
    expect(await sweep()).toEqual([])
    await sell(market, sol, { contextId, teaser: 'A bridge fact', privateInfo: 'Secret.', price: 1 })
    expect(await sweep()).toEqual([contextId])
    await tellTree(market.deps, contextId)
    const later = await askQuestion(market, ada, { start: { rule: 'manual' } })
    await database.db.update(inspections).set({ status: 'settled' })
    expect((await sweep()).sort()).toEqual([later])
  })
})

describeMultiConnection('two tellers of one tree', () => {
  it('count everything once', async () => {
    const model = scriptedModel(buyAll)
    market = testMarket(database, { site: model, isSiteBuiltIn: false })
    const [ada, sol] = [await person(market, 'ada'), await person(market, 'sol')]
    const contextId = await askQuestion(market, ada, { start: { rule: 'quorum', offers: 4 } })
    for (const price of [1, 1.1, 1.2, 1.3])
      await sell(market, sol, {
        contextId,
        teaser: `Fact for ${price}`,
        privateInfo: `Secret ${price}`,
        price,
      })
    await market.settle()
    await Promise.all([1, 2, 1, 3, 2].map((eventsMax) => tellTree(market.deps, contextId, eventsMax)))
    expect(await inShort(sol)).toEqual(['offer.bought ×4'])
    const [progress] = await database.db.select().from(noticeProgress)
    const [tree] = await database.db.select({ lastSeq: inspections.lastSeq }).from(inspections)
    expect(progress?.seq).toBe(tree?.lastSeq)
  })
})
