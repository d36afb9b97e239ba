import * as z from 'zod'
import { FEE_BASIS_POINTS } from '../../shared/money'
import { defineExperiment, type Metric } from '../experiment'
import { AT_LEAST_0, SHARE } from '../range'
import { stream } from '../stream'
import { readDataSet, type TreeLine } from './data-set'
import demoMarket from './demo-market.json'
import {
  creditOf,
  gainsUnder,
  isDecisionKept,
  keptUnder,
  ORDERS,
  PRICE_RULES,
  pricesUnder,
  purchasesOf,
} from './revalue'

/** The data set that comes with the lab: the demo market's trees, exported as any other. */
const DEMO = demoMarket.map((tree) => JSON.stringify(tree)).join('\n')

/** Every seed but 0 draws the trees again. */
const METRICS = Object.fromEntries(
  Object.entries<Metric<never>>({
    concentration: {
      label: 'Concentration',
      unit: 'score',
      range: SHARE,
      words: 'Herfindahl index of sellers’ income: 1 when one seller has it all, 1/n when n have the same.',
    },
    topShare: {
      label: 'Largest seller',
      unit: 'share',
      range: SHARE,
      words: 'The share of income that the largest seller has.',
    },
    creditMoved: {
      label: 'Credit moved',
      unit: 'share',
      range: SHARE,
      words: 'Mean share of a tree’s gain that other purchases get than in the order of arrival.',
    },
    decisionsKept: {
      label: 'Decisions kept',
      unit: 'share',
      range: SHARE,
      words: 'Trees with a recommendation that stays the same under the policy, evidence taken to add up.',
    },
    trees: { label: 'Trees', unit: 'count', range: AT_LEAST_0, words: 'Decided trees in the data set.' },
    purchases: {
      label: 'Purchases',
      unit: 'count',
      range: AT_LEAST_0,
      words: 'Purchases that the policy keeps.',
    },
    spent: { label: 'Spent', unit: 'credits', range: AT_LEAST_0, words: 'What buyers pay for them.' },
    cost: {
      label: 'Cost of the policy',
      unit: 'share',
      range: SHARE,
      words: 'Spent, as a share of what was spent in fact.',
    },
    income: { label: 'Sellers’ income', unit: 'credits', range: AT_LEAST_0, words: 'Spent, less the fee.' },
  }).map(([name, metric]) => [name, { ...metric, isResampled: true }]),
)

export const marketRevaluation = defineExperiment({
  name: 'market-revaluation',
  title: 'A live market, valued by other rules',
  part: 'market',
  question:
    'Who would have been paid what, and what would it have cost, had the same purchases been valued by other rules?',
  reproduces:
    'Nothing published: decided trees of a public market (--data, else those of the demo market), valued again and never inspected again.',
  parameters: z.object({
    order: z
      .enum(ORDERS)
      .default('arrival')
      .describe('In which order purchases are credited with what they changed'),
    priceRule: z
      .enum(PRICE_RULES)
      .default('posted')
      .describe('Each its price; or the tree’s spending by what each purchase changed, or in equal parts'),
    feePercent: z
      .number()
      .min(0)
      .max(100)
      .default(Number(FEE_BASIS_POINTS) / 100)
      .describe('The market’s fee on each price'),
    levelMax: z.int().min(0).max(5).default(5).describe('Purchases below this level are not made'),
    budgetShare: z
      .number()
      .min(0)
      .max(1)
      .default(1)
      .describe('Share of each root’s budget that may be spent'),
  }),
  sweep: { order: ['arrival', 'reverse', 'average'], priceRule: ['posted', 'by-gain', 'equal'] },
  // 0 is the data set as it is; every other seed draws as many trees from it, with replacement.
  seeds: [0],
  metrics: METRICS,
  published: [],
  takesData: 'market',
  secondsPerRun: 0.01,
  grows: { order: { average: 4 } },
  run({ order, priceRule, feePercent, levelMax, budgetShare }, seed, { data }) {
    const all = readDataSet(data ?? DEMO)
    const trees = seed === 0 ? all : drawn(all, seed)
    const incomes = new Map<string, number>()
    const moved: number[] = []
    const kept: boolean[] = []
    let [purchases, spent, spentInFact] = [0, 0, 0]
    for (const tree of trees) {
      const places = keptUnder(tree, { levelMax, budgetShare })
      const bought = purchasesOf(tree)
      const credit = creditOf(gainsUnder(tree, order, seed))
      const byArrival = creditOf(gainsUnder(tree, 'arrival', seed))
      const prices = pricesUnder(tree, priceRule, credit)
      spentInFact += bought.reduce((sum, { price }) => sum + price, 0)
      for (const place of places) {
        const price = prices[place] ?? 0
        const seller = bought[place]?.seller ?? ''
        purchases += 1
        spent += price
        incomes.set(seller, (incomes.get(seller) ?? 0) + price * (1 - feePercent / 100))
      }
      if (credit && byArrival) moved.push(distance(credit, byArrival))
      const isKept = isDecisionKept(tree, places)
      if (isKept !== null) kept.push(isKept)
    }
    const income = [...incomes.values()].reduce((sum, one) => sum + one, 0)
    const shares = income > 0 ? [...incomes.values()].map((one) => one / income) : []
    return {
      metrics: {
        trees: trees.length,
        purchases,
        spent,
        income,
        ...(spentInFact > 0 ? { cost: spent / spentInFact } : {}),
        ...(shares.length > 0
          ? {
              concentration: shares.reduce((sum, share) => sum + share * share, 0),
              topShare: Math.max(...shares),
            }
          : {}),
        ...(moved.length > 0 ? { creditMoved: moved.reduce((sum, one) => sum + one, 0) / moved.length } : {}),
        ...(kept.length > 0 ? { decisionsKept: kept.filter(Boolean).length / kept.length } : {}),
      },
    }
  },
})

function drawn(trees: readonly TreeLine[], seed: number): TreeLine[] {
  const random = stream(seed, 'trees')
  return trees.flatMap(() => trees[Math.floor(random() * trees.length)] ?? [])
}

/** Half the sum of differences: how much of the whole lies elsewhere. */
function distance(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, share, i) => sum + Math.abs(share - (b[i] ?? 0)), 0) / 2
}
