import * as z from 'zod'
import { shuffled } from '@/server/shared/random'
import { defineExperiment, type Metric } from '../../experiment'
import { SHARE } from '../../range'
import type { Passage } from '../entities'
import { decide, rearranged } from '../micro'
import type { Mind } from '../mind'
import { modelMind, rephrased } from '../model-mind'
import { buyAll, dedupesByContent } from '../scripted'
import { libraryFor } from './library'
import { askOf, atSeed, meanOf, reviewTriesParameter, seedsFrom, strategyParameter } from './model-tools'

/**
 * Two wordings of one gold passage: who buys both wastes money, who buys the dearer one wastes some. Source: "Language Models
 * Can Reduce Asymmetry in Information Markets", section 4.1, figure 3; prices and number of questions from its code (A-E1).
 */

const QUESTIONS = 10

/** The paper prints neither prices nor number of questions (flag F2): defaults are its script's. */
const price = z.number().min(0).max(100)
const shared = {
  prices: z
    .enum(['same', 'different'])
    .default('same')
    .describe('Both wordings at the base price, or one at the dearer'),
  basePrice: price.default(10).describe('Price of a wording, of a budget of $100'),
  dearPrice: price.default(15).describe('Price of the dearer wording, of a budget of $100'),
  dearFirst: z
    .boolean()
    .default(false)
    .describe('Whether the second wording, the dearer one if any, is shown first'),
}

const metrics = {
  rational: {
    label: 'Rational',
    unit: 'share',
    range: SHARE,
    words: 'Bought exactly one wording, and the cheaper one where prices differ.',
  },
  both: { label: 'Both', unit: 'share', range: SHARE, words: 'Bought the same information twice.' },
  neither: {
    label: 'Neither',
    unit: 'share',
    range: SHARE,
    words: 'Bought nothing, which the paper allows as well.',
  },
  dearer: {
    label: 'Only the dearer',
    unit: 'share',
    range: SHARE,
    words: 'Bought the wording at the higher price alone.',
  },
} satisfies Record<string, Metric<never>>

type Choice = Record<keyof typeof metrics, number>
type Setting = { prices: 'same' | 'different'; basePrice: number; dearPrice: number; dearFirst: boolean }

async function chosen(
  mind: Mind,
  question: string,
  [base, other]: readonly [Passage, Passage],
  { prices, basePrice, dearPrice, dearFirst }: Setting,
): Promise<Choice> {
  const dear = prices === 'same' ? basePrice : dearPrice
  const options = [
    { passage: base, price: basePrice },
    { passage: other, price: dear },
  ]
  const bought = await decide(mind, question, dearFirst ? options.reverse() : options, 'content')
  const isDear = dear > basePrice && bought.length === 1 && (bought[0] === 0) === dearFirst
  return {
    rational: Number(bought.length === 1 && !isDear),
    both: Number(bought.length === 2),
    neither: Number(bought.length === 0),
    dearer: Number(isDear),
  }
}

const AGENTS = { 'takes-the-cheaper': dedupesByContent, 'buys-all': buyAll } as const

export const rationalChoice = defineExperiment({
  name: 'rational-choice',
  title: 'Rational choice among equals',
  part: 'information-bazaar',
  question: 'Does an agent see that two wordings say the same, and take the cheaper one?',
  reproduces: 'IB Figure 3 (A-E1), with agents that follow rules: the ends between which models lie',
  parameters: z.object({
    agent: z
      .enum(['takes-the-cheaper', 'buys-all'])
      .default('takes-the-cheaper')
      .describe('Takes the cheaper of equals, or buys all that fits'),
    questions: z.int().min(1).max(100).default(QUESTIONS).describe('Questions of a run, drawn by the seed'),
    ...shared,
  }),
  atMost: { basePrice: 'dearPrice' },
  sweep: { agent: ['takes-the-cheaper', 'buys-all'], prices: ['same', 'different'] },
  seeds: seedsFrom(1, 10),
  metrics,
  published: [],
  takesData: 'corpus',
  withModel: 'rational-choice-of-a-model',
  secondsPerRun: 0.015,
  grows: { questions: 1 },
  async run({ agent, questions, ...setting }, seed, tools) {
    const asked = shuffled(libraryFor(tools.data).corpus.questions, seed).slice(0, questions)
    const choices: Choice[] = []
    for (const { text, gold } of asked) {
      const pair = [rearranged(gold, seed), rearranged(gold, seed + 1)] as const
      choices.push(await chosen(AGENTS[agent], text, pair, setting))
    }
    const share = (name: keyof Choice) => meanOf(choices.map((choice) => choice[name]))
    return {
      metrics: {
        rational: share('rational'),
        both: share('both'),
        neither: share('neither'),
        dearer: share('dearer'),
      },
    }
  },
})

export const rationalChoiceOfModel = defineExperiment({
  name: 'rational-choice-of-a-model',
  title: 'Rational choice of a language model',
  part: 'information-bazaar',
  question: 'Does a language model see that two wordings say the same, and does a debate help it?',
  reproduces: 'IB Figure 3 (A-E1)',
  parameters: z.object({ strategy: strategyParameter, reviewTries: reviewTriesParameter, ...shared }),
  atMost: { basePrice: 'dearPrice' },
  sweep: { strategy: ['direct', 'chain-of-thought', 'debate'], prices: ['same', 'different'] },
  // A seed is the number of a question.
  seeds: seedsFrom(0, QUESTIONS),
  metrics,
  published: [],
  takesData: 'corpus',
  secondsPerRun: 20,
  needsModel: true,
  async run({ strategy, reviewTries, ...setting }, seed, tools) {
    const { ask, name } = askOf(tools)
    const { text, gold } = atSeed(libraryFor(tools.data).corpus.questions, seed)
    const wording = async () => ({ ...gold, content: await rephrased(ask, gold.content) })
    const pair = [await wording(), await wording()] as const
    return { metrics: await chosen(modelMind(ask, name, { strategy, reviewTries }), text, pair, setting) }
  },
})
