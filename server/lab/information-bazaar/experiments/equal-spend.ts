import * as z from 'zod'
import { defineExperiment, type Metric, type Published } from '../../experiment'
import { SHARE } from '../../range'
import { BAZAAR_LOG } from '../events'
import { compareBothWays, coverageJudge, type Judged } from '../judge'
import { modelJudge, modelMind, modelSense } from '../model-mind'
import { creditsOfMicros } from '../price-display'
import { askCorpus } from './corpus-market'
import { type FactAnswer, factMarket, lexicalParameters, runFactMarket } from './fact-market'
import { libraryFor } from './library'
import {
  askOf,
  atSeed,
  compatOf,
  faithfulParameter,
  meanOf,
  ownersParameter,
  paperCompatParameter,
  reviewTriesParameter,
  seedsFrom,
  strategyParameter,
} from './model-tools'

/**
 * The same question and budget, once with inspection and once by metadata alone. Source: "Language Models Can Reduce Asymmetry
 * in Information Markets", section 4.2, figure 5 right; win rates from its notebook (A-E6).
 */

export const SPEND_BUDGETS = [10, 25, 50, 100, 200]
const NOTEBOOK = [0.45, 0.75, 0.75, 0.75, 0.8]

const budget = z.number().min(0).max(1_000).default(100).describe('Credits that each buyer has')

/** The published rule, which does not check the sum of a verdict, may overspend. */
const SPENT = [0, { unless: 'paperCompat', bound: 'budget' }] as const

const metrics = {
  winRate: {
    label: 'Inspection wins',
    unit: 'share',
    range: SHARE,
    words:
      'Comparisons that the answer bought with inspection won; one that each order gave to another counts half.',
  },
  byPlace: {
    label: 'Judged by place',
    unit: 'share',
    range: SHARE,
    words: 'Comparisons in which both orders named the same place.',
  },
  spentInspected: {
    label: 'Spent with inspection',
    unit: 'credits',
    range: SPENT,
    words: 'Mean credits spent with inspection.',
  },
  spentByTitle: {
    label: 'Spent by metadata',
    unit: 'credits',
    range: SPENT,
    words: 'Mean credits spent by metadata alone.',
  },
} satisfies Record<string, Metric<'budget' | 'paperCompat'>>

const published: Published[] = SPEND_BUDGETS.map((at, index) => ({
  at: { budget: at },
  metric: 'winRate',
  value: NOTEBOOK[index] ?? 0,
  by: 'Llama 2 (70B), 20 questions',
  source: 'IB Figure 5 right, ib:notebooks',
}))

export const equalSpend = defineExperiment({
  name: 'inspection-at-equal-spend',
  title: 'Inspection at equal spend',
  part: 'information-bazaar',
  question: 'Does reading before buying make better answers of the same budget?',
  reproduces: 'IB Figure 5 right (A-E6), in a world of facts, judged by facts',
  parameters: z.object({
    budget,
    questions: z.int().min(2).max(40).default(20).describe('Questions that are compared'),
    titleSignal: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('How far titles tell what their passages hold: 0 not at all, 1 truly'),
    paperCompat: paperCompatParameter,
  }),
  sweep: { budget: SPEND_BUDGETS },
  seeds: seedsFrom(1, 10),
  metrics: {
    ...metrics,
    coverageInspected: {
      label: 'Facts with inspection',
      unit: 'share',
      range: SHARE,
      words: 'Required facts in the answers bought with inspection.',
    },
    coverageByTitle: {
      label: 'Facts by metadata',
      unit: 'share',
      range: SHARE,
      words: 'Required facts in the answers bought by metadata alone.',
    },
  },
  published,
  log: BAZAAR_LOG,
  withModel: 'inspection-at-equal-spend-of-a-model',
  secondsPerRun: 0.35,
  grows: { questions: 1, paperCompat: { true: 5 } },
  async run({ budget: credits, questions, titleSignal, paperCompat }, seed, { record }) {
    const compat = compatOf(paperCompat)
    const market = factMarket(seed, { questions, titleSignal })
    const inspected = await runFactMarket(
      market,
      credits,
      lexicalParameters({ inspection: 'content', compat }),
      record,
    )
    const byTitle = await runFactMarket(
      market,
      credits,
      lexicalParameters({ inspection: 'metadata', compat }),
      record,
    )
    const outcomes: { score: number; isByPlace: boolean }[] = []
    for (const [at, one] of inspected.answers.entries()) {
      const other = byTitle.answers[at]
      if (!other) continue
      const judge = coverageJudge(() => one.truth, seed)
      const pair = {
        question: one.question,
        first: judged('inspection', one),
        second: judged('metadata', other),
      }
      outcomes.push(await compareBothWays(judge, pair))
    }
    return {
      metrics: {
        winRate: meanOf(outcomes.map(({ score }) => score)),
        byPlace: meanOf(outcomes.map(({ isByPlace }) => Number(isByPlace))),
        spentInspected: inspected.spent,
        spentByTitle: byTitle.spent,
        coverageInspected: inspected.coverage,
        coverageByTitle: byTitle.coverage,
      },
    }
  },
})

function judged(player: string, { answer, spentMicros }: FactAnswer): Judged {
  return { player, answer, costMicros: spentMicros }
}

export const equalSpendOfModel = defineExperiment({
  name: 'inspection-at-equal-spend-of-a-model',
  title: 'Inspection at equal spend with a language model',
  part: 'information-bazaar',
  question: 'Does a language model answer better for the same budget when it may read before it buys?',
  reproduces: 'IB Figure 5 right (A-E6), on the lab’s own corpus',
  parameters: z.object({
    budget,
    strategy: strategyParameter,
    reviewTries: reviewTriesParameter,
    faithful: faithfulParameter,
    owners: ownersParameter,
    paperCompat: paperCompatParameter,
  }),
  sweep: { budget: SPEND_BUDGETS },
  // A seed is the number of a question.
  seeds: seedsFrom(0, 20),
  metrics,
  published,
  takesData: 'corpus',
  log: BAZAAR_LOG,
  secondsPerRun: 300,
  needsModel: true,
  async run({ budget: credits, strategy, reviewTries, faithful, owners, paperCompat }, seed, tools) {
    const compat = compatOf(paperCompat)
    const { ask, name } = askOf(tools)
    const { corpus, sense } = libraryFor(tools.data)
    const question = atSeed(corpus.questions, seed)
    const answer = (inspection: 'content' | 'metadata') =>
      askCorpus(question, {
        corpus,
        owners,
        player: inspection,
        budget: credits,
        parameters: lexicalParameters({ inspection, compat }),
        mind: modelMind(ask, name, { strategy, reviewTries, faithful, ...compat }),
        sense: modelSense(ask, sense),
        record: tools.record,
      })
    const first = await answer('content')
    const second = await answer('metadata')
    const judge = modelJudge(ask, () => question.gold.content)
    const { score, isByPlace } = await compareBothWays(judge, { question: question.text, first, second })
    return {
      metrics: {
        winRate: score,
        byPlace: Number(isByPlace),
        spentInspected: creditsOfMicros(first.costMicros),
        spentByTitle: creditsOfMicros(second.costMicros),
      },
    }
  },
})
