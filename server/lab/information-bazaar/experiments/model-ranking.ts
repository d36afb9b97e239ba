import * as z from 'zod'
import { defineExperiment, type Metric, type Published } from '../../experiment'
import { ANY_NUMBER, AT_LEAST_0, SHARE } from '../../range'
import { gamesOf, type Score, shuffledRatings } from '../elo'
import { BAZAAR_LOG } from '../events'
import { compareBothWays, type Judged } from '../judge'
import type { Mind } from '../mind'
import { closedBook, modelJudge, modelMind, modelSense, verdictByWillingness } from '../model-mind'
import { bm25Buyer } from '../scripted'
import { askCorpus } from './corpus-market'
import { lexicalParameters } from './fact-market'
import { libraryFor } from './library'
import { askOf, atSeed, ownersParameter, reviewTriesParameter, seedsFrom } from './model-tools'

/**
 * Which agents buy the better answers. Source: "Language Models Can Reduce Asymmetry in Information Markets", section 4.2, figure
 * 6a (A-E7): win rates of three models at a budget of 100 on 20 questions.
 */

const GAMES = 20
const MATRIX: readonly Score[] = [
  { player: 'Llama 2', other: 'GPT-3.5', wins: 9, games: GAMES },
  { player: 'Llama 2', other: 'GPT-4', wins: 7, games: GAMES },
  { player: 'GPT-3.5', other: 'GPT-4', wins: 8, games: GAMES },
]
const MODELS = { gpt4: 'GPT-4', gpt35: 'GPT-3.5', llama2: 'Llama 2' } as const

/** What 1000 orders of these 60 games give (DER). */
export const MATRIX_RATINGS = { gpt4: 1557, gpt35: 1488, llama2: 1455, deviation: 27 } as const

export const publishedMatrixElo = defineExperiment({
  name: 'elo-of-the-published-matrix',
  title: 'Elo of the published model matrix',
  part: 'information-bazaar',
  question: 'Which ratings do the published win rates of three models give?',
  reproduces: 'IB Figure 6a: 60 games as printed, rated in 1000 orders',
  parameters: z.object({
    shuffles: z
      .int()
      .min(10)
      .max(10_000)
      .default(1_000)
      .describe('Orders that the ratings are averaged over'),
  }),
  seeds: seedsFrom(1, 10),
  metrics: {
    gpt4: { label: 'GPT-4', unit: 'score', range: ANY_NUMBER, words: 'Mean rating of GPT-4.' },
    gpt35: { label: 'GPT-3.5', unit: 'score', range: ANY_NUMBER, words: 'Mean rating of GPT-3.5.' },
    llama2: { label: 'Llama 2', unit: 'score', range: ANY_NUMBER, words: 'Mean rating of Llama 2 (70B).' },
    deviation: {
      label: 'Deviation',
      unit: 'score',
      range: AT_LEAST_0,
      words: 'Standard deviation of a rating over the orders, mean of the three.',
    },
  },
  published: Object.entries(MATRIX_RATINGS).map(
    ([metric, value]): Published => ({
      at: {},
      metric,
      value,
      by: 'derived from the published win rates',
      source: 'IB Figure 6a, DER',
      beside: 'expected',
    }),
  ),
  secondsPerRun: 0.006,
  grows: { shuffles: 1 },
  run({ shuffles }, seed) {
    const spread = shuffledRatings(gamesOf(MATRIX), seed, shuffles)
    const names = Object.entries(MODELS)
    return {
      metrics: {
        ...Object.fromEntries(names.map(([metric, name]) => [metric, spread[name]?.mean ?? 0])),
        deviation: names.reduce((sum, [, name]) => sum + (spread[name]?.deviation ?? 0), 0) / names.length,
      },
    }
  },
})

/** Whom the operator's model is compared with: one server has one model. */
const OPPONENTS = [
  'closed-book',
  'bm25',
  'willingness-to-pay',
  'direct',
  'chain-of-thought',
  'faithful',
] as const

export const agentsCompared = defineExperiment({
  name: 'agents-compared-by-a-model',
  title: 'A language model against other agents',
  part: 'information-bazaar',
  question:
    'Does a debating model buy better answers than itself without a market, other prompts, or a heuristic?',
  reproduces: 'IB Figure 6a (A-E7), with one model and its own variants for opponents',
  parameters: z.object({
    opponent: z
      .enum(OPPONENTS)
      .default('closed-book')
      .describe(
        'The same model without the market, a heuristic, another prompt for its verdict, or answers from passages alone',
      ),
    budget: z.number().min(1).max(1_000).default(100).describe('Credits that each buyer has'),
    reviewTries: reviewTriesParameter,
    owners: ownersParameter,
  }),
  sweep: { opponent: OPPONENTS },
  // A seed is the number of a question.
  seeds: seedsFrom(0, GAMES),
  metrics: {
    winRate: {
      label: 'Debate wins',
      unit: 'share',
      range: SHARE,
      words: 'Comparisons that the debating model won; one that each order gave to another counts half.',
    },
    byPlace: {
      label: 'Judged by place',
      unit: 'share',
      range: SHARE,
      isYesOrNo: true,
      words: 'Comparisons in which both orders named the same place.',
    },
  } satisfies Record<string, Metric<never>>,
  published: [],
  takesData: 'corpus',
  log: BAZAAR_LOG,
  secondsPerRun: 300,
  needsModel: true,
  async run({ opponent, budget, reviewTries, owners }, seed, tools) {
    const { ask, name } = askOf(tools)
    const { corpus, sense } = libraryFor(tools.data)
    const question = atSeed(corpus.questions, seed)
    const market = {
      corpus,
      owners,
      budget,
      parameters: lexicalParameters(),
      sense: modelSense(ask, sense),
      record: tools.record,
    }
    const answered = (player: string, mind: Mind) => askCorpus(question, { ...market, player, mind })
    const debate = modelMind(ask, name, { strategy: 'debate', reviewTries })
    const other = async (): Promise<Judged> => {
      switch (opponent) {
        case 'closed-book':
          return { player: opponent, answer: await closedBook(ask, question.text), costMicros: 0n }
        case 'bm25':
          return answered(opponent, { ...debate, verdict: bm25Buyer.verdict })
        case 'willingness-to-pay':
          return answered(opponent, {
            ...debate,
            verdict: verdictByWillingness(ask, 'published', reviewTries),
          })
        case 'faithful':
          return answered(opponent, modelMind(ask, name, { strategy: 'debate', reviewTries, faithful: true }))
        default:
          return answered(opponent, modelMind(ask, name, { strategy: opponent, reviewTries }))
      }
    }
    const first = await answered('debate', debate)
    const pair = { question: question.text, first, second: await other() }
    const outcome = await compareBothWays(
      modelJudge(ask, () => question.gold.content),
      pair,
    )
    return { metrics: { winRate: outcome.score, byPlace: Number(outcome.isByPlace) } }
  },
})
