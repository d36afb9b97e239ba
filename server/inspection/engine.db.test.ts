import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contexts, inspectionEvents, purchases } from '@/db/schema'
import { describeMultiConnection, openTestDb, type TestDatabase } from '@/db/testing'
import { walletSummary } from '../ledger/queries'
import { verifyLedger } from '../ledger/verify'
import type { InspectTask, ModelFailure } from '../llm/model'
import { buyUnseen } from '../market/buy-unseen'
import { changeOffer, withdrawOffer } from '../market/post-offer'
import { DEFAULT_POLICY, type Protocol } from '../protocol/policy'
import { CRASHPOINTS, onCrashpoint } from '../shared/crashpoint'
import { type TestMarket, testMarket } from '../testing'
import type { TreeView } from './contract'
import { cancelByBuyer, resumeInspection, startInspection } from './control'
import { createEngine } from './engine'
import {
  askAbout,
  askQuestion,
  buyAll,
  credits,
  NOTHING,
  newKey,
  person,
  scriptedModel,
  sell,
  subBot,
} from './testing'
import { viewTree } from './tree-view'

let database: TestDatabase
let market: TestMarket

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
})
/** Whatever a test did, the books are right afterwards. */
afterEach(async () => {
  expect((await verifyLedger(database.db)).filter((check) => !check.ok)).toEqual([])
})

const available = async (userId: string) => (await walletSummary(database.db, userId)).availableMicros
const treeOf = (buyerId: string, rootId: string) => viewTree(market.deps, buyerId, rootId)
const eventsOf = (tree: TreeView) => tree.events.map((event) => event.type)

/** A buyer, a seller with one offer on a question, and a bot that answers what is asked about it. */
async function bridge(model: ReturnType<typeof scriptedModel>, over: Parameters<typeof askQuestion>[2] = {}) {
  market = testMarket(database, { site: model, isSiteBuiltIn: false })
  const [buyer, seller, expert] = [
    await person(market, 'ada'),
    await person(market, 'sol'),
    await person(market, 'eve'),
  ]
  await subBot(market, expert, {
    keyword: 'bridge',
    teaser: 'Who inspected the bridge.',
    knowledge: 'The county engineer inspected it in spring and found it sound.',
    price: 0.5,
  })
  const rootId = await askQuestion(market, buyer, over)
  const offerId = await sell(market, seller, {
    contextId: rootId,
    teaser: 'A report on the bridge.',
    privateInfo: 'Ockham and Sons measured a crack of 17 millimetres in the east pier.',
    price: 3,
  })
  return { buyer, seller, expert, rootId, offerId }
}

/** Holds in the first round, buys in the second because of what it bought below. */
const changesItsMind = (task: InspectTask) => {
  if (task.questions.length > 1) return buyAll(task)
  return task.known.length > 0 ? buyAll(task) : askAbout(task, 'Is the report on the bridge true?')
}

describe('the paper’s legume example (section 3.1), on the built-in inspector', () => {
  async function legumes(protocol: Protocol) {
    const [buyer, tox, diet, cook] = [
      await person(market, 'ada'),
      await person(market, 'tom'),
      await person(market, 'dee'),
      await person(market, 'cai'),
    ]
    await subBot(market, cook, {
      keyword: 'legumes',
      teaser: 'What happens to legume toxins in the kitchen.',
      knowledge: 'The toxins in legumes can be removed by boiling; boiled legumes are safe and nutritious.',
      price: 0.4,
    })
    const rootId = await askQuestion(market, buyer, {
      title: 'What should I eat: raw legumes, rice or boiled legumes?',
      decision: { kind: 'choice', options: ['Raw legumes', 'Rice', 'Boiled legumes'] },
      start: { rule: 'quorum', offers: 2 },
      policy: { ...DEFAULT_POLICY, protocol },
    })
    await sell(market, tox, {
      contextId: rootId,
      teaser: 'What legumes do to your body.',
      privateInfo: 'Legumes are toxic: they contain lectins that make people ill.',
      price: 2,
    })
    await sell(market, diet, {
      contextId: rootId,
      teaser: 'What living on rice does to your health.',
      privateInfo: 'Rice is unhealthy: it raises blood sugar.',
      price: 1,
    })
    await market.settle()
    const tree = await treeOf(buyer, rootId)
    const last = tree.answer?.trail.at(-1)
    const utilities = last?.kind === 'choice' ? last.utilities : []
    return { tree, buyer, cook, best: utilities.indexOf(Math.max(...utilities)) }
  }

  it('ends with boiled legumes under `recursive`: what was bought below reaches the root decision', async () => {
    const { tree, buyer, cook, best } = await legumes('recursive')
    expect(tree).toMatchObject({ status: 'settled', inspectorName: 'Built-in inspector' })
    expect(best).toBe(2)
    expect(tree.answer?.markdown).toContain('boil')
    expect(await available(buyer)).toBe(credits(100) - credits(3.4))
    expect(await available(cook)).toBe(credits(100.38))
  })

  it('ends with rice under `successive`: the root decision never hears what was bought below', async () => {
    expect((await legumes('successive')).best).toBe(1)
  })
})

describe('verdicts', () => {
  it('changes from held to bought because of a bought sub-answer, money exact at every account', async () => {
    const { buyer, seller, expert, rootId, offerId } = await bridge(scriptedModel(changesItsMind))
    await market.settle()
    const tree = await treeOf(buyer, rootId)
    expect(tree.status).toBe('settled')
    const story = tree.events.filter((event) => event.offerId === offerId).map((event) => event.type)
    expect(story).toEqual(['offer.posted', 'offer.held', 'offer.bought'])
    expect(await available(buyer)).toBe(credits(96.5))
    expect(await available(seller)).toBe(credits(102.85))
    expect(await available(expert)).toBe(credits(100) + 475_000n)
    expect(tree.answer?.citations.map(({ number }) => number)).toEqual([1, 2])
  })

  it('buying nothing is an ordinary verdict: everything returns and the answer says why', async () => {
    const model = scriptedModel((task) => ({
      ...NOTHING,
      pass: task.offers.map(({ handle }) => ({ handle, reason: 'unconvincing' as const })),
    }))
    const { buyer, rootId } = await bridge(model)
    await market.settle()
    const tree = await treeOf(buyer, rootId)
    expect(tree.status).toBe('settled')
    expect(tree.offers[0]).toMatchObject({ state: 'passed', reason: 'unconvincing', privateInfo: null })
    expect(tree.answer?.markdown).toContain('did not convince')
    expect(await available(buyer)).toBe(credits(100))
  })

  it('offers that do not exist, and more than the escrow, are never bought', async () => {
    const model = scriptedModel((task) => ({
      ...NOTHING,
      buy: [{ handle: 'Z', reason: 'decisive' }, ...buyAll(task).buy, ...buyAll(task).buy],
    }))
    const { buyer, rootId, seller } = await bridge(model, { budgetMicros: credits(4) })
    await sell(market, seller, {
      contextId: rootId,
      teaser: 'A second report.',
      privateInfo: 'Nothing new.',
      price: 3,
    })
    await market.settle()
    const tree = await treeOf(buyer, rootId)
    expect(tree.status).toBe('settled')
    expect(tree.offers.filter((offer) => offer.state === 'bought')).toHaveLength(1)
    expect(tree.offers.find((offer) => offer.state === 'passed')).toMatchObject({ reason: 'over-budget' })
    expect(await available(buyer)).toBe(credits(97))
  })

  it('an inspector that asks for ever is stopped by depth, breadth and rounds', async () => {
    const model = scriptedModel((task) => ({
      ...NOTHING,
      ask: Array.from({ length: 9 }, () => askAbout(task, 'Is that true?', 0.5).ask).flat(),
    }))
    const { buyer, rootId } = await bridge(model)
    await market.settle()
    const tree = await treeOf(buyer, rootId)
    expect(tree.status).toBe('settled')
    expect(Math.max(...tree.contexts.map((context) => context.level))).toBe(DEFAULT_POLICY.maxDepth)
    for (const { id } of tree.contexts) {
      expect(tree.contexts.filter((child) => child.parentId === id).length).toBeLessThanOrEqual(
        DEFAULT_POLICY.maxChildren,
      )
    }
    expect(await available(buyer)).toBe(credits(100))
  })

  it('a tree that has used up its tokens ends with what it has', async () => {
    const { buyer, rootId } = await bridge(scriptedModel(changesItsMind), {
      policy: { ...DEFAULT_POLICY, tokenCap: 1_000 },
    })
    await database.db.execute('update inspection set tokens_used = 1000')
    await market.settle()
    const tree = await treeOf(buyer, rootId)
    expect(tree.status).toBe('settled')
    expect(tree.offers[0]).toMatchObject({ state: 'passed', reason: 'no-verdict' })
  })
})

describe('what the inspector sees', () => {
  it('reads its own and its ancestors’ offers, and what was bought; a stranger’s tree never', async () => {
    const model = scriptedModel(changesItsMind)
    const { buyer, rootId } = await bridge(model)
    await market.settle()
    const [root, child, again] = model.seen
    expect(root?.offers.map((offer) => offer.privateInfo)).toEqual([expect.stringContaining('crack')])
    expect(child?.above.map((offer) => offer.privateInfo)).toEqual([expect.stringContaining('crack')])
    expect(child?.offers.map((offer) => offer.privateInfo)).toEqual([
      expect.stringContaining('county engineer'),
    ])
    expect(child?.questions).toHaveLength(2)
    expect(again?.known.map((info) => info.privateInfo)).toEqual([expect.stringContaining('county engineer')])
    expect((await treeOf(buyer, rootId)).contexts).toHaveLength(2)
  })

  it('everyone may watch a public tree, and only the buyer reads the answer that quotes what was bought', async () => {
    const { buyer, rootId, seller } = await bridge(scriptedModel(changesItsMind), { isTreePublic: true })
    await market.settle()
    expect((await treeOf(buyer, rootId)).answer?.markdown).toContain('county engineer')
    for (const stranger of [seller, null]) {
      const seen = await viewTree(market.deps, stranger, rootId)
      expect(seen.answer).toMatchObject({ markdown: null, citations: [{ number: 1 }, { number: 2 }] })
      expect(
        JSON.stringify(seen, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
      ).not.toContain('county engineer')
    }
  })

  it('a sub-question that gives an offer away is asked by its kind only, and a stranger cannot watch', async () => {
    const model = scriptedModel((task) =>
      task.questions.length > 1
        ? NOTHING
        : askAbout(task, 'Did Ockham measure a crack of 17 millimetres in the east pier?'),
    )
    const { buyer, rootId, seller } = await bridge(model)
    await market.settle()
    const tree = await treeOf(buyer, rootId)
    const child = tree.contexts.find((context) => context.parentId === rootId)
    expect(child?.title).toBe('Is what this offer claims true, and how well is it established?')
    expect(
      JSON.stringify(tree, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('Ockham')
    await expect(treeOf(seller, rootId)).rejects.toMatchObject({ code: 'market.context_not_found' })
  })

  it('a sub-question in words that are not public is sealed until an offer it is about is bought', async () => {
    const script = (isBought: boolean) => (task: InspectTask) => {
      if (task.questions.length > 1) return NOTHING
      return task.round === 0
        ? askAbout(task, 'Who certified the surveyor?')
        : isBought
          ? buyAll(task)
          : NOTHING
    }
    for (const isBought of [false, true]) {
      const { buyer, rootId } = await bridge(scriptedModel(script(isBought)))
      await market.settle()
      const child = (await treeOf(buyer, rootId)).contexts.find((context) => context.parentId === rootId)
      expect(child).toMatchObject(
        isBought
          ? { title: 'Who certified the surveyor?', seal: null }
          : { title: null, seal: 'about-unbought' },
      )
    }
  })
})

describe('a model that fails', () => {
  const failing = (failure: ModelFailure) => ({
    ok: false as const,
    failure,
    isTransient: true,
    usage: { promptTokens: 0, completionTokens: 0 },
  })

  it.each(['unavailable', 'timeout', 'refused', 'malformed', 'truncated'] as const)(
    '%s: nothing is bought, the tree pauses with its reason, resumes and settles',
    async (failure) => {
      let isDown = true
      const { buyer, rootId, seller } = await bridge(
        scriptedModel((task) => (isDown ? failing(failure) : changesItsMind(task))),
      )
      await market.settle()
      for (let minute = 0; minute < 5; minute += 1) {
        market.clock.forward(60_000)
        await market.settle()
      }
      const paused = await treeOf(buyer, rootId)
      expect(paused.status).toBe('paused')
      expect(paused.pausedFor).toMatch(/model/)
      expect(await available(seller)).toBe(credits(100))
      isDown = false
      await resumeInspection(market.deps, buyer, { rootId, requestKey: newKey() })
      await market.settle()
      const tree = await treeOf(buyer, rootId)
      expect(tree.status).toBe('settled')
      expect(tree.pausedFor).toBeNull()
      expect(eventsOf(tree)).toContain('tree.resumed')
      expect(await available(buyer)).toBe(credits(96.5))
    },
  )

  it('a pause that nobody ends gives the credits back after a week', async () => {
    const { buyer, rootId } = await bridge(scriptedModel(() => failing('unavailable')))
    await market.settle()
    for (let minute = 0; minute < 5; minute += 1) {
      market.clock.forward(60_000)
      await market.settle()
    }
    market.clock.forward(8 * 24 * 3_600_000)
    await market.engine.sweep()
    expect((await treeOf(buyer, rootId)).status).toBe('cancelled')
    expect(await available(buyer)).toBe(credits(100))
  })
})

describe('a worker that dies', () => {
  it.each(CRASHPOINTS)(
    'at %s: the sweeper takes the step up again, and every effect happens once',
    async (point) => {
      const { buyer, seller, expert, rootId } = await bridge(scriptedModel(changesItsMind))
      let crashes = 0
      const stop = onCrashpoint((name) => {
        if (name !== point || crashes > 2) return
        crashes += 1
        throw new Error('killed')
      })
      for (let turn = 0; turn < 8; turn += 1) {
        await market.settle().catch(() => {})
        market.clock.forward(11_000)
        await market.engine.sweep().catch(() => {})
      }
      stop()
      await market.settle()
      const tree = await treeOf(buyer, rootId)
      expect(crashes).toBeGreaterThan(0)
      expect(tree.status).toBe('settled')
      expect(await available(buyer)).toBe(credits(96.5))
      expect(await available(seller)).toBe(credits(102.85))
      expect(await available(expert)).toBe(credits(100) + 475_000n)
    },
  )

  it('and comes back late: its answer is dropped', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    let calls = 0
    const model = scriptedModel(async (task) => {
      calls += 1
      if (calls === 1) await gate
      return buyAll(task)
    })
    const { buyer, rootId } = await bridge(model)
    const late = market.settle()
    while (calls === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    market.clock.forward(11_000)
    const other = createEngine(market.deps)
    await other.sweep()
    await other.idle()
    release()
    await late
    await market.settle()
    const bought = await database.db.select().from(purchases).where(eq(purchases.rootId, rootId))
    expect(calls).toBe(2)
    expect(bought).toHaveLength(1)
    expect(await available(buyer)).toBe(credits(97))
  })
})

describe('the buyer’s hands', () => {
  it('cancel in the middle keeps what is bought and returns the rest; a late verdict changes nothing', async () => {
    const model = scriptedModel(async (task) => {
      if (task.questions.length === 1 && task.known.length === 0)
        return askAbout(task, 'Is the report on the bridge true?')
      if (task.questions.length === 2) return buyAll(task)
      await cancelByBuyer(market.deps, task.questions.length > 0 ? buyerOf : '', {
        rootId: rootOf,
        requestKey: newKey(),
      })
      return buyAll(task)
    })
    let buyerOf = ''
    let rootOf = ''
    const { buyer, rootId, expert, seller } = await bridge(model)
    buyerOf = buyer
    rootOf = rootId
    await market.settle()
    const tree = await treeOf(buyer, rootId)
    expect(tree.status).toBe('cancelled')
    expect(await available(buyer)).toBe(credits(99.5))
    expect(await available(expert)).toBe(credits(100) + 475_000n)
    expect(await available(seller)).toBe(credits(100))
    await expect(cancelByBuyer(market.deps, buyer, { rootId, requestKey: newKey() })).rejects.toMatchObject({
      code: 'inspection.not_running',
    })
  })

  it('two clicks on cancel have one effect', async () => {
    const { buyer, rootId } = await bridge(
      scriptedModel(() => NOTHING),
      { start: { rule: 'manual' } },
    )
    const requestKey = newKey()
    const first = await cancelByBuyer(market.deps, buyer, { rootId, requestKey })
    expect(await cancelByBuyer(market.deps, buyer, { rootId, requestKey })).toEqual(first)
    expect(first.returnedMicros).toBe(credits(10))
  })

  it('starts on the buyer’s word over the chosen offers only', async () => {
    const model = scriptedModel(buyAll)
    const { buyer, rootId, seller, offerId } = await bridge(model, { start: { rule: 'manual' } })
    await sell(market, seller, {
      contextId: rootId,
      teaser: 'A second report.',
      privateInfo: 'Nothing.',
      price: 1,
    })
    await market.settle()
    expect((await treeOf(buyer, rootId)).status).toBe('collecting')
    await startInspection(market.deps, buyer, {
      contextId: rootId,
      offerIds: [offerId],
      requestKey: newKey(),
    })
    await market.settle()
    expect(model.seen[0]?.offers).toHaveLength(1)
    expect((await treeOf(buyer, rootId)).offers.map((offer) => offer.state).sort()).toEqual([
      'bought',
      'passed',
    ])
  })

  it('inspects at the deadline whatever is there, and settles without a call when nothing is', async () => {
    const model = scriptedModel(buyAll)
    const { buyer, rootId } = await bridge(model, { start: { rule: 'deadline' } })
    const empty = await askQuestion(market, buyer, { start: { rule: 'now' } })
    await market.settle()
    expect(model.seen).toHaveLength(0)
    market.clock.forward(3_600_000)
    await market.settle()
    expect((await treeOf(buyer, rootId)).status).toBe('settled')
    const nothing = await treeOf(buyer, empty)
    expect(nothing.status).toBe('settled')
    expect(nothing.answer?.markdown).toContain('Nobody made an offer')
    expect(model.seen).toHaveLength(1)
  })

  it('a sub-question waits for people as long as the policy says, as a row and no process', async () => {
    const model = scriptedModel((task) => (task.questions.length > 1 ? buyAll(task) : changesItsMind(task)))
    const { buyer, rootId, seller } = await bridge(model, {
      policy: { ...DEFAULT_POLICY, peopleWaitSeconds: 7 * 24 * 3600 },
    })
    await market.settle()
    const tree = await treeOf(buyer, rootId)
    const child = tree.contexts.find((context) => context.parentId === rootId)
    expect(child?.phase).toBe('collecting')
    expect(model.seen).toHaveLength(1)
    await sell(market, seller, {
      contextId: child?.id ?? '',
      teaser: 'I was there on Tuesday.',
      privateInfo: 'The bridge was closed.',
      price: 1,
    })
    market.clock.forward(7 * 24 * 3_600_000)
    await market.settle()
    expect((await treeOf(buyer, rootId)).status).toBe('settled')
    expect(model.seen[1]?.offers).toHaveLength(2)
  })

  it('an offer is frozen once it is read, and may change or go before', async () => {
    const { rootId, seller, offerId } = await bridge(
      scriptedModel(() => NOTHING),
      { start: { rule: 'manual' } },
    )
    const change = {
      offerId,
      version: 1,
      teaser: 'A newer report on the bridge.',
      privateInfo: 'Sound.',
      priceMicros: credits(2),
      requestKey: newKey(),
    }
    expect(await changeOffer(market.deps, seller, change)).toEqual({ offerId, version: 2 })
    await expect(changeOffer(market.deps, seller, change)).rejects.toMatchObject({
      code: 'market.offer_changed',
    })
    market.clock.forward(3_600_000)
    await market.settle()
    await expect(changeOffer(market.deps, seller, { ...change, version: 2 })).rejects.toMatchObject({
      code: 'market.offer_frozen',
    })
    await expect(withdrawOffer(market.deps, seller, offerId)).rejects.toMatchObject({
      code: 'market.offer_frozen',
    })
    await expect(
      sell(market, seller, { contextId: rootId, teaser: 'Too late a report.', privateInfo: 'x', price: 1 }),
    ).rejects.toMatchObject({ code: 'market.context_closed' })
  })

  it('buys unseen from the wallet, once, at the version and price that were seen', async () => {
    const { buyer, seller, rootId, offerId } = await bridge(scriptedModel(buyAll), {
      start: { rule: 'manual' },
    })
    const order = { offerId, version: 1, priceMicros: credits(3), requestKey: newKey() }
    await expect(buyUnseen(market.deps, seller, order)).rejects.toMatchObject({
      code: 'market.offer_not_found',
    })
    await expect(
      buyUnseen(market.deps, buyer, { ...order, version: 2, requestKey: newKey() }),
    ).rejects.toMatchObject({
      code: 'market.offer_changed',
    })
    const first = await buyUnseen(market.deps, buyer, order)
    expect(await buyUnseen(market.deps, buyer, order)).toEqual(first)
    expect(await available(buyer)).toBe(credits(87))
    const [offer] = (await treeOf(buyer, rootId)).offers
    expect(offer).toMatchObject({
      state: 'bought',
      way: 'unseen',
      privateInfo: expect.stringContaining('crack'),
    })
  })
})

describe('events', () => {
  it('are numbered per tree without gaps and hold no text', async () => {
    const { rootId } = await bridge(scriptedModel(changesItsMind))
    await market.settle()
    const rows = await database.db
      .select()
      .from(inspectionEvents)
      .where(eq(inspectionEvents.rootId, rootId))
      .orderBy(inspectionEvents.seq)
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1))
    const text = JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
    for (const secret of ['crack', 'Ockham', 'county', 'report']) expect(text).not.toContain(secret)
  })
})

describeMultiConnection('two workers at once', () => {
  it('move one tree together, and every effect happens once', async () => {
    const { buyer, seller, expert, rootId } = await bridge(scriptedModel(changesItsMind))
    const other = createEngine(market.deps)
    for (let turn = 0; turn < 20; turn += 1) {
      const open = await database.db
        .select({ contextId: contexts.id })
        .from(contexts)
        .where(and(eq(contexts.rootId, rootId)))
      await Promise.all([
        market.settle(),
        ...open.flatMap(({ contextId }) => [
          other.advance({ rootId, contextId }),
          market.engine.advance({ rootId, contextId }),
        ]),
      ])
      await other.idle()
    }
    expect((await treeOf(buyer, rootId)).status).toBe('settled')
    expect(await available(buyer)).toBe(credits(96.5))
    expect(await available(seller)).toBe(credits(102.85))
    expect(await available(expert)).toBe(credits(100) + 475_000n)
  })
})
