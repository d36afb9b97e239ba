import * as z from 'zod'
import { shuffled } from '@/server/shared/random'
import { defineExperiment, type Metric, type Published } from '../../experiment'
import { SHARE } from '../../range'
import { decide, PERMUTATIONS, type Trio } from '../micro'
import type { Mind } from '../mind'
import { modelMind } from '../model-mind'
import { bestWords, dedupesByContent, firstShown } from '../scripted'
import { triosFor } from './library'
import { askOf, atSeed, meanOf, reviewTriesParameter, seedsFrom, strategyParameter } from './model-tools'

/**
 * Three passages in all six orders: how often an option is bought by where it stands. Source: "Language Models Can Reduce
 * Asymmetry in Information Markets", section 4.1, figure 2 (A-E4).
 */

const QUESTIONS = 10
const PRICE = 10

const metrics = {
  first: { label: 'First', unit: 'share', range: SHARE, words: 'Bought when shown first.' },
  middle: { label: 'Middle', unit: 'share', range: SHARE, words: 'Bought when shown second.' },
  last: { label: 'Last', unit: 'share', range: SHARE, words: 'Bought when shown last.' },
  bias: {
    label: 'Bias',
    unit: 'score',
    range: [0, 3],
    words: 'Largest minus smallest rate by place, in mean rates: 0 without bias, 3 when one place takes all.',
  },
} satisfies Record<string, Metric<never>>

const PILOT: Readonly<Record<string, readonly [number, number, number]>> = {
  'GPT-3.5': [0.167, 0.389, 0.444],
  'GPT-4': [0.444, 0.5, 0.278],
}
const published: Published[] = Object.entries(PILOT).flatMap(([by, [first, middle, last]]) =>
  Object.entries({ first, middle, last }).map(([metric, value]) => ({
    at: {},
    metric,
    value,
    by: `${by}, pilot of 3 questions`,
    source: 'ib:notebooks/quote_selection_exps',
  })),
)

async function ratesOf(mind: Mind, trios: readonly Trio[]): Promise<Record<keyof typeof metrics, number>> {
  const bought = [0, 0, 0]
  for (const { question, alternatives } of trios) {
    const passages = [question.gold, ...alternatives]
    for (const order of PERMUTATIONS) {
      const options = order.flatMap((at) => passages[at] ?? []).map((passage) => ({ passage, price: PRICE }))
      for (const place of await decide(mind, question.text, options, 'content')) {
        bought[place] = (bought[place] ?? 0) + 1
      }
    }
  }
  const [first = 0, middle = 0, last = 0] = bought.map(
    (count) => count / (trios.length * PERMUTATIONS.length),
  )
  const rates = [first, middle, last]
  const mean = meanOf(rates)
  return { first, middle, last, bias: mean === 0 ? 0 : (Math.max(...rates) - Math.min(...rates)) / mean }
}

const AGENTS = {
  'best-words': bestWords,
  'takes-the-cheaper': dedupesByContent,
  'first-shown': firstShown,
} as const

export const positionalBias = defineExperiment({
  name: 'positional-bias',
  title: 'Positional bias',
  part: 'information-bazaar',
  question: 'Does it matter where an option stands in the list?',
  reproduces: 'IB Figure 2 (A-E4), with agents that follow rules; one of them takes whatever is shown first',
  parameters: z.object({
    agent: z
      .enum(['best-words', 'takes-the-cheaper', 'first-shown'])
      .default('best-words')
      .describe('Buys by words in common, or the cheaper of equals, or whatever is shown first'),
  }),
  sweep: { agent: ['best-words', 'takes-the-cheaper', 'first-shown'] },
  seeds: seedsFrom(1, 10),
  metrics,
  published,
  takesData: 'corpus',
  withModel: 'positional-bias-of-a-model',
  secondsPerRun: 0.01,
  run: async ({ agent }, seed, tools) => ({
    metrics: await ratesOf(AGENTS[agent], shuffled(await triosFor(tools.data), seed).slice(0, QUESTIONS)),
  }),
})

export const positionalBiasOfModel = defineExperiment({
  name: 'positional-bias-of-a-model',
  title: 'Positional bias of a language model',
  part: 'information-bazaar',
  question: 'Does a language model favour options by where they stand in the list?',
  reproduces: 'IB Figure 2 (A-E4)',
  parameters: z.object({ strategy: strategyParameter, reviewTries: reviewTriesParameter }),
  // A seed is the number of a question.
  seeds: seedsFrom(0, QUESTIONS),
  metrics,
  published,
  takesData: 'corpus',
  secondsPerRun: 90,
  needsModel: true,
  async run({ strategy, reviewTries }, seed, tools) {
    const { ask, name } = askOf(tools)
    return {
      metrics: await ratesOf(modelMind(ask, name, { strategy, reviewTries }), [
        atSeed(await triosFor(tools.data), seed),
      ]),
    }
  },
})
