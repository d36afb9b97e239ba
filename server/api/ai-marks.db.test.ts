import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { eq } from 'drizzle-orm'
import { toHtml } from 'hast-util-to-html'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardMain } from '@/components/embed/frame-page'
import { jsonLdOf } from '@/components/question/json-ld'
import { users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { exportMarket } from '../cli/export-market'
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
    start: { rule: 'quorum', offers: 2 },
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
  market.clock.forward(3_600_000)
  await market.sweep()
  await market.settle()
  await publishAnswer(market.deps, ann, { rootId, revision: 1 })
  const { published } = await visitor().inspection.tree({ rootId })
  writtenBy = published.standing?.writtenBy ?? ''
})
afterAll(() => database.close())

const visitor = () => createCallerFactory(appRouter)(contextOf(market.deps, null))
const rest = async (path: string) =>
  (await handleRest(market.deps, new Request(`http://localhost:3000/api/v1${path}`))).json()
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
      return item ? toHtml(cardMain(item, { host: null, theme: 'auto', nonce: 'n' })) : ''
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

describe('no door hides that a bot made an offer', () => {
  it('pages, REST, MCP, data sets and receipts tell it from a person’s', async () => {
    const botsOf = async (offers: readonly { botId: string | null }[]) =>
      offers.map(({ botId }) => botId !== null).sort()
    const tree = await visitor().inspection.tree({ rootId })
    expect(await botsOf(tree.offers)).toEqual([false, true])
    expect(await botsOf((await rest(`/questions/${rootId}/tree`)).offers)).toEqual([false, true])
    expect(await botsOf(await visitor().offers.list({ contextId: rootId }))).toEqual([false, true])
    const told = await overMcp('read_question', { questionId: rootId })
    expect(told).toContain('\\"isBot\\":true')
    expect(told).toContain('\\"isBot\\":false')
    const [line] = await exported()
    expect(line?.offers.map(({ isBot }) => isBot).sort()).toEqual([false, true])
    expect(await database.db.$count(users, eq(users.isDemo, false))).toBe(3)
  })
})
