import { afterAll, beforeAll, expect, it } from 'vitest'
import { complaints } from '@/db/schema'
import { describeMultiConnection, openTestDb, type TestDatabase } from '@/db/testing'
import { walletSummary } from '../../ledger/queries'
import { answerComplaint, decideComplaint, fileComplaint } from '../../market/complaints/complaints'
import { testMarket } from '../../testing'
import { whatIsWrong } from '../../verify/testing'
import { cancelByBuyer } from './control'
import { raiseBudget } from './raise-budget'
import { reopenQuestion } from './reopen'
import { askQuestion, buyAll, credits, newKey, person, scriptedModel, sell } from './testing'

/** What moves money on one question, twenty times at once: each is a call of its own, with a key of its own. */
const AT_ONCE = 20
const DAY_MS = 86_400_000

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())

/** How many of so many calls at once went through; the others are refused, none breaks. */
async function allAtOnce(call: (index: number) => Promise<unknown>): Promise<number> {
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, index) => call(index)))
  const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  for (const reason of refused) expect(reason).toMatchObject({ name: 'AppError' })
  expect(refused.filter(({ code }) => code === 'internal')).toEqual([])
  return AT_ONCE - refused.length
}

describeMultiConnection('twenty calls at once on one question', () => {
  it('raise it as far as there are credits, complain, answer, refund and take it up again once each', async () => {
    const market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
    const { deps } = market
    deps.env = { ...deps.env, EARNINGS_PENDING_HOURS: 720 }
    const [ada, sol, eve, ...moderators] = await Promise.all(
      ['ada', 'sol', 'eve', 'mo', 'mia'].map((name) => person(market, name)),
    )
    if (!ada || !sol || !eve) throw new Error('Nobody is there')
    const available = async (id: string) => (await walletSummary(database.db, id)).availableMicros
    const isSound = async () =>
      expect(await whatIsWrong(database.db, { now: market.clock.now() })).toEqual([])

    const rootId = await askQuestion(market, ada, {
      isTreePublic: true,
      deadlineMinutes: 60,
      start: { rule: 'manual' },
      decision: { kind: 'belief', claim: 'The bridge is safe.' },
    })
    // 90 are left, and each wants 20.
    const raise = () => raiseBudget(deps, ada, { rootId, amountMicros: credits(20), requestKey: newKey() })
    expect(await allAtOnce(raise)).toBe(4)
    expect(await available(ada)).toBe(credits(10))
    await isSound()

    const sale = { contextId: rootId, teaser: 'What its keeper says', privateInfo: 'It is.', price: 2 }
    const offerId = await sell(market, sol, sale)
    market.clock.forward(3_600_000)
    await market.sweep()
    await market.settle()
    expect(await available(ada)).toBe(credits(98))

    const wrong = { offerId, kind: 'false', words: 'No.' } as const
    expect(await allAtOnce(() => fileComplaint(deps, ada, wrong))).toBe(1)
    const contested = { offerId, answer: 'contested', words: 'Yes.' } as const
    expect(await allAtOnce(() => answerComplaint(deps, sol, contested))).toBe(1)

    market.clock.forward(DAY_MS)
    const counter = { teaser: 'The keeper is wrong', privateInfo: 'Lorries are barred.', price: 2 }
    await sell(market, eve, { contextId: rootId, ...counter, isCounter: true })
    const decide = (index: number) =>
      decideComplaint(deps, moderators[index % 2] ?? '', {
        offerId,
        refundMicros: credits(1),
        words: 'Half.',
      })
    const reopen = () => reopenQuestion(deps, ada, { rootId, budgetMicros: credits(5), requestKey: newKey() })
    expect(await Promise.all([allAtOnce(decide), allAtOnce(reopen)])).toEqual([1, 1])
    expect(await database.db.select().from(complaints)).toMatchObject([{ refundedMicros: credits(1) }])
    expect(await available(ada)).toBe(credits(98 + 1 - 5))
    await isSound()

    // Raised and stopped at once: what came before the end returns with it, the rest is refused.
    const stop = (index: number) =>
      index % 2 === 0 ? raise() : cancelByBuyer(deps, ada, { rootId, requestKey: newKey() })
    await allAtOnce(stop)
    await market.settle()
    expect(await available(ada)).toBe(credits(98 + 1))
    await isSound()
  })
})
