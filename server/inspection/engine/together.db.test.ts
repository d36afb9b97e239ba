import { asc, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contexts, inspectionEvents, inspections, ledgerAccounts, offers } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { escrowAccount, userAccount } from '../../ledger/accounts'
import { verifyLedger } from '../../ledger/verify'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { matchBots } from '../../sellers/matching/match-bots'
import { countedIds } from '../../shared/ids'
import { type TestMarket, testMarket } from '../../testing'
import type { Decided } from '../step/inspector'
import { applyVerdicts, type Verdict } from './apply-verdict'
import type { Claim } from './begin-steps'
import { claimSteps } from './claim-step'
import { createEngine } from './engine'
import { matchContexts } from './match-contexts'
import { askQuestion, credits, NOTHING, person, scriptedModel, sell, subBot } from './testing'

/** Steps of one level claimed together and applied together have the effects they would have one after the other. */

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
afterEach(async () => {
  expect((await verifyLedger(database.db)).filter((check) => !check.ok)).toEqual([])
})

/** What the inspector does with each of the two offers of a sub-context. */
const DEEDS = ['buy', 'pass', 'ask', 'silence'] as const
type Deed = (typeof DEEDS)[number]
type Plan = { cheap: Deed; dear: Deed; tokens: number }

const question = (index: number) => `Is the bridge of Lindow number ${index} safe?`

function decided(claim: Claim, byPrice: Map<string, 'cheap' | 'dear'>, plan: Plan): Decided {
  const draft: Decided['draft'] = { buy: [], pass: [], ask: [] }
  for (const { offerId } of claim.pins) {
    const deed = plan[byPrice.get(offerId) ?? 'cheap']
    if (deed === 'buy') draft.buy.push({ offerId, reason: 'decisive' })
    if (deed === 'pass') draft.pass.push({ offerId, reason: 'redundant' })
    if (deed === 'ask')
      draft.ask.push({
        about: [offerId],
        kind: 'verify',
        question: 'Is it true?',
        budgetMicros: credits(0.2),
      })
  }
  const usage = { promptTokens: plan.tokens, completionTokens: 1 }
  return { draft, sealedAsks: draft.ask.map(() => false), quotes: new Map(), usage }
}

/** A tree whose root has asked `count` things, each with two offers and a claimed step. */
async function claimedTree(count: number) {
  const { deps } = market
  const [buyer, seller, expert] = [
    await person(market, 'ada'),
    await person(market, 'sol'),
    await person(market, 'eve'),
  ]
  await subBot(market, expert, { keyword: 'lindow', teaser: 'Cheap word.', knowledge: 'Sound.', price: 0.3 })
  const rootId = await askQuestion(market, buyer, {
    title: 'Which bridges are safe?',
    policy: { ...DEFAULT_POLICY, maxChildren: 5 },
  })
  const rootOffer = { contextId: rootId, teaser: 'A report on bridges.', privateInfo: 'All.', price: 1 }
  const offerId = await sell(market, seller, rootOffer)
  const [claim] = await claimSteps(deps, rootId, [rootId])
  if (!claim) throw new Error('The root was not claimed')
  const asked: Decided = {
    draft: {
      buy: [],
      pass: [],
      ask: Array.from({ length: count }, (_, index) => ({
        about: [offerId],
        kind: 'verify' as const,
        question: question(index),
        budgetMicros: credits(1),
      })),
    },
    sealedAsks: [],
    quotes: new Map(),
    usage: { promptTokens: 0, completionTokens: 0 },
  }
  await applyVerdicts(deps, rootId, [{ claim, decided: asked, milliseconds: 1 }], null)
  const children = await database.db
    .select({ id: contexts.id, title: contexts.title })
    .from(contexts)
    .where(eq(contexts.parentId, rootId))
    .orderBy(asc(contexts.title))
  const contextIds = children.map(({ id }) => id)
  await matchContexts(deps, { rootId, contextIds }, { matchBots, begins: false })
  for (const contextId of contextIds) {
    await sell(market, seller, { contextId, teaser: 'Dear word.', privateInfo: 'Cracked.', price: 0.6 })
  }
  const claims = await claimSteps(deps, rootId, contextIds)
  expect(claims).toHaveLength(count)
  return { rootId, buyer, seller, expert, claims, contextIds }
}

type Tree = Awaited<ReturnType<typeof claimedTree>>

async function verdictsOf(tree: Tree, plans: readonly Plan[]): Promise<Verdict[]> {
  const rows = await database.db.select().from(offers).where(inArray(offers.contextId, tree.contextIds))
  const byPrice = new Map(rows.map(({ id, botId }) => [id, botId ? ('cheap' as const) : ('dear' as const)]))
  return tree.claims.map((claim, index) => {
    const plan = plans[index] ?? { cheap: 'silence', dear: 'silence', tokens: 0 }
    return { claim, decided: decided(claim, byPrice, plan), milliseconds: 5 }
  })
}

/** Everything a tree has, with names that two trees share instead of ids. */
async function outcomeOf(tree: Tree) {
  const { db } = database
  const all = await db.select().from(contexts).where(eq(contexts.rootId, tree.rootId)).orderBy(contexts.id)
  const title = new Map(all.map((row) => [row.id, row.title]))
  const nameOf = (id: string): string => {
    const row = all.find((context) => context.id === id)
    return row?.parentId ? `${nameOf(row.parentId)} / ${row.title}` : (row?.title ?? id)
  }
  const offerRows = await db.select().from(offers).where(eq(offers.rootId, tree.rootId))
  const offerName = new Map(offerRows.map((row) => [row.id, `${nameOf(row.contextId)}: ${row.teaser}`]))
  const events = await db
    .select()
    .from(inspectionEvents)
    .where(eq(inspectionEvents.rootId, tree.rootId))
    .orderBy(inspectionEvents.seq)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  const accounts = new Map(
    (await db.select().from(ledgerAccounts)).map(({ id, balanceMicros }) => [id, balanceMicros]),
  )
  const [inspection] = await db.select().from(inspections).where(eq(inspections.rootId, tree.rootId))
  const { status, lastSeq, treeContexts, tokensUsed, modelCalls } = inspection ?? {}
  expect(title.size).toBe(treeContexts)
  return {
    inspection: { status, lastSeq, treeContexts, tokensUsed, modelCalls },
    contexts: all
      .map((row) => ({
        name: nameOf(row.id),
        phase: row.phase,
        round: row.round,
        open: row.openChildren,
        opened: row.childrenOpened,
        escrow: accounts.get(escrowAccount(row.id)),
      }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    offers: offerRows
      .map((row) => ({ name: offerName.get(row.id), state: row.state, reason: row.reason }))
      .sort((a, b) => String(a.name).localeCompare(String(b.name))),
    people: [tree.buyer, tree.seller, tree.expert].map((id) => accounts.get(userAccount(id))),
    events: events.map(
      (event) =>
        `${event.type} ${nameOf(event.contextId)} ${offerName.get(event.offerId ?? '') ?? ''} ${event.amountMicros} ${event.round} ${event.code}`,
    ),
  }
}

const plan = fc.record({
  cheap: fc.constantFrom(...DEEDS),
  dear: fc.constantFrom(...DEEDS),
  tokens: fc.integer({ min: 0, max: 999 }),
})

type Play = (rootId: string, verdicts: Verdict[]) => Promise<Claim[][]>

const together: Play = (rootId, verdicts) => applyVerdicts(market.deps, rootId, verdicts, null)

const oneByOne: Play = async (rootId, verdicts) => {
  const next: Claim[][] = []
  for (const verdict of verdicts) next.push(...(await applyVerdicts(market.deps, rootId, [verdict], null)))
  return next
}

/** What a fresh market looks like after the verdicts have been applied in this way, and what is claimed next. Every market makes
 * the same ids, and with them the same orders. */
async function played(plans: readonly Plan[], play: Play) {
  await database.truncate()
  market = testMarket(database)
  market.deps.ids = countedIds('together')
  const tree = await claimedTree(plans.length)
  const next = await play(tree.rootId, await verdictsOf(tree, plans))
  return {
    outcome: await outcomeOf(tree),
    next: next.map((claims) =>
      claims.map(({ level, round, attempt, escrowMicros }) => ({ level, round, attempt, escrowMicros })),
    ),
  }
}

describe('verdicts of siblings', () => {
  it('applied together are as if applied one after the other: states, money, reasons, and events in their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { minLength: 2, maxLength: 5 }), async (plans) => {
        expect(await played(plans, together)).toEqual(await played(plans, oneByOne))
      }),
      { numRuns: 12 },
    )
  })

  it('have the same effects in any order', async () => {
    const orders = fc.array(plan, { minLength: 2, maxLength: 5 }).chain((plans) =>
      fc.record({
        plans: fc.constant(plans),
        order: fc.shuffledSubarray([...plans.keys()], { minLength: plans.length }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(orders, async ({ plans, order }) => {
        const inOrder: Play = (rootId, verdicts) =>
          oneByOne(
            rootId,
            order.flatMap((index) => verdicts[index] ?? []),
          )
        const unordered = async (play: Play) => {
          const { outcome } = await played(plans, play)
          return { ...outcome, events: outcome.events.toSorted() }
        }
        expect(await unordered(together)).toEqual(await unordered(inOrder))
      }),
      { numRuns: 8 },
    )
  })

  it('a late answer among them is dropped, the others count', async () => {
    const tree = await claimedTree(3)
    const verdicts = await verdictsOf(
      tree,
      tree.claims.map(() => ({ cheap: 'buy' as const, dear: 'pass' as const, tokens: 1 })),
    )
    const late = verdicts.map((verdict, index) =>
      index === 1 ? { ...verdict, claim: { ...verdict.claim, attempt: 7 } } : verdict,
    )
    await applyVerdicts(market.deps, tree.rootId, late, null)
    const phases = (await outcomeOf(tree)).contexts.map(({ phase }) => phase)
    expect(phases).toEqual(['waiting', 'settled', 'inspecting', 'settled'])
    await applyVerdicts(market.deps, tree.rootId, verdicts, null)
    expect((await outcomeOf(tree)).inspection).toMatchObject({ modelCalls: 4, status: 'running' })
  })

  it('one that cannot be applied does not spoil the others', async () => {
    let faults = 0
    const model = scriptedModel((task) => ({
      ...NOTHING,
      buy: task.offers.map(({ handle }) => ({ handle, reason: 'decisive' as const })),
    }))
    market = testMarket(database, { site: model, isSiteBuiltIn: false })
    const tree = await claimedTree(3)
    const [, broken] = tree.contextIds
    // The buyer's own offer, as no door of the market would let it in.
    await database.db
      .update(offers)
      .set({ sellerId: tree.buyer })
      .where(eq(offers.contextId, broken ?? ''))
    market.clock.forward(11_000)
    const log = {
      ...market.deps.log,
      error() {
        faults += 1
      },
    }
    const engine = createEngine({ ...market.deps, log }, { matchBots, begins: false })
    await engine.sweep()
    await engine.idle()
    const phases = (await outcomeOf(tree)).contexts.map(({ phase }) => phase)
    expect(phases).toEqual(['waiting', 'settled', 'inspecting', 'settled'])
    expect(faults).toBe(1)
  })
})
