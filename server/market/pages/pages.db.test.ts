import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answers, contextPages } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { createBotSchema } from '../../contract/bots'
import {
  askQuestion,
  buyAll,
  credits,
  NOTHING,
  newKey,
  person,
  scriptedModel,
  sell,
} from '../../inspection/engine/testing'
import { openAnswer } from '../../inspection/step/answer'
import { viewTree } from '../../inspection/views/tree-view'
import { LEASE_MS } from '../../jobs/lease'
import { builtInModel } from '../../llm/built-in/built-in'
import type { OfferTask } from '../../llm/model'
import type { PageReading } from '../../pages/reader'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { createBot } from '../../sellers/bots/bots'
import { type TestMarket, testMarket } from '../../testing'
import { viewContext } from '../context-view'
import { editContext } from '../edit-context'
import { PAGES_WAIT_MS } from './put-pages'

let database: TestDatabase
let market: TestMarket
let buyer: string
let seller: string
/** Pages that were asked for, in order. */
let visited: string[]

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  visited = []
})

const PAGE = 'https://bridge.example/limits'
const TEXT = 'Lindow bridge was built in 1890.\n\nThe bridge at Lindow carries at most 3.5 tonnes since 2021.'
const READ: PageReading = {
  ok: true,
  url: PAGE,
  title: 'Lindow bridge',
  text: TEXT,
  hash: 'ab12',
  canonical: '',
  product: '',
}

type Read = (page: string, signal: AbortSignal) => PageReading | Promise<PageReading>

async function open(read: Read, models: Parameters<typeof testMarket>[1] = {}): Promise<void> {
  market = testMarket(database, models)
  market.deps.pages = {
    async read(page, signal) {
      visited.push(page)
      return read(page, signal)
    },
    close: async () => undefined,
  }
  buyer = await person(market, 'Buyer')
  seller = await person(market, 'Seller')
}

const askAbout = (over: Parameters<typeof askQuestion>[2] = {}) =>
  askQuestion(market, buyer, {
    title: 'Do 5 tonnes cross Lindow bridge?',
    decision: { kind: 'belief', claim: 'The bridge at Lindow carries 5 tonnes.' },
    pages: [PAGE],
    ...over,
  })
const post = (
  contextId: string,
  privateInfo = 'The keeper says that the bridge at Lindow carries 5 tonnes and more.',
) => sell(market, seller, { contextId, teaser: 'What the keeper of the bridge says', privateInfo, price: 1 })
const rows = () => database.db.select().from(contextPages)
async function answerOf(rootId: string): Promise<string> {
  const [row] = await database.db.select().from(answers).where(eq(answers.rootId, rootId))
  return row ? openAnswer(market.deps, rootId, row) : ''
}

describe('a question about a page', () => {
  it('is read with it by the inspector and by a bot of the market', async () => {
    const offered: OfferTask[] = []
    const model = scriptedModel(buyAll)
    const site = {
      ...model,
      async offer(task: OfferTask) {
        offered.push(task)
        return builtInModel.offer(task, new AbortController().signal)
      },
    }
    await open(() => READ, { site, isSiteBuiltIn: false })
    const bot = createBotSchema.parse({
      bot: {
        kind: 'llm',
        name: 'Bridge bot',
        matcher: { anyOf: ['bridge'], scope: 'both' },
        knowledge: 'What bridges carry.',
        price: { rule: 'fixed', priceMicros: credits(1) },
      },
      isLive: true,
      requestKey: newKey(),
    })
    await createBot(market.deps, seller, bot)
    const rootId = await askAbout()
    await market.settle()
    await post(rootId)
    await market.settle()
    const page = {
      handle: 'P1',
      url: PAGE,
      title: 'Lindow bridge',
      passages: TEXT.split('\n\n'),
      isWhole: true,
      notRead: null,
    }
    expect(offered[0]?.question.read).toEqual([page])
    expect(model.seen[0]?.questions[0]?.read).toEqual([page])
    expect(await rows()).toMatchObject([
      { state: 'read', contentHash: 'ab12', readAt: market.clock.now(), dueAt: null },
    ])
    // Once, however often it is inspected.
    expect(visited).toEqual([PAGE])
  })

  it('that says otherwise refuses the claim, with the passage cited, by words alone', async () => {
    await open(() => READ)
    const rootId = await askAbout()
    await market.settle()
    await post(rootId, TEXT.split('\n\n')[1])
    await market.settle()
    market.clock.forward(3_600_000)
    await market.settle()
    const answer = await answerOf(rootId)
    expect(answer).toContain(
      '**The page seems to say otherwise**: “The bridge at Lindow carries at most 3.5 tonnes since 2021.” [P1]',
    )
    expect(answer).toContain('Matched by words, not understood.')
    // An offer that only repeats the page is not paid for.
    expect(answer).toContain('bought nothing')
  })

  it('that refutes an offer has that said as the reason while the question is open', async () => {
    await open(() => READ)
    const rootId = await askAbout({ policy: { ...DEFAULT_POLICY, maxSittings: 3 } })
    await market.settle()
    await post(rootId, 'The bridge at Lindow carries at most 5 tonnes since 2021.')
    await market.settle()
    const tree = await viewTree(market.deps, buyer, rootId)
    expect(tree.status).toBe('provisional')
    expect(tree.offers.map(({ reason }) => reason)).toEqual(['contradicted'])
  })

  it('shows what was read to its asker alone', async () => {
    await open(() => READ)
    const rootId = await askAbout()
    await market.settle()
    const [own] = (await viewContext(market.deps, buyer, rootId)).pageReadings
    expect(own).toMatchObject({ state: 'read', words: 17, isWhole: true, passages: TEXT.split('\n\n') })
    const [others] = (await viewContext(market.deps, seller, rootId)).pageReadings
    expect(others).toMatchObject({ state: 'read', passages: null, says: null })
    // Said while the question is open, whatever is offered.
    expect(own?.says).toEqual({ sentence: TEXT.split('\n\n')[1], side: 'other' })
  })

  it('goes on without one that cannot be read, and says so', async () => {
    const model = scriptedModel(() => NOTHING)
    await open(() => ({ ok: false, failure: 'robots' }), { site: model })
    const rootId = await askAbout()
    await market.settle()
    await post(rootId)
    await market.settle()
    market.clock.forward(3_600_000)
    await market.settle()
    expect(model.seen[0]?.questions[0]?.read).toMatchObject([
      { passages: [], notRead: 'its robots.txt asks programs not to read it' },
    ])
    expect(await answerOf(rootId)).toContain(
      `The page at \`${PAGE}\` was not read, because its robots.txt asks programs not to read it. [P1]`,
    )
    const [seen] = (await viewContext(market.deps, seller, rootId)).pageReadings
    expect(seen).toMatchObject({ state: 'unread', notRead: 'its robots.txt asks programs not to read it' })
  })

  it('waits for a page no longer than is said', async () => {
    const model = scriptedModel(() => NOTHING)
    const { promise: ever, resolve: end } = Promise.withResolvers<PageReading>()
    await open(() => ever, { site: model })
    const rootId = await askAbout()
    await post(rootId)
    // The queue hands a page over and does not wait for it.
    const reading = market.settle()
    await expect.poll(() => visited).toEqual([PAGE])
    await market.engine.sweep()
    expect(model.seen).toEqual([])
    market.clock.forward(PAGES_WAIT_MS + 1)
    await market.engine.sweep()
    await market.engine.sweep()
    await expect.poll(() => model.seen.length).toBe(1)
    expect(model.seen[0]?.questions[0]?.read).toMatchObject([{ notRead: 'it had not arrived in time' }])
    end(READ)
    await reading
    expect(await rows()).toMatchObject([{ state: 'read' }])
  })

  it('finds its page again when the process dies, and gives up one that it dies of', async () => {
    await open(
      (_page, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    await askAbout()
    market.waiting.splice(0)
    for (let tries = 1; tries <= 3; tries += 1) {
      void market.sweep().catch(() => undefined)
      await expect.poll(() => visited.length).toBe(tries)
      market.kill()
      await expect.poll(async () => (await rows())[0]?.tries).toBe(tries)
      market.clock.forward(LEASE_MS * 5)
    }
    await market.sweep()
    expect(await rows()).toMatchObject([{ state: 'unread', failure: 'unreadable' }])
  })

  it('has the pages that it names after an edit', async () => {
    await open(() => READ)
    const rootId = await askAbout()
    await market.settle()
    const other = 'https://other.example/'
    const edit = { contextId: rootId, title: 'Do 5 tonnes cross Lindow bridge?', body: '' }
    await editContext(market.deps, buyer, { ...edit, pages: [PAGE, other] })
    await market.settle()
    expect(visited).toEqual([PAGE, other])
    await editContext(market.deps, buyer, { ...edit, pages: [other] })
    await market.settle()
    expect((await rows()).map(({ url }) => url)).toEqual([other])
    expect(visited).toEqual([PAGE, other])
  })
})
