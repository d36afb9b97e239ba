import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inspections, valuations } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { builtInModel } from '../../llm/built-in/built-in'
import type { Model, ModelResult, Recommended, RecommendTask } from '../../llm/model'
import { sharesToSellers } from '../../market/counted-shares'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { planOf } from '../../protocol/shares'
import { type TestMarket, testMarket } from '../../testing'
import { askQuestion, buyAll, person, scriptedModel, sell } from '../engine/testing'
import { viewTree } from '../views/tree-view'
import { requestCount } from './count-value'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

const USAGE = { calls: 1, promptTokens: 90, completionTokens: 10 }
const UNBOUGHT = 'The ferry costs nine credits on Sundays.'

type Reply = (texts: string[]) => ModelResult<Recommended>
const choosing = (rice: number, legumes: number, by?: string): ModelResult<Recommended> => ({
  ok: true,
  value: { kind: 'choice', utilities: [rice, legumes] },
  usage: USAGE,
  ...(by ? { by } : {}),
})
/** Legumes are better once both halves of the case for them are known; neither half is enough. */
const together: Reply = (texts) =>
  choosing(1, texts.filter((text) => text.startsWith('Half')).length === 2 ? 5 : 0)

/** A settled choice between rice and legumes, with these texts bought and one that was not. */
async function settledChoice(
  reply: Reply,
  { tokenCap = DEFAULT_POLICY.tokenCap, texts = TEXTS, isTreePublic = true } = {},
) {
  const asked: string[][] = []
  const model: Model = {
    ...scriptedModel(({ offers, ...task }) =>
      buyAll({ ...task, offers: offers.filter(({ privateInfo }) => privateInfo !== UNBOUGHT) }),
    ),
    recommend: async ({ dossier }: RecommendTask) => {
      const read = dossier.map(({ privateInfo }) => privateInfo)
      asked.push(read)
      return reply(read)
    },
  }
  const market = testMarket(database, { site: model, isSiteBuiltIn: false })
  const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
  const rootId = await askQuestion(market, buyer, {
    decision: { kind: 'choice', options: ['rice', 'legumes'] },
    isTreePublic,
    policy: { ...DEFAULT_POLICY, tokenCap },
  })
  for (const [index, privateInfo] of texts.entries())
    await sell(market, seller, {
      contextId: rootId,
      teaser: `What to eat, part ${index}.`,
      privateInfo,
      price: 1,
    })
  await sell(market, seller, {
    contextId: rootId,
    teaser: 'What a ferry costs.',
    privateInfo: UNBOUGHT,
    price: 5,
  })
  await market.settle()
  return { market, buyer, seller, rootId, asked }
}
const TEXTS = ['Half a case.', 'Half the other case.', 'Nothing of use.']

/** What was counted, purchases by their teasers: those of one verdict were bought at one moment. */
async function counted({ deps }: TestMarket, viewer: string | null, rootId: string) {
  const { answer, offers } = await viewTree(deps, viewer, rootId)
  const teaserOf = (offerId: string) => offers.find(({ id }) => id === offerId)?.teaser ?? ''
  return (
    answer?.counted && {
      ...answer.counted,
      purchases: answer.counted.purchases.toSorted((a, b) =>
        teaserOf(a.offerId) < teaserOf(b.offerId) ? -1 : 1,
      ),
    }
  )
}
const treeRow = async ({ deps }: TestMarket, rootId: string) =>
  (await deps.db.select().from(inspections).where(eq(inspections.rootId, rootId)))[0]
const row = async ({ deps }: TestMarket, rootId: string) =>
  (await deps.db.select().from(valuations).where(eq(valuations.rootId, rootId)))[0]

describe('what each purchase was worth', () => {
  it('is shared between two that only help together, though only the later one changed anything when it came', async () => {
    const { market, buyer, rootId, asked } = await settledChoice(together)
    const before = await viewTree(market.deps, buyer, rootId)
    expect(before.answer?.counted).toBeNull()
    expect(before.answer?.citations.map(({ value }) => value?.gain).toSorted()).toEqual([0, 0, 4])
    const calls = asked.length
    await requestCount(market.deps, buyer, { rootId, revision: 1, stakeMicros: 8_000_000n })
    await market.settle()
    const figures = await counted(market, buyer, rootId)
    expect(figures).toMatchObject({
      isExact: true,
      unit: 'utility',
      total: 4,
      spread: 4,
      stakeMicros: 8_000_000n,
    })
    expect(figures?.purchases.map(({ share, changes }) => [share, changes])).toEqual([
      [2, 'sometimes'],
      [2, 'sometimes'],
      [0, 'never'],
    ])
    expect(figures?.purchases[0]?.without).toEqual({ kind: 'choice', utilities: [1, 0] })
    // Eight sets, of which four were known from what was recommended after each purchase.
    expect(asked.slice(calls)).toHaveLength(4)
    // Nobody was shown what was not bought.
    expect(asked.flat()).not.toContain(UNBOUGHT)
  })

  it('is counted in the tree’s figures, and asked for again asks nobody again', async () => {
    const { market, buyer, rootId, asked } = await settledChoice(together)
    const before = await treeRow(market, rootId)
    await requestCount(market.deps, buyer, { rootId, revision: 1, stakeMicros: null })
    await market.settle()
    const after = await treeRow(market, rootId)
    expect((after?.tokensUsed ?? 0) - (before?.tokensUsed ?? 0)).toBe(400)
    expect((after?.modelCalls ?? 0) - (before?.modelCalls ?? 0)).toBe(4)
    const calls = asked.length
    await requestCount(market.deps, buyer, { rootId, revision: 1, stakeMicros: 3_000_000n })
    await market.settle()
    expect(asked).toHaveLength(calls)
    expect(await counted(market, buyer, rootId)).toMatchObject({ stakeMicros: 3_000_000n, total: 4 })
  })

  it('tells others who may watch the shares, and neither the stake nor what would be without one', async () => {
    const { market, buyer, seller, rootId } = await settledChoice(together)
    await requestCount(market.deps, buyer, { rootId, revision: 1, stakeMicros: 8_000_000n })
    await market.settle()
    for (const viewer of [seller, null]) {
      const figures = await counted(market, viewer, rootId)
      expect(figures?.stakeMicros).toBeNull()
      expect(figures?.purchases.map(({ share, without }) => [share, without])).toEqual([
        [2, null],
        [2, null],
        [0, null],
      ])
    }
  })

  it('tells a seller what his sales were worth, where everybody may watch', async () => {
    for (const isTreePublic of [true, false]) {
      const { market, buyer, rootId } = await settledChoice(together, { isTreePublic })
      await requestCount(market.deps, buyer, { rootId, revision: 1, stakeMicros: 8_000_000n })
      await market.settle()
      const { offers } = await viewTree(market.deps, buyer, rootId)
      const shares = await sharesToSellers(
        market.deps.db,
        offers.map(({ id }) => id),
      )
      const told = [...shares.values()].map(({ share, spread }) => [share, spread]).toSorted()
      expect(told).toEqual(
        isTreePublic
          ? [
              [0, 4],
              [2, 4],
              [2, 4],
            ]
          : [],
      )
    }
  })

  it('stops at the tree’s cap of tokens and says nothing that was not counted', async () => {
    // The verdict and the trail take 510, so one batch of four is left: all but each purchase.
    const texts = [...TEXTS, 'A fourth.', 'A fifth.']
    const { market, buyer, rootId, asked } = await settledChoice(together, { tokenCap: 1_000, texts })
    const calls = asked.length
    await requestCount(market.deps, buyer, { rootId, revision: 1, stakeMicros: null })
    // Two orders in 120 begin as the purchases did, and need no more than that batch: this seed's first one does not.
    await market.deps.db.update(valuations).set({ seed: 1 }).where(eq(valuations.rootId, rootId))
    const [first] = planOf(texts, { seed: 1, isFree: false }).orders
    expect(first?.slice(0, 3)).not.toEqual([0, 1, 2])
    await market.settle()
    expect(asked.length - calls).toBe(4)
    expect(await row(market, rootId)).toMatchObject({ dueAt: null, countedAt: expect.any(Date) })
    const { answer } = await viewTree(market.deps, buyer, rootId)
    expect(answer).toMatchObject({ isCountDue: false, counted: null })
  })

  it('does not mix what two minds say', async () => {
    const calls = { made: 0 }
    const { market, buyer, rootId } = await settledChoice(() => {
      calls.made += 1
      return choosing(1, 0, calls.made > 6 ? builtInModel.name : undefined)
    })
    await requestCount(market.deps, buyer, { rootId, revision: 1, stakeMicros: null })
    await market.settle()
    expect(await row(market, rootId)).toMatchObject({ countedBy: 'Scripted', countedAt: expect.any(Date) })
    expect(await counted(market, buyer, rootId)).toBeNull()
  })

  it('is the buyer’s to ask for, of the answer that he sees, and found when its job is lost', async () => {
    const { market, buyer, seller, rootId } = await settledChoice(together)
    const ask = { rootId, revision: 1, stakeMicros: null }
    await expect(requestCount(market.deps, seller, ask)).rejects.toMatchObject({
      code: 'market.context_not_found',
    })
    await expect(requestCount(market.deps, buyer, { ...ask, revision: 2 })).rejects.toMatchObject({
      code: 'market.answer_revised',
    })
    await requestCount(market.deps, buyer, ask)
    market.waiting.length = 0
    await market.sweep()
    expect(await counted(market, buyer, rootId)).toMatchObject({ total: 4 })
  })
})
