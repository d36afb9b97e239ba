import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { openSession } from '../auth/sessions'
import type { Me } from '../contract/auth'
import { readEnv } from '../env'
import { buyAll, credits, newKey, person, scriptedModel, sell } from '../inspection/engine/testing'
import { walletSummary } from '../ledger/queries'
import { DEFAULT_POLICY } from '../protocol/policy'
import { testMarket } from '../testing'
import { whatIsWrong } from '../verify/testing'
import { contextOfCall } from './context'
import { appErrorOf } from './errors'
import { appRouter } from './root'
import { contextOf, testMe } from './testing'
import { createCallerFactory } from './trpc'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => database.truncate())
afterAll(() => database.close())

const createCaller = createCallerFactory(appRouter)

const QUESTION = {
  title: 'Is the bridge at Lindow safe to cross?',
  body: '',
  decision: { kind: 'open' as const },
  pages: [],
  tags: [],
  deadlineMinutes: 60,
  start: { rule: 'quorum' as const, offers: 1 },
  isTreePublic: false,
  policy: DEFAULT_POLICY,
}

/** A market that gives five credits a day, and a person in it. */
async function scene(known: Partial<Me> = {}) {
  const market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
  const ann = await person(market, 'ann')
  const deps = { ...market.deps, env: readEnv({ LOG_LEVEL: 'silent', DAILY_GRANT: '5' }) }
  const api = createCaller(contextOf(deps, testMe(ann, known)))
  const ask = (amount: number) =>
    api.contexts.ask({ ...QUESTION, budgetMicros: credits(amount), requestKey: newKey() })
  const has = async () => {
    const { availableMicros, allowanceMicros } = await api.wallet.summary()
    return { own: availableMicros, allowance: allowanceMicros }
  }
  return { market, api, ask, has }
}

it('a day’s credits are asked with first, through the whole of an inspection, and return to the day', async () => {
  const { market, api, ask, has } = await scene()
  expect(await has()).toEqual({ own: credits(100), allowance: credits(5) })
  expect(await api.contexts.quote({ budgetMicros: credits(8) })).toMatchObject({
    availableMicros: credits(105),
    allowanceMicros: credits(5),
    leftMicros: credits(97),
  })
  const { contextId } = await ask(8)
  expect(await has()).toEqual({ own: credits(97), allowance: 0n })
  const sol = await person(market, 'sol')
  await sell(market, sol, { contextId, teaser: 'The last inspection', privateInfo: 'Sound.', price: 4 })
  await market.settle()
  // Four were spent, all of the day's; the rest of the day's and the own three are back.
  expect(await has()).toEqual({ own: credits(100), allowance: credits(1) })

  const { contextId: cancelled } = await ask(3)
  const { returnedMicros } = await api.contexts.cancel({ id: cancelled, requestKey: newKey() })
  expect(returnedMicros).toBe(credits(3))
  expect(await has()).toEqual({ own: credits(100), allowance: credits(1) })

  market.clock.forward(24 * 3_600_000)
  expect(await has()).toEqual({ own: credits(100), allowance: credits(5) })
  expect(await whatIsWrong(database.db, { areas: ['money'] })).toEqual([])
})

it('nobody is given any who has not proven an e-mail where that is asked', async () => {
  const { ask, has } = await scene({ isVerified: false })
  expect(await has()).toEqual({ own: credits(100), allowance: 0n })
  await ask(8)
  expect(await has()).toEqual({ own: credits(92), allowance: 0n })
})

it('a key spends no more than its caps, however many calls come at once, and the refusal names the cap', async () => {
  const { market } = await scene()
  const ann = await person(market, 'ann')
  const sessionId = await openSession(market.deps, ann)
  const owner = createCaller(contextOf(market.deps, testMe(ann), { sessionId }))
  const { secret } = await owner.keys.create({
    name: 'An agent',
    scopes: ['ask', 'spend'],
    spendPerDayMicros: credits(10),
    spendPerQuestionMicros: credits(4),
    days: 1,
  })
  const headers = new Headers({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' })
  const by = () => contextOfCall(market.deps, { headers, cookie: () => undefined })
  const ask = async (amount: number) =>
    createCaller(await by()).contexts.ask({
      ...QUESTION,
      budgetMicros: credits(amount),
      requestKey: newKey(),
    })
  const said = (error: unknown) => appErrorOf(error).message

  expect(await ask(5).catch(said)).toBe(
    'The cap of 4.00 credits for a question leaves 4.00. Spend less, or raise the cap.',
  )
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(3).catch(said)))
  const refused = answers.filter((answer) => typeof answer === 'string')
  expect(answers.length - refused.length).toBe(3)
  expect(new Set(refused)).toEqual(
    new Set(['The cap of 10.00 credits for a day leaves 1.00. Spend less, or raise the cap.']),
  )
  // At the cap: fifty more at once spend nothing.
  const more = await Promise.all(Array.from({ length: 50 }, () => ask(2).catch(said)))
  expect(more.filter((answer) => typeof answer !== 'string')).toEqual([])
  expect((await walletSummary(database.db, ann)).availableMicros).toBe(credits(91))
  const { rows } = await owner.audit.own({ kind: 'money', limit: 3 })
  expect(rows.map(({ actor }) => [actor.kind, actor.keyName])).toEqual(
    Array.from({ length: 3 }, () => ['key', 'An agent']),
  )
  await expect((await createCaller(await by())).offers.usualLicence()).rejects.toThrow('“read”')
  await expect((await createCaller(await by())).keys.list()).rejects.toThrow('“account”')

  market.clock.forward(24 * 3_600_000 - 1)
  await ask(3)
  market.clock.forward(1)
  await expect(by()).rejects.toMatchObject({ code: 'auth.key_refused' })
})
