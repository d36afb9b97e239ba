import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { botDays, botRuns, bots, contexts, notices, offers } from '@/db/schema'
import { describeMultiConnection, openTestDb, type TestDatabase } from '@/db/testing'
import { createBotSchema } from '../../contract/bots'
import { askQuestion, credits, newKey, person } from '../../inspection/engine/testing'
import { builtInModel } from '../../llm/built-in/built-in'
import type { ModelResult, OfferReply, OfferTask } from '../../llm/model'
import { openOwn } from '../../market/private/open'
import { inTree } from '../../realtime/tree-transaction'
import { onCrashpoint } from '../../shared/crashpoint'
import { type TestMarket, testMarket } from '../../testing'
import { createBot, pauseBot } from '../bots/bots'
import { askBot } from './ask-bot'
import { createBotRunner } from './bot-runner'
import { concludeRun } from './conclude-run'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => database.truncate())
afterAll(() => database.close())

type BotOver = { kind?: 'llm' | 'fixed'; caps?: object; knowledge?: string; price?: number }

async function makeBot(market: TestMarket, ownerId: string, over: BotOver = {}): Promise<string> {
  const { kind = 'llm', caps = {}, knowledge = 'The bridge has a limit of 3.5 tonnes.', price = 2 } = over
  const input = createBotSchema.parse({
    bot: {
      kind,
      name: 'Bridge bot',
      matcher: { anyOf: ['bridge'], scope: 'both' },
      ...(kind === 'fixed' ? { teaser: 'What the bridge can carry' } : {}),
      knowledge,
      price: { rule: 'fixed', priceMicros: credits(price) },
      caps,
    },
    isLive: true,
    requestKey: newKey(),
  })
  return (await createBot(market.deps, ownerId, input)).botId
}

const SOLD = { teaser: 'The load limit of the bridge', privateInfo: 'It carries 3.5 tonnes.' }
const TOKENS = { promptTokens: 900, completionTokens: 100 }
const USAGE = { ...TOKENS, calls: 1 }

/** A market whose operator's model answers bots as scripted. */
function marketWith(reply: (task: OfferTask) => ModelResult<OfferReply> | Promise<ModelResult<OfferReply>>) {
  const tasks: OfferTask[] = []
  const site = {
    ...builtInModel,
    async offer(task: OfferTask) {
      tasks.push(task)
      return reply(task)
    },
  }
  return { market: testMarket(database, { site, isSiteBuiltIn: false }), tasks }
}

const sold = (over: Partial<typeof SOLD> = {}): ModelResult<OfferReply> => ({
  ok: true,
  value: { ...SOLD, ...over },
  usage: USAGE,
})
const broken: ModelResult<OfferReply> = { ok: false, failure: 'malformed', isTransient: false, usage: USAGE }

/** The start waits long, so that runs are seen before an inspector. */
const asked = (market: TestMarket, buyer: string, over: object = {}) =>
  askQuestion(market, buyer, { start: { rule: 'quorum', offers: 9 }, ...over })

const runsOf = (market: TestMarket, botId: string) =>
  market.deps.db.select().from(botRuns).where(eq(botRuns.botId, botId)).orderBy(botRuns.createdAt, botRuns.id)
const dayOfBot = async (market: TestMarket, botId: string) =>
  (await market.deps.db.select().from(botDays).where(eq(botDays.botId, botId)))[0]

/** Starts the runs of all new questions at once and delivers no other job: those are for the test to run. */
async function matchOnly(market: TestMarket): Promise<void> {
  const jobs = market.waiting.splice(0).filter((job) => job.name === 'market.match')
  await Promise.all(jobs.map(({ payload }) => market.engine.match(payload)))
}

describe('a run', () => {
  it('posts what the bot says, names the run, and counts its tokens and offers', async () => {
    const { market, tasks } = marketWith(() => sold())
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const botId = await makeBot(market, bob)
    const contextId = await asked(market, ada)
    await market.settle()
    const [run] = await runsOf(market, botId)
    expect(run).toMatchObject({ state: 'answered', silence: null, failure: null, attempt: 1, ...TOKENS })
    const [offer] = await market.deps.db.select().from(offers)
    expect(offer).toMatchObject({
      contextId,
      botId,
      botRunId: run?.id,
      priceMicros: credits(2),
      sellerId: bob,
    })
    const own = await openOwn(market.deps, {
      sellerId: bob,
      offerIds: [offer?.id ?? ''],
    })
    expect(own.get(offer?.id ?? '')?.reveal()).toBe(SOLD.privateInfo)
    expect(await dayOfBot(market, botId)).toMatchObject({ offers: 1, ...TOKENS })
    expect(tasks[0]).toMatchObject({ budgetMicros: credits(10), subject: null })
    const [context] = await market.deps.db.select().from(contexts)
    expect(context?.botsPending).toBe(0)
  })

  it('has one effect however often its job is delivered', async () => {
    const { market, tasks } = marketWith(() => sold())
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const botId = await makeBot(market, bob)
    await asked(market, ada)
    await market.settle()
    const [run] = await runsOf(market, botId)
    await askBot(market.deps, run?.id ?? '')
    expect(tasks).toHaveLength(1)
    expect(await market.deps.db.$count(offers)).toBe(1)
    expect(await dayOfBot(market, botId)).toMatchObject({ offers: 1, promptTokens: USAGE.promptTokens })
  })

  it('that fails posts nothing; three in a row pause the bot and tell its owner', async () => {
    const { market } = marketWith(() => broken)
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const botId = await makeBot(market, bob)
    for (let question = 1; question <= 4; question += 1) {
      await asked(market, ada, { budgetMicros: credits(5) })
      await market.settle()
    }
    const runs = await runsOf(market, botId)
    expect(runs.map(({ state, failure }) => [state, failure])).toEqual(
      Array.from({ length: 3 }, () => ['failed', 'malformed']),
    )
    expect(await market.deps.db.$count(offers)).toBe(0)
    const [bot] = await market.deps.db.select().from(bots)
    expect(bot).toMatchObject({ isPaused: true, pausedFor: 'failures', failures: 3 })
    const told = await market.deps.db.select().from(notices).where(eq(notices.event, 'bot.paused'))
    expect(told.map(({ personId, botId: of }) => [personId, of])).toEqual([[bob, botId]])
    const pending = await market.deps.db.select({ botsPending: contexts.botsPending }).from(contexts)
    expect(pending.every(({ botsPending }) => botsPending === 0)).toBe(true)
  })

  it('that succeeds forgets the failures before it', async () => {
    let calls = 0
    const { market } = marketWith(() => {
      calls += 1
      return calls % 3 === 0 ? sold({ privateInfo: `It carries ${calls} tonnes.` }) : broken
    })
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    await makeBot(market, bob)
    for (let question = 1; question <= 6; question += 1) {
      await asked(market, ada, { budgetMicros: credits(5) })
      await market.settle()
    }
    const [bot] = await market.deps.db.select().from(bots)
    expect(bot).toMatchObject({ isPaused: false, failures: 0 })
    expect(calls).toBe(6)
  })

  it('leaves out what the budget cannot pay, and what cannot be posted', async () => {
    const { market } = marketWith(() => sold({ teaser: 'Short' }))
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const dear = await makeBot(market, bob, { kind: 'fixed', price: 8 })
    const mute = await makeBot(market, bob)
    await asked(market, ada, { budgetMicros: credits(5) })
    await market.settle()
    expect((await runsOf(market, dear))[0]).toMatchObject({ state: 'silent', silence: 'over-budget' })
    expect((await runsOf(market, mute))[0]).toMatchObject({ state: 'silent', silence: 'nothing-to-say' })
    expect(await market.deps.db.$count(offers)).toBe(0)
    expect(await dayOfBot(market, dear)).toBeUndefined()
  })

  it('of a bot that was paused meanwhile is silent and says so', async () => {
    const { market, tasks } = marketWith(() => sold())
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const botId = await makeBot(market, bob)
    await asked(market, ada)
    await matchOnly(market)
    await pauseBot(market.deps, bob, { botId, isPaused: true })
    await askBot(market.deps, (await runsOf(market, botId))[0]?.id ?? '')
    expect((await runsOf(market, botId))[0]).toMatchObject({ state: 'silent', silence: 'paused' })
    expect(tasks).toHaveLength(0)
  })

  it('cleans a teaser of what the database refuses', async () => {
    const { market } = marketWith(() => sold({ teaser: 'The load\u0000 limit\nof the bridge \ud800' }))
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    await makeBot(market, bob)
    await asked(market, ada)
    await market.settle()
    expect((await market.deps.db.select().from(offers))[0]?.teaser).toBe(
      'The load limit of the bridge \ufffd',
    )
  })
})

describe('the same words', () => {
  it('are offered by each owner: that they are equal is nobody’s to see, and drops in the inspection', async () => {
    const market = testMarket(database)
    const [ada, bob, eve] = [
      await person(market, 'ada'),
      await person(market, 'bob'),
      await person(market, 'eve'),
    ]
    const cheap = await makeBot(market, bob, { kind: 'fixed', price: 1 })
    const dear = await makeBot(market, eve, {
      kind: 'fixed',
      price: 2,
      knowledge: 'the bridge has a LIMIT of 3.5 tonnes.',
    })
    await asked(market, ada)
    await market.settle()
    expect((await runsOf(market, cheap))[0]).toMatchObject({ state: 'answered' })
    expect((await runsOf(market, dear))[0]).toMatchObject({ state: 'answered' })
  })

  it('are not offered again later by their owner for as much or more, and are for less', async () => {
    const { market } = marketWith(() => sold())
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    await makeBot(market, bob, { kind: 'fixed', price: 2, knowledge: SOLD.privateInfo })
    const same = await makeBot(market, bob, { price: 2 })
    const less = await makeBot(market, bob, { price: 1 })
    await asked(market, ada)
    await market.settle()
    expect((await runsOf(market, same))[0]).toMatchObject({ state: 'silent', silence: 'duplicate' })
    expect((await runsOf(market, less))[0]).toMatchObject({ state: 'answered' })
  })
})

describe('caps', () => {
  it('of offers a day hold for a fixed bot, and begin anew the next day (UTC)', async () => {
    const market = testMarket(database)
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const botId = await makeBot(market, bob, { kind: 'fixed', caps: { offersPerDay: 2 } })
    for (let question = 1; question <= 4; question += 1) {
      await asked(market, ada, { budgetMicros: credits(3), deadlineMinutes: 60 * 24 * 2 })
      await market.settle()
      market.clock.forward(1_000)
    }
    expect((await runsOf(market, botId)).map(({ silence }) => silence)).toEqual([
      null,
      null,
      'day-cap',
      'day-cap',
    ])
    expect((await dayOfBot(market, botId))?.offers).toBe(2)
    market.clock.forward(24 * 3_600_000)
    await asked(market, ada, { budgetMicros: credits(3) })
    await market.settle()
    expect((await runsOf(market, botId)).at(-1)).toMatchObject({ state: 'answered' })
  })

  it('of tokens a day silence a bot before its model is asked', async () => {
    const { market, tasks } = marketWith(() => sold())
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const botId = await makeBot(market, bob, { caps: { tokensPerDay: 1_500 } })
    for (let question = 1; question <= 3; question += 1) {
      await asked(market, ada, { budgetMicros: credits(3) })
      await market.settle()
      market.clock.forward(1_000)
    }
    expect((await runsOf(market, botId)).map(({ silence }) => silence)).toEqual([null, null, 'token-cap'])
    expect(tasks).toHaveLength(2)
  })

  it('of tokens let only one of two runs at once have the last of them', async () => {
    let arrived = 0
    const { promise: both, resolve } = Promise.withResolvers<void>()
    const { market, tasks } = marketWith(async () => {
      arrived += 1
      await both
      return sold()
    })
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const botId = await makeBot(market, bob, { caps: { tokensPerDay: 1_500 } })
    await asked(market, ada, { budgetMicros: credits(3) })
    await asked(market, ada, { budgetMicros: credits(3) })
    await matchOnly(market)
    const runs = await runsOf(market, botId)
    const answers = runs.map(({ id }) => askBot(market.deps, id))
    await expect
      .poll(async () => (await runsOf(market, botId)).map(({ state }) => state).sort())
      .toEqual(['queued', 'silent'])
    resolve()
    await Promise.all(answers)
    expect([arrived, tasks.length]).toEqual([1, 1])
    expect((await runsOf(market, botId)).map(({ silence }) => silence).sort()).toEqual(
      [null, 'token-cap'].sort(),
    )
  })

  it('of offers for one context cut what a run posts, in the order given', async () => {
    const { market } = marketWith(() => ({ ok: true, value: null, usage: USAGE }))
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const botId = await makeBot(market, bob, { caps: { offersPerContext: 2, offersPerDay: 3 } })
    await asked(market, ada)
    await matchOnly(market)
    const [run] = await runsOf(market, botId)
    const drafts = ['one', 'two', 'two', 'three', 'four'].map((word) => ({
      teaser: `Something about ${word}`,
      privateInfo: `It is ${word}.`,
      priceMicros: credits(1),
    }))
    const facts = { runId: run?.id ?? '', botId, contextId: run?.contextId ?? '' }
    await inTree(market.deps, facts.contextId, (tx, note) =>
      concludeRun(tx, market.deps, note, facts, { kind: 'offers', drafts }),
    )
    const posted = await market.deps.db.select().from(offers).orderBy(offers.id)
    expect(posted.map(({ teaser }) => teaser).sort()).toEqual(['Something about one', 'Something about two'])
    expect((await dayOfBot(market, botId))?.offers).toBe(2)
  })
})

describeMultiConnection('caps under concurrency', () => {
  it('let exactly as many offers through as there are places left, whoever comes at once', async () => {
    const market = testMarket(database)
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const botId = await makeBot(market, bob, { kind: 'fixed', caps: { offersPerDay: 3 } })
    for (let question = 1; question <= 8; question += 1)
      await asked(market, ada, { budgetMicros: credits(2.5) })
    await matchOnly(market)
    const runs = await runsOf(market, botId)
    expect(runs.filter(({ state }) => state === 'answered')).toHaveLength(3)
    expect(runs.filter(({ silence }) => silence === 'day-cap')).toHaveLength(5)
    expect((await dayOfBot(market, botId))?.offers).toBe(3)
  })
})

describe('a run that is cut short', () => {
  it('is due again when its lease has run out, and ends once', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { market, tasks } = marketWith(async () => {
      await held
      return sold()
    })
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    const botId = await makeBot(market, bob)
    await asked(market, ada)
    await matchOnly(market)
    const [run] = await runsOf(market, botId)
    const stopped = createBotRunner(market.deps)
    market.waiting.length = 0
    await stopped.begin(run?.id ?? '')
    await stopped.begin(run?.id ?? '')
    await expect.poll(() => tasks.length).toBe(1)
    const stopping = stopped.stop()
    release()
    await stopping
    await expect(stopped.begin(run?.id ?? '')).rejects.toThrow('No more runs')
    expect((await runsOf(market, botId))[0]).toMatchObject({ state: 'queued' })
    market.clock.forward(9_000)
    await market.sweep()
    expect(tasks).toHaveLength(1)
    market.clock.forward(1_000)
    await market.sweep()
    expect((await runsOf(market, botId))[0]).toMatchObject({ state: 'answered', ...TOKENS })
    expect(await market.deps.db.$count(offers)).toBe(1)
  })
})

describe('a run whose job is lost', () => {
  /** Runs that were found and whose jobs, with all others, are gone. */
  async function withoutJobs(market: TestMarket, bots: number): Promise<void> {
    const [ada, bob] = [await person(market, 'ada'), await person(market, 'bob')]
    for (let index = 0; index < bots; index += 1) await makeBot(market, bob)
    await asked(market, ada, { deadlineMinutes: 60 * 24 })
    await matchOnly(market)
    market.waiting.length = 0
  }
  let stop = () => {}
  afterEach(() => stop())

  it('is found by its state and time', async () => {
    const { market } = marketWith(() => sold())
    await withoutJobs(market, 1)
    await market.sweep()
    const [run] = await market.deps.db.select().from(botRuns)
    expect(run).toMatchObject({ state: 'answered', dueAt: null })
    expect(await market.deps.db.$count(offers)).toBe(1)
  })

  it('and whose process dies again and again has failed in the end, so that nobody waits for it', async () => {
    const { market, tasks } = marketWith(() => sold())
    await withoutJobs(market, 1)
    stop = onCrashpoint((name) => {
      if (name === 'run.after_call') throw new Error('killed')
    })
    const times: number[] = []
    for (let pass = 0; pass < 12; pass += 1) {
      await market.sweep()
      const [run] = await market.deps.db.select().from(botRuns)
      times.push(((run?.dueAt?.getTime() ?? 0) - market.clock.now().getTime()) / 1_000)
      market.clock.forward((times.at(-1) ?? 0) * 1_000)
    }
    expect(times).toEqual([10, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10240])
    expect(tasks).toHaveLength(12)
    await market.sweep()
    stop()
    const [run] = await market.deps.db.select().from(botRuns)
    expect(run).toMatchObject({ state: 'failed', failure: 'internal', dueAt: null })
    const [context] = await market.deps.db.select().from(contexts)
    expect(context?.botsPending).toBe(0)
    expect(tasks).toHaveLength(12)
  })

  it('waits for a place like others of its owner', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { market, tasks } = marketWith(async () => {
      await held
      return sold({ privateInfo: `It carries ${tasks.length} tonnes.` })
    })
    await withoutJobs(market, 10)
    const passes = [market.sweep(), market.sweep()]
    await expect.poll(() => tasks.length).toBe(8)
    release()
    await Promise.all(passes)
    await market.sweep()
    expect(tasks).toHaveLength(10)
    const runs = await market.deps.db.select().from(botRuns)
    expect(runs.map(({ state }) => state)).not.toContain('queued')
  })
})
