import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notices } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { askQuestion, person } from '../../inspection/engine/testing'
import { type TestMarket, testMarket } from '../../testing'
import { countForYou, listNotices, markRead } from './notices'
import { setSwitch } from './switches'
import { noteMatches, tellBotPaused } from './tell-people'

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

describe('"For you"', () => {
  it('has a badge that equals its list, through marking, switches and pages', async () => {
    const ada = await person(market, 'ada')
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.record({ do: fc.constant('bot' as const), bot: fc.nat(60) }),
            fc.record({ do: fc.constant('match' as const) }),
            fc.record({ do: fc.constant('read' as const), nth: fc.nat(5) }),
            fc.record({ do: fc.constant('all' as const) }),
            fc.record({
              do: fc.constant('switch' as const),
              topic: fc.constantFrom('bots' as const, 'matches' as const),
              onSite: fc.boolean(),
              byMail: fc.boolean(),
            }),
          ),
          { maxLength: 60 },
        ),
        async (steps) => {
          await database.db.delete(notices)
          for (const step of steps) {
            market.clock.forward(1_000)
            const { deps } = market
            if (step.do === 'bot')
              await deps.db.transaction((tx) =>
                tellBotPaused(tx, deps, { id: `bot-${step.bot}`, ownerId: ada }),
              )
            if (step.do === 'match') await deps.db.transaction((tx) => noteMatches(tx, deps, []))
            if (step.do === 'read') {
              const line = (await listOf(ada))[step.nth]
              if (line) await markRead(deps, ada, { ids: [line.id] })
            }
            if (step.do === 'all') await markRead(deps, ada, 'all')
            if (step.do === 'switch') await setSwitch(deps, ada, step)
          }
          const whole = []
          let cursor: string | null = null
          do {
            const page = await listNotices(database.db, ada, { cursor })
            whole.push(...page.items)
            cursor = page.nextCursor
          } while (cursor !== null)
          expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length)
          expect(whole.filter(({ isRead }) => !isRead).length).toBe(await countForYou(database.db, ada))
        },
      ),
      { numRuns: 25 },
    )
  })

  it('merges matches into one line, begins a new one after it was read, and keeps none that is off everywhere', async () => {
    const [ada, sol] = [await person(market, 'ada'), await person(market, 'sol')]
    const ids = [
      await askQuestion(market, ada),
      await askQuestion(market, ada),
      await askQuestion(market, ada),
    ]
    const { deps } = market
    const match = (contextIds: string[]) =>
      deps.db.transaction((tx) =>
        noteMatches(
          tx,
          deps,
          contextIds.map((contextId) => ({ personId: sol, contextId, createdAt: deps.clock.now() })),
        ),
      )
    await match(ids.slice(0, 1))
    expect((await listOf(sol))[0]?.context?.id).toBe(ids[0])
    await match(ids.slice(1))
    expect(await listOf(sol)).toMatchObject([{ event: 'question.matched', count: 3, context: null }])
    await markRead(deps, sol, { event: 'question.matched' })
    market.clock.forward(1_000)
    await match(ids.slice(0, 1))
    expect((await listOf(sol)).map(({ count, isRead }) => [count, isRead])).toEqual([
      [1, false],
      [3, true],
    ])
    await setSwitch(deps, sol, { topic: 'matches', onSite: false, byMail: false })
    await match(ids)
    expect(await listOf(sol)).toEqual([])
    expect((await deps.db.select().from(notices)).length).toBe(2)
  })

  it('marks nothing of somebody else', async () => {
    const [ada, sol] = [await person(market, 'ada'), await person(market, 'sol')]
    const { deps } = market
    await deps.db.transaction((tx) => tellBotPaused(tx, deps, { id: 'bot', ownerId: ada }))
    const ids = (await listOf(ada)).map(({ id }) => id)
    expect(await markRead(deps, sol, { ids })).toEqual({ marked: 0 })
    expect(await countForYou(deps.db, ada)).toBe(1)
  })
})
