import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { contexts, offers } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { matcherQuerySchema } from '../../contract/matching'
import { REHEARSED_QUESTIONS } from '../../contract/rehearsal'
import { askAbout, askQuestion, credits, NOTHING, person } from '../../inspection/engine/testing'
import { previewMatcher } from '../../market/matching/preview'
import { listRehearsable, rehearse } from './rehearse'
import {
  bot,
  dayOfBot,
  everything,
  marketWhere,
  pastQuestion,
  type Reply,
  SAID,
  SAID_PROSE,
  said,
  TOKENS,
  USAGE,
} from './testing'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => database.truncate())
afterAll(() => database.close())

describe('what a bot can be rehearsed on', () => {
  it('is public, not its owner’s, and what its matcher wants, open or ended; with what became of it', async () => {
    const { market } = marketWhere(database)
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const unseen = await pastQuestion(market, buyer)
    market.clock.forward(60_000)
    const past = await pastQuestion(market, buyer, { isTreePublic: true })
    await pastQuestion(market, buyer, { title: 'Which pan lasts longest?' })
    await pastQuestion(market, owner)
    market.clock.forward(60_000)
    const open = await askQuestion(market, buyer, { start: { rule: 'manual' } })
    await market.settle()
    const botId = await bot(market, owner)

    const found = await listRehearsable(market.deps, owner, botId)
    expect(found).toMatchObject([
      { contextId: open, outcome: { offers: 0, boughtMicros: [] } },
      { contextId: past, outcome: { offers: 1, boughtMicros: [credits(0.8)] } },
      // What was bought where only its asker may watch is nobody else's to know.
      { contextId: unseen, outcome: { offers: 1, boughtMicros: [] } },
    ])
    expect((await rehearse(market.deps, owner, { botId, contextId: open })).state).toBe('answered')
  })

  it('follows the audience, and is at most ten, newest first', async () => {
    const { market } = marketWhere(database)
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

it('are those that the preview of its matcher counts, the nearest to its own words first', async () => {
  const { market } = marketWhere(database)
  const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
  const ask = (title: string) => {
    market.clock.forward(60_000)
    return pastQuestion(market, buyer, { title })
  }
  const bread = await ask('How does bread rise?')
  const pan = await ask('Which pan lasts longest?')
  const bridge = await ask('Is the bridge safe?')
  const matcher = { budgetMicrosMin: credits(0.1) }
  const botId = await bot(market, owner, { name: 'Bread, and how it rises', matcher })
  const previewed = await previewMatcher(market.deps, owner, matcherQuerySchema.parse(matcher))
  const tried = (await listRehearsable(market.deps, owner, botId)).map(({ contextId }) => contextId)
  expect(tried).toEqual([bread, bridge, pan])
  expect([...tried].sort()).toEqual(previewed.examples.map(({ contextId }) => contextId).sort())
  expect(previewed.matched).toBe(tried.length)
})

describe('sub-questions among them', () => {
  /** A question that ended after its inspector had asked one thing about the offer on it. */
  async function askedFurther(over: object = {}) {
    const { market, tasks } = marketWhere(database, undefined, (task) =>
      task.questions.length > 1 || task.round > 0 ? NOTHING : askAbout(task, 'Is it so?'),
    )
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const botId = await bot(market, owner, { matcher: { anyOf: ['bridge'], scope: 'sub-contexts' } })
    const rootId = await pastQuestion(market, buyer, over)
    const asked = await market.deps.db.select().from(contexts).where(eq(contexts.parentId, rootId))
    expect(asked).toHaveLength(1)
    return { market, tasks, owner, botId, rootId, contextId: asked[0]?.id ?? '' }
  }

  it('are those that everybody may read, with the teasers that they are about', async () => {
    const { market, tasks, owner, botId, rootId, contextId } = await askedFurther({ isTreePublic: true })
    expect(await listRehearsable(market.deps, owner, botId)).toMatchObject([
      {
        contextId,
        title: expect.stringContaining('What I saw there'),
        isRoot: false,
        outcome: { offers: 0 },
      },
    ])
    const both = await bot(market, owner, { matcher: { anyOf: ['bridge'], scope: 'both' } })
    const found = await listRehearsable(market.deps, owner, both)
    expect(new Map(found.map((one) => [one.contextId, one.isRoot]))).toEqual(
      new Map([
        [rootId, true],
        [contextId, false],
      ]),
    )
    expect(await rehearse(market.deps, owner, { botId, contextId })).toMatchObject({ state: 'answered' })
    expect(tasks).toMatchObject([{ subject: { kind: 'verify', teasers: ['What I saw there'] } }])
  })

  it('are none of a tree that is its buyer’s alone, and none that an earlier version sealed', async () => {
    for (const isTreePublic of [false, true]) {
      const { market, tasks, owner, botId, contextId } = await askedFurther({ isTreePublic })
      if (isTreePublic)
        await market.deps.db.update(contexts).set({ isSealed: true }).where(eq(contexts.id, contextId))
      expect(await listRehearsable(market.deps, owner, botId)).toEqual([])
      await expect(rehearse(market.deps, owner, { botId, contextId })).rejects.toMatchObject({
        code: 'sellers.not_rehearsable',
      })
      expect(tasks).toEqual([])
    }
  })

  it('are none whose offers stand under a sealed question', async () => {
    const { market, owner, botId, rootId, contextId } = await askedFurther({ isTreePublic: true })
    const { db } = market.deps
    const [asked] = await db.select().from(contexts).where(eq(contexts.id, contextId))
    if (!asked) throw new Error('Nothing was asked')
    const { search: _generated, ...row } = asked
    await db.insert(contexts).values({ ...row, id: 'bc_sealed', isSealed: true })
    await db.update(offers).set({ contextId: 'bc_sealed' }).where(eq(offers.contextId, rootId))
    expect(await listRehearsable(market.deps, owner, botId)).toEqual([])
    await expect(rehearse(market.deps, owner, { botId, contextId })).rejects.toMatchObject({
      code: 'sellers.not_rehearsable',
    })
  })
})

describe('a rehearsal', () => {
  it('shows what it would have said, and changes nothing but its day: no run, offer, event, job or money', async () => {
    const { market, tasks } = marketWhere(database)
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
      offers: [{ ...SAID, privateProse: SAID_PROSE, priceMicros: credits(0.5) }],
      ...TOKENS,
      costMicroUsd: 0n,
    })
    expect(tasks).toMatchObject([{ prompt: 'The bridge carries 3.5 tonnes.', subject: null }])
    expect(await everything(market)).toEqual(before)
    expect(market.waiting).toEqual([])
    expect(await dayOfBot(market, botId)).toMatchObject({ offers: 0, ...TOKENS })
  })

  it('says why it would have been silent, or what would have failed', async () => {
    const replies: Reply[] = [
      said(null),
      { ok: false, failure: 'malformed', isTransient: false, usage: USAGE },
      said(SAID),
    ]
    const { market } = marketWhere(database, () => replies.shift() ?? said(null))
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
    const { market, tasks } = marketWhere(database)
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
    const { market, tasks } = marketWhere(database, () => isThought)
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
    const { market } = marketWhere(database, () => {
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
    const { market, tasks } = marketWhere(database)
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
    const { market } = marketWhere(database)
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const contextId = await pastQuestion(market, buyer)
    const botId = await bot(market, owner, {}, true)

    for (const stranger of [buyer, await person(market, 'eve')]) {
      const refusal = { code: 'sellers.bot_not_found' }
      await expect(rehearse(market.deps, stranger, { botId, contextId })).rejects.toMatchObject(refusal)
      await expect(listRehearsable(market.deps, stranger, botId)).rejects.toMatchObject(refusal)
    }
  })

  it('takes no question that is its owner’s, not what it wants, or none at all', async () => {
    const { market, tasks } = marketWhere(database)
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const botId = await bot(market, owner)
    const refused = [
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
