import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { PROTOCOLS } from '../../protocol/policy'
import type { Scenario } from '../../protocol/testing'
import { type TestMarket, testMarket } from '../../testing'
import { whatIsWrong } from '../../verify/testing'
import { outcomeInMemory, runInEngine, runInMemory } from './testing-histories'

/** `npm run test:histories` runs 20,000. Both databases write the same rows: of the one where a history takes three times as long, a sample. */
const HISTORIES = Number(process.env.HISTORIES ?? (process.env.TEST_POSTGRES ? 500 : 100))
const MS_PER_HISTORY = 5_000
/** Looked over and taken away together: beside the trees of thousands of histories each further one takes longer. */
const HISTORIES_KEPT = 500

let database: TestDatabase
let market: TestMarket

beforeAll(async () => {
  database = await openTestDb()
  await database.truncate()
  // Answers on the way are a model's to write; none is called here.
  market = testMarket(database, { isSiteBuiltIn: false })
})
afterAll(() => database.close())

const scenario = fc.record<Scenario>({
  protocol: fc.constantFrom(...PROTOCOLS, 'recursive', 'recursive'),
  maxDepth: fc.constantFrom(0, 1, 2, 2, 3),
  maxRounds: fc.constantFrom(1, 2, 2, 3),
  maxChildren: fc.constantFrom(1, 2, 2, 3),
  budgetMicros: fc.oneof(
    fc.bigInt({ min: 1n, max: 5_000_000n }),
    fc.bigInt({ min: 5_000_000n, max: 10n ** 11n }),
  ),
  mood: fc.constantFrom('mixed', 'mixed', 'mixed', 'overspends', 'silent'),
  maxSittings: fc.constantFrom(1, 1, 2, 3),
  followUpDepth: fc.constantFrom(0, 1, 1, 2),
  disturbances: fc.constantFrom(0, 1, 4),
  seed: fc.noBias(fc.nat()),
})

it(
  'one history gives one result in both drivers: states, purchases, balances, events',
  async () => {
    let run = 0
    const expectNothingWrong = async () =>
      expect(await whatIsWrong(database.db, { areas: ['money'], now: market.clock.now() })).toEqual([])
    const met = { sittings: 0, deep: 0, cancelled: 0, bought: 0, late: 0, followed: 0 }
    await fc.assert(
      fc.asyncProperty(scenario, async (world) => {
        run += 1
        if (run % HISTORIES_KEPT === 0) {
          await expectNothingWrong()
          await database.truncate()
        }
        const history = runInMemory(world)
        const expected = outcomeInMemory(history)
        expect(await runInEngine(market, history, `h${run}`)).toEqual(expected)
        if (history.tree.log.some(({ event, effects }) => event.type === 'wake' && effects.length > 0))
          met.sittings += 1
        if (history.tree.contexts.some(({ level }) => level > 1)) met.deep += 1
        if (history.tree.contexts.some(({ state }) => state.phase === 'cancelled')) met.cancelled += 1
        if (history.tree.purchases.length > 0) met.bought += 1
        const effects = history.tree.log.flatMap((entry) => entry.effects)
        if (effects.some((one) => one.type === 'inspect' && one.answer)) met.followed += 1
        if (history.tree.log.some(({ event, effects }) => event.type === 'verdict' && effects.length === 0))
          met.late += 1
      }),
      { numRuns: HISTORIES },
    )
    await expectNothingWrong()
    // A generator that never reaches the hard cases would make the promise hollow.
    expect(Object.entries(met).filter(([, count]) => count < HISTORIES / 50)).toEqual([])
  },
  HISTORIES * MS_PER_HISTORY,
)
