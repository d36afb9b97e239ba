import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { marginalValues } from '@/server/protocol/value'
import type { Value } from '../experiment'
import { readDataSet, type TreeLine } from './data-set'
import { marketRevaluation } from './market-revaluation'
import {
  creditOf,
  evidenceOf,
  gainsUnder,
  isDecisionKept,
  keptUnder,
  ORDERS,
  PRICE_RULES,
  pricesUnder,
  purchasesOf,
} from './revalue'

const offer = (id: string, context: string, seller: string, credits: number) => ({
  id,
  context,
  seller,
  isBot: false,
  teaser: null,
  words: 10,
  priceMicros: String(credits * 1_000_000),
  state: 'bought',
  reason: 'decisive' as const,
})
const context = (id: string, parent: string | null, level: number, credits: number) => ({
  id,
  parent,
  level,
  title: null,
  askKind: null,
  budgetMicros: String(credits * 1_000_000),
  phase: 'settled',
})

/** The first purchase persuades, the second one refutes it, the third decides. */
const tree: TreeLine = {
  tree: 't1',
  protocol: 'recursive',
  inspector: 'test',
  decision: 'belief',
  contexts: [context('c1', null, 0, 10), context('c2', 'c1', 1, 4)],
  offers: [offer('o1', 'c1', 's1', 1), offer('o2', 'c2', 's2', 2), offer('o3', 'c1', 's1', 3)],
  events: [],
  bought: ['o1', 'o2', 'o3'],
  trail: [0.5, 0.8, 0.4, 0.9].map((probability) => ({ kind: 'belief', probability })),
}
const open: TreeLine = { ...tree, decision: 'open', trail: tree.trail.map(() => ({ kind: 'open' })) }
const demo = readDataSet(
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'demo-market.json'), 'utf8'))
    .map((line: unknown) => JSON.stringify(line))
    .join('\n'),
)

describe('a data set', () => {
  it('says which line is no tree, and what is wrong with it', () => {
    const lines = `${JSON.stringify(tree)}\n{"tree":"t2"}\n`
    expect(() => readDataSet(lines)).toThrow(/line 2, is no tree: .*protocol/s)
    expect(() => readDataSet('nonsense')).toThrow(/line 1/)
    const one = JSON.stringify(demo[0])
    expect(() => readDataSet(`${one}\n${one}`)).toThrow(/line 2: the tree t1 is in line 1 too/)
    const lost = JSON.stringify({ ...tree, bought: ['o1', 'o9', 'o3'] })
    expect(() => readDataSet(lost)).toThrow(/line 1, .*there is no offer o9/s)
    const mixed = { ...tree, trail: [...tree.trail.slice(1), { kind: 'open' }] }
    expect(() => readDataSet(JSON.stringify(mixed))).toThrow(/must be of one kind/)
    const cut = JSON.stringify(tree).slice(0, -20)
    expect(() => readDataSet(`${JSON.stringify(tree)}\n${cut}`)).toThrow(
      /line 2, is no JSON; was the file cut off/,
    )
    const [first] = tree.offers
    const priced = { ...tree, offers: [{ ...first, priceMicros: '9'.repeat(400) }], bought: [], trail: [] }
    expect(() => readDataSet(JSON.stringify(priced))).toThrow(/15 digits at most/)
    const circle = [context('c2', 'c3', 1, 4), context('c3', 'c2', 2, 4)]
    const round = { ...tree, contexts: [...tree.contexts.slice(0, 1), ...circle] }
    expect(() => readDataSet(JSON.stringify(round))).toThrow(/leads in a circle/)
    expect(readDataSet(`\n${JSON.stringify(tree)}\n\n`)).toEqual([tree])
  })
})

describe('value under another order', () => {
  it('takes a tree of thousands of purchases', () => {
    const [first] = tree.offers
    if (!first) throw new Error('No offer')
    const offers = Array.from({ length: 2_000 }, (_, i) => ({ ...first, id: `o${i}`, priceMicros: '1' }))
    const trail = Array.from({ length: 2_001 }, (_, i) => ({
      kind: 'belief' as const,
      probability: (i % 9) / 10,
    }))
    const large = { ...tree, offers, bought: offers.map(({ id }) => id), trail }
    const startedMs = performance.now()
    expect(gainsUnder(large, 'average', 0)).toHaveLength(2_000)
    // A second here; minutes where each step goes through all steps before it.
    expect(performance.now() - startedMs).toBeLessThan(20_000)
  })

  it('is the recorded value in the order of arrival', () => {
    const recorded = tree.trail.flatMap((one) => (one.kind === 'open' ? [] : [one]))
    gainsUnder(tree, 'arrival', 0)?.forEach((gain, i) => {
      expect(gain).toBeCloseTo(marginalValues(recorded)[i]?.gain ?? Number.NaN, 9)
    })
  })

  it('sums to the same under every order', () => {
    for (const one of [tree, ...demo]) {
      const totals = ORDERS.flatMap((order) => {
        const gains = gainsUnder(one, order, 1)
        return gains ? [gains.reduce((sum, gain) => sum + gain, 0)] : []
      })
      for (const total of totals) expect(total).toBeCloseTo(totals[0] ?? 0, 6)
    }
  })

  it('is not made up where nothing was recommended', () => {
    expect(evidenceOf(open)).toBeNull()
    expect(gainsUnder(open, 'average', 0)).toBeNull()
    expect(isDecisionKept(open, [])).toBeNull()
    expect(evidenceOf({ ...tree, bought: ['o1'] })).toBeNull()
  })
})

describe('another price rule', () => {
  it('spends the same', () => {
    for (const one of [tree, open, ...demo]) {
      const credit = creditOf(gainsUnder(one, 'average', 0))
      const spent = purchasesOf(one).reduce((sum, { price }) => sum + price, 0)
      for (const rule of PRICE_RULES) {
        const prices = pricesUnder(one, rule, credit)
        expect(prices.reduce((sum, price) => sum + price, 0)).toBeCloseTo(spent, 9)
        expect(prices.every((price) => price >= 0)).toBe(true)
      }
    }
  })

  it('pays by what a purchase changed, and nothing to what led astray', () => {
    const credit = creditOf(gainsUnder(tree, 'arrival', 0))
    expect(pricesUnder(tree, 'by-gain', credit)[1]).toBe(0)
    expect(pricesUnder(tree, 'equal', credit)).toEqual([2, 2, 2])
  })
})

describe('another policy', () => {
  it('keeps what it would have bought, in order and within its budget', () => {
    expect(keptUnder(tree, { levelMax: 5, budgetShare: 1 })).toEqual([0, 1, 2])
    expect(keptUnder(tree, { levelMax: 0, budgetShare: 1 })).toEqual([0, 2])
    expect(keptUnder(tree, { levelMax: 5, budgetShare: 0.4 })).toEqual([0, 1])
    expect(keptUnder(tree, { levelMax: 5, budgetShare: 0 })).toEqual([])
  })

  it('tells whether the decision stays', () => {
    expect(isDecisionKept(tree, [0, 1, 2])).toBe(true)
    expect(isDecisionKept(tree, [1])).toBe(false)
  })
})

describe('the experiment', () => {
  const data = [tree, { ...open, tree: 't2' }].map((one) => JSON.stringify(one)).join('\n')
  const run = async (set: Readonly<Record<string, Value>>, seed = 0, text = JSON.stringify(tree)) => {
    const tools = { chat: null, signal: new AbortController().signal, data: text }
    return (await marketRevaluation.run(set, seed, tools)).metrics
  }

  it('pays sellers by posted prices less the fee, and says how much the largest has', async () => {
    const paid = await run({ feePercent: 10 })
    expect(paid).toMatchObject({
      trees: 1,
      purchases: 3,
      spent: 6,
      cost: 1,
      creditMoved: 0,
      decisionsKept: 1,
    })
    // s1 is paid 1 + 3, s2 is paid 2.
    expect(paid.income).toBeCloseTo(5.4)
    expect(paid.topShare).toBeCloseTo(4 / 6)
    expect(paid.concentration).toBeCloseTo((4 / 6) ** 2 + (2 / 6) ** 2)
  })

  it('pays nothing for what led astray when prices follow the gain', async () => {
    expect(await run({ priceRule: 'by-gain' })).toMatchObject({ spent: 6, topShare: 1, concentration: 1 })
  })

  it('credits another order as worked by hand', async () => {
    // Log-odds steps +1.3863, −1.7918, +2.6027: in reverse the belief goes .5, .931, .692, .9, judged by .9 in the end.
    expect((await run({ order: 'reverse' })).creditMoved).toBeCloseTo(0.1207, 4)
    // What is open was never valued, so that it moves nothing.
    expect((await run({ order: 'reverse' }, 0, data)).creditMoved).toBeCloseTo(0.1207, 4)
  })

  it('says what a policy would have cost, and whether it would have decided the same', async () => {
    expect(await run({ levelMax: 0 })).toMatchObject({
      purchases: 2,
      spent: 4,
      decisionsKept: 1,
      topShare: 1,
    })
    expect((await run({ levelMax: 0 })).cost).toBeCloseTo(4 / 6)
    expect(await run({ budgetShare: 0 })).toEqual({
      trees: 1,
      purchases: 0,
      spent: 0,
      income: 0,
      cost: 0,
      creditMoved: 0,
      decisionsKept: 1,
    })
  })

  it('draws as many trees again with another seed, the same ones each time', async () => {
    const many = demo.map((one) => JSON.stringify(one)).join('\n')
    const runs = await Promise.all([0, 1, 1, 2].map((seed) => run({}, seed, many)))
    expect(new Set(runs.map(({ trees }) => trees))).toEqual(new Set([demo.length]))
    expect(runs[1]).toEqual(runs[2])
    expect(runs[1]).not.toEqual(runs[0])
  })
})
