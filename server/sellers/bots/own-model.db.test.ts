import type { IncomingHttpHeaders } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { botDays, botRuns, bots, offers } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { botInputSchema, createBotSchema } from '../../contract/bots'
import { askQuestion, credits, newKey, person } from '../../inspection/engine/testing'
import { createOutbound } from '../../outbound/outbound'
import { bodyOf, type LoopbackServer, listen } from '../../outbound/testing'
import { type TestMarket, testMarket } from '../../testing'
import { addDocument } from '../corpus/documents'
import { createBot, viewBot } from './bots'
import { updateBot } from './update-bot'

const KEY = 'sk-canary-of-bob-7431'

let database: TestDatabase
let server: LoopbackServer
let market: TestMarket
let logged: string[]
let calls: { path: string; headers: IncomingHttpHeaders; body: string }[]
let price: string
let isBroken: boolean

beforeAll(async () => {
  database = await openTestDb()
  server = await listen(async (request, response) => {
    const body = await bodyOf(request)
    calls.push({ path: request.url ?? '', headers: request.headers, body })
    if (isBroken) return void response.writeHead(401).end(`{"error":{"message":"bad key ${KEY}"}}`)
    const offer = {
      hasAnswer: true,
      teaser: 'The load limit of the bridge',
      privateInfo: '3.5 tonnes.',
      price,
    }
    const message = { role: 'assistant', content: JSON.stringify(offer), refusal: null }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        created: 0,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 },
      }),
    )
  })
})
beforeEach(() => {
  calls = []
  logged = []
  price = '2.00'
  isBroken = false
  market = testMarket(database)
  market.deps.outbound = createOutbound({ allowsPrivate: true })
  const note = (...lines: unknown[]) => void logged.push(JSON.stringify(lines))
  market.deps.log = { debug: note, info: note, warn: note, error: note }
})
afterEach(async () => {
  await market.deps.outbound.close()
  await database.truncate()
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const ownModel = (over: object = {}) => ({
  model: 'bobs-model',
  baseUrl: `${server.url}/v1`,
  apiKey: KEY,
  inputMicroUsd: 2_000_000n,
  outputMicroUsd: 10_000_000n,
  ...over,
})

const CHOSEN = { rule: 'chosen', priceMicros: credits(1), minMicros: credits(0.5), maxMicros: credits(3) }

const bot = (over: object = {}) => ({
  kind: 'llm',
  name: 'Bridge bot',
  matcher: { anyOf: ['bridge'], scope: 'both' },
  knowledge: 'The bridge carries 3.5 tonnes.',
  price: CHOSEN,
  ownModel: ownModel(),
  ...over,
})

async function makeBot(ownerId: string, over: object = {}): Promise<string> {
  const input = createBotSchema.parse({ bot: bot(over), isLive: true, requestKey: newKey() })
  return (await createBot(market.deps, ownerId, input)).botId
}

async function ask(buyer: string) {
  await askQuestion(market, buyer, { start: { rule: 'quorum', offers: 9 } })
  await market.settle()
}

describe('a bot with a model of its owner', () => {
  it('is asked there, with the owner’s key, and its cost is what the owner said', async () => {
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const botId = await makeBot(bob)
    await ask(ada)
    expect(calls.map(({ path }) => path)).toEqual(['/v1/chat/completions'])
    expect(calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
    // 1000 tokens at 2 dollars for a million, 200 at 10.
    const [run] = await market.deps.db.select().from(botRuns)
    expect(run).toMatchObject({ state: 'answered', promptTokens: 1_000, costMicroUsd: 4_000n })
    const [day] = await market.deps.db.select().from(botDays).where(eq(botDays.botId, botId))
    expect(day).toMatchObject({ offers: 1, promptTokens: 1_000, completionTokens: 200, costMicroUsd: 4_000n })
    expect((await market.deps.db.select().from(offers))[0]?.priceMicros).toBe(credits(2))
  })

  it('has its price held within the owner’s bounds, whatever the model names', async () => {
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    await makeBot(bob)
    for (const named of ['0.000001', '99999', 'free', '', '-3', '1.5']) {
      price = named
      await askQuestion(market, ada, { start: { rule: 'quorum', offers: 9 }, budgetMicros: credits(4) })
      await market.settle()
      market.clock.forward(1_000)
    }
    const posted = await market.deps.db.select().from(offers).orderBy(offers.createdAt)
    expect(posted.map(({ priceMicros }) => priceMicros)).toEqual([0.5, 3, 1, 1, 1, 1.5].map(credits))
  })

  it('keeps its key out of views, rows and logs', async () => {
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const botId = await makeBot(bob)
    await ask(ada)
    isBroken = true
    await ask(ada)
    const [row] = await market.deps.db.select().from(bots)
    const shown = await viewBot(market.deps, bob, botId)
    expect(shown.own?.ownModel).toMatchObject({ model: 'bobs-model' })
    const bigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
    const seen = [row, shown, await market.deps.db.select().from(botRuns), market.waiting]
    expect(JSON.stringify(seen, bigints)).not.toContain('canary')
    expect(logged.join('\n')).not.toContain('canary')
    expect(logged.length).toBeGreaterThan(0)
  })

  it('keeps the key when it is changed without one, never sends it to another server, and forgets it when told', async () => {
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const botId = await makeBot(bob)
    const changed = (over: object) =>
      updateBot(market.deps, bob, { botId, bot: botInputSchema.parse(bot({ ownModel: ownModel(over) })) })
    await changed({ apiKey: null, model: 'another' })
    await ask(ada)
    expect(calls.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(calls.at(-1)?.body).toContain('another')
    await expect(changed({ apiKey: null, baseUrl: 'http://127.0.0.1:1/v1' })).rejects.toMatchObject({
      code: 'sellers.key_elsewhere',
      details: { field: 'bot.ownModel.apiKey' },
    })
    expect((await viewBot(market.deps, bob, botId)).own?.ownModel?.hasKey).toBe(true)
    await changed({ apiKey: '' })
    expect((await viewBot(market.deps, bob, botId)).own?.ownModel?.hasKey).toBe(false)
    await ask(ada)
    expect(calls.at(-1)?.headers.authorization).not.toContain(KEY)
  })

  it('is not sent to an address inside, told when it is saved and again when it is called', async () => {
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    await makeBot(bob)
    await market.deps.outbound.close()
    market.deps.outbound = createOutbound({ allowsPrivate: false })
    await expect(makeBot(bob)).rejects.toMatchObject({
      code: 'sellers.address_refused',
      details: { field: 'bot.ownModel.baseUrl' },
    })
    await ask(ada)
    expect(calls).toEqual([])
    expect((await market.deps.db.select().from(botRuns))[0]).toMatchObject({ state: 'failed' })
  })

  it('compares meanings by the embedding model that its owner names; without a name by words alone', async () => {
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const price = { rule: 'fixed', priceMicros: credits(1) }
    const corpus = (over: object) =>
      bot({ kind: 'corpus', price, usesEmbeddings: true, ownModel: ownModel(over) })
    const input = createBotSchema.parse({ bot: corpus({}), isLive: true, requestKey: newKey() })
    const { botId } = await createBot(market.deps, bob, input)
    const bytes = new Uint8Array(Buffer.from('The bridge at Lindow is safe to cross below 3.5 tonnes.'))
    await addDocument(market.deps, bob, { botId, file: { name: 'bridge.txt', bytes } })
    const askedFor = async (over: object) => {
      calls = []
      await updateBot(market.deps, bob, {
        botId,
        bot: botInputSchema.parse(corpus({ apiKey: null, ...over })),
      })
      await ask(ada)
      return calls.map(({ path, body }) => [path, JSON.parse(body).model])
    }
    const imagined = ['/v1/chat/completions', 'bobs-model']
    expect(await askedFor({})).toEqual([imagined, ['/v1/embeddings', 'text-embedding-3-small']])
    expect(await askedFor({ embeddingModel: 'bge-m3' })).toEqual([imagined, ['/v1/embeddings', 'bge-m3']])
    expect(await askedFor({ embeddingModel: '' })).toEqual([])
    expect((await viewBot(market.deps, bob, botId)).own?.ownModel?.embeddingModel).toBe('')
    const runs = await market.deps.db.select().from(botRuns)
    expect(runs.map(({ state, failure }) => [state, failure])).toEqual(
      Array.from({ length: 3 }, () => ['answered', 'without-meaning']),
    )
    expect(() => botInputSchema.parse(corpus({ embeddingModel: 'two words' }))).toThrow('has no spaces')
  })

  it('can follow only the price rules of its kind', async () => {
    const bob = await person(market, 'bob')
    const price = { rule: 'per-document', priceMicros: credits(1) }
    await expect(makeBot(bob, { price })).rejects.toMatchObject({ details: { field: 'bot.price.rule' } })
  })
})
