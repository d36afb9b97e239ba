import * as z from 'zod'
import { defineExperiment, type Metric } from '../../experiment'
import { floodedSybils } from '../lemon/config'
import {
  BUYER_POLICIES,
  type BuyerPolicy,
  buyersOf,
  fixedSeller,
  SELLER_STYLES,
  type SellerStyle,
  scriptedPrincipal,
} from '../lemon/scripted'
import { type LemonRun, simulateLemon } from '../lemon/simulate'
import { recoveryTime } from '../recovery'
import { TEN_SEEDS } from './crash-parameters'
import {
  LEMON_GROWS,
  LEMON_LOG,
  LEMON_METRICS,
  lemonConfigOf,
  lemonOutcome,
  lemonShape,
  SURPLUS,
} from './lemon-parameters'
import { LEMON_REFERENCE } from './published'
import { withDefault } from './with-default'

const scripted = {
  buyers: z
    .enum(BUYER_POLICIES)
    .default('guardian')
    .describe(
      'What buyers do: bid at random, believe what they read, or trust reputation and their own past',
    ),
  style: z.enum(SELLER_STYLES).default('standard').describe('How honest sellers word their listings'),
}

export function scriptedAgents({
  buyers,
  style,
  buyerCount,
}: {
  buyers: BuyerPolicy
  style: SellerStyle
  buyerCount: number
}) {
  return { honest: fixedSeller(style), principal: scriptedPrincipal, buyers: buyersOf(buyerCount, buyers) }
}

export const lemonMarket = defineExperiment({
  name: 'lemon-market',
  title: 'The Lemon Market',
  part: 'agent-bazaar',
  question:
    'How much of a market’s money goes to one cheat with many names, and what does reputation change?',
  reproduces: 'AB Fig 4 with scripted agents: the specification’s reference runs of the published code',
  parameters: z.object({ ...scripted, ...lemonShape }),
  sweep: { buyers: ['random', 'naive', 'guardian'], sybils: [0, 3, 6, 9], reputationVisible: [true, false] },
  seeds: TEN_SEEDS,
  metrics: LEMON_METRICS,
  published: LEMON_REFERENCE,
  log: LEMON_LOG,
  atMost: { sybils: 'sellers' },
  withModel: 'lemon-with-model',
  secondsPerRun: 0.006,
  grows: LEMON_GROWS,
  async run(parameters, seed, { record }) {
    return lemonOutcome(
      await simulateLemon(lemonConfigOf(parameters), seed, scriptedAgents(parameters), record),
    )
  },
})

/** Experiment 3: as many more Sybils as make four of five sellers. */
export const floodShape = {
  floodStep: z.int().min(1).max(999).default(15).describe('Step from which there are many more Sybils'),
}

/** The steps that are left. */
const RECOVERY = [0, { sum: ['steps', { product: [-1, 'floodStep'] }] }] as const

export const FLOOD_METRICS = {
  ...LEMON_METRICS,
  surplusBefore: {
    label: 'Surplus before',
    unit: 'dollars',
    range: SURPLUS,
    words: 'Mean over the steps before the flood.',
  },
  surplusAfter: {
    label: 'Surplus after',
    unit: 'dollars',
    range: SURPLUS,
    words: 'Mean over the steps from the flood on.',
  },
  surplusRecovery: {
    label: 'Recovery of surplus',
    unit: 'steps',
    range: RECOVERY,
    words:
      'Steps from the flood until consumer surplus is as before; the steps that are left when it never is.',
  },
  premiumRecovery: {
    label: 'Recovery of the premium',
    unit: 'steps',
    range: RECOVERY,
    words:
      'Steps from the flood until the detection premium is as before; the steps that are left when it never is.',
  },
} as const satisfies Record<string, Metric<'steps' | 'buyerCount' | 'floodStep'>>

export function floodOutcome(run: LemonRun, floodStep: number): Record<string, number> {
  if (run.steps.length <= floodStep) return {}
  const surplus = run.steps.map((step) => step.surplus)
  const premium = run.steps.map((step) => (step.honestBidShare ?? 0) - (step.sybilBidShare ?? 0))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    surplusBefore: mean(surplus.slice(0, floodStep)),
    surplusAfter: mean(surplus.slice(floodStep)),
    surplusRecovery: recoveryTime(surplus, floodStep),
    premiumRecovery: recoveryTime(premium, floodStep),
  }
}

export const lemonFlood = defineExperiment({
  name: 'lemon-flood',
  title: 'The Lemon Market: a flood of names',
  part: 'agent-bazaar',
  question: 'How long does a market take to recover when four of five sellers are suddenly the same cheat?',
  reproduces: 'AB experiment 3 (Sybils 6 → 24 at step 15) with scripted agents',
  parameters: z.object({
    ...scripted,
    ...floodShape,
    ...lemonShape,
    steps: withDefault(lemonShape.steps, 45),
  }),
  sweep: { buyers: ['naive', 'guardian'], reputationVisible: [true, false] },
  seeds: TEN_SEEDS,
  metrics: FLOOD_METRICS,
  published: [],
  log: LEMON_LOG,
  atMost: { sybils: 'sellers', floodStep: 'steps' },
  withModel: 'lemon-flood-with-model',
  secondsPerRun: 0.008,
  grows: LEMON_GROWS,
  async run(parameters, seed, { record }) {
    const config = lemonConfigOf(parameters)
    const { floodStep } = parameters
    const shock = { step: floodStep, sybils: floodedSybils(config) }
    const run = await simulateLemon({ ...config, shock }, seed, scriptedAgents(parameters), record)
    const { metrics, series } = lemonOutcome(run)
    return { metrics: { ...metrics, ...floodOutcome(run, floodStep) }, series }
  },
})
