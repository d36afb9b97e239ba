import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { inspectionSteps, inspections } from '@/db/schema'
import { builtInModel } from '../../llm/built-in/built-in'
import { unmetered } from '../../llm/metered'
import type { InspectReply, InspectTask } from '../../llm/model'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { askQuestion, buyAll, NOTHING, person, scriptedModel, sell } from './testing'
import { engineScene } from './testing-engine'

const scene = engineScene()
const usual = { ...scriptedModel(buyAll), name: 'usual' }
const other = { ...scriptedModel(buyAll), name: 'other' }

/** Two models are offered, and a question chooses one of them. */
async function askOf(model: string | null) {
  const { deps } = scene.market
  deps.models = unmetered({ site: usual, others: [other], builtIn: builtInModel, isSiteBuiltIn: false })
  const buyer = await person(scene.market, 'ada')
  const rootId = await askQuestion(scene.market, buyer, { policy: { ...DEFAULT_POLICY, model } })
  const offer = async () =>
    sell(scene.market, await person(scene.market, 'sol'), {
      contextId: rootId,
      teaser: 'What the notice at the bridge says.',
      privateInfo: 'The bridge carries 3.5 tonnes.',
      price: 1,
    })
  return { offer, tree: () => scene.treeOf(buyer, rootId) }
}

type Script = Parameters<typeof scriptedModel>[0]

/** A bridge with two offers, read by three minds; the last of which would not buy what is dear. */
async function readByThree(
  over: Partial<typeof DEFAULT_POLICY>,
  third: Script,
  dissent: Script = buyAll,
  tokensUsed = 0,
) {
  const dissenting = { ...scriptedModel(third), name: 'third' }
  const second = { ...scriptedModel(dissent), name: 'second' }
  const first = { ...scriptedModel(buyAll), name: 'first' }
  const { deps } = scene.market
  deps.models = unmetered({
    site: first,
    others: [second, dissenting],
    builtIn: builtInModel,
    isSiteBuiltIn: false,
  })
  const buyer = await person(scene.market, 'ada')
  const policy = { ...DEFAULT_POLICY, opinions: 3, opinionsAboveCredits: 2, ...over }
  const rootId = await askQuestion(scene.market, buyer, { policy, start: { rule: 'quorum', offers: 2 } })
  const offers = new Map<string, string>()
  for (const [name, price] of [
    ['dear', 3],
    ['cheap', 1],
  ] as const) {
    const seller = await person(scene.market, name)
    const offer = { contextId: rootId, teaser: `A ${name} report.`, privateInfo: `It is ${name}.`, price }
    offers.set(name, await sell(scene.market, seller, offer))
  }
  await deps.db.update(inspections).set({ tokensUsed })
  await scene.market.settle()
  const nameOf = (id: string) => [...offers].find(([, offerId]) => offerId === id)?.[0]
  const tree = await scene.treeOf(buyer, rootId)
  const bought = tree.offers.filter(({ state }) => state === 'bought').map(({ id }) => nameOf(id))
  return { tree, rootId, bought, nameOf, first, second, dissenting }
}

const onlyCheap = (task: InspectTask): InspectReply => ({
  ...NOTHING,
  buy: task.offers.flatMap(({ handle, teaser }) =>
    teaser.includes('cheap') ? [{ handle, reason: 'worth-its-price' as const }] : [],
  ),
})

describe('where a question wants three opinions', () => {
  it('what most would buy is bought, and its buyer sees where they split, counted in bits', async () => {
    const { tree, bought, nameOf, first, second, dissenting } = await readByThree({}, onlyCheap)
    expect(bought.toSorted()).toEqual(['cheap', 'dear'])
    const [root] = tree.contexts
    const ayes = root?.splits.map(({ offerId, opinions }) => [
      nameOf(offerId),
      opinions.filter(({ buys }) => buys).map(({ inspector }) => inspector),
    ])
    expect(Object.fromEntries(ayes ?? [])).toEqual({
      dear: ['first', 'second'],
      cheap: ['first', 'second', 'third'],
    })
    // Two reasons of 1.6 bits, and two splits of 2.4; the tokens of the tree are set aside already. How long it took is two bits more.
    expect(tree.bitsSpent).toBe(11)
    // Each read the table in an order of its own, with all that there was to read.
    const orders = [first, second, dissenting].map(({ seen }) => seen[0]?.offers.map(({ teaser }) => teaser))
    expect(orders[1]).toEqual(orders[0]?.toReversed())
    expect(new Set(orders.map((order) => order?.toSorted().join())).size).toBe(1)
    const [row] = await scene.database.db.select().from(inspections)
    expect({ calls: row?.modelCalls, tokens: row?.tokensUsed }).toEqual({ calls: 3, tokens: 330 })
  })

  it('what only one of them would buy is not bought, and nothing of that is kept', async () => {
    const { rootId, tree, bought } = await readByThree({ opinions: 2 }, onlyCheap, onlyCheap)
    expect(bought).toEqual(['cheap'])
    const [step] = await scene.database.db
      .select()
      .from(inspectionSteps)
      .where(eq(inspectionSteps.contextId, rootId))
    const [cheap] = tree.contexts[0]?.splits ?? []
    expect(step?.opinions).toEqual([
      { inspector: 'first', bought: [cheap?.offerId] },
      { inspector: 'second', bought: [cheap?.offerId] },
    ])
  })

  it('others are not asked where no more would be spent than the asker said', async () => {
    const { tree, second } = await readByThree({ opinionsAboveCredits: 4 }, onlyCheap)
    expect(second.seen).toHaveLength(0)
    expect(tree.contexts[0]?.splits.map(({ opinions }) => opinions)).toEqual([[], []])
  })

  it('an opinion that cannot be had is a failed call: nothing is bought, and the tree says why', async () => {
    const usage = { calls: 1, promptTokens: 5, completionTokens: 0 }
    const failed = { ok: false as const, failure: 'key-refused' as const, isTransient: false, usage }
    const { tree, bought } = await readByThree({}, () => failed)
    expect(bought).toEqual([])
    expect(tree.status).toBe('paused')
  })

  it('when the tree’s tokens are used up others are not asked, and would buy nothing', async () => {
    const { bought, second } = await readByThree({ tokenCap: 1_000 }, onlyCheap, buyAll, 950)
    expect(bought).toEqual([])
    expect(second.seen).toHaveLength(0)
  })
})

describe('where an operator offers several models', () => {
  it('the one that its asker chose reads a question and writes its answer', async () => {
    const { offer, tree } = await askOf('other')
    await offer()
    await scene.market.settle()
    const { status, inspectorName, answer } = await tree()
    expect({ status, inspectorName, by: answer?.writtenBy }).toEqual({
      status: 'settled',
      inspectorName: 'other',
      by: 'other',
    })
    expect(other.seen).toHaveLength(1)
    expect(usual.seen).toHaveLength(0)
  })

  it('the usual one takes over from one that is offered no longer, and the page says so', async () => {
    const { offer, tree } = await askOf('other')
    scene.market.deps.models = unmetered({ site: usual, builtIn: builtInModel, isSiteBuiltIn: false })
    await offer()
    await scene.market.settle()
    const { status, inspectorName } = await tree()
    expect(status).toBe('settled')
    expect(inspectorName).toBe('usual, since other is no longer offered')
  })

  it('a question for one that is not offered is refused by the name of its field', async () => {
    await expect(askOf('third')).rejects.toMatchObject({
      code: 'market.model_not_offered',
      details: { field: 'policy.model' },
    })
  })
})
