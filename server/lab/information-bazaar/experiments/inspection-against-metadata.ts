import * as z from 'zod'
import { shuffled } from '@/server/shared/random'
import { defineExperiment, type Metric, type Published, type RunTools } from '../../experiment'
import { SHARE } from '../../range'
import type { Passage } from '../entities'
import { FACT_WORLD, factsIn, factWorld } from '../fact-world'
import { decideShuffled } from '../micro'
import type { Mind } from '../mind'
import { modelMind } from '../model-mind'
import { bestWords, factPicker } from '../scripted'
import { triosFor } from './library'
import { askOf, atSeed, meanOf, reviewTriesParameter, seedsFrom, strategyParameter } from './model-tools'

/**
 * The gold passage between two others, once with their contents and once by title alone. Source: "Language Models Can Reduce
 * Asymmetry in Information Markets", section 4.1, table 1 (A-E3). Differences are in percentage points, inspection minus
 * metadata; ours sum to 0, as those of a partition must.
 */

/** Cases of one run without a model. */
export const QUESTIONS = 30
const PRICE = 10
const KINDS = ['onlyGold', 'goldAndMore', 'onlyAlternative', 'nothing'] as const
type Kind = (typeof KINDS)[number]

const WORDS: Record<Kind, string> = {
  onlyGold: 'the gold passage alone',
  goldAndMore: 'the gold passage and others',
  onlyAlternative: 'others alone',
  nothing: 'nothing',
}

const metrics: Record<string, Metric<never>> = Object.fromEntries(
  KINDS.flatMap(
    (kind) =>
      [
        [
          `${kind}Gain`,
          {
            label: `Gain, ${WORDS[kind]}`,
            unit: 'score',
            range: [-100, 100],
            words: `Percentage points by which inspection changes how often ${WORDS[kind]} is bought.`,
          },
        ],
        [
          `${kind}Inspected`,
          {
            label: `Inspected, ${WORDS[kind]}`,
            unit: 'share',
            range: SHARE,
            words: `Bought ${WORDS[kind]} after reading all three.`,
          },
        ],
        [
          `${kind}ByTitle`,
          {
            label: `By title, ${WORDS[kind]}`,
            unit: 'share',
            range: SHARE,
            words: `Bought ${WORDS[kind]} by titles alone.`,
          },
        ],
      ] satisfies [string, Metric<never>][],
  ),
)

const TABLE_1: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'Llama 2 (70B)': [18.34, -13.06, -6.65, 3.63],
  'GPT-4': [17.24, 1.38, -14.75, -6.9],
  'GPT-3.5': [4.79, 3.83, -3.45, -6.71],
}
const published: Published[] = Object.entries(TABLE_1).flatMap(([by, values]) =>
  KINDS.map((kind, at) => ({
    at: {},
    metric: `${kind}Gain`,
    value: values[at] ?? 0,
    by,
    source: 'IB Table 1',
  })),
)

type Case = { question: string; gold: Passage; others: readonly Passage[] }

function kindOf(bought: readonly number[]): Kind {
  if (bought.length === 0) return 'nothing'
  if (!bought.includes(0)) return 'onlyAlternative'
  return bought.length === 1 ? 'onlyGold' : 'goldAndMore'
}

async function compared(mind: Mind, cases: readonly Case[], seed: number): Promise<Record<string, number>> {
  const arms: Record<'content' | 'metadata', Kind[]> = { content: [], metadata: [] }
  for (const { question, gold, others } of cases) {
    const options = [gold, ...others].map((passage) => ({ passage, price: PRICE }))
    for (const arm of ['content', 'metadata'] as const) {
      arms[arm].push(kindOf(await decideShuffled(mind, question, options, arm, seed)))
    }
  }
  return Object.fromEntries(
    KINDS.flatMap((kind) => {
      const inspected = meanOf(arms.content.map((one) => Number(one === kind)))
      const byTitle = meanOf(arms.metadata.map((one) => Number(one === kind)))
      return [
        [`${kind}Gain`, 100 * (inspected - byTitle)],
        [`${kind}Inspected`, inspected],
        [`${kind}ByTitle`, byTitle],
      ]
    }),
  )
}

/** One question of the made-up world each: a passage with facts and two without, whose titles say as much as the signal lets. */
function factCases(seed: number, titleSignal: number): Case[] {
  const world = factWorld({ ...FACT_WORLD, questions: QUESTIONS, levels: 1, titleSignal }, seed)
  const passages = world.vendors
    .filter(({ kind }) => kind === 'author')
    .flatMap(({ publicPassages }) => publicPassages.map(({ passage }) => passage))
  return world.questions.flatMap(({ text, facts }) => {
    const [required = ''] = facts
    const subject = required.replace(/fact\d+$/, '')
    const about = passages.filter(({ documentTitle }) => documentTitle.endsWith(` ${subject}`))
    const gold = about.find(({ content }) => factsIn(content).length > 0)
    const others = about.filter(({ content }) => factsIn(content).length === 0).slice(0, 2)
    return gold && others.length === 2 ? [{ question: text, gold, others }] : []
  })
}

async function corpusCases(seed: number, tools: RunTools): Promise<Case[]> {
  return shuffled(await triosFor(tools.data), seed)
    .slice(0, QUESTIONS)
    .map(({ question, alternatives }) => ({
      question: question.text,
      gold: question.gold,
      others: alternatives,
    }))
}

export const inspectionAgainstMetadata = defineExperiment({
  name: 'inspection-against-metadata',
  title: 'Inspection against metadata',
  part: 'information-bazaar',
  question: 'What does an agent buy when it may read first, and what when it sees titles alone?',
  reproduces: 'IB Table 1 (A-E3), with agents that follow rules',
  parameters: z.object({
    world: z
      .enum(['facts', 'corpus'])
      .default('facts')
      .describe('Made-up passages whose worth is known, or the lab’s own corpus judged by words in common'),
    titleSignal: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe('How far titles of the made-up world tell what their passages hold: 0 not at all, 1 truly'),
  }),
  sweep: { world: ['facts', 'corpus'] },
  seeds: seedsFrom(1, 20),
  metrics,
  published,
  takesData: 'corpus',
  withModel: 'inspection-against-metadata-of-a-model',
  secondsPerRun: 0.02,
  async run({ world, titleSignal }, seed, tools) {
    return world === 'facts'
      ? { metrics: await compared(factPicker(seed), factCases(seed, titleSignal), seed) }
      : { metrics: await compared(bestWords, await corpusCases(seed, tools), seed) }
  },
})

export const inspectionAgainstMetadataOfModel = defineExperiment({
  name: 'inspection-against-metadata-of-a-model',
  title: 'A language model’s inspection against metadata',
  part: 'information-bazaar',
  question: 'Does a language model find the gold passage more often when it may read first?',
  reproduces: 'IB Table 1 (A-E3)',
  parameters: z.object({ strategy: strategyParameter, reviewTries: reviewTriesParameter }),
  // A seed is the number of a question.
  seeds: seedsFrom(0, QUESTIONS),
  metrics,
  published,
  takesData: 'corpus',
  secondsPerRun: 30,
  needsModel: true,
  async run({ strategy, reviewTries }, seed, tools) {
    const { ask, name } = askOf(tools)
    const { question, alternatives } = atSeed(await triosFor(tools.data), seed)
    const one = { question: question.text, gold: question.gold, others: alternatives }
    return { metrics: await compared(modelMind(ask, name, { strategy, reviewTries }), [one], seed) }
  },
})
