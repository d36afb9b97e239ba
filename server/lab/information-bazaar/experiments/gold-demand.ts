import * as z from 'zod'
import { shuffled } from '@/server/shared/random'
import { defineExperiment, type Metric } from '../../experiment'
import { SHARE } from '../../range'
import { stream } from '../../stream'
import { decideShuffled, type Trio } from '../micro'
import type { Mind } from '../mind'
import { modelMind } from '../model-mind'
import { willingToPay } from '../scripted'
import { triosFor } from './library'
import { askOf, atSeed, meanOf, reviewTriesParameter, seedsFrom, strategyParameter } from './model-tools'

/**
 * The gold passage and two others that the market found for the same question; the others stay at $10 while the gold passage's
 * price rises. Source: "Language Models Can Reduce Asymmetry in Information Markets", section 4.1, figure 4 (A-E2).
 */

const QUESTIONS = 30
export const GOLD_PRICES = [0, 10, 20, 30, 40, 50, 60, 70, 80]
const OTHER_PRICE = 10
/** What a scripted buyer thinks the others are worth: a little more than they cost. */
const OTHER_VALUE = 15
/** What it thinks the gold passage is worth, drawn for each question. */
const GOLD_VALUES = { least: 20, most: 70 }

const goldPrice = z
  .number()
  .min(0)
  .max(99)
  .default(10)
  .describe('Price of the gold passage, of a budget of $100')

const metrics = {
  gold: { label: 'Gold', unit: 'share', range: SHARE, words: 'Bought the gold passage, whatever else.' },
  alternative: {
    label: 'Alternatives',
    unit: 'share',
    range: SHARE,
    words: 'Bought at least one of the two others.',
  },
  nothing: { label: 'Nothing', unit: 'share', range: SHARE, words: 'Bought nothing.' },
} satisfies Record<string, Metric<never>>

type Bought = Record<keyof typeof metrics, number>

async function boughtOf(
  mind: Mind,
  { question, alternatives }: Trio,
  price: number,
  seed: number,
): Promise<Bought> {
  const options = [
    { passage: question.gold, price },
    ...alternatives.map((passage) => ({ passage, price: OTHER_PRICE })),
  ]
  const bought = await decideShuffled(mind, question.text, options, 'content', seed)
  return {
    gold: Number(bought.includes(0)),
    alternative: Number(bought.some((at) => at > 0)),
    nothing: Number(bought.length === 0),
  }
}

export const goldDemand = defineExperiment({
  name: 'gold-demand',
  title: 'Demand for the gold passage',
  part: 'information-bazaar',
  question: 'How does the demand for the best passage fall as its price rises, and who gains?',
  reproduces: 'IB Figure 4 (A-E2), with a buyer whose willingness to pay is drawn for each question',
  parameters: z.object({ goldPrice }),
  sweep: { goldPrice: GOLD_PRICES },
  seeds: seedsFrom(1, 10),
  metrics,
  published: [],
  takesData: 'corpus',
  withModel: 'gold-demand-of-a-model',
  secondsPerRun: 0.01,
  async run({ goldPrice: price }, seed, tools) {
    const trios = shuffled(await triosFor(tools.data), seed).slice(0, QUESTIONS)
    const all: Bought[] = []
    for (const trio of trios) {
      const draw = stream(seed, trio.question.text)()
      const value = GOLD_VALUES.least + draw * (GOLD_VALUES.most - GOLD_VALUES.least)
      const knows = ({ content }: { content: string | null }) => content === trio.question.gold.content
      all.push(await boughtOf(willingToPay(knows, value, OTHER_VALUE), trio, price, seed))
    }
    return {
      metrics: {
        gold: meanOf(all.map(({ gold }) => gold)),
        alternative: meanOf(all.map(({ alternative }) => alternative)),
        nothing: meanOf(all.map(({ nothing }) => nothing)),
      },
    }
  },
})

export const goldDemandOfModel = defineExperiment({
  name: 'gold-demand-of-a-model',
  title: 'A language model’s demand for the gold passage',
  part: 'information-bazaar',
  question: 'Does a language model turn to the alternatives as the best passage grows dearer?',
  reproduces: 'IB Figure 4 (A-E2)',
  parameters: z.object({ goldPrice, strategy: strategyParameter, reviewTries: reviewTriesParameter }),
  sweep: { goldPrice: GOLD_PRICES },
  // A seed is the number of a question.
  seeds: seedsFrom(0, QUESTIONS),
  metrics,
  published: [],
  takesData: 'corpus',
  secondsPerRun: 15,
  needsModel: true,
  async run({ goldPrice: price, strategy, reviewTries }, seed, tools) {
    const { ask, name } = askOf(tools)
    const trio = atSeed(await triosFor(tools.data), seed)
    return { metrics: await boughtOf(modelMind(ask, name, { strategy, reviewTries }), trio, price, seed) }
  },
})
