import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inspections, modelUse } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { readEnv } from '../env'
import { askQuestion, buyAll, person, scriptedModel, sell } from '../inspection/engine/testing'
import { viewTree } from '../inspection/views/tree-view'
import { builtInModel } from '../llm/built-in/built-in'
import { metered } from '../llm/metered'
import { type TestMarket, testMarket } from '../testing'
import { billToday, type Ceilings, ceilingsOf, createAccount } from './account'

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

const ceilings = (settings: Record<string, string>): Ceilings => ceilingsOf(readEnv(settings))
const used = (tokens: number) => ({ promptTokens: tokens, completionTokens: 0 })
const bot = (botId: string, personId = 'usr_1') => ({ kind: 'bot' as const, botId, personId })
const DAY_MS = 24 * 3_600_000

it('calls side by side never pass a ceiling together', async () => {
  const account = createAccount(market.deps, ceilings({ MODEL_SITE_TOKENS_PER_DAY: '10000' }))
  const asked = await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      account.reserve(bot(`bot_${index}`, `usr_${index}`), used(1_000), 'usual'),
    ),
  )
  expect(asked.filter((reserved) => reserved !== null)).toHaveLength(10)
  const [site] = await database.db.select().from(modelUse).where(eq(modelUse.payer, 'site'))
  expect(site?.tokens).toBe(10_000)
})

it('counts a bot, its owner and the site, each with a ceiling of its own, and anew each day', async () => {
  const account = createAccount(
    market.deps,
    ceilings({ MODEL_BOT_TOKENS_PER_DAY: '3000', MODEL_PERSON_TOKENS_PER_DAY: '5000' }),
  )
  const may = async (payer: ReturnType<typeof bot>) =>
    (await account.reserve(payer, used(2_000), 'usual')) !== null
  expect([await may(bot('bot_1')), await may(bot('bot_1'))]).toEqual([true, false])
  expect([await may(bot('bot_2')), await may(bot('bot_3'))]).toEqual([true, false])
  expect(await may(bot('bot_4', 'usr_2'))).toBe(true)
  // What was refused by one is counted by none.
  const rows = await database.db.select().from(modelUse)
  expect(Object.fromEntries(rows.map(({ payerId, tokens }) => [payerId, tokens]))).toEqual({
    bot_1: 2_000,
    bot_2: 2_000,
    bot_4: 2_000,
    usr_1: 4_000,
    usr_2: 2_000,
    usual: 6_000,
    '': 6_000,
  })
  market.clock.forward(DAY_MS)
  expect(await may(bot('bot_1'))).toBe(true)
})

it('counts what was used in place of what was expected, in tokens and in money', async () => {
  const settings = { OPENAI_INPUT_USD: '2', OPENAI_OUTPUT_USD: '8', MODEL_SITE_USD_PER_DAY: '0.01' }
  const limits = ceilings(settings)
  const account = createAccount(market.deps, limits)
  const reserved = await account.reserve({ kind: 'person', personId: 'usr_1' }, used(4_000), 'usual')
  await reserved?.settle({ promptTokens: 1_000, completionTokens: 500 })
  expect(await billToday(market.deps, limits)).toMatchObject({ tokens: 1_500, usd: 0.006, usdMax: 0.01 })
  // 0.004 dollars are left: two thousand tokens in.
  expect(await account.reserve({ kind: 'person', personId: 'usr_2' }, used(2_001), 'usual')).toBeNull()
  expect(await account.reserve({ kind: 'person', personId: 'usr_2' }, used(2_000), 'usual')).not.toBeNull()
  expect((await billToday(market.deps, limits)).isSpent).toBe(true)
})

it('puts aside what a reply is expected to cost at the price of replies', async () => {
  const settings = { OPENAI_INPUT_USD: '2', OPENAI_OUTPUT_USD: '8', MODEL_SITE_USD_PER_DAY: '0.01' }
  const account = createAccount(market.deps, ceilings(settings))
  const reserve = (completionTokens: number) =>
    account.reserve({ kind: 'person', personId: 'usr_1' }, { promptTokens: 1_000, completionTokens }, 'usual')
  expect(await reserve(1_001)).toBeNull()
  expect(await reserve(1_000)).not.toBeNull()
})

it('has the built-in inspector take over a tree, which says so, while the market goes on', async () => {
  const model = scriptedModel(buyAll)
  const account = createAccount(market.deps, ceilings({ MODEL_PERSON_TOKENS_PER_DAY: '1' }))
  market.deps.models = metered({ site: model, builtIn: builtInModel, isSiteBuiltIn: false }, account)
  const buyer = await person(market, 'Buyer')
  const seller = await person(market, 'Seller')
  const contextId = await askQuestion(market, buyer)
  const info = 'The bridge at Lindow is safe to cross: it carries 3.5 tonnes since its inspection in March.'
  await sell(market, seller, {
    contextId,
    teaser: 'Is the bridge at Lindow safe',
    privateInfo: info,
    price: 1,
  })
  await market.settle()
  expect(model.seen).toHaveLength(0)
  const view = await viewTree(market.deps, buyer, contextId)
  expect(view.status).toBe('settled')
  expect(view.inspectorName).toContain('limit for it was reached')
  const [row] = await database.db.select().from(inspections)
  expect(row?.builtInSince).not.toBeNull()
})

it('keeps counting a call that never came back, and nothing of one that used nothing', async () => {
  const account = createAccount(market.deps, ceilings({}))
  await account.reserve(bot('bot_1'), used(1_000), 'usual')
  const reserved = await account.reserve(bot('bot_1'), used(1_000), 'usual')
  await reserved?.settle(used(0))
  const [row] = await database.db.select().from(modelUse).where(eq(modelUse.payerId, 'bot_1'))
  expect(row?.tokens).toBe(1_000)
})

it('counts each model at its own prices, and holds what of it may be used in a day', async () => {
  const limits = ceilings({
    OPENAI_BASE_URL: 'http://localhost:1',
    OPENAI_MODEL: 'usual',
    OPENAI_INPUT_USD: '1',
    OPENAI_OTHER_MODELS: 'dear=10/40, local:8b=0/0/5000',
    MODEL_SITE_USD_PER_DAY: '0.1',
  })
  const account = createAccount(market.deps, limits)
  const reserve = (model: string, tokens: number) => account.reserve(bot('bot_1'), used(tokens), model)
  for (const model of ['usual', 'dear', 'local:8b']) {
    const reserved = await reserve(model, 4_000)
    await reserved?.settle(used(4_000))
  }
  const bill = await billToday(market.deps, limits)
  expect(bill.models).toEqual([
    { name: 'dear', tokens: 4_000, usd: 0.04 },
    { name: 'local:8b', tokens: 4_000, usd: 0 },
    { name: 'usual', tokens: 4_000, usd: 0.004 },
  ])
  expect(bill.usd).toBe(0.044)
  // 0.056 dollars are left: as many tokens are too dear of one model and not of another.
  expect(await reserve('dear', 6_000)).toBeNull()
  expect(await reserve('usual', 6_000)).not.toBeNull()
  expect(await reserve('local:8b', 1_001)).toBeNull()
  expect(await reserve('local:8b', 1_000)).not.toBeNull()
})
