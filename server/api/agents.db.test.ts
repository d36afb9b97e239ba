import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accessKeys, registeredAgents } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { openSession } from '../auth/sessions'
import { AGENT_LASTS_MS } from '../contract/agents'
import { createBotSchema } from '../contract/bots'
import {
  askQuestion,
  buyAll,
  credits,
  newKey,
  person,
  scriptedModel,
  sell,
} from '../inspection/engine/testing'
import { forgetAgents } from '../sellers/agents/agents'
import { createBot } from '../sellers/bots/bots'
import { removeBot } from '../sellers/bots/remove-bot'
import { type TestMarket, testMarket } from '../testing'
import { whatIsWrong } from '../verify/testing'
import { contextOfCall } from './context'
import { appErrorOf } from './errors'
import { handleRest } from './rest/handle'
import { appRouter } from './root'
import { contextOf, testMe } from './testing'
import { createCallerFactory } from './trpc'

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => database.truncate())
afterAll(() => database.close())

const createCaller = createCallerFactory(appRouter)
const codeOf = (error: unknown) => appErrorOf(error).code

const AGENT = { name: 'Bridge reader', about: 'Reads inspections.', words: ['bridge'], price: '1.00' }

/** A call of a program's from some address. */
async function rest(
  path: string,
  { key, body, ip = '203.0.113.7' }: { key?: string; body?: unknown; ip?: string } = {},
) {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-forwarded-for': ip }
  if (key !== undefined) headers.authorization = `Bearer ${key}`
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await handleRest(
    market.deps,
    new Request(`http://localhost:3000/api/v1${path}`, { headers, ...init }),
  )
  return { status: answer.status, json: (await answer.json()) as Record<string, never> }
}

async function scene() {
  market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
  const ann = await person(market, 'ann')
  return { ann, owner: createCaller(contextOf(market.deps, testMe(ann))) }
}

it('an agent registers itself, reads, is adopted by its link, and then sells as that person’s bot with the same key', async () => {
  const { ann, owner } = await scene()
  const { status, json } = await rest('/agents', { body: AGENT })
  expect(status).toBe(201)
  const key = String(json.key)
  const claim = String(json.claimUrl).split('/').at(-1) ?? ''
  expect(JSON.stringify(await database.db.select().from(registeredAgents), (_n, v) => String(v))).not.toMatch(
    new RegExp(`${key.slice(7)}|${claim}`),
  )
  expect((await rest('/questions', { key })).status).toBe(200)
  expect((await rest('/agents/me', { key })).json).toMatchObject({ name: AGENT.name, botId: null })
  for (const path of ['/wallet', '/inbox', '/bots/bot_1/queue'])
    expect((await rest(path, { key })).json, path).toMatchObject({ status: 401 })
  const bob = await person(market, 'bob')
  const contextId = await askQuestion(market, bob)
  const offer = { teaser: 'What the last inspection found', privateInfo: 'Sound.', price: '1.00' }
  expect((await rest(`/questions/${contextId}/offers`, { key, body: offer })).status).toBe(401)

  expect(await owner.agents.claimable({ claim })).toMatchObject({ name: AGENT.name, words: ['bridge'] })
  const { botId } = await owner.agents.adopt({ claim })
  expect(await owner.agents.adopt({ claim }).catch(codeOf)).toBe('agents.claim_not_found')
  expect((await rest('/agents/me', { key })).json).toMatchObject({ botId })
  expect(await owner.keys.list()).toMatchObject([{ bot: { id: botId }, scopes: ['read', 'sell'] }])

  const asked = await askQuestion(market, bob, { start: { rule: 'quorum', offers: 1 } })
  await market.settle()
  const { json: waiting } = await rest(`/bots/${botId}/queue`, { key })
  const run = (waiting as unknown as { runId: string; contextId: string }[]).find(
    (one) => one.contextId === asked,
  )
  const answered = await rest(`/bots/${botId}/queue/${run?.runId}`, {
    key,
    body: { offers: [{ teaser: offer.teaser, privateInfo: offer.privateInfo }] },
  })
  expect(answered.json).toMatchObject({ state: 'answered' })
  expect(await owner.bots.runs({ botId })).not.toEqual([])
  const [row] = await owner.audit.own({ kind: 'keys', limit: 1 }).then(({ rows }) => rows)
  expect(row?.deed.act).toBe('key.created')
  expect(await whatIsWrong(database.db, { areas: ['money', 'accounts', 'sellers'] })).toEqual([])

  await removeBot(market.deps, ann, { botId })
  expect((await rest(`/bots/${botId}/queue`, { key })).json).toMatchObject({ code: 'auth.key_refused' })
})

it('a bot’s key sees what is public and its bot’s own, of its owner nothing', async () => {
  const { ann } = await scene()
  const bot = (name: string) =>
    createBot(
      market.deps,
      ann,
      createBotSchema.parse({
        bot: {
          kind: 'queue',
          name,
          matcher: { anyOf: ['bridge'] },
          price: { rule: 'fixed', priceMicros: credits(1) },
        },
        isLive: true,
        requestKey: newKey(),
      }),
    )
  const [{ botId }, { botId: other }] = [await bot('Bridges'), await bot('Others')]
  const sessionId = await openSession(market.deps, ann)
  const owner = createCaller(contextOf(market.deps, testMe(ann), { sessionId }))
  const wanted = { name: 'Its program', scopes: ['read' as const, 'sell' as const], days: null, botId }
  const { secret } = await owner.keys.create(wanted)
  await expect(
    owner.keys.create({
      ...wanted,
      scopes: ['spend'],
      spendPerDayMicros: 1_000_000n,
      spendPerQuestionMicros: 1_000_000n,
    }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const bob = await person(market, 'bob')
  const strangers = createCaller(
    contextOf(market.deps, testMe(bob), { sessionId: await openSession(market.deps, bob) }),
  )
  expect(await strangers.keys.create({ ...wanted }).catch(codeOf)).toBe('sellers.bot_not_found')

  const headers = new Headers({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' })
  const program = createCaller(await contextOfCall(market.deps, { headers, cookie: () => undefined }))
  expect(await program.bots.queue({ botId })).toEqual([])
  const refused = [
    program.bots.queue({ botId: other }),
    program.bots.pause({ botId, isPaused: true }),
    program.wallet.summary(),
    program.inbox.counts(),
    program.selling.offers({}),
    program.offers.post({
      contextId: 'bc_1',
      teaser: 'What I know of it',
      privateInfo: 'a',
      priceMicros: credits(1),
      requestKey: newKey(),
    }),
  ]
  for (const call of refused) expect(await call.catch(codeOf)).toBe('actor.bot_only')
  // What its owner may see on a public question, it does not.
  const contextId = await askQuestion(market, bob)
  await sell(market, ann, { contextId, teaser: 'The last inspection', privateInfo: 'Sound.', price: 1 })
  expect((await owner.offers.list({ contextId }))[0]?.privateInfo).toBe('Sound.')
  expect((await program.offers.list({ contextId })).every(({ privateInfo }) => privateInfo === null)).toBe(
    true,
  )
  expect(await database.db.$count(accessKeys, eq(accessKeys.botId, botId))).toBe(1)
})

it('registers few from one address, and forgets those that nobody adopts', async () => {
  await scene()
  const answers = []
  for (let count = 0; count < 7; count += 1) answers.push(await rest('/agents', { body: AGENT }))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429, 429])
  expect((await rest('/agents', { body: AGENT, ip: '203.0.113.8' })).status).toBe(201)
  const key = String(answers[0]?.json.key)
  market.clock.forward(AGENT_LASTS_MS)
  expect((await rest('/questions', { key })).json).toMatchObject({ code: 'auth.key_refused' })
  expect(await forgetAgents(market.deps, 100)).toBe(6)
  expect(await database.db.$count(registeredAgents)).toBe(0)
})
