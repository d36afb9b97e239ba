import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { toHtml } from 'hast-util-to-html'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardMain } from '@/components/embed/frame-page'
import { jsonLdOf } from '@/components/question/json-ld'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { createKey } from '../auth/access-keys'
import { openSession } from '../auth/sessions'
import { exportMarket } from '../cli/export-market'
import { createKeySchema } from '../contract/access-keys'
import { createBotSchema } from '../contract/bots'
import { publishAnswer } from '../inspection/engine/publish'
import {
  askQuestion,
  buyAll,
  credits,
  newKey,
  person,
  scriptedModel,
  sell,
} from '../inspection/engine/testing'
import { createBot } from '../sellers/bots/bots'
import { type TestMarket, testMarket } from '../testing'
import { AI_SOURCE_TYPE, writtenByAi } from '../words/by-ai'
import { handleFeed } from './feeds/handle-feed'
import { handleMcp } from './mcp/handle'
import { handleRest } from './rest/handle'
import { appRouter } from './root'
import { contextOf } from './testing'
import { createCallerFactory } from './trpc'

/** Every door by which an answer, or an offer of a bot, leaves: each says that no person wrote it. */

const PAGE = 'https://bridge.example/report'
const MODEL = 'Scripted'

let database: TestDatabase
let market: TestMarket
let rootId: string
let writtenBy: string
let keyOfEve: string
beforeAll(async () => {
  database = await openTestDb()
  market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
  const [ann, sol, bob] = [
    await person(market, 'ann'),
    await person(market, 'sol'),
    await person(market, 'bob'),
  ]
  const bot = {
    kind: 'fixed',
    name: 'Bridges',
    matcher: { anyOf: ['bridge'] },
    teaser: 'What the register says of the bridge',
    knowledge: 'The bridge at Lindow was built in 1871.',
    price: { rule: 'fixed', priceMicros: credits(1) },
    licence: { kind: 'quotable' },
  }
  await createBot(market.deps, bob, createBotSchema.parse({ bot, isLive: true, requestKey: newKey() }))
  rootId = await askQuestion(market, ann, {
    isTreePublic: true,
    pages: [PAGE],
    start: { rule: 'quorum', offers: 3 },
    deadlineMinutes: 60,
  })
  await sell(market, sol, {
    contextId: rootId,
    teaser: 'What a mason says of the bridge',
    privateInfo: 'The deck of the bridge at Lindow was renewed in May.',
    price: 1,
    licence: { kind: 'quotable' },
  })
  await market.settle()
  keyOfEve = await keyOf(await person(market, 'eve'))
  const byKey = await rest(`/questions/${rootId}/offers`, {
    teaser: 'What a program found about the bridge',
    privateInfo: 'The rail of the bridge at Lindow is loose.',
    price: '1',
  })
  expect(byKey).toMatchObject({ offerId: expect.any(String) })
  await market.settle()
  market.clock.forward(3_600_000)
  await market.sweep()
  await market.settle()
  await publishAnswer(market.deps, ann, { rootId, revision: 1 })
  const { published } = await visitor().inspection.tree({ rootId })
  writtenBy = published.standing?.writtenBy ?? ''
})
afterAll(() => database.close())

const visitor = () => createCallerFactory(appRouter)(contextOf(market.deps, null))
/** Without a body as a visitor, with one by Eve's key. */
const rest = async (path: string, body?: unknown) => {
  const address = `http://localhost:3000/api/v1${path}`
  const headers = { authorization: `Bearer ${keyOfEve}`, 'content-type': 'application/json' }
  const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
  return (await handleRest(market.deps, new Request(address, init))).json()
}

/** A key that a program of theirs sells with. */
async function keyOf(userId: string): Promise<string> {
  const wanted = createKeySchema.parse({ name: 'Sells', scopes: ['read', 'sell'], days: 1 })
  const sessionId = await openSession(market.deps, userId)
  return (await createKey(market.deps, { ...wanted, userId, sessionId })).secret
}

const feed = async (format: string) =>
  (await handleFeed(market.deps, new Request(`http://localhost:3000/feeds/questions.${format}`))).text()

async function exported() {
  const lines = []
  for await (const line of exportMarket(market.deps)) lines.push(line)
  return lines
}

async function overMcp(name: string, given: Record<string, unknown>): Promise<string> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost:3000/mcp'), {
      fetch: (url, init) => handleMcp(market.deps, new Request(url, init)),
    }),
  )
  return JSON.stringify(await client.callTool({ name, arguments: given }))
}

describe('no door hides that a program wrote an answer', () => {
  it('and which: a model, named', () => {
    expect(writtenBy).not.toBe('')
    expect(writtenBy).toContain(MODEL)
  })

  const doors: Readonly<Record<string, () => Promise<string>>> = {
    'a list': async () =>
      JSON.stringify((await visitor().contexts.list({})).items.map(({ answer }) => answer?.writtenBy)),
    'a question’s tree': async () => JSON.stringify((await visitor().inspection.tree({ rootId })).published),
    'REST, a list': async () => JSON.stringify(await rest('/questions')),
    'REST, a tree': async () => JSON.stringify(await rest(`/questions/${rootId}/tree`)),
    'an Atom feed': () => feed('atom'),
    'a JSON feed': () => feed('json'),
    'MCP, a search': () => overMcp('search', { query: 'bridge' }),
    'MCP, a question': () => overMcp('read_question', { questionId: rootId }),
    'a frame on another site': async () => {
      const { items } = await visitor().threads.view({ url: PAGE })
      const [item] = items
      return item
        ? toHtml(cardMain(item, { host: null, theme: 'auto', accent: null, isModerated: false, nonce: 'n' }))
        : ''
    },
    'search engines': async () => {
      const tree = await visitor().inspection.tree({ rootId })
      const view = await visitor().contexts.view({ id: rootId })
      const told = JSON.stringify(jsonLdOf({ view, tree, url: `http://localhost:3000/questions/${rootId}` }))
      expect(told).toContain(AI_SOURCE_TYPE)
      return told
    },
    'a data set': async () => JSON.stringify(await exported()),
    'a receipt': async () => JSON.stringify(await visitor().receipts.tree({ rootId })),
  }
  for (const [door, open] of Object.entries(doors))
    it(door, async () => {
      expect(await open()).toContain(writtenBy)
    })

  it('in words that people read', () => {
    expect(writtenByAi('gpt-x')).toBe('Written by AI (gpt-x)')
  })
})

describe('no door hides that a program made an offer', () => {
  it('pages, REST, MCP, data sets and receipts tell a bot, and a program with a key, from a person', async () => {
    type Marked = { botId: string | null; isByProgram: boolean }
    const marksOf = (offers: readonly Marked[]) =>
      offers.map(({ botId, isByProgram }) => `${botId !== null} ${isByProgram}`).sort()
    // A person's, one by a key, a bot's.
    const all = ['false false', 'false true', 'true true']
    const tree = await visitor().inspection.tree({ rootId })
    expect(marksOf(tree.offers)).toEqual(all)
    expect(marksOf((await rest(`/questions/${rootId}/tree`)).offers)).toEqual(all)
    expect(marksOf(await visitor().offers.list({ contextId: rootId }))).toEqual(all)
    const { handle = '' } = tree.offers.find((one) => one.botId === null && one.isByProgram)?.seller ?? {}
    const { offers } = await visitor().people.profile({ handle })
    expect(marksOf(offers)).toEqual(['false true'])
    const told = await overMcp('read_question', { questionId: rootId })
    const mcp = [...told.matchAll(/"isBot":(\w+),"isByProgram":(\w+)/g)].map(
      ([, bot, program]) => `${bot} ${program}`,
    )
    expect(mcp.sort()).toEqual(all)
    const [line] = await exported()
    expect(line?.offers.map((one) => `${one.isBot} ${one.isByProgram}`).sort()).toEqual(all)
    const { receipt } = await visitor().receipts.tree({ rootId })
    if (receipt.kind !== 'tree') throw new Error('The receipt of a tree')
    expect(receipt.offers.map(({ bot, isByProgram }) => `${bot !== null} ${isByProgram}`).sort()).toEqual(all)
  })

  it('nor that an offer of a person was changed by a program', async () => {
    const ida = await person(market, 'ida')
    const asked = await askQuestion(market, await person(market, 'uma'), { start: { rule: 'manual' } })
    const texts = { teaser: 'What the keeper says of it', privateInfo: 'It is safe since the repair.' }
    const offerId = await sell(market, ida, { contextId: asked, ...texts, price: 1 })
    const mark = async () =>
      (
        await createCallerFactory(appRouter)(contextOf(market.deps, null)).offers.list({ contextId: asked })
      )[0]?.isByProgram
    expect(await mark()).toBe(false)
    keyOfEve = await keyOf(ida)
    const path = `http://localhost:3000/api/v1/offers/${offerId}`
    const headers = { authorization: `Bearer ${keyOfEve}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ version: 1, ...texts, price: '2' })
    const changed = await handleRest(market.deps, new Request(path, { method: 'PUT', headers, body }))
    expect(changed.status).toBe(200)
    expect(await mark()).toBe(true)
  })
})
