import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '@/db/client'
import {
  bots,
  contextRevisions,
  contexts,
  corpusDocuments,
  inspectionEvents,
  offers,
  personClusters,
  purchases,
  users,
} from '@/db/schema'
import { BOTS } from '@/db/seed/bots'
import { STORIES } from '@/db/seed/stories'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { exportMarket } from '../cli/export-market'
import { listGamesSchema } from '../contract/games'
import { listSchema } from '../contract/market'
import { listGames, viewGame } from '../games/view-game'
import { viewTree } from '../inspection/views/tree-view'
import { memoryQueue, type WaitingJob } from '../jobs/memory-queue'
import { runHere } from '../lab/grid'
import { readDataSet, type TreeLine } from '../lab/market/data-set'
import { marketRevaluation } from '../lab/market/market-revaluation'
import { walletSummary } from '../ledger/queries'
import { createLog } from '../log'
import { keepClusters } from '../market/clusters/keep-clusters'
import { listQuestions, publishedQuestions } from '../market/question-cards'
import { bestOption } from '../protocol/value'
import { MICROS_PER_CREDIT } from '../shared/money'
import { type TestMarket, testMarket } from '../testing'
import type { TreeView } from '../tree/contract'
import { whatIsWrong } from '../verify/testing'
import { demoId } from './demo-people'
import { runFresh } from './run-fresh'
import { seedDemoOnce } from './seed'
import { findShowcase } from './showcase'

const NOBODY = { personId: null, botId: null }

/** Seeding is minutes of a market's life: once for all tests of this file. */
const SEED_TIMEOUT_MS = 120_000
const MINUTE_MS = 60_000

let database: TestDatabase
let market: TestMarket
let handedOver: WaitingJob[]

beforeAll(async () => {
  database = await openTestDb()
  market = testMarket(database)
  const real = memoryQueue()
  // As a server has it: its methods work on the logger they belong to.
  const log = createLog('warn')
  await seedDemoOnce({ ...market.deps, jobs: real.jobs, log })
  handedOver = [...real.waiting]
  market.waiting.push(...handedOver)
}, SEED_TIMEOUT_MS)
afterAll(() => database.close())

/** The tree of a story, as its asker sees it. */
async function treeOf(key: string): Promise<TreeView> {
  const story = STORIES.find((other) => other.key === key)
  if (!story) throw new Error(`No story is called ${key}`)
  const [root] = await database.db
    .select({ id: contexts.id })
    .from(contexts)
    .where(
      and(
        eq(contexts.buyerId, demoId(story.question.asker)),
        eq(contexts.title, lastTitle(story)),
        eq(contexts.level, 0),
      ),
    )
  if (!root) throw new Error(`The story ${key} was not played`)
  return viewTree(market.deps, demoId(story.question.asker), root.id)
}

function lastTitle({ question, deeds }: (typeof STORIES)[number]): string {
  return deeds.reduce((title, deed) => (deed.does === 'edit' ? deed.title : title), question.title)
}

function levels(tree: TreeView): number {
  return (
    1 +
    Math.max(
      ...tree.contexts.filter((context) => context.inspectedAt !== null).map((context) => context.level),
    )
  )
}

function probabilities(tree: TreeView): number[] {
  return (tree.answer?.trail ?? []).flatMap((step) => (step.kind === 'belief' ? [step.probability] : []))
}

function chosen(tree: TreeView): number {
  const last = tree.answer?.trail.at(-1)
  return last?.kind === 'choice' ? bestOption(last.utilities) : -1
}

describe('the demo market', () => {
  it('has a dozen questions and more, in every state that the built-in inspector can bring about', async () => {
    const { items } = await listQuestions(
      database.db,
      null,
      { tab: 'newest', query: '', tag: null, decision: null, cursor: null },
      market.deps.clock.now(),
    )
    expect(items.length).toBe(STORIES.length)
    expect(items.length).toBeGreaterThanOrEqual(12)
    const states = new Set(items.map((item) => item.state))
    expect([...states].sort()).toEqual([
      'answered',
      'cancelled',
      'collecting',
      'decided',
      'expired',
      'provisional',
      'waiting',
    ])
    expect(new Set(items.map((item) => item.decision))).toEqual(new Set(['open', 'choice', 'belief']))
    const collecting = items.filter((item) => item.state === 'collecting')
    expect(collecting.map((item) => item.offers).sort()).toEqual([0, 1, 3])
    expect(collecting.every((item) => item.deadlineAt > market.deps.clock.now())).toBe(true)
  })

  it('shows on the first page what each purchase was worth: only what changes nothing in any order is said to', async () => {
    const found = await findShowcase(database.db)
    const { answer } = await viewTree(market.deps, null, found?.rootId ?? '')
    const { counted, citations } = answer ?? {}
    expect(counted).toMatchObject({ isExact: true, isDue: false })
    expect(counted?.purchases).toHaveLength(citations?.length ?? Number.NaN)
    const idle = counted?.purchases.filter(({ changes }) => changes === 'never').length ?? Number.NaN
    const late = citations?.filter(({ value }) => value?.gain === 0).length ?? Number.NaN
    expect(idle).toBeLessThan(late / 2)
  })

  it('lists what was decided among what was answered, as its chip says, and nothing that was not', async () => {
    const input = { tab: 'newest', query: '', tag: null, decision: null, cursor: null } as const
    const { items } = await listQuestions(
      database.db,
      null,
      { ...input, state: 'answered' },
      market.deps.clock.now(),
    )
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['answered', 'decided']))
  })

  it('has counted what purchases were worth when their answer was there, not when the market opened', async () => {
    const counted = await database.db
      .select({ rootId: inspectionEvents.rootId, at: inspectionEvents.at, endedAt: contexts.endedAt })
      .from(inspectionEvents)
      .innerJoin(contexts, eq(contexts.id, inspectionEvents.rootId))
      .where(eq(inspectionEvents.type, 'value.counted'))
    expect(counted.length).toBeGreaterThan(5)
    const late = counted.filter(({ at, endedAt }) => at.getTime() - (endedAt?.getTime() ?? 0) > MINUTE_MS)
    expect(late).toEqual([])
  })

  it('shows a stranger a first tree with nothing closed that was bought, and something that was not', async () => {
    const found = await findShowcase(database.db)
    const { offers, answer, published } = await viewTree(market.deps, null, found?.rootId ?? '')
    const bought = offers.filter(({ state }) => state === 'bought')
    expect(bought.filter(({ privateInfo }) => privateInfo === null)).toEqual([])
    expect(bought).toHaveLength(answer?.citations.length ?? Number.NaN)
    expect(offers.some(({ state, firstReadAt }) => state === 'passed' && firstReadAt !== null)).toBe(true)
    expect(published.standing).toMatchObject({ withheld: 0 })
  })

  it('publishes answers that begin with what was asked, quoted, and not with where it stands', async () => {
    const published = await publishedQuestions(database.db, null, 20)
    const leads = published.map(({ answer }) => answer?.lead ?? '').filter((lead) => lead.startsWith('“'))
    expect(leads.length).toBeGreaterThanOrEqual(3)
    expect(leads.join()).not.toMatch(/documented|handbook/)
  })

  it('has a game that has ended: who misled lost, who corrected gained', async () => {
    const everybodys = listGamesSchema.parse({ phase: 'ended' })
    const { games } = await listGames(market.deps, NOBODY, everybodys)
    const { players, turns, ending } = await viewGame(market.deps, NOBODY, games[0]?.id ?? '')
    expect(ending).toBe('passed')
    expect(turns.map(({ reward }) => Math.sign(reward ?? Number.NaN))).toEqual([-1, 1, 0])
    expect(players.map(({ gainMicros }) => (gainMicros ?? 0n) > 0n)).toEqual([false, true, false])
  })

  it('contradicts itself nowhere: money, custody, trees, life', async () => {
    expect(await whatIsWrong(database.db, { cipher: market.deps.cipher, now: market.clock.now() })).toEqual(
      [],
    )
  })

  it('has published answers, some of which keep something back, found by what they say', async () => {
    const published = await publishedQuestions(database.db, null, 20)
    expect(published.length).toBeGreaterThanOrEqual(6)
    expect(published.some(({ answer }) => answer?.verdict)).toBe(true)
    const trees = await Promise.all(published.map(({ id }) => viewTree(market.deps, null, id)))
    const standing = trees.flatMap((tree) => tree.published.standing ?? [])
    expect(standing.some(({ withheld }) => withheld > 0)).toBe(true)
    expect(standing.some(({ withheld }) => withheld === 0)).toBe(true)
    const licences = new Set(trees.flatMap((tree) => tree.offers.map(({ licence }) => licence.kind)))
    expect([...licences].sort()).toEqual(['asker', 'quotable'])
    for (const { id, answer } of published.filter((one) => one.answer?.lead)) {
      const found = await listQuestions(
        database.db,
        null,
        listSchema.parse({ query: `"${answer?.lead.split(' ').slice(0, 4).join(' ')}"` }),
        market.deps.clock.now(),
      )
      expect(found.items.map((item) => item.id)).toContain(id)
    }
  })

  it('takes nobody for another', async () => {
    await keepClusters(market.deps)
    expect(await database.db.$count(personClusters)).toBe(0)
  })

  it('has settled trees that are at least three levels deep', async () => {
    const found = await Promise.all(
      ['legumes', 'legumes-naive', 'ten-percent', 'four-day-week', 'heating', 'reindex'].map(treeOf),
    )
    expect(found.map((tree) => tree.status)).toEqual(found.map(() => 'settled'))
    expect(found.map(levels)).toEqual([3, 3, 3, 3, 3, 3])
  })

  it('ends the legume question with boiled legumes, and with rice under the naive protocol', async () => {
    expect(chosen(await treeOf('legumes'))).toBe(2)
    expect(chosen(await treeOf('legumes-naive'))).toBe(1)
  })

  it('plays the paper’s fact-check: with its correction known first, a persuasive text lifts the belief to 0.2 and not to 0.4', async () => {
    const path = probabilities(await treeOf('four-day-week'))
    expect(path).toEqual([0.1, 0.1, 0.1, 0.2])
  })

  it('changes a mind: what was held is bought because of a check that was paid for', async () => {
    const tree = await treeOf('heating')
    const checked = tree.contexts.find((context) => context.level === 1)?.about[0]
    const events = tree.events.filter((event) => event.offerId === checked).map((event) => event.type)
    expect(events).toEqual(['offer.posted', 'offer.held', 'offer.bought'])
    expect(chosen(tree)).toBe(0)
  })

  it('has a question that stays open: answered at once, revised after a later offer, the rest still in play', async () => {
    const tree = await treeOf('starter')
    expect(tree.status).toBe('provisional')
    expect(tree.earlierAnswers.map(({ citations }) => citations.length)).toEqual([1])
    expect(tree.answer).toMatchObject({ revision: 2 })
    expect(tree.answer?.citations).toHaveLength(2)
  })

  it('buys nothing where nothing is worth its price, and gives the budget back', async () => {
    const tree = await treeOf('bakery')
    expect(tree.offers.map((offer) => offer.state)).toEqual(['passed', 'passed', 'passed'])
    expect(new Set(tree.offers.map((offer) => offer.reason)).size).toBe(3)
  })

  it('has a bot that sells passages of its documents, and has sold one', async () => {
    const documents = await database.db.select().from(corpusDocuments)
    expect(documents.map(({ state }) => state)).toEqual(documents.map(() => 'ready'))
    const [shelf] = await database.db.select().from(bots).where(eq(bots.name, 'Canteen shelf'))
    const botId = shelf?.id ?? ''
    const posted = await database.db.select().from(offers).where(eq(offers.botId, botId))
    expect(posted.map(({ state }) => state).sort()).toEqual(['bought', 'open'])
    const tree = await treeOf('rice-lunch')
    expect(tree.offers.find((offer) => offer.state === 'bought')).toMatchObject({
      teaser: expect.stringMatching(/^A passage of \d+ words from “.+”\. Three short guides/),
      privateInfo: expect.stringContaining('75 °C in the middle'),
    })
  })

  it('has an edit that is marked and a purchase made unseen, and no sub-question is sealed: the market words them', async () => {
    expect((await treeOf('barrier')).contexts.filter((context) => context.seal !== null)).toEqual([])
    expect(await database.db.$count(contextRevisions)).toBe(1)
    expect(await database.db.$count(purchases, eq(purchases.way, 'unseen'))).toBe(1)
  })

  it('hands what is still to come to the real queue, and nothing of what has ended', async () => {
    const open = await database.db
      .select({ id: contexts.id })
      .from(contexts)
      .where(sql`${contexts.phase} in ('collecting', 'waiting')`)
    const ids = handedOver.map((job) => ('contextId' in job.payload ? job.payload.contextId : ''))
    expect(new Set(ids)).toEqual(new Set(open.map((context) => context.id)))
    const now = market.deps.clock.now()
    expect(handedOver.every((job) => job.startAfter !== null && job.startAfter > now)).toBe(true)
  })

  it('tells no private information in an event', async () => {
    const events = JSON.stringify(
      await database.db.select().from(inspectionEvents),
      (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    )
    const secrets = [
      ...STORIES.flatMap(({ deeds }) =>
        deeds.flatMap((deed) => (deed.does === 'offer' ? [deed.privateInfo] : [])),
      ),
      ...BOTS.flatMap((bot) =>
        bot.kind === 'corpus' ? bot.documents.map(({ text }) => text.slice(-60)) : [bot.knowledge],
      ),
    ]
    for (const secret of secrets) expect(events).not.toContain(secret.slice(0, 24))
  })

  it('shows a tree of three levels on the first page', async () => {
    const showcase = await findShowcase(database.db)
    const tree = await viewTree(market.deps, null, showcase?.rootId ?? '')
    expect(levels(tree)).toBe(3)
  })

  it('is made once', async () => {
    const before = await database.db.$count(contexts)
    await seedDemoOnce(market.deps)
    expect(await database.db.$count(contexts)).toBe(before)
  })
})

describe('an example run anew', () => {
  it.each(['legumes', 'fact-check', 'choice'] as const)('%s goes to its end by itself', async (example) => {
    const { contextId } = await runFresh(market.deps, { example, requestKey: `fresh-${example}` })
    await market.settle()
    const tree = await viewTree(market.deps, null, contextId)
    expect(tree.status).toBe('settled')
    expect(levels(tree)).toBeGreaterThanOrEqual(3)
    expect(tree.answer).not.toBeNull()
  })

  it('does not pile up in the list: that which came with the demo stands there, once', async () => {
    const input = { query: '', tag: null, decision: null, cursor: null } as const
    const listed = async () =>
      (await listQuestions(database.db, null, { ...input, tab: 'newest' }, market.clock.now())).items
    const { contextId } = await runFresh(market.deps, { example: 'choice', requestKey: 'fresh-listed' })
    const { title } = (await database.db.select().from(contexts).where(eq(contexts.id, contextId)))[0] ?? {}
    expect((await listed()).map(({ id }) => id)).not.toContain(contextId)
    const found = await listQuestions(
      database.db,
      null,
      { ...input, tab: 'newest', query: title ?? '' },
      market.clock.now(),
    )
    expect(found.items.filter((card) => card.title === title)).toHaveLength(1)
    await market.settle()
  })

  it('has one effect however often it is sent, and never runs dry', async () => {
    const runs = { example: 'legumes', requestKey: 'fresh-again' } as const
    const [first, again] = [await runFresh(market.deps, runs), await runFresh(market.deps, runs)]
    expect(again).toEqual(first)
    for (let run = 1; run <= 12; run += 1)
      await runFresh(market.deps, { example: 'legumes', requestKey: `fresh-legumes-${run}` })
    const { availableMicros } = await walletSummary(database.db, demoId('amara'))
    expect(availableMicros).toBeGreaterThanOrEqual(0n)
    expect(await whatIsWrong(database.db, { cipher: market.deps.cipher, now: market.clock.now() })).toEqual(
      [],
    )
  })

  it('is refused where there is no demo', async () => {
    const off = { ...market.deps, env: { ...market.deps.env, DEMO: 'off' as const } }
    await expect(runFresh(off, { example: 'legumes', requestKey: 'fresh-off-1' })).rejects.toMatchObject({
      code: 'auth.demo_off',
    })
  })
})

describe('a start that is interrupted', () => {
  it(
    'leaves nothing behind, so that the next start makes the whole demo',
    async () => {
      await database.truncate()
      const broken = testMarket(database)
      const enqueue = () => Promise.reject(new Error('the process ends here'))
      await seedDemoOnce({ ...broken.deps, jobs: { enqueue }, log: { ...broken.deps.log, error() {} } })
      expect(await database.db.$count(users)).toBe(0)
      expect(rowsOf(await database.db.execute(sql`select 1 from ledger_transfer`))).toEqual([])
      await seedDemoOnce(broken.deps)
      expect(await database.db.$count(users, eq(users.isDemo, true))).toBeGreaterThan(0)
    },
    SEED_TIMEOUT_MS,
  )
})

describe('the demo market as a data set for the lab', () => {
  const lines: TreeLine[] = []
  beforeAll(async () => {
    for await (const line of exportMarket(market.deps)) lines.push(line)
  })

  it('holds every settled public tree in the form that the lab reads', async () => {
    const trees = await database.db.query.inspections.findMany({
      where: (one, { eq: is }) => and(is(one.status, 'settled'), is(one.isTreePublic, true)),
    })
    expect(lines.length).toBe(trees.length)
    expect(lines.length).toBeGreaterThan(5)
    expect(readDataSet(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual(lines)
    const bought = await database.db.select({ id: purchases.id }).from(purchases)
    expect(lines.flatMap((line) => line.bought).length).toBeLessThanOrEqual(bought.length)
  })

  it('is valued by other rules: the posted ones pay what was paid, and no other spends more', async () => {
    const data = lines.map((line) => JSON.stringify(line)).join('\n')
    const tools = { chat: null, signal: new AbortController().signal, data }
    const { points } = await runHere(marketRevaluation, { seeds: [0] }, tools)
    const prices = lines.flatMap(({ offers: all, bought }) =>
      bought.map((id) => BigInt(all.find((one) => one.id === id)?.priceMicros ?? 0)),
    )
    const paidMicros = prices.reduce((sum, price) => sum + price, 0n)
    expect(points).toHaveLength(9)
    for (const { runs } of points) {
      expect(runs[0]?.metrics).toMatchObject({ trees: lines.length, purchases: prices.length })
      // The lab counts in credits with fractions, which are whole micro-credits here.
      const spentMicros = Math.round((runs[0]?.metrics.spent ?? 0) * Number(MICROS_PER_CREDIT))
      expect(BigInt(spentMicros)).toBe(paidMicros)
      expect(runs[0]?.metrics.concentration).toBeLessThan(1)
    }
    const [byArrival, inReverse] = ['arrival', 'reverse'].map(
      (order) => points.find(({ values }) => values.order === order)?.runs[0]?.metrics.creditMoved,
    )
    expect(byArrival).toBe(0)
    expect(inReverse).toBeGreaterThan(0)
  })

  it('has no private information but what published answers quote with leave, and nobody’s name', async () => {
    const text = JSON.stringify(lines)
    const quotedLines = lines.flatMap(({ offers: all }) => all.filter((one) => one.quoted != null))
    expect(quotedLines.length).toBeGreaterThan(0)
    expect(quotedLines.every((one) => one.licence === 'quotable' && one.state === 'bought')).toBe(true)
    const views = await Promise.all(STORIES.map(({ key }) => treeOf(key).catch(() => null)))
    const quoted = new Set<string>()
    for (const view of views) {
      const shown = view ? await viewTree(market.deps, null, view.rootId).catch(() => null) : null
      for (const { privateInfo } of shown?.offers ?? []) if (privateInfo !== null) quoted.add(privateInfo)
    }
    for (const one of quotedLines) expect(quoted).toContain(one.quoted)
    // The same words may be quoted in one tree and kept in another.
    const privateTexts = views.flatMap(
      (view) =>
        view?.offers.flatMap(({ privateInfo }) =>
          privateInfo === null || quoted.has(privateInfo) ? [] : privateInfo,
        ) ?? [],
    )
    expect(privateTexts.length).toBeGreaterThan(5)
    for (const privateText of privateTexts)
      expect(text).not.toContain(JSON.stringify(privateText).slice(1, -1))
    for (const { handle } of await database.db.select({ handle: users.handle }).from(users)) {
      expect(text).not.toContain(`"${handle}"`)
    }
  })
})
