import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { rowsOf } from '@/db/client'
import { botDays } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { askQuestion, buyAll, credits, newKey, person, scriptedModel, sell } from '../inspection/testing'
import type { ModelResult, OfferReply, OfferTask } from '../llm/model'
import { type TestMarket, testMarket } from '../testing'
import { createBot } from './bots'
import { createBotSchema } from './contract'
import { REHEARSED_QUESTIONS } from './rehearsal/contract'
import { listRehearsable, rehearse } from './rehearse'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => database.truncate())
afterAll(() => database.close())

const USAGE = { promptTokens: 900, completionTokens: 100 }
const SAID = { teaser: 'The load limit of the bridge', privateInfo: 'It carries 3.5 tonnes.' }

type Reply = ModelResult<OfferReply>
const said = (value: OfferReply): Reply => ({ ok: true, value, usage: USAGE })

/** A market whose inspector buys all and whose bots answer as told. */
function marketWhere(reply: (task: OfferTask) => Reply | Promise<Reply> = () => said(SAID)) {
  const tasks: OfferTask[] = []
  const site = {
    ...scriptedModel(buyAll),
    async offer(task: OfferTask) {
      tasks.push(task)
      return reply(task)
    },
  }
  return { market: testMarket(database, { site, isSiteBuiltIn: false }), tasks }
}

async function bot(
  { deps }: TestMarket,
  ownerId: string,
  over: object = {},
  isLive = false,
): Promise<string> {
  const input = createBotSchema.parse({
    bot: {
      kind: 'llm',
      name: 'Bridge bot',
      matcher: { anyOf: ['bridge'] },
      knowledge: 'The bridge carries 3.5 tonnes.',
      price: { rule: 'fixed', priceMicros: credits(0.5) },
      ...over,
    },
    isLive,
    requestKey: newKey(),
  })
  return (await createBot(deps, ownerId, input)).botId
}

/** A question that was asked, answered by hand, bought and ended. */
async function pastQuestion(market: TestMarket, buyerId: string, over: object = {}): Promise<string> {
  const seller = await person(market, 'sam')
  const contextId = await askQuestion(market, buyerId, over)
  await sell(market, seller, { contextId, teaser: 'What I saw there', privateInfo: 'A sign.', price: 0.8 })
  await market.settle()
  return contextId
}

/** Every row of every table but the days of bots. */
async function everything({ deps }: TestMarket): Promise<Record<string, string>> {
  const tables = rowsOf<{ name: string }>(
    await deps.db.execute(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    ),
  )
  const all: Record<string, string> = {}
  for (const { name } of tables.filter((table) => table.name !== 'bot_day')) {
    const [row] = rowsOf<{ text: string }>(
      await deps.db.execute(
        sql`select coalesce(string_agg(t::text, ';' order by t::text), '') as text from ${sql.identifier(name)} t`,
      ),
    )
    all[name] = row?.text ?? ''
  }
  return all
}

const dayOfBot = async ({ deps }: TestMarket, botId: string) =>
  (await deps.db.select().from(botDays).where(eq(botDays.botId, botId)))[0]

describe('what a bot can be rehearsed on', () => {
  it('is past, public, not its owner’s, and what its matcher wants; with what became of it', async () => {
    const { market } = marketWhere()
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const past = await pastQuestion(market, buyer)
    await pastQuestion(market, buyer, { title: 'Which pan lasts longest?' })
    await pastQuestion(market, owner)
    await askQuestion(market, buyer)
    await market.settle()
    const botId = await bot(market, owner)

    expect(await listRehearsable(market.deps, owner, botId)).toMatchObject([
      { contextId: past, outcome: { offers: 1, boughtMicros: [credits(0.8)] } },
    ])
  })

  it('follows the audience, and is at most ten, newest first', async () => {
    const { market } = marketWhere()
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const newest: string[] = []
    for (let count = 0; count <= REHEARSED_QUESTIONS; count += 1) {
      market.clock.forward(60_000)
      newest.unshift(await pastQuestion(market, buyer, { budgetMicros: credits(1) }))
    }
    const found = await listRehearsable(market.deps, owner, await bot(market, owner))
    expect(found.map(({ contextId }) => contextId)).toEqual(newest.slice(0, REHEARSED_QUESTIONS))
    const choosy = await bot(market, owner, { audience: { who: 'only', handles: [] } })
    expect(await listRehearsable(market.deps, owner, choosy)).toEqual([])
  })
})

describe('a rehearsal', () => {
  it('shows what it would have said, and changes nothing but its day: no run, offer, event, job or money', async () => {
    const { market, tasks } = marketWhere()
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const contextId = await pastQuestion(market, buyer)
    const botId = await bot(market, owner)
    const before = await everything(market)
    market.waiting.splice(0)

    expect(await rehearse(market.deps, owner, { botId, contextId })).toEqual({
      contextId,
      state: 'answered',
      silence: null,
      failure: null,
      offers: [{ ...SAID, priceMicros: credits(0.5) }],
      ...USAGE,
      costMicroUsd: 0n,
    })
    expect(tasks).toMatchObject([{ prompt: 'The bridge carries 3.5 tonnes.', subject: null }])
    expect(await everything(market)).toEqual(before)
    expect(market.waiting).toEqual([])
    expect(await dayOfBot(market, botId)).toMatchObject({ offers: 0, ...USAGE })
  })

  it('says why it would have been silent, or what would have failed', async () => {
    const replies: Reply[] = [
      said(null),
      { ok: false, failure: 'malformed', isTransient: false, usage: USAGE },
      said(SAID),
    ]
    const { market } = marketWhere(() => replies.shift() ?? said(null))
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const contextId = await pastQuestion(market, buyer)
    const botId = await bot(market, owner)
    const dear = await bot(market, owner, { price: { rule: 'fixed', priceMicros: credits(50) } })

    expect(await rehearse(market.deps, owner, { botId, contextId })).toMatchObject({
      state: 'silent',
      silence: 'nothing-to-say',
    })
    expect(await rehearse(market.deps, owner, { botId, contextId })).toMatchObject({
      state: 'failed',
      failure: 'malformed',
    })
    expect(await rehearse(market.deps, owner, { botId: dear, contextId })).toMatchObject({
      state: 'silent',
      silence: 'over-budget',
      offers: [],
    })
  })

  it('counts its tokens towards the day’s cap, and calls no model past it', async () => {
    const { market, tasks } = marketWhere()
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const contextId = await pastQuestion(market, buyer)
    const botId = await bot(market, owner, { caps: { tokensPerDay: 1_500 } })

    for (let count = 0; count < 2; count += 1) await rehearse(market.deps, owner, { botId, contextId })
    expect(await rehearse(market.deps, owner, { botId, contextId })).toMatchObject({
      state: 'silent',
      silence: 'token-cap',
      promptTokens: 0,
    })
    expect(tasks).toHaveLength(2)
    expect(await dayOfBot(market, botId)).toMatchObject({ promptTokens: 1_800, completionTokens: 200 })
    market.clock.forward(24 * 60 * 60 * 1_000)
    expect(await rehearse(market.deps, owner, { botId, contextId })).toMatchObject({ state: 'answered' })
  })

  it('puts tokens aside before it calls, so that of several at once only one may pass the cap', async () => {
    const { promise: isThought, resolve: think } = Promise.withResolvers<Reply>()
    const { market, tasks } = marketWhere(() => isThought)
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const contextId = await pastQuestion(market, buyer)
    const botId = await bot(market, owner, { caps: { tokensPerDay: 3_000 } })

    const all = Array.from({ length: 5 }, () => rehearse(market.deps, owner, { botId, contextId }))
    const refused: string[] = []
    for (const one of all) void one.then(({ silence }) => refused.push(String(silence)))
    // All five have asked for their tokens before the first gives any back.
    await vi.waitFor(() => expect(refused).toEqual(['token-cap', 'token-cap', 'token-cap']))
    expect((await dayOfBot(market, botId))?.promptTokens).toBeGreaterThan(3_000)
    think(said(SAID))
    const states = (await Promise.all(all)).map(({ state }) => state)
    expect(states.filter((state) => state === 'answered')).toHaveLength(2)
    expect(tasks).toHaveLength(2)
    expect(await dayOfBot(market, botId)).toMatchObject({ promptTokens: 1_800, completionTokens: 200 })
    expect(await rehearse(market.deps, owner, { botId, contextId })).toMatchObject({ state: 'answered' })
  })

  it('gives back what it put aside when its model fails', async () => {
    const { market } = marketWhere(() => {
      throw new Error('a fault of ours')
    })
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const contextId = await pastQuestion(market, buyer)
    const botId = await bot(market, owner)
    const deps = { ...market.deps, log: { ...market.deps.log, error() {} } }
    expect(await rehearse(deps, owner, { botId, contextId })).toMatchObject({ state: 'failed' })
    expect(await dayOfBot(market, botId)).toMatchObject({ promptTokens: 0, completionTokens: 0 })
  })

  it('of a text is the text', async () => {
    const { market, tasks } = marketWhere()
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const contextId = await pastQuestion(market, buyer)
    const botId = await bot(market, owner, { kind: 'fixed', teaser: 'What the bridge can carry' })

    expect(await rehearse(market.deps, owner, { botId, contextId })).toMatchObject({
      state: 'answered',
      offers: [{ teaser: 'What the bridge can carry', privateInfo: 'The bridge carries 3.5 tonnes.' }],
    })
    expect(tasks).toEqual([])
  })

  it('is its owner’s alone', async () => {
    const { market } = marketWhere()
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const contextId = await pastQuestion(market, buyer)
    const botId = await bot(market, owner, {}, true)

    for (const stranger of [buyer, await person(market, 'eve')]) {
      const refusal = { code: 'sellers.bot_not_found' }
      await expect(rehearse(market.deps, stranger, { botId, contextId })).rejects.toMatchObject(refusal)
      await expect(listRehearsable(market.deps, stranger, botId)).rejects.toMatchObject(refusal)
    }
  })

  it('takes no question that is open, its owner’s, not what it wants, or none at all', async () => {
    const { market, tasks } = marketWhere()
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const botId = await bot(market, owner)
    const refused = [
      await askQuestion(market, buyer),
      await pastQuestion(market, owner),
      await pastQuestion(market, buyer, { title: 'Which pan lasts longest?' }),
      'ctx_nothing',
    ]

    for (const contextId of refused) {
      await expect(rehearse(market.deps, owner, { botId, contextId })).rejects.toMatchObject({
        code: 'sellers.not_rehearsable',
      })
    }
    expect(tasks).toEqual([])
  })
})
