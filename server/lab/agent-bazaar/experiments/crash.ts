import * as z from 'zod'
import { defineExperiment, type Published } from '../../experiment'
import { FIRM_PERSONAS, firmsOf, fixed, personaFirm, stabilizer, undercutter } from '../crash/scripted'
import { type CrashRun, simulateCrash } from '../crash/simulate'
import { crashRecoveryTime } from '../recovery'
import {
  CRASH_GROWS,
  CRASH_LOG,
  CRASH_METRICS,
  type CrashParameters,
  crashConfigOf,
  crashOutcome,
  crashShape,
  TEN_SEEDS,
} from './crash-parameters'
import { FIXED_REFERENCE, PEOPLE_CRASH, UNDERCUTTER_REFERENCE } from './published'
import { withDefault } from './with-default'

/** Policies of the firms that do not stabilise. */
const OTHERS = ['undercutter', 'floored-undercutter', 'fixed', 'personas'] as const
const FLOOR = 1.05

const scripted = {
  others: z
    .enum(OTHERS)
    .default('undercutter')
    .describe(
      'What the other firms do: undercut, undercut down to 1.05 of cost, hold cost + 0.50, or the four personas in turn',
    ),
}

function otherFirm(others: (typeof OTHERS)[number]) {
  return (index: number) => {
    if (others === 'fixed') return fixed()
    if (others === 'personas')
      return personaFirm(FIRM_PERSONAS[index % FIRM_PERSONAS.length] ?? 'competitive')
    return undercutter({ floor: others === 'floored-undercutter' ? FLOOR : null })
  }
}

function scriptedFirms({
  firms,
  stabilizers,
  others,
}: CrashParameters & { others: (typeof OTHERS)[number] }) {
  return firmsOf(firms, Math.min(stabilizers, firms), () => stabilizer(), otherFirm(others))
}

export const crash = defineExperiment({
  name: 'crash',
  title: 'The Crash',
  part: 'agent-bazaar',
  question:
    'When does a price war ruin every firm, and how many firms that hold their price does it take to stop it?',
  reproduces: 'AB Fig 3 with scripted firms: the specification’s reference runs of the published code',
  parameters: z.object({ ...scripted, ...crashShape }),
  sweep: { ties: ['first', 'random'], consumersSee: [1, 3, 5], stabilizers: [0, 1, 2, 3, 4, 5] },
  seeds: TEN_SEEDS,
  metrics: CRASH_METRICS,
  published: [...UNDERCUTTER_REFERENCE, ...FIXED_REFERENCE],
  log: CRASH_LOG,
  atMost: { stabilizers: 'firms' },
  withModel: 'crash-with-model',
  secondsPerRun: 0.008,
  grows: CRASH_GROWS,
  async run(parameters, seed, { record }) {
    const config = crashConfigOf(parameters)
    return crashOutcome(
      await simulateCrash(config, seed, scriptedFirms(parameters), record),
      config,
      parameters,
    )
  },
})

export const crashTies = defineExperiment({
  name: 'crash-ties',
  title: 'The Crash: first quote or any',
  part: 'agent-bazaar',
  question:
    'Do firms that all hold their price fail when consumers compare five quotes, or only when the first quote wins ties?',
  reproduces:
    'AB §5.1 in our words: at discovery limit 5 firms of every model fail even at k 5 (cached figures .67 to .80); here for stabilisers of equal and of unequal prices',
  parameters: z.object({
    ...crashShape,
    stabilizers: withDefault(crashShape.stabilizers, 5),
    consumersSee: withDefault(crashShape.consumersSee, 5),
    prices: z
      .enum(['equal', 'apart', 'apart-daily'])
      .default('equal')
      .describe('Stabilisers’ prices: all the same, apart for good, or drawn apart anew every day'),
    spread: z
      .number()
      .min(0)
      .max(0.3)
      .default(0.01)
      .describe('How far apart, when they are: up to this share of the price, either way'),
  }),
  sweep: {
    stabilizers: [3, 5],
    prices: ['equal', 'apart', 'apart-daily'],
    postOrder: ['by-id', 'shuffled'],
    ties: ['first', 'random'],
  },
  seeds: Array.from({ length: 64 }, (_, index) => index + 1),
  metrics: CRASH_METRICS,
  published: [
    {
      at: { stabilizers: 5, consumersSee: 5 },
      metric: 'bankruptcyRate',
      value: [0.67, 0.8],
      by: 'Gemini 3 Flash, Sonnet 4.6, GPT 5.4',
      source: 'AB Fig 3, figure caches',
    },
  ],
  log: CRASH_LOG,
  atMost: { stabilizers: 'firms' },
  withModel: 'crash-with-model',
  secondsPerRun: 0.008,
  grows: CRASH_GROWS,
  async run(parameters, seed, { record }) {
    const config = crashConfigOf(parameters)
    const { prices, firms, stabilizers } = parameters
    const spread = prices === 'equal' ? 0 : parameters.spread
    const agents = firmsOf(
      firms,
      Math.min(stabilizers, firms),
      () => stabilizer({ spread, isSpreadDaily: prices === 'apart-daily' }),
      () => undercutter(),
    )
    return crashOutcome(await simulateCrash(config, seed, agents, record), config, parameters)
  },
})

export const crashFirmsSee = defineExperiment({
  name: 'crash-firms-see',
  title: 'The Crash: what firms see of each other',
  part: 'agent-bazaar',
  question: 'Does a price war go faster when firms see more of their competitors’ prices?',
  reproduces: 'AB experiment 5 with scripted firms',
  parameters: z.object({ ...scripted, ...crashShape }),
  sweep: { firmsSee: [1, 3, 5], stabilizers: [0, 1, 3, 5] },
  seeds: TEN_SEEDS,
  metrics: CRASH_METRICS,
  published: [],
  log: CRASH_LOG,
  atMost: { stabilizers: 'firms' },
  withModel: 'crash-with-model',
  secondsPerRun: 0.008,
  grows: CRASH_GROWS,
  async run(parameters, seed, { record }) {
    const config = crashConfigOf(parameters)
    return crashOutcome(
      await simulateCrash(config, seed, scriptedFirms(parameters), record),
      config,
      parameters,
    )
  },
})

export const crashPeople = defineExperiment({
  name: 'crash-people',
  title: 'The Crash: five kinds of customers',
  part: 'agent-bazaar',
  question: 'Do customers of different kinds keep more firms alive than customers who all look at the price?',
  reproduces: 'AB experiment 6 with scripted firms',
  parameters: z.object({ ...scripted, ...crashShape, consumersSee: withDefault(crashShape.consumersSee, 5) }),
  sweep: { people: [false, true], ties: ['first', 'random'], stabilizers: [0, 3, 5] },
  seeds: TEN_SEEDS,
  metrics: CRASH_METRICS,
  published: PEOPLE_CRASH,
  log: CRASH_LOG,
  atMost: { stabilizers: 'firms' },
  withModel: 'crash-people-with-model',
  secondsPerRun: 0.01,
  grows: CRASH_GROWS,
  async run(parameters, seed, { record }) {
    const config = crashConfigOf(parameters)
    return crashOutcome(
      await simulateCrash(config, seed, scriptedFirms(parameters), record),
      config,
      parameters,
    )
  },
})

/** Experiment 3: the shock's day, the cost before is 1. */
export const shockShape = {
  shockDay: z.int().min(1).max(3_649).default(25).describe('Day from which supply has another cost'),
  shockCost: z
    .number()
    .min(0.01)
    .max(100)
    .default(2)
    .describe('Unit cost from then on, in dollars; 1 before'),
}

export const SHOCK_METRICS = {
  ...CRASH_METRICS,
  recovery: {
    label: 'Recovery',
    unit: 'steps',
    range: [0, { sum: ['days', { product: [-1, 'shockDay'] }] }],
    words:
      'Days from the shock until price / cost − 1 is as before; the days that are left when it never is.',
  },
  failedAfter: {
    label: 'Firms lost after',
    unit: 'count',
    range: [0, 'firms'],
    words: 'Bankruptcies from the day of the shock on.',
  },
} as const

export function shockOutcome(run: CrashRun, shockDay: number): Record<string, number> {
  const { meanPrice, unitCost, inBusiness } = run.series
  const markups = meanPrice.map((price, day) => price / (unitCost[day] ?? 1) - 1)
  const before = inBusiness[shockDay - 1] ?? 0
  // A market that ended before the shock has nothing to recover from.
  if (run.days <= shockDay) return { failedAfter: 0 }
  return {
    recovery: crashRecoveryTime(markups, inBusiness, shockDay),
    failedAfter: before - (inBusiness.at(-1) ?? 0),
  }
}

export const crashShock = defineExperiment({
  name: 'crash-shock',
  title: 'The Crash: supply becomes dearer',
  part: 'agent-bazaar',
  question: 'How long does a market take to recover when its supply doubles in cost overnight?',
  reproduces: 'AB experiment 3 (cost 1 → 2 on day 25, as in the code) with scripted firms',
  parameters: z.object({
    ...scripted,
    ...shockShape,
    ...crashShape,
    days: withDefault(crashShape.days, 100),
  }),
  sweep: { stabilizers: [3, 5] },
  seeds: TEN_SEEDS,
  metrics: SHOCK_METRICS,
  published: [
    {
      at: { stabilizers: 5 },
      metric: 'recovery',
      value: 74,
      by: 'Gemini 3 Flash (never)',
      source: 'AB exp3, figure cache',
    },
    {
      at: { stabilizers: 5 },
      metric: 'bankruptcyRate',
      value: 0.2,
      by: 'Gemini 3 Flash',
      source: 'AB exp3, figure cache',
    },
  ] satisfies Published[],
  log: CRASH_LOG,
  atMost: { stabilizers: 'firms', shockDay: 'days' },
  withModel: 'crash-shock-with-model',
  secondsPerRun: 0.003,
  grows: CRASH_GROWS,
  async run(parameters, seed, { record }) {
    const { shockDay, shockCost } = parameters
    const config = { ...crashConfigOf(parameters), shock: { day: shockDay, unitCost: shockCost } }
    const run = await simulateCrash(config, seed, scriptedFirms(parameters), record)
    const { metrics, series } = crashOutcome(run, config, parameters)
    return { metrics: { ...metrics, ...shockOutcome(run, shockDay) }, series }
  },
})
