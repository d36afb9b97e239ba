import { eq, getTableName, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '@/db/client'
import {
  botRuns,
  bots,
  contexts,
  corpusDocuments,
  corpusPassages,
  corpusTerms,
  corpusUploads,
  matcherAnchors,
  matchers,
  offers,
  webhooks,
} from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { BOTS_PER_PERSON_MAX, createBotSchema } from '../../contract/bots'
import { askQuestion, credits, newKey, person } from '../../inspection/engine/testing'
import { viewContext, viewOffers } from '../../market/context-view'
import { viewProfile } from '../../market/profile'
import type { TestMarket } from '../../testing'
import { addDocument } from '../corpus/documents'
import { listRehearsable } from '../rehearsal/rehearse'
import { bot, marketWhere } from '../rehearsal/testing'
import { viewWebhook } from '../webhook/manage'
import { createBot, listBotRuns, listBots, pauseBot, viewBot } from './bots'
import { openKnowledge } from './knowledge'
import { HISTORY, removeBot } from './remove-bot'
import { updateBot } from './update-bot'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => database.truncate())
afterAll(() => database.close())

const PROMPT = 'The bridge carries 3.5 tonnes.'
const NOT_FOUND = { code: 'sellers.bot_not_found' }
const OWN_MODEL = { model: 'some-model', baseUrl: 'https://models.example.org/v1', apiKey: 'sk-secret-key' }

async function rowOf({ deps }: TestMarket, botId: string) {
  return (await deps.db.select().from(bots).where(eq(bots.id, botId)))[0]
}

const offersOf = ({ deps }: TestMarket, botId: string) =>
  deps.db.select().from(offers).where(eq(offers.botId, botId)).orderBy(offers.createdAt)

/** A bot at work that was bought once, and whose second offer stands unread on a question that waits. */
async function sellingBot(over: object = {}) {
  const { market } = marketWhere(database)
  const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
  const botId = await bot(market, owner, over, true)
  const boughtOn = await askQuestion(market, buyer, { isTreePublic: true })
  await market.settle()
  market.clock.forward(60_000)
  const openOn = await askQuestion(market, buyer, { start: { rule: 'manual' } })
  await market.settle()
  return { market, owner, buyer, botId, boughtOn, openOn }
}

/** Emptied, or gone with the bot's row. */
const BELONGINGS = [
  'bot_day',
  'bot_price_move',
  'corpus_document',
  'corpus_passage',
  'corpus_probe',
  'corpus_term',
  'corpus_upload',
  'matcher',
  'webhook',
  'webhook_delivery',
]

describe('removing a bot', () => {
  it('knows of every table that names one whether it is history or goes with it', async () => {
    const found = await database.db.execute(sql`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'bot'::regclass order by 1`)
    const known = [...HISTORY.map((table) => getTableName(table)), ...BELONGINGS]
    expect(
      rowsOf<{ name: string }>(found)
        .map(({ name }) => name)
        .filter((name) => !known.includes(name)),
    ).toEqual([])
  })

  it('takes back what nobody has read, and leaves what was bought, under its name', async () => {
    const { market, owner, buyer, botId, boughtOn, openOn } = await sellingBot()
    expect(await removeBot(market.deps, owner, { botId })).toEqual({ botId, withdrawn: 1, isGone: false })

    expect((await offersOf(market, botId)).map(({ state }) => state)).toEqual(['bought', 'withdrawn'])
    expect(await viewOffers(market.deps, buyer, openOn)).toEqual([])
    expect((await viewContext(market.deps, buyer, openOn)).phase).toBe('collecting')
    expect(await viewOffers(market.deps, buyer, boughtOn)).toMatchObject([
      { botId, botName: 'Bridge bot (removed)', privateInfo: 'It carries 3.5 tonnes.', state: 'bought' },
    ])
    for (const viewer of [null, buyer, owner]) {
      expect(await viewBot(market.deps, viewer, botId)).toMatchObject({
        name: 'Bridge bot',
        bought: 1,
        removedAt: market.clock.now(),
      })
    }
    expect(await listBotRuns(market.deps.db, owner, botId)).toHaveLength(2)
    expect(
      (await viewProfile(market.deps, null, (await viewBot(market.deps, null, botId)).owner.handle)).bots,
    ).toEqual([])
  })

  it('stops it for ever: no question wakes it, and nobody can let it go on, change or rehearse it', async () => {
    const { market, owner, buyer, botId } = await sellingBot()
    await removeBot(market.deps, owner, { botId })
    const later = await askQuestion(market, buyer)
    await market.settle()
    expect(await viewOffers(market.deps, buyer, later)).toEqual([])
    expect(await market.deps.db.$count(botRuns, eq(botRuns.contextId, later))).toBe(0)

    const input = createBotSchema.shape.bot.parse({
      kind: 'llm',
      name: 'Bridge bot',
      matcher: { anyOf: ['bridge'] },
      knowledge: PROMPT,
      price: { rule: 'fixed', priceMicros: credits(1) },
    })
    await expect(pauseBot(market.deps, owner, { botId, isPaused: false })).rejects.toMatchObject(NOT_FOUND)
    await expect(updateBot(market.deps, owner, { botId, bot: input })).rejects.toMatchObject(NOT_FOUND)
    await expect(listRehearsable(market.deps, owner, botId)).rejects.toMatchObject(NOT_FOUND)
    await expect(removeBot(market.deps, owner, { botId })).rejects.toMatchObject(NOT_FOUND)
  })

  it('deletes its matcher, its prompt and the key of its model', async () => {
    const { market, owner, botId } = await sellingBot({ audience: { who: 'except', handles: [] } })
    const other = await bot(market, owner)
    const { deps } = market
    const anchors = await deps.db.$count(matcherAnchors)
    await deps.db.update(bots).set({ modelName: 'm', modelBaseUrl: 'https://m.example.org' })
    await deps.db.update(bots).set({ modelKeyId: 'k', modelKeySealed: 'sealed' })
    await removeBot(deps, owner, { botId })

    expect((await deps.db.select().from(matchers)).map((row) => row.botId)).toEqual([other])
    expect(await deps.db.$count(matcherAnchors)).toBe(anchors / 2)
    const row = await rowOf(market, botId)
    expect(row).toMatchObject({ modelKeyId: null, modelKeySealed: null, modelName: null, modelBaseUrl: null })
    expect(row && openKnowledge(deps.cipher, row).reveal()).toBe('')
    const kept = await rowOf(market, other)
    expect(kept?.modelKeySealed).toBe('sealed')
    expect(kept && openKnowledge(deps.cipher, kept).reveal()).toBe(PROMPT)
  })

  it('deletes its documents with their passages, and takes no more', async () => {
    const { market, owner, botId } = await sellingBot({ kind: 'corpus' })
    const { deps } = market
    const add = (name: string) =>
      addDocument(deps, owner, { botId, file: { name, bytes: Buffer.from('# Bridges\n\nThe old bridge.') } })
    await add('read.md')
    await market.settle()
    await add('waiting.md')
    expect(await deps.db.$count(corpusPassages)).toBeGreaterThan(0)
    await removeBot(deps, owner, { botId })
    await market.settle()
    for (const table of [corpusDocuments, corpusUploads, corpusPassages, corpusTerms])
      expect(await deps.db.$count(table)).toBe(0)
    await expect(add('late.md')).rejects.toMatchObject(NOT_FOUND)
  })

  it('deletes its webhook with the secret, and lets no question wait for an answer of its', async () => {
    const { market } = marketWhere(database)
    const [owner, buyer] = [await person(market, 'owen'), await person(market, 'beth')]
    const { botId } = await createBot(
      market.deps,
      owner,
      createBotSchema.parse({
        bot: {
          kind: 'webhook',
          name: 'Own server',
          matcher: { anyOf: ['bridge'] },
          url: 'https://bot.example.org/',
          price: { rule: 'fixed', priceMicros: credits(1) },
        },
        isLive: true,
        requestKey: newKey(),
      }),
    )
    const contextId = await askQuestion(market, buyer, { start: { rule: 'manual' } })
    await market.settle()
    // As it stands when its server has said that the answer comes later.
    await market.deps.db.update(botRuns).set({ state: 'awaited', failure: null, finishedAt: null })
    await market.deps.db.update(contexts).set({ botsPending: 1 }).where(eq(contexts.id, contextId))
    const pendingOf = async () =>
      (await market.deps.db.select().from(contexts).where(eq(contexts.id, contextId)))[0]?.botsPending

    await removeBot(market.deps, owner, { botId })
    expect(await pendingOf()).toBe(0)
    expect(await market.deps.db.$count(webhooks)).toBe(0)
    expect(await listBotRuns(market.deps.db, owner, botId)).toMatchObject([
      { state: 'silent', silence: 'paused' },
    ])
    await expect(viewWebhook(market.deps, owner, botId)).rejects.toMatchObject(NOT_FOUND)
    await market.settle()
    expect(await rowOf(market, botId)).toMatchObject({ isPaused: true, removedAt: expect.any(Date) })
  })

  it('lets one vanish wholly that was never asked, also after a rehearsal', async () => {
    const { market } = marketWhere(database)
    const owner = await person(market, 'owen')
    for (const over of [{}, { ownModel: OWN_MODEL }]) {
      const botId = await bot(market, owner, over)
      expect(await removeBot(market.deps, owner, { botId })).toEqual({ botId, withdrawn: 0, isGone: true })
      expect(await rowOf(market, botId)).toBeUndefined()
      await expect(viewBot(market.deps, owner, botId)).rejects.toMatchObject(NOT_FOUND)
    }
    expect(await market.deps.db.$count(matchers)).toBe(0)
  })

  it('frees its name and its place among the bots that one may have', async () => {
    const { market, owner, botId } = await sellingBot()
    const { deps } = market
    const row = await rowOf(market, botId)
    if (!row) throw new Error('No bot')
    await deps.db
      .insert(bots)
      .values(Array.from({ length: BOTS_PER_PERSON_MAX - 1 }, (_, at) => ({ ...row, id: `bot_more${at}` })))
    await expect(bot(market, owner)).rejects.toMatchObject({ code: 'sellers.too_many_bots' })
    await removeBot(deps, owner, { botId })
    const again = await bot(market, owner, {}, true)
    expect((await viewBot(deps, null, again)).name).toBe('Bridge bot')
    expect((await listBots(deps, null, { mine: false })).map(({ id }) => id)).not.toContain(botId)
  })

  it('is its owner’s alone', async () => {
    const { market, buyer, botId } = await sellingBot()
    await expect(removeBot(market.deps, buyer, { botId })).rejects.toMatchObject(NOT_FOUND)
    expect(await rowOf(market, botId)).toMatchObject({ isPaused: false, removedAt: null })
    expect((await offersOf(market, botId)).map(({ state }) => state)).toEqual(['bought', 'open'])
  })
})
