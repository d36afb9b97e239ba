import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRows, botRuns, bots, inspections, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import type { Role } from '../actors/actor'
import { createKey, readKey } from '../auth/access-keys'
import { onVerified } from '../auth/on-verified'
import { register } from '../auth/register'
import { openSession, readSession } from '../auth/sessions'
import { ceilingsOf, createAccount } from '../bill/account'
import { createBotSchema } from '../contract/bots'
import { readEnv } from '../env'
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
import { listUnread } from '../market/inbox/notices'
import { makeOperatorCode } from '../operate/first-operator'
import { DEFAULT_POLICY } from '../protocol/policy'
import { createBot } from '../sellers/bots/bots'
import { type TestMarket, testMarket } from '../testing'
import { findingsOf, verifyMarket } from '../verify/run'
import { whatIsWrong } from '../verify/testing'
import { appRouter } from './root'
import { contextOf, testMe } from './testing'
import { createCallerFactory } from './trpc'

/** What an operator can do, at the doors that the pages use, and what of it stands in the log. */

const createCaller = createCallerFactory(appRouter)
type Caller = ReturnType<typeof createCaller>

let database: TestDatabase
let market: TestMarket
let ann: string
let bob: string
let op: string
beforeEach(async () => {
  database ??= await openTestDb()
  await database.truncate()
  market = testMarket(database)
  // Else a purchase is refunded by a complaint.
  market.deps.env = readEnv({ LOG_LEVEL: 'silent', EARNINGS_PENDING_HOURS: '0' })
  ann = await person(market, 'ann')
  bob = await person(market, 'bob')
  op = await person(market, 'op')
})
afterAll(() => database.close())

const as = (id: string, role: Role = 'person'): Caller =>
  createCaller(contextOf(market.deps, testMe(id, { role })))
const operator = () => as(op, 'operator')
const handleOf = async (id: string) =>
  (await database.db.select({ handle: users.handle }).from(users).where(eq(users.id, id)))[0]?.handle ?? ''
const told = async (id: string) =>
  (await listUnread(database.db, id, { most: 20, without: [] })).map(({ event }) => event)
const code = (appCode: string) =>
  expect.objectContaining({ cause: expect.objectContaining({ code: appCode }) })
const lastAct = async () => {
  const [row] = await database.db.select().from(auditRows).orderBy(desc(auditRows.seq)).limit(1)
  return { act: row?.act, kind: row?.actorKind, about: row?.about, personId: row?.personId }
}
const available = async (id: string) => (await walletSummary(database.db, id)).availableMicros

const BRIDGE = { teaser: 'The report of the bridge', privateInfo: 'The bridge at Lindow is sound.', price: 1 }
async function bridgeBot(): Promise<string> {
  const input = createBotSchema.parse({
    bot: {
      kind: 'fixed',
      name: 'Bridges',
      matcher: { anyOf: ['bridge'] },
      teaser: BRIDGE.teaser,
      knowledge: BRIDGE.privateInfo,
      price: { rule: 'fixed', priceMicros: credits(1) },
    },
    isLive: true,
    requestKey: newKey(),
  })
  return (await createBot(market.deps, bob, input)).botId
}

describe('what is stopped', () => {
  it('inspections wait and lose nothing, and go on afterwards', async () => {
    const id = await askQuestion(market, ann)
    await operator().operate.stop({ name: 'inspections', reason: 'The model errs.' })
    expect(await as(ann).operate.stopped()).toMatchObject([
      { name: 'inspections', reason: 'The model errs.' },
    ])
    expect(await lastAct()).toMatchObject({
      act: 'market.stopped',
      kind: 'operator',
      about: { what: 'inspections' },
    })
    await sell(market, bob, { contextId: id, ...BRIDGE })
    const { price, ...text } = BRIDGE
    const draft = { ...text, contextId: id, priceMicros: credits(price) }
    await expect(as(bob).selling.judgeDraft(draft)).rejects.toEqual(code('operate.inspections_stopped'))
    await market.settle()
    await market.sweep()
    const status = async () =>
      (await database.db.select().from(inspections).where(eq(inspections.rootId, id)))[0]?.status
    expect(await status()).toBe('collecting')
    await operator().operate.resume({ name: 'inspections' })
    expect(await lastAct()).toMatchObject({ act: 'market.resumed' })
    await market.sweep()
    await market.settle()
    expect(await status()).not.toBe('collecting')
    await expect(operator().operate.resume({ name: 'inspections' })).rejects.toEqual(
      code('operate.not_stopped'),
    )
  })

  it('spending is refused at the ledger, and what comes back comes back', async () => {
    const id = await askQuestion(market, ann, { start: { rule: 'quorum', offers: 5 } })
    const offerId = await sell(market, bob, { contextId: id, ...BRIDGE })
    await operator().operate.stop({ name: 'spending', reason: 'A fault in the fee.' })
    await expect(askQuestion(market, ann)).rejects.toMatchObject({ code: 'ledger.stopped' })
    const buy = { offerId, version: 1, priceMicros: credits(1), requestKey: newKey() }
    await expect(as(ann).offers.buyUnseen(buy)).rejects.toEqual(code('ledger.stopped'))
    await as(ann).contexts.cancel({ id, requestKey: newKey() })
    expect(await available(ann)).toBe(credits(100))
    await operator().operate.resume({ name: 'spending' })
    await askQuestion(market, ann)
  })

  it('bots answer nothing, and afterwards what was asked meanwhile', async () => {
    const botId = await bridgeBot()
    await operator().operate.stop({ name: 'bots', reason: 'Too many offers.' })
    const id = await askQuestion(market, ann, { start: { rule: 'quorum', offers: 5 } })
    await market.settle()
    const runs = () => database.db.select().from(botRuns).where(eq(botRuns.botId, botId))
    expect(await runs()).toEqual([])
    const rehearsal = { botId, question: 'Is the bridge at Lindow sound?', budgetMicros: credits(2) }
    await expect(as(bob).bots.rehearseOwn(rehearsal)).rejects.toEqual(code('operate.bots_stopped'))
    market.clock.forward(1_000)
    await operator().operate.resume({ name: 'bots' })
    await market.settle()
    expect(await runs()).toHaveLength(1)
    expect(await as(ann).offers.list({ contextId: id })).toHaveLength(1)
  })
})

describe('settings', () => {
  it('a fee holds for what is asked afterwards, and the books and the question say so', async () => {
    const sale = async (contextId: string) => {
      const before = await available(bob)
      const offerId = await sell(market, bob, { contextId, ...BRIDGE, price: 10 })
      await as(ann).offers.buyUnseen({
        offerId,
        version: 1,
        priceMicros: credits(10),
        requestKey: newKey(),
      })
      return (await available(bob)) - before
    }
    const quiet = { start: { rule: 'quorum', offers: 9 } } as const
    const earlier = await askQuestion(market, ann, quiet)
    await operator().operate.set({ key: 'feeBasisPoints', value: 2_000 })
    expect((await lastAct()).about).toEqual({ key: 'feeBasisPoints', before: '500', after: '2000' })
    const later = await askQuestion(market, ann, quiet)
    expect((await as(bob).contexts.view({ id: earlier })).feeBasisPoints).toBe(500)
    expect((await as(bob).contexts.view({ id: later })).feeBasisPoints).toBe(2_000)
    const terms = { feeBasisPoints: 2_000, pendingHours: 0, welcomeMicros: credits(100) }
    expect(await as(bob).market.terms()).toEqual(terms)
    await operator().operate.set({ key: 'feeBasisPoints', value: 0 })
    expect(await sale(earlier)).toBe(credits(9.5))
    expect(await sale(later)).toBe(credits(8))
    const free = await askQuestion(market, ann, quiet)
    expect(await sale(free)).toBe(credits(10))
    const { cipher } = market.deps
    const tools = { db: database.db, cipher, now: market.clock.now() }
    expect(findingsOf(await verifyMarket(tools))).toEqual([])
  })

  it('welcome credits are for who comes afterwards, once, and may be none', async () => {
    const join = async (handle: string) => {
      const password = 'a long pass phrase'
      const input = { handle, name: handle, email: `${handle}@example.org`, password }
      const { userId } = await register(market.deps, input)
      return available(userId)
    }
    await operator().operate.set({ key: 'welcomeGrant', value: 7 })
    expect(await join('uma')).toBe(credits(7))
    await operator().operate.set({ key: 'welcomeGrant', value: 0 })
    expect(await join('una')).toBe(0n)
    await operator().operate.set({ key: 'welcomeGrant', value: null })
    expect(await join('ute')).toBe(credits(100))
    const [{ id: uma } = { id: '' }] = await database.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.handle, 'uma'))
    await database.db.transaction((tx) => onVerified(tx, { userId: uma, at: market.clock.now() }))
    expect(await available(uma)).toBe(credits(7))
    const { cipher } = market.deps
    const tools = { db: database.db, cipher, now: market.clock.now() }
    expect(findingsOf(await verifyMarket(tools))).toEqual([])
  })

  it('have limits, which the refusal names', async () => {
    for (const [key, value] of [
      ['feeBasisPoints', 5_001],
      ['feeBasisPoints', -1],
      ['welcomeGrant', 10_000],
      ['welcomeGrant', 1.5],
    ] as const)
      await expect(operator().operate.set({ key, value })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('hold at once, and each change says before and after', async () => {
    await operator().operate.set({ key: 'dailyGrant', value: 7 })
    expect(await lastAct()).toMatchObject({
      act: 'setting.changed',
      about: { key: 'dailyGrant', before: '0', after: '7' },
    })
    expect((await as(ann).wallet.summary()).allowanceMicros).toBe(credits(7))
    await operator().operate.set({ key: 'dailyGrant', value: null })
    expect((await as(ann).wallet.summary()).allowanceMicros).toBe(0n)

    const nobody = createCaller(
      contextOf(
        {
          ...market.deps,
          env: readEnv({ LOG_LEVEL: 'silent', VERIFY_EMAIL: 'off', EARNINGS_PENDING_HOURS: '0' }),
        },
        null,
      ),
    )
    const register = (handle: string, email: string) =>
      nobody.people.register({ name: handle, handle, email, password: 'a long pass phrase' })
    await operator().operate.set({ key: 'signUpDomains', value: ['example.org'] })
    await expect(register('cleo', 'cleo@elsewhere.org')).rejects.toEqual(code('auth.sign_up_domain'))
    await register('cleo', 'cleo@example.org')
    await operator().operate.set({ key: 'signUp', value: 'closed' })
    await expect(register('dan', 'dan@example.org')).rejects.toEqual(code('auth.sign_up_closed'))
    expect((await operator().operate.settings()).changed.map(({ key }) => key).sort()).toEqual([
      'signUp',
      'signUpDomains',
    ])
    await expect(operator().operate.set({ key: 'models', value: ['no-such-model'] })).rejects.toEqual(
      code('market.model_not_offered'),
    )
  })

  it('say which model is usual and which may be chosen; a question with one taken away goes on with the usual one', async () => {
    const named = (name: string) => ({ ...scriptedModel(buyAll), name })
    const site = named('small')
    const others = [named('large'), named('odd')]
    market = testMarket(database, { site, others, isSiteBuiltIn: false })
    market.deps.env = readEnv({
      LOG_LEVEL: 'silent',
      OPENAI_BASE_URL: 'http://localhost:1',
      OPENAI_MODEL: 'small',
      OPENAI_INPUT_USD: '1',
      OPENAI_OTHER_MODELS: 'large=10/40/5000,odd=0/0',
    })
    const { set, settings } = operator().operate
    expect((await settings()).named).toEqual([
      { name: 'small', inputUsd: 1, outputUsd: 0, tokensPerDay: null },
      { name: 'large', inputUsd: 10, outputUsd: 40, tokensPerDay: 5_000 },
      { name: 'odd', inputUsd: 0, outputUsd: 0, tokensPerDay: null },
    ])
    const askWith = async (model: string | null) => {
      const policy = { ...DEFAULT_POLICY, model }
      const id = await askQuestion(market, ann, { policy, start: { rule: 'quorum', offers: 1 } })
      return async () => {
        await sell(market, bob, { contextId: id, ...BRIDGE })
        await market.settle()
        return (await as(ann).inspection.tree({ rootId: id })).inspectorName
      }
    }
    const [withOdd, withNone] = [await askWith('odd'), await askWith(null)]
    await set({ key: 'usualModel', value: 'large' })
    expect(await lastAct()).toMatchObject({ about: { key: 'usualModel', after: 'large' } })
    await set({ key: 'models', value: ['small'] })
    expect(await withOdd()).toBe('large, since odd is no longer offered')
    expect(await withNone()).toBe('large')
    await expect(askWith('odd')).rejects.toMatchObject({ code: 'market.model_not_offered' })
    expect(await (await askWith('small'))()).toBe('small')
    await set({ key: 'usualModel', value: null })
    expect(await (await askWith(null))()).toBe('small')
    await expect(set({ key: 'usualModel', value: 'none' })).rejects.toEqual(code('market.model_not_offered'))
  })

  it('turn what sellers and people may do in a day, within bounds', async () => {
    const { set } = operator().operate
    const id = await askQuestion(market, ann, { start: { rule: 'quorum', offers: 5 } })
    const offerId = await sell(market, bob, { contextId: id, ...BRIDGE })
    await set({ key: 'offersPerSeller', value: 1 })
    await expect(sell(market, bob, { contextId: id, ...BRIDGE })).rejects.toMatchObject({
      code: 'market.offers_too_many',
      details: { most: 1 },
    })
    await set({ key: 'offersPerSeller', value: null })
    await sell(market, bob, { contextId: id, ...BRIDGE })
    await set({ key: 'judgementsPerDay', value: 7 })
    expect(await as(bob).selling.judgementsLeft()).toMatchObject({ left: 7, perDay: 7 })
    await set({ key: 'flagsPerDay', value: 1 })
    const flag = (subjectId: string, kind: 'question' | 'offer') =>
      as(op).moderation.flag({ kind, id: subjectId, rule: 'spam', words: '' })
    await flag(id, 'question')
    await expect(flag(offerId, 'offer')).rejects.toEqual(code('moderation.too_many_flags'))
    for (const [key, value] of [
      ['offersPerSeller', 0],
      ['offersPerSeller', 51],
      ['flagsPerDay', 0],
      ['notesPerDay', 101],
    ] as const)
      await expect(set({ key, value })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('lower how many tokens a day may be used, and never raise them', async () => {
    market.deps.env = readEnv({ LOG_LEVEL: 'silent', MODEL_PERSON_TOKENS_PER_DAY: '1000' })
    const account = createAccount(market.deps, ceilingsOf(market.deps.env))
    const mayUse = async (promptTokens: number) => {
      const tokens = { promptTokens, completionTokens: 0 }
      const reserved = await account.reserve({ kind: 'person', personId: ann }, tokens, 'small')
      await reserved?.settle({ promptTokens: 0, completionTokens: 0 })
      return reserved !== null
    }
    expect([await mayUse(1_000), await mayUse(1_001)]).toEqual([true, false])
    await operator().operate.set({ key: 'personTokensPerDay', value: 400 })
    expect([await mayUse(400), await mayUse(401)]).toEqual([true, false])
    await expect(operator().operate.set({ key: 'personTokensPerDay', value: 1_001 })).rejects.toEqual(
      code('operate.above_environment'),
    )
    // What was set stays below an environment that was lowered since.
    market.deps.env = readEnv({ LOG_LEVEL: 'silent', MODEL_PERSON_TOKENS_PER_DAY: '300' })
    expect((await operator().operate.settings()).now.personTokensPerDay).toBe(300)
  })
})

describe('credits', () => {
  it('are given by hand once for each form, and the person is told', async () => {
    const grant = {
      handle: await handleOf(ann),
      amountMicros: credits(20),
      reason: 'For the workshop.',
      requestKey: 'form-1',
    }
    await operator().operate.grant(grant)
    await operator().operate.grant(grant)
    expect(await available(ann)).toBe(credits(120))
    expect(await told(ann)).toEqual(['credits.given'])
    expect(await lastAct()).toMatchObject({ act: 'credits.given', personId: ann })
    const { transfers } = await operator().operate.person({ handle: await handleOf(ann) })
    await operator().operate.reverse({ key: transfers[0]?.key ?? '', reason: 'There was no workshop.' })
    expect(await available(ann)).toBe(credits(100))
  })

  it('of a purchase go back once, with the fee, never below zero, and both are told', async () => {
    const id = await askQuestion(market, ann, { start: { rule: 'quorum', offers: 5 } })
    const offerId = await sell(market, bob, { contextId: id, ...BRIDGE })
    await as(ann).offers.buyUnseen({ offerId, version: 1, priceMicros: credits(1), requestKey: newKey() })
    const sheet = async (who: string) => operator().operate.person({ handle: await handleOf(who) })
    const key = (await sheet(bob)).transfers.find(({ kind }) => kind === 'purchase')?.key ?? ''
    const reverse = (of = key) => operator().operate.reverse({ key: of, reason: 'Sold by mistake.' })
    await reverse()
    expect([await available(ann), await available(bob)]).toEqual([credits(90), credits(100)])
    expect(await told(ann)).toContain('credits.corrected')
    expect(await told(bob)).toContain('credits.corrected')
    expect(await lastAct()).toMatchObject({ act: 'transfer.reversed', kind: 'operator' })
    await expect(reverse()).rejects.toEqual(code('operate.reversed_already'))
    expect((await sheet(bob)).transfers.find((one) => one.key === key)?.isReversed).toBe(true)
    const hold = (await sheet(ann)).transfers.find(({ kind }) => kind === 'hold')?.key ?? ''
    await expect(reverse(hold)).rejects.toEqual(code('operate.not_reversible'))
    await expect(reverse('purchase:none')).rejects.toEqual(code('operate.no_transfer'))
    // What was spent since cannot be taken back.
    await askQuestion(market, bob, { budgetMicros: credits(99) })
    await expect(reverse(`${bob}:welcome`)).rejects.toEqual(code('ledger.insufficient_funds'))
  })
})

describe('a purchase out of a question', () => {
  it('is taken back once it has ended, and the books still add up', async () => {
    market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
    market.deps.env = readEnv({ LOG_LEVEL: 'silent', EARNINGS_PENDING_HOURS: '0' })
    const id = await askQuestion(market, ann, { start: { rule: 'quorum', offers: 1 } })
    await sell(market, bob, { contextId: id, ...BRIDGE })
    await market.settle()
    const { transfers } = await operator().operate.person({ handle: await handleOf(bob) })
    const key = transfers.find(({ kind }) => kind === 'purchase')?.key ?? ''
    await operator().operate.reverse({ key, reason: 'Sold by mistake.' })
    expect(await available(ann)).toBe(credits(100))
    expect(await whatIsWrong(database.db)).toEqual([])
  })
})

describe('people', () => {
  it('are found, given roles, signed out; their bots rest and their keys open nothing', async () => {
    const [found] = (await operator().operate.people({ query: 'bob' })).people
    const handle = found?.handle ?? ''
    expect(handle).toBe(await handleOf(bob))
    const session = await openSession(market.deps, bob)
    const { secret, key } = await createKey(market.deps, {
      userId: bob,
      sessionId: session,
      password: null,
      name: 'Laptop',
      scopes: ['read'],
      days: null,
      spendPerDayMicros: null,
      spendPerQuestionMicros: null,
      botId: null,
      askAboveMicros: null,
    })
    const botId = await bridgeBot()
    expect(await operator().operate.person({ handle })).toMatchObject({
      logins: 1,
      bots: [{ id: botId, isPaused: false }],
      keys: [{ id: key.id }],
    })
    await operator().operate.revokeKey({ id: key.id })
    expect(await readKey(market.deps, secret)).toBeNull()
    await operator().operate.pauseBot({ botId })
    expect((await database.db.select().from(bots))[0]?.isPaused).toBe(true)
    await operator().operate.signOut({ handle })
    expect(await readSession(market.deps, session)).toBeNull()
    await operator().operate.giveRole({ handle, role: 'moderator' })
    const log = await operator().audit.all({ handle })
    expect(log.rows.map(({ deed, actor }) => [deed.act, actor.kind])).toEqual([
      ['role.given', 'operator'],
      ['logins.ended', 'operator'],
      ['bot.paused', 'operator'],
      ['key.revoked', 'operator'],
      ['bot.created', 'market'],
      ['key.created', 'market'],
    ])
    const own = await handleOf(op)
    const self = createCaller(contextOf(market.deps, testMe(op, { role: 'operator', handle: own })))
    await expect(self.operate.giveRole({ handle: own, role: 'person' })).rejects.toEqual(
      code('moderation.not_yourself'),
    )
  })
})

describe('the first operator', () => {
  it('is whoever registered and has the code, once, and nobody afterwards', async () => {
    const isNew = () => as(ann).operate.isNew()
    expect(await isNew()).toBe(true)
    const first = await makeOperatorCode(market.deps)
    const second = await makeOperatorCode(market.deps)
    const claim = async (id: string, text: string | null) => {
      const sessionId = await openSession(market.deps, id)
      const api = createCaller(contextOf(market.deps, testMe(id), { sessionId }))
      return api.operate.claim({ code: text ?? '' })
    }
    await expect(claim(ann, 'a guess')).rejects.toEqual(code('operate.code_refused'))
    await claim(ann, first)
    expect(await lastAct()).toMatchObject({ act: 'role.given', about: { role: 'operator' }, personId: ann })
    expect(await isNew()).toBe(false)
    // Another process had printed it.
    await expect(claim(bob, second)).rejects.toEqual(code('operate.code_refused'))
    expect(await makeOperatorCode(market.deps)).toBeNull()
  })

  it('is no demo person, and the code ends within a day', async () => {
    const text = await makeOperatorCode(market.deps)
    await database.db.update(users).set({ isDemo: true }).where(eq(users.id, bob))
    const claim = async (id: string) => {
      const sessionId = await openSession(market.deps, id)
      return createCaller(contextOf(market.deps, testMe(id), { sessionId })).operate.claim({
        code: text ?? '',
      })
    }
    await expect(claim(bob)).rejects.toEqual(code('operate.code_refused'))
    market.clock.forward(86_400_000)
    await expect(claim(ann)).rejects.toEqual(code('operate.code_refused'))
  })
})

describe('readings', () => {
  it('of a question’s tree have their exact figures, and no text', async () => {
    const id = await askQuestion(market, ann)
    await sell(market, bob, { contextId: id, ...BRIDGE })
    await market.settle()
    const { readings, isCut } = await operator().operate.readings({ questionId: id })
    expect(isCut).toBe(false)
    expect(readings).toEqual([
      expect.objectContaining({
        questionId: id,
        contextId: id,
        round: 0,
        state: 'done',
        inspector: expect.stringMatching(/./),
        calls: expect.any(Number),
        milliseconds: expect.any(Number),
        failure: null,
      }),
    ])
    expect(JSON.stringify(readings)).not.toContain('sound')
    expect(await operator().operate.readings({})).toEqual({ readings: [], isCut: false })
  })

  it('are nobody else’s', async () => {
    const id = await askQuestion(market, ann)
    await expect(as(ann).operate.readings({ questionId: id })).rejects.toThrow()
    await expect(as(bob, 'moderator').operate.readings({ questionId: id })).rejects.toThrow()
  })
})
