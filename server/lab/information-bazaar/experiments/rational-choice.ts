import { z } from 'zod'
import { shuffled } from '@/server/shared/random'
import { defineExperiment, type Metric } from '../../experiment'
import type { Passage } from '../entities'
import { decide, rearranged } from '../micro'
import type { Mind } from '../mind'
import { modelMind, rephrased } from '../model-mind'
import { buyAll, dedupesByContent } from '../scripted'
import { libraryFor } from './library'
import { askOf, atSeed, meanOf, seedsFrom, strategyParameter } from './model-tools'

/**
 * Two wordings of one gold passage: who buys both wastes money, who buys the dearer one wastes some. Source: "Language Models
 * Can Reduce Asymmetry in Information Markets", section 4.1, figure 3; prices and number of questions from its code (A-E1).
 */

const QUESTIONS = 10
const BASE_PRICE = 10
const DEAR_PRICE = 15

const shared = {
  prices: z
    .enum(['same', 'different'])
    .default('same')
    .describe(`Both wordings at $${BASE_PRICE}, or one at $${DEAR_PRICE}`),
  dearFirst: z
    .boolean()
    .default(false)
    .describe('Whether the second wording, the dearer one if any, is shown first'),
}

const metrics = {
  rational: {
    label: 'Rational',
    unit: 'share',
    words: 'Bought exactly one wording, and the cheaper one where prices differ.',
  },
  both: { label: 'Both', unit: 'share', words: 'Bought the same information twice.' },
  neither: { label: 'Neither', unit: 'share', words: 'Bought nothing, which the paper allows as well.' },
  dearer: { label: 'Only the dearer', unit: 'share', words: 'Bought the wording at the higher price alone.' },
} satisfies Record<string, Metric>

type Choice = Record<keyof typeof metrics, number>

async function chosen(
  mind: Mind,
  question: string,
  [base, other]: readonly [Passage, Passage],
  { prices, dearFirst }: { prices: 'same' | 'different'; dearFirst: boolean },
): Promise<Choice> {
  const dear = prices === 'same' ? BASE_PRICE : DEAR_PRICE
  const options = [
    { passage: base, price: BASE_PRICE },
    { passage: other, price: dear },
  ]
  const bought = await decide(mind, question, dearFirst ? options.reverse() : options, 'content')
  const isDear = bought.length === 1 && (bought[0] === 0) === dearFirst
  return {
    rational: Number(bought.length === 1 && (prices === 'same' || !isDear)),
    both: Number(bought.length === 2),
    neither: Number(bought.length === 0),
    dearer: Number(prices === 'different' && isDear),
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
    ...shared,
  }),
  sweep: { agent: ['takes-the-cheaper', 'buys-all'], prices: ['same', 'different'] },
  seeds: seedsFrom(1, 10),
  metrics,
  published: [],
  takesData: 'corpus',
  secondsPerRun: 0.015,
  async run({ agent, ...setting }, seed, tools) {
    const questions = shuffled(libraryFor(tools.data).corpus.questions, seed).slice(0, QUESTIONS)
    const choices: Choice[] = []
    for (const { text, gold } of questions) {
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
  parameters: z.object({ strategy: strategyParameter, ...shared }),
  sweep: { strategy: ['direct', 'chain-of-thought', 'debate'], prices: ['same', 'different'] },
  // A seed is the number of a question.
  seeds: seedsFrom(0, QUESTIONS),
  metrics,
  published: [],
  takesData: 'corpus',
  secondsPerRun: 20,
  needsModel: true,
  async run({ strategy, ...setting }, seed, tools) {
    const { ask, name } = askOf(tools)
    const { text, gold } = atSeed(libraryFor(tools.data).corpus.questions, seed)
    const wording = async () => ({ ...gold, content: await rephrased(ask, gold.content) })
    const pair = [await wording(), await wording()] as const
    return { metrics: await chosen(modelMind(ask, name, { strategy }), text, pair, setting) }
  },
})
