import * as z from 'zod'
import { defineExperiment, type Metric } from '../../experiment'
import { SHARE } from '../../range'
import { BAZAAR_LOG } from '../events'
import { WILLINGNESS_RULES } from '../heuristics'
import type { Mind } from '../mind'
import { verdictByWillingness } from '../model-mind'
import { type BazaarParameters, DEFAULT_PARAMETERS } from '../parameters'
import { creditsOfMicros } from '../price-display'
import { bm25Buyer } from '../scripted'
import { askCorpus } from './corpus-market'
import { libraryFor } from './library'
import { askOf, atSeed, ownersParameter, reviewTriesParameter, seedsFrom } from './model-tools'

/**
 * The published heuristic that needs a model: it names what it would pay for each option, and a rule buys. In the template of the
 * published heuristics: search by words alone, no follow-ups, no reranker, M = 100, and what was bought for an answer (lab, A.7).
 */
const TEMPLATE: BazaarParameters = {
  ...DEFAULT_PARAMETERS,
  retrieval: { stageOne: { ...DEFAULT_PARAMETERS.retrieval.stageOne, query: 'question' }, stageTwo: null },
  usesReranker: false,
  optionsMax: 100,
  queryDepthMax: 0,
}

const metrics = {
  gold: {
    label: 'Gold',
    unit: 'share',
    range: SHARE,
    isYesOrNo: true,
    words: 'Bought the passage that answers the question.',
  },
  spent: { label: 'Spent', unit: 'credits', range: [0, 'budget'], words: 'Credits spent.' },
  goldByWords: {
    label: 'Gold, by BM25',
    unit: 'share',
    range: SHARE,
    isYesOrNo: true,
    words: 'The BM25 heuristic bought it, for the same question and budget.',
  },
  spentByWords: {
    label: 'Spent, by BM25',
    unit: 'credits',
    range: [0, 'budget'],
    words: 'Credits that the BM25 heuristic spent.',
  },
} satisfies Record<string, Metric<'budget'>>

export const willingnessOfModel = defineExperiment({
  name: 'willingness-to-pay-of-a-model',
  title: 'A language model’s willingness to pay',
  part: 'information-bazaar',
  question: 'What does a rule buy that knows only how much a language model would pay for each option?',
  reproduces: 'The second baseline of lab A.7, beside the BM25 heuristic; nothing is printed of it',
  parameters: z.object({
    rule: z
      .enum(WILLINGNESS_RULES)
      .default('published')
      .describe('Buys whatever fits, the dearest wish first, or nothing that costs more than the most named'),
    budget: z.number().min(1).max(1_000).default(25).describe('Credits that the buyer has'),
    reviewTries: reviewTriesParameter,
    owners: ownersParameter,
  }),
  sweep: { rule: WILLINGNESS_RULES, budget: [25, 100] },
  // A seed is the number of a question.
  seeds: seedsFrom(0, 20),
  metrics,
  published: [],
  takesData: 'corpus',
  log: BAZAAR_LOG,
  secondsPerRun: 20,
  needsModel: true,
  async run({ rule, budget, reviewTries, owners }, seed, tools) {
    const { ask, name } = askOf(tools)
    const { corpus, sense } = libraryFor(tools.data)
    const question = atSeed(corpus.questions, seed)
    const bought = async (mind: Mind) => {
      const player = mind.name
      const { record } = tools
      const market = { corpus, owners, player, budget, parameters: TEMPLATE, mind, sense, record }
      const { answer, costMicros } = await askCorpus(question, market)
      return {
        gold: Number(answer?.includes(question.gold.content) ?? false),
        spent: creditsOfMicros(costMicros),
      }
    }
    const byModel = await bought({
      ...bm25Buyer,
      name,
      verdict: verdictByWillingness(ask, rule, reviewTries),
    })
    const byWords = await bought(bm25Buyer)
    return { metrics: { ...byModel, goldByWords: byWords.gold, spentByWords: byWords.spent } }
  },
})
