import * as z from 'zod'
import { defineExperiment, type Metric, type Outcome, type RunTools } from '../../experiment'
import { ANY_NUMBER, AT_LEAST_0, SHARE } from '../../range'
import { crashGame, TRAINING_CRASH } from '../training/crash-game'
import { lemonGame, TRAINING_LEMON } from '../training/lemon-game'
import { evaluate, type Game, type IterationReport, type TrainingConfig, train } from '../training/loop'
import { SURPLUS } from './lemon-parameters'
import { withDefault } from './with-default'

/** Parameters of both trainings; β, batch and the grouping are the published ones. */
const TRAINING_GROWS = { iterations: 1, episodes: 0.8, heldOut: 0.3 }

const trainingShape = {
  iterations: z.int().min(1).max(1_000).default(27).describe('Iterations'),
  episodes: z.int().min(1).max(500).default(32).describe('Episodes of an iteration'),
  batch: z
    .int()
    .min(1)
    .max(100_000)
    .default(1_024)
    .describe('Decisions of one step of the optimiser (32 replies of a language model in the paper)'),
  beta: z
    .number()
    .min(0)
    .max(10)
    .default(0.2)
    .describe('Weight of the penalty for leaving the reference policy (β)'),
  learningRate: z
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe(
      'Of AdamW; at 0 nothing is learnt (5e-6 for the paper’s model, whose weights are shared by all it knows)',
    ),
  curriculum: z.boolean().default(true).describe('Episodes become harder as the policy becomes better'),
  byDifficulty: z
    .boolean()
    .default(false)
    .describe(
      'Decisions are compared with those of equally hard episodes; the published code compares them with all',
    ),
  heldOut: z
    .int()
    .min(1)
    .max(500)
    .default(20)
    .describe('Episodes, of other seeds, that the policy is judged by'),
}

/** For whoever trains a model elsewhere. */
const SAMPLES_LOG = 'each decision as prompt, completion, reward and advantage'

/** Episodes of the evaluation have seeds that no training reaches. */
const HELD_OUT_SEEDS_FROM = 1_000_000_000

const both = (label: string, { unit, range }: Pick<Metric<never>, 'unit' | 'range'>, words: string) => ({
  before: { label: `${label} before`, unit, range, words: `${words} Of the reference policy.` },
  after: { label: `${label} after`, unit, range, words: `${words} Of the trained policy.` },
})
const [returns, composite, survival, others, detection, purchases, surplus] = [
  both(
    'Return',
    { unit: 'score', range: ANY_NUMBER },
    'Mean return of an episode that training has not seen.',
  ),
  both(
    'Composite',
    { unit: 'score', range: SHARE },
    'Survival, prices near cost and calm prices, a third each.',
  ),
  both('Stabilisers’ survival', { unit: 'share', range: SHARE }, 'Stabilising firms in business at the end.'),
  both('Others’ survival', { unit: 'share', range: SHARE }, 'Other firms in business at the end.'),
  both(
    'Detection δ',
    { unit: 'share', range: SHARE },
    'Sybil listings seen that the trained buyer passed over.',
  ),
  both(
    'Deceptive purchases d',
    { unit: 'share', range: SHARE },
    'Of its steps with a Sybil listing in sight, those in which it bid on one.',
  ),
  both('Surplus', { unit: 'dollars', range: SURPLUS }, 'Of the trained buyer, a step.'),
]

export const trainCrash = defineExperiment({
  name: 'train-crash',
  title: 'Training a firm to hold the market',
  part: 'agent-bazaar',
  question: 'Does the published return teach stabilising firms to keep the market alive, or to earn?',
  reproduces:
    'AB §5.3 in method: REINFORCE++ with the adaptive curriculum, on a table of prices instead of a 9B model',
  parameters: z.object({
    ...trainingShape,
    cash: z.number().min(0).max(100_000).default(1_000).describe('Dollars that a firm begins with'),
    days: z.int().min(2).max(365).default(32).describe('Days of an episode (T)'),
    stabilizers: z
      .int()
      .min(1)
      .max(5)
      .default(5)
      .describe('Stabilising firms of the evaluation, and of training without a curriculum (k)'),
    paperCompat: z
      .boolean()
      .default(false)
      .describe('The third part of the return is counted over all stabilisers, as in the code'),
  }),
  sweep: { cash: [1_000, 100], beta: [0.2, 0.02], stabilizers: [5, 3] },
  seeds: [42, 43, 44],
  metrics: {
    returnBefore: returns.before,
    returnAfter: returns.after,
    compositeBefore: composite.before,
    compositeAfter: composite.after,
    survivalBefore: survival.before,
    survivalAfter: survival.after,
    othersBefore: others.before,
    othersAfter: others.after,
    priceAfter: {
      label: 'Mean price after',
      unit: 'dollars',
      range: AT_LEAST_0,
      words: 'Of all firms under the trained policy.',
    },
  },
  published: [],
  log: SAMPLES_LOG,
  secondsPerRun: 1.2,
  grows: { ...TRAINING_GROWS, days: 1 },
  run(parameters, seed, tools) {
    const { cash, days, paperCompat, stabilizers } = parameters
    const game = crashGame(
      { ...TRAINING_CRASH, initialCash: cash, days },
      { paperCompat, withPrompts: wantsSamples(tools) },
    )
    return trained(game, { ...parameters, difficulty: stabilizers }, seed, tools, (before, after) => ({
      returnBefore: before.return,
      returnAfter: after.return,
      compositeBefore: before.composite,
      compositeAfter: after.composite,
      survivalBefore: before.success,
      survivalAfter: after.success,
      othersBefore: before.othersSurvival,
      othersAfter: after.othersSurvival,
      priceAfter: after.meanPrice,
    }))
  },
})

export const trainGuardian = defineExperiment({
  name: 'train-guardian',
  title: 'Training a sceptical buyer',
  part: 'agent-bazaar',
  question: 'How much better does a buyer become at passing over a cheat’s listings, and what does it cost?',
  reproduces:
    'AB §5.3 in method: REINFORCE++ with the adaptive curriculum, on a table of reputations instead of a 9B model',
  parameters: z.object({
    ...trainingShape,
    iterations: withDefault(trainingShape.iterations, 20),
    episodes: withDefault(trainingShape.episodes, 16),
    sybils: z
      .int()
      .min(1)
      .max(12)
      .default(6)
      .describe('Sybils of the evaluation, and of training without a curriculum (K)'),
    steps: z.int().min(2).max(500).default(40).describe('Steps of an episode (T)'),
  }),
  sweep: { beta: [0.2, 0.02], sybils: [3, 6, 9] },
  seeds: [42, 43, 44],
  metrics: {
    returnBefore: returns.before,
    returnAfter: returns.after,
    detectionBefore: detection.before,
    detectionAfter: detection.after,
    purchasesBefore: purchases.before,
    purchasesAfter: purchases.after,
    surplusBefore: surplus.before,
    surplusAfter: surplus.after,
  },
  published: [
    { at: {}, metric: 'detectionBefore', value: 0.88, by: 'Qwen 3.5 9B', source: 'AB §5.3' },
    { at: {}, metric: 'detectionAfter', value: 0.92, by: 'Qwen 3.5 9B, trained', source: 'AB §5.3' },
    { at: {}, metric: 'purchasesAfter', value: 0.11, by: 'Qwen 3.5 9B, trained', source: 'AB §5.3' },
  ],
  log: SAMPLES_LOG,
  secondsPerRun: 1,
  grows: { ...TRAINING_GROWS, steps: 1 },
  run(parameters, seed, tools) {
    const game = lemonGame(
      { ...TRAINING_LEMON, steps: parameters.steps },
      { withPrompts: wantsSamples(tools) },
    )
    return trained(game, { ...parameters, difficulty: parameters.sybils }, seed, tools, (before, after) => ({
      returnBefore: before.return,
      returnAfter: after.return,
      detectionBefore: before.success,
      detectionAfter: after.success,
      purchasesBefore: before.deceptivePurchases,
      purchasesAfter: after.deceptivePurchases,
      surplusBefore: before.surplus,
      surplusAfter: after.surplus,
    }))
  },
})

type Parameters = Omit<TrainingConfig, 'hasCurriculum' | 'groupsByDifficulty'> & {
  curriculum: boolean
  byDifficulty: boolean
  heldOut: number
}

/** The event log of a training is its samples: with `--log` they are written as JSON Lines. */
async function trained(
  game: Game,
  { curriculum, byDifficulty, heldOut, ...rest }: Parameters,
  seed: number,
  { record }: RunTools,
  metricsOf: (before: IterationReport, after: IterationReport) => Record<string, number | undefined>,
): Promise<Outcome> {
  const config = { ...rest, hasCurriculum: curriculum, groupsByDifficulty: byDifficulty }
  const { policy, reference, iterations } = await train(game, config, seed, record)
  const seeds = Array.from({ length: heldOut }, (_, index) => HELD_OUT_SEEDS_FROM + index)
  const before = await evaluate(game, reference, config.difficulty, seeds)
  const after = await evaluate(game, policy, config.difficulty, seeds)
  const metrics = Object.entries(metricsOf(before, after)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return {
    metrics: Object.fromEntries(metrics),
    series: {
      return: iterations.map((iteration) => iteration.return),
      success: iterations.map(({ success }) => success),
      difficulty: iterations.map(({ difficulty }) => difficulty),
    },
  }
}

function wantsSamples({ record }: RunTools): boolean {
  return record !== undefined
}
