import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accessKeys, contexts, mails, notices, spendRequests } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { openSession } from '../auth/sessions'
import type { CreateKey } from '../contract/access-keys'
import { REQUEST_LASTS_MS, REQUESTS_WAITING_MAX } from '../contract/spend-requests'
import {
  askQuestion,
  buyAll,
  credits,
  newKey,
  person,
  scriptedModel,
  sell,
} from '../inspection/engine/testing'
import { walletSummary } from '../ledger/queries'
import { forgetSpendRequests } from '../market/spend-requests'
import { DEFAULT_POLICY } from '../protocol/policy'
import { testMarket } from '../testing'
import { whatIsWrong } from '../verify/testing'
import { contextOfCall } from './context'
import { appErrorOf } from './errors'
import { handleRest } from './rest/handle'
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
  start: { rule: 'manual' as const },
  isTreePublic: false,
  policy: DEFAULT_POLICY,
}

/** Ann, with a key that may spend 30 credits a day and asks her above 3. */
async function scene(wanted: Partial<CreateKey> = {}) {
  const market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
  const ann = await person(market, 'ann')
  const sessionId = await openSession(market.deps, ann)
  const owner = createCaller(contextOf(market.deps, testMe(ann), { sessionId }))
  const { key, secret } = await owner.keys.create({
    name: 'An agent',
    scopes: ['read', 'ask', 'spend'],
    spendPerDayMicros: credits(30),
    spendPerQuestionMicros: credits(20),
    askAboveMicros: credits(3),
    days: 30,
    ...wanted,
  })
  const headers = new Headers({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' })
  const program = async () =>
    createCaller(await contextOfCall(market.deps, { headers, cookie: () => undefined }))
  const ask = async (amount: number, requestKey = newKey()) =>
    (await program()).contexts.ask({ ...QUESTION, budgetMicros: credits(amount), requestKey })
  const has = async () => (await walletSummary(database.db, ann)).availableMicros
  /** A request for this many credits. */
  const request = async (amount: number, requestKey = newKey()): Promise<string> => {
    const refusal = appErrorOf(await ask(amount, requestKey).catch((error: unknown) => error))
    expect(refusal.code).toBe('actor.yes_needed')
    return String(refusal.details.requestId)
  }
  return { market, ann, owner, program, ask, has, request, key, secret, headers }
}

const codeOf = (error: unknown) => appErrorOf(error).code

it('more than a key may spend by itself waits for its owner, who is told, and happens once on a yes', async () => {
  const { market, ann, owner, ask, has, request, program } = await scene()
  await ask(3)
  expect(await has()).toBe(credits(97))
  const requestKey = newKey()
  const requestId = await request(5, requestKey)
  // The same call again is the same request.
  expect(await request(5, requestKey)).toBe(requestId)
  expect(await ask(6, requestKey).catch(codeOf)).toBe('request.key_reused')
  expect(await has()).toBe(credits(97))
  expect(await (await program()).requests.view({ requestId })).toMatchObject({
    state: 'waiting',
    amountMicros: credits(5),
    contextId: null,
  })
  const { items } = await owner.notices.list({})
  expect(items).toMatchObject([{ event: 'spend.waiting', count: 1, amountMicros: credits(5) }])
  expect(await owner.requests.list()).toMatchObject([
    { requestId, state: 'waiting', about: QUESTION.title, key: { name: 'An agent' } },
  ])

  const said = await owner.requests.answer({ requestId, isYes: true })
  expect(said).toMatchObject({ state: 'done', contextId: expect.stringMatching(/^bc_/) })
  expect(await owner.requests.answer({ requestId, isYes: true })).toEqual(said)
  expect(await owner.requests.answer({ requestId, isYes: false }).catch(codeOf)).toBe('actor.request_over')
  // The program's own call, sent again, now says what it came to.
  expect(await ask(5, requestKey)).toEqual({ contextId: said.contextId })
  expect(await has()).toBe(credits(92))
  const { rows } = await owner.audit.own({ kind: 'money', limit: 2 })
  expect(rows.map(({ actor, deed }) => [actor.kind, deed.act])).toEqual([
    ['person', 'spending.approved'],
    ['key', 'question.asked'],
  ])
  // Nothing waits any more, so nothing says so.
  expect((await owner.notices.list({})).items).toEqual([])
  expect(await database.db.select({ input: spendRequests.input }).from(spendRequests)).toEqual([
    { input: null },
  ])
  expect(await whatIsWrong(database.db, { areas: ['money', 'accounts'] })).toEqual([])
  // By mail too, for whoever has one.
  await market.settle()
  expect(await database.db.$count(mails, eq(mails.personId, ann))).toBe(0)
})

it('fifty calls and fifty yeses at once spend what was said yes to, and no more', async () => {
  const { owner, ask, has } = await scene()
  const refused = await Promise.all(Array.from({ length: 50 }, () => ask(4).catch(codeOf)))
  expect(refused.filter((code) => code === 'actor.yes_needed')).toHaveLength(REQUESTS_WAITING_MAX)
  expect(new Set(refused)).toEqual(new Set(['actor.yes_needed', 'actor.too_many_requests']))
  expect(await has()).toBe(credits(100))
  const [first, second] = await owner.requests.list()
  const requestId = first?.requestId ?? ''
  const yeses = await Promise.all(
    Array.from({ length: 50 }, () => owner.requests.answer({ requestId, isYes: true })),
  )
  expect(new Set(yeses.map(({ contextId }) => contextId)).size).toBe(1)
  expect(await has()).toBe(credits(96))
  // A yes and a no at once: one of them holds.
  const other = second?.requestId ?? ''
  const [yes, no] = await Promise.allSettled([
    owner.requests.answer({ requestId: other, isYes: true }),
    owner.requests.answer({ requestId: other, isYes: false }),
  ])
  expect([yes.status, no.status].sort()).toEqual(['fulfilled', 'rejected'])
  expect(await has()).toBe(yes.status === 'fulfilled' ? credits(92) : credits(96))
  // A yes counts against the day's cap as it stands then: 30 credits hold seven fours.
  const waiting = (await owner.requests.list()).filter(({ state }) => state === 'waiting')
  const answers = await Promise.all(
    waiting.map((one) => owner.requests.answer({ requestId: one.requestId, isYes: true }).catch(codeOf)),
  )
  expect(new Set(answers.filter((answer) => typeof answer === 'string'))).toEqual(new Set(['actor.over_cap']))
  expect(await has()).toBe(credits(72))
  expect(await whatIsWrong(database.db, { areas: ['money', 'accounts'] })).toEqual([])
})

it('pieces of one question count together', async () => {
  const { market, ask, program } = await scene()
  const { contextId } = await ask(2)
  const sol = await person(market, 'sol')
  const offers = []
  for (const teaser of ['The last inspection', 'The one before'])
    offers.push(await sell(market, sol, { contextId, teaser, privateInfo: 'Sound.', price: 1 }))
  const buy = async (offerId = '') =>
    (await program()).offers.buyUnseen({
      offerId,
      version: 1,
      priceMicros: credits(1),
      requestKey: newKey(),
    })
  await buy(offers[0])
  expect(await buy(offers[1]).catch(codeOf)).toBe('actor.yes_needed')
})

it('raising a budget and taking a question up again wait for a yes too, and happen once on it', async () => {
  const { market, ann, owner, program, has } = await scene()
  const [open, ended] = [
    await askQuestion(market, ann, { start: { rule: 'manual' } }),
    await askQuestion(market, ann, { decision: { kind: 'belief', claim: 'It is safe.' } }),
  ]
  const sol = await person(market, 'sol')
  await sell(market, sol, { contextId: ended, teaser: 'A report', privateInfo: 'Sound.', price: 1 })
  await market.settle()
  const counter = { teaser: 'Another', privateInfo: 'It is not.', price: 1, isCounter: true }
  await sell(market, sol, { contextId: ended, ...counter })
  const before = await has()

  const [raiseKey, reopenKey] = [newKey(), newKey()]
  const calls = [
    async () =>
      (await program()).contexts.raise({ contextId: open, amountMicros: credits(5), requestKey: raiseKey }),
    async () =>
      (await program()).inspection.reopen({
        rootId: ended,
        budgetMicros: credits(4),
        requestKey: reopenKey,
      }),
  ]
  const ids: string[] = []
  for (const call of calls) {
    const refusal = appErrorOf(await call().catch((error: unknown) => error))
    expect(refusal.code).toBe('actor.yes_needed')
    ids.push(String(refusal.details.requestId))
  }
  expect(await has()).toBe(before)
  const waiting = await owner.requests.list()
  expect(new Map(waiting.map(({ kind, about, amountMicros }) => [kind, [about, amountMicros]]))).toEqual(
    new Map([
      ['raise', [QUESTION.title, credits(5)]],
      ['reopen', [QUESTION.title, credits(4)]],
    ]),
  )
  for (const [index, rootId] of [open, ended].entries()) {
    const requestId = ids[index] ?? ''
    const said = await owner.requests.answer({ requestId, isYes: true })
    expect(said).toMatchObject({ state: 'done', contextId: rootId })
    expect(await owner.requests.answer({ requestId, isYes: true })).toEqual(said)
  }
  expect(await has()).toBe(before - credits(9))
  // The program's own calls, sent again, say what they came to.
  expect(await calls[0]?.()).toEqual({ contextId: open })
  expect(await calls[1]?.()).toEqual({ rootId: ended })
  expect(await has()).toBe(before - credits(9))
  expect((await owner.contexts.view({ id: open })).budgetMicros).toBe(credits(15))
  expect((await owner.contexts.view({ id: ended })).reopened).toBe(1)
  expect(await whatIsWrong(database.db, { areas: ['money', 'accounts'] })).toEqual([])
})

it('a yes to what the question no longer takes changes nothing, and says why', async () => {
  const { market, ann, owner, program, has } = await scene()
  const contextId = await askQuestion(market, ann, { start: { rule: 'manual' } })
  const raise = (await program()).contexts.raise({
    contextId,
    amountMicros: credits(5),
    requestKey: newKey(),
  })
  const requestId = String(appErrorOf(await raise.catch((error: unknown) => error)).details.requestId)
  await owner.contexts.cancel({ id: contextId, requestKey: newKey() })
  expect(await owner.requests.answer({ requestId, isYes: true }).catch(codeOf)).toBe('market.context_closed')
  expect(await has()).toBe(credits(100))
  expect(await owner.requests.list()).toMatchObject([{ state: 'waiting' }])
})

it('a no, or a day without an answer, is told to the program, and nothing happens after it', async () => {
  const { market, owner, ask, has, request } = await scene()
  const [declined, late] = [newKey(), newKey()]
  await owner.requests.answer({ requestId: await request(5, declined), isYes: false })
  expect(await ask(5, declined).catch(codeOf)).toBe('actor.yes_refused')
  const requestId = await request(5, late)
  market.clock.forward(REQUEST_LASTS_MS)
  expect(await ask(5, late).catch(codeOf)).toBe('actor.yes_late')
  expect(await owner.requests.answer({ requestId, isYes: true }).catch(codeOf)).toBe('actor.request_over')
  expect(await has()).toBe(credits(100))
  await forgetSpendRequests(market.deps, 10)
  expect((await owner.requests.list()).map(({ state, about }) => [state, about]).sort()).toEqual([
    ['declined', null],
    ['expired', null],
  ])
  market.clock.forward(40 * REQUEST_LASTS_MS)
  await forgetSpendRequests(market.deps, 10)
  expect(await owner.requests.list()).toEqual([])
})

it('a yes spends by what the key may do then: not when it was revoked, nor what the wallet lacks', async () => {
  const { owner, has, request, key } = await scene({
    spendPerDayMicros: credits(500),
    spendPerQuestionMicros: credits(500),
  })
  const dear = await request(101)
  expect(await owner.requests.answer({ requestId: dear, isYes: true }).catch(codeOf)).toBe(
    'ledger.insufficient_funds',
  )
  const requestId = await request(5)
  await owner.keys.revoke({ id: key.id })
  expect(await owner.requests.answer({ requestId, isYes: true }).catch(codeOf)).toBe('actor.request_key_over')
  expect(await has()).toBe(credits(100))
  await owner.requests.answer({ requestId, isYes: false })
})

it('a request is nobody else’s, and no program answers its own', async () => {
  const { market, ann, owner, program, request } = await scene()
  const requestId = await request(5)
  const bob = createCaller(contextOf(market.deps, testMe(await person(market, 'bob'))))
  expect(await bob.requests.view({ requestId }).catch(codeOf)).toBe('actor.request_not_found')
  expect(await bob.requests.answer({ requestId, isYes: true }).catch(codeOf)).toBe('actor.request_not_found')
  expect(await (await program()).requests.answer({ requestId, isYes: true }).catch(codeOf)).toBe(
    'actor.scope_missing',
  )
  const { secret } = await owner.keys.create({
    name: 'Another',
    scopes: ['spend'],
    spendPerDayMicros: credits(1),
    spendPerQuestionMicros: credits(1),
    days: 1,
  })
  const headers = new Headers({ authorization: `Bearer ${secret}` })
  const other = createCaller(await contextOfCall(market.deps, { headers, cookie: () => undefined }))
  expect(await other.requests.view({ requestId }).catch(codeOf)).toBe('actor.request_not_found')
  expect(await database.db.$count(notices, and(eq(notices.personId, ann)))).toBe(1)
})

it('REST answers 202 with where to read how it stands, and the same call answers as usual after the yes', async () => {
  const { market, owner, headers } = await scene()
  const call = (path: string, init: RequestInit = {}) =>
    handleRest(market.deps, new Request(`http://localhost:3000/api/v1${path}`, { headers, ...init }))
  const body = JSON.stringify({
    ...QUESTION,
    policy: undefined,
    budget: '5.00',
    start: { rule: 'manual' },
  })
  headers.set('idempotency-key', 'a-question-1')
  const post = () => call('/questions', { method: 'POST', body })
  const waiting = await post()
  expect(waiting.status).toBe(202)
  const asked = (await waiting.json()) as { requestId: string }
  expect(asked).toMatchObject({ state: 'waiting', amount: '5.00', kind: 'ask' })
  const place = waiting.headers.get('location') ?? ''
  expect(place).toBe(`/api/v1/requests/${asked.requestId}`)
  expect(waiting.headers.get('retry-after')).toBe('30')
  await owner.requests.answer({ requestId: asked.requestId, isYes: true })
  const polled = await call(place.replace('/api/v1', ''))
  expect(await polled.json()).toMatchObject({ state: 'done', contextId: expect.any(String) })
  expect((await post()).status).toBe(201)
  expect(await database.db.$count(contexts)).toBe(1)
  expect(await database.db.$count(accessKeys)).toBe(1)
})
