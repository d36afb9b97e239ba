import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { TITLE_CHARS_MAX } from '../../contract/market'
import { ownQuestionSchema } from '../../contract/rehearsal'
import { credits, person } from '../../inspection/engine/testing'
import { createOutbound } from '../../outbound/outbound'
import { bodyOf, listen } from '../../outbound/testing'
import type { TestMarket } from '../../testing'
import { addDocument } from '../corpus/documents'
import { rehearseOwn } from './rehearse'
import { bot, dayOfBot, everything, marketWhere, SAID, SAID_PROSE, TOKENS } from './testing'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => database.truncate())
afterAll(() => database.close())

const QUESTION = 'May a lorry cross the old bridge?'

const tryOn = (market: TestMarket, owner: string, botId: string, over: object = {}) =>
  rehearseOwn(market.deps, owner, { botId, question: QUESTION, budgetMicros: credits(10), ...over })

describe('a question of one’s own', () => {
  it('is answered as at work and kept nowhere: nothing changes but the day of the bot', async () => {
    const { market, tasks } = marketWhere(database)
    const owner = await person(market, 'owen')
    const botId = await bot(market, owner)
    const before = await everything(market)
    market.waiting.splice(0)

    expect(await tryOn(market, owner, botId)).toEqual({
      wakesIt: true,
      state: 'answered',
      silence: null,
      failure: null,
      offers: [{ ...SAID, privateProse: SAID_PROSE, priceMicros: credits(0.5) }],
      ...TOKENS,
      costMicroUsd: 0n,
    })
    expect(tasks).toMatchObject([{ question: { title: QUESTION }, subject: null, budgetMicros: credits(10) }])
    expect(await everything(market)).toEqual(before)
    expect(market.waiting).toEqual([])
    expect(await dayOfBot(market, botId)).toMatchObject({ offers: 0, ...TOKENS })
  })

  it('says that it would not have woken the bot, and what that would have said all the same', async () => {
    const { market } = marketWhere(database)
    const owner = await person(market, 'owen')
    const woken = async (matcher: object, over: object = {}) =>
      (await tryOn(market, owner, await bot(market, owner, { matcher }), over)).wakesIt

    expect(
      await tryOn(market, owner, await bot(market, owner), { question: 'Which pan lasts?' }),
    ).toMatchObject({ wakesIt: false, state: 'answered', offers: [SAID] })
    expect(await woken({ anyOf: ['bridge'], tags: ['travel'] })).toBe(false)
    expect(await woken({ anyOf: ['bridge'], budgetMicrosMin: credits(11) })).toBe(false)
    expect(await woken({ anyOf: ['bridge'], budgetMicrosMin: credits(10) })).toBe(true)
    // Nobody’s record keeps it asleep, and a bot for sub-questions is asked as one.
    expect(await woken({ anyOf: ['bridge'], inspectedPercentMin: 90 })).toBe(true)
    expect(await woken({ anyOf: ['bridge'], scope: 'sub-contexts' })).toBe(true)
  })

  it('holds the budget, and the tokens of the day', async () => {
    const { market, tasks } = marketWhere(database)
    const owner = await person(market, 'owen')
    const botId = await bot(market, owner, { caps: { tokensPerDay: 1_500 } })

    expect(await tryOn(market, owner, botId, { budgetMicros: credits(0.4) })).toMatchObject({
      state: 'silent',
      silence: 'over-budget',
    })
    expect(await tryOn(market, owner, botId)).toMatchObject({ state: 'answered' })
    expect(await tryOn(market, owner, botId)).toMatchObject({
      state: 'silent',
      silence: 'token-cap',
      promptTokens: 0,
    })
    expect(tasks).toHaveLength(2)
    expect(await dayOfBot(market, botId)).toMatchObject({ promptTokens: 1_800, completionTokens: 200 })
  })

  it('is for every kind of bot: a text is the text, documents are searched, a server is called', async () => {
    const { market, tasks } = marketWhere(database)
    const owner = await person(market, 'owen')
    const fixed = await bot(market, owner, { kind: 'fixed', teaser: 'What the bridge can carry' })
    expect(await tryOn(market, owner, fixed)).toMatchObject({
      state: 'answered',
      offers: [{ teaser: 'What the bridge can carry', privateInfo: 'The bridge carries 3.5 tonnes.' }],
    })

    const corpus = await bot(market, owner, { kind: 'corpus' })
    const bytes = Buffer.from(
      '# Bridges\n\n## The old bridge\n\nA lorry of more than 3.5 tonnes may not cross it.',
    )
    await addDocument(market.deps, owner, { botId: corpus, file: { name: 'bridges.md', bytes } })
    await market.settle()
    expect(await tryOn(market, owner, corpus)).toMatchObject({
      state: 'answered',
      offers: [{ privateInfo: expect.stringContaining('more than 3.5 tonnes') }],
    })

    const sent: unknown[] = []
    const server = await listen(async (request, response) => {
      sent.push(JSON.parse(await bodyOf(request)))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ offers: [{ ...SAID, price: '0.50' }] }))
    })
    await market.deps.outbound.close()
    market.deps.outbound = createOutbound({ allowsPrivate: true })
    const webhook = await bot(market, owner, { kind: 'webhook', url: server.url })
    expect(await tryOn(market, owner, webhook)).toMatchObject({ state: 'answered', failure: null })
    expect(sent).toMatchObject([{ type: 'rehearsal', question: { title: QUESTION }, deadline: null }])
    await market.deps.outbound.close()
    await server.close()
    expect(tasks).toEqual([])
  })

  it('is put to one’s own bots only', async () => {
    const { market } = marketWhere(database)
    const botId = await bot(market, await person(market, 'owen'), {}, true)
    await expect(tryOn(market, await person(market, 'eve'), botId)).rejects.toMatchObject({
      code: 'sellers.bot_not_found',
    })
  })

  it('is as long as a question that is asked, and has a budget that one may have', () => {
    const problem = (over: object) =>
      ownQuestionSchema
        .safeParse({ botId: 'bot_1', question: QUESTION, budgetMicros: credits(1), ...over })
        .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    expect(problem({})).toBeUndefined()
    expect(problem({ question: '  why?   ' })).toEqual(['question: Ask in at least 8 characters.'])
    expect(problem({ question: 'w'.repeat(TITLE_CHARS_MAX + 1) })).toEqual([
      expect.stringMatching(/^question: Keep the question under/),
    ])
    expect(problem({ budgetMicros: 0n })).toEqual([
      expect.stringMatching(/^budgetMicros: A budget is at least/),
    ])
  })
})
