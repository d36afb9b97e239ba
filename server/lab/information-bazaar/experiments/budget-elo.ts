import * as z from 'zod'
import { defineExperiment, type Metric, type Published } from '../../experiment'
import { ANY_NUMBER, AT_LEAST_0, SHARE } from '../../range'
import { type Game, shuffledRatings } from '../elo'
import { BAZAAR_LOG } from '../events'
import { compareBothWays, coverageJudge, gameOf, type Judged } from '../judge'
import { modelJudge, modelMind, modelSense } from '../model-mind'
import { askCorpus } from './corpus-market'
import { factMarket, lexicalParameters, runFactMarket } from './fact-market'
import { libraryFor } from './library'
import {
  askOf,
  atSeed,
  compatOf,
  faithfulParameter,
  ownersParameter,
  paperCompatParameter,
  reviewTriesParameter,
  seedsFrom,
  strategyParameter,
} from './model-tools'

/**
 * Every pair of budgets compared on every question, and the budgets' Elo ratings. Source: "Language Models Can Reduce Asymmetry
 * in Information Markets", section 4.2, figure 5 left; budgets and ratings from its notebook (A-E5).
 */

export const BUDGETS = [5, 50, 100, 200] as const
const NOTEBOOK: Readonly<Record<string, number>> = { 5: 1447, 50: 1491, 100: 1508, 200: 1554 }
/** Read off a plot. */
const READING_ERROR = 5

/** All pairs, the smaller budget first. */
export const PAIRS = BUDGETS.flatMap((low, at) => BUDGETS.slice(at + 1).map((high) => ({ low, high })))

const ratings = {
  ...Object.fromEntries(
    BUDGETS.map((budget): [string, Metric<never>] => [
      `elo${budget}`,
      {
        label: `Elo at ${budget}`,
        unit: 'score',
        range: ANY_NUMBER,
        words: `Mean rating over 1000 orders of the games of a budget of ${budget} credits.`,
      },
    ]),
  ),
  deviation: {
    label: 'Elo deviation',
    unit: 'score',
    range: AT_LEAST_0,
    words: 'Standard deviation of a rating over the orders, mean of all budgets.',
  },
} satisfies Record<string, Metric<never>>

const published: Published[] = BUDGETS.map((budget) => ({
  at: {},
  metric: `elo${budget}`,
  value: [(NOTEBOOK[budget] ?? 0) - READING_ERROR, (NOTEBOOK[budget] ?? 0) + READING_ERROR],
  by: 'Llama 2 (70B)',
  source: 'IB Figure 5 left, read off ib:notebooks/ploterrito',
}))

export const budgetElo = defineExperiment({
  name: 'budget-elo',
  title: 'Budget and quality',
  part: 'information-bazaar',
  question: 'Do larger budgets buy better answers?',
  reproduces: 'IB Figure 5 left (A-E5), in a world of facts, judged by facts',
  parameters: z.object({
    questions: z
      .int()
      .min(2)
      .max(40)
      .default(20)
      .describe('Questions on which each pair of budgets is compared'),
    depth: z.int().min(0).max(2).default(2).describe('Levels of follow-up questions below the first'),
    paperCompat: paperCompatParameter,
  }),
  seeds: seedsFrom(1, 10),
  metrics: {
    ...ratings,
    ...Object.fromEntries(
      BUDGETS.flatMap((budget): [string, Metric<'paperCompat'>][] => [
        [
          `coverage${budget}`,
          {
            label: `Facts at ${budget}`,
            unit: 'share',
            range: SHARE,
            words: `Required facts in the answers at a budget of ${budget}.`,
          },
        ],
        [
          `spent${budget}`,
          {
            label: `Spent at ${budget}`,
            unit: 'credits',
            range: [0, { unless: 'paperCompat', bound: budget }],
            words: `Mean credits spent of a budget of ${budget}.`,
          },
        ],
      ]),
    ),
  },
  published,
  log: BAZAAR_LOG,
  withModel: 'budget-elo-of-a-model',
  secondsPerRun: 1,
  grows: { questions: 1, depth: { 0: 0.15, 1: 0.5 }, paperCompat: { true: 5 } },
  async run({ questions, depth, paperCompat }, seed, { record }) {
    const market = factMarket(seed, { questions })
    const runs = new Map<number, Awaited<ReturnType<typeof runFactMarket>>>()
    for (const budget of BUDGETS) {
      const parameters = lexicalParameters({ queryDepthMax: depth, compat: compatOf(paperCompat) })
      runs.set(budget, await runFactMarket(market, budget, parameters, record))
    }
    const truths = new Map(
      [...runs.values()].flatMap(({ answers }) => answers.map((one) => [one.question, one.truth])),
    )
    const judge = coverageJudge(
      (question) => truths.get(question) ?? { facts: [], falseMarks: new Set() },
      seed,
    )
    const games: Game[] = []
    for (const { low, high } of PAIRS) {
      for (const [at, one] of (runs.get(low)?.answers ?? []).entries()) {
        const other = runs.get(high)?.answers[at]
        if (!other) continue
        const judged = (budget: number, { answer, spentMicros }: typeof one): Judged => ({
          player: `${budget}`,
          answer,
          costMicros: spentMicros,
        })
        const pair = { question: one.question, first: judged(low, one), second: judged(high, other) }
        games.push(gameOf(pair, await compareBothWays(judge, pair), seed))
      }
    }
    return {
      metrics: {
        ...eloMetrics(games, seed),
        ...Object.fromEntries(
          [...runs].flatMap(([budget, { coverage, spent }]) => [
            [`coverage${budget}`, coverage],
            [`spent${budget}`, spent],
          ]),
        ),
      },
    }
  },
})

/** Ratings of the budgets by name of metric. */
export function eloMetrics(games: readonly Game[], seed: number): Record<string, number> {
  const spread = shuffledRatings(games, seed)
  const all = Object.values(spread)
  return {
    ...Object.fromEntries(Object.entries(spread).map(([budget, { mean }]) => [`elo${budget}`, mean])),
    deviation: all.reduce((sum, { deviation }) => sum + deviation, 0) / all.length,
  }
}

export const budgetEloOfModel = defineExperiment({
  name: 'budget-elo-of-a-model',
  title: 'Budget and quality with a language model',
  part: 'information-bazaar',
  question: 'Does a language model write better answers with a larger budget?',
  reproduces: 'IB Figure 5 left (A-E5), on the lab’s own corpus',
  parameters: z.object({
    strategy: strategyParameter,
    reviewTries: reviewTriesParameter,
    faithful: faithfulParameter,
    owners: ownersParameter,
    paperCompat: paperCompatParameter,
  }),
  // A seed is the number of a question.
  seeds: seedsFrom(0, 20),
  metrics: {
    ...Object.fromEntries(
      PAIRS.map(({ low, high }): [string, Metric<never>] => [
        `score${high}over${low}`,
        {
          label: `${high} over ${low}`,
          unit: 'score',
          range: SHARE,
          words: `1 when ${high} credits won against ${low} in both orders, ½ when each place won once.`,
        },
      ]),
    ),
    byPlace: {
      label: 'Judged by place',
      unit: 'share',
      range: SHARE,
      words: 'Comparisons in which both orders named the same place.',
    },
  },
  published: [],
  takesData: 'corpus',
  log: BAZAAR_LOG,
  secondsPerRun: 600,
  needsModel: true,
  async run({ strategy, reviewTries, faithful, owners, paperCompat }, seed, tools) {
    const { ask, name } = askOf(tools)
    const { corpus, sense } = libraryFor(tools.data)
    const question = atSeed(corpus.questions, seed)
    const answers = new Map<number, Judged>()
    for (const budget of BUDGETS) {
      const asked = {
        corpus,
        owners,
        player: `${budget}`,
        budget,
        parameters: lexicalParameters({ compat: compatOf(paperCompat) }),
        mind: modelMind(ask, name, { strategy, reviewTries, faithful, ...compatOf(paperCompat) }),
        sense: modelSense(ask, sense),
        record: tools.record,
      }
      answers.set(budget, await askCorpus(question, asked))
    }
    const judge = modelJudge(ask, () => question.gold.content)
    const metrics: Record<string, number> = {}
    let byPlace = 0
    for (const { low, high } of PAIRS) {
      const first = answers.get(high)
      const second = answers.get(low)
      if (!first || !second) continue
      const outcome = await compareBothWays(judge, { question: question.text, first, second })
      metrics[`score${high}over${low}`] = outcome.score
      byPlace += Number(outcome.isByPlace)
    }
    return { metrics: { ...metrics, byPlace: byPlace / PAIRS.length } }
  },
})
