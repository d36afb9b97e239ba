import * as z from 'zod'
import { defineExperiment, type RunTools } from '../../experiment'
import { FIRM_PERSONAS, firmsOf } from '../crash/scripted'
import { simulateCrash } from '../crash/simulate'
import { floodedSybils } from '../lemon/config'
import { buyerId, fixedSeller, scriptedPrincipal } from '../lemon/scripted'
import { type LemonAgents, simulateLemon } from '../lemon/simulate'
import { PROMPT_ALGORITHMS, type Speaker } from '../roles/ask'
import { llmBaseBuyer } from '../roles/base-buyer'
import { llmDeceptivePrincipal } from '../roles/deceptive-principal'
import { llmFirm } from '../roles/firm'
import { llmHonestSeller } from '../roles/honest-seller'
import { llmSkepticalGuardian } from '../roles/skeptical-guardian'
import { llmStabilizingFirm } from '../roles/stabilizing-firm'
import { SHOCK_METRICS, shockOutcome, shockShape } from './crash'
import {
  CRASH_LOG,
  CRASH_METRICS,
  type CrashParameters,
  crashConfigOf,
  crashOutcome,
  crashShape,
  PAPER_SEEDS,
} from './crash-parameters'
import { FLOOD_METRICS, floodOutcome, floodShape } from './lemon'
import {
  LEMON_LOG,
  LEMON_METRICS,
  type LemonParameters,
  lemonConfigOf,
  lemonOutcome,
  lemonShape,
} from './lemon-parameters'
import { MODEL_CRASH, MODEL_LEMON, PEOPLE_CRASH } from './published'
import { withDefault } from './with-default'

/** The experiments of the paper proper: with a language model behind every firm, or every buyer and seller. */

const promptShape = {
  prompt: z
    .enum(PROMPT_ALGORITHMS)
    .default('cot')
    .describe('With a thought before the answer (cot) or without (io)'),
  tokens: z.int().min(16).max(32_000).default(2_000).describe('Most tokens of a reply'),
}
type PromptParameters = { prompt: Speaker['algorithm']; tokens: number }

function speakerOf({ prompt, tokens }: PromptParameters, { chat, signal, readings }: RunTools): Speaker {
  if (!chat) throw new Error('This experiment needs a language model.')
  return { chat, algorithm: prompt, maxTokens: tokens, signal, readings }
}

/** The first k stabilise; the others are competitive, or the four personas in turn. */
const firmShape = {
  ...promptShape,
  mixed: z
    .boolean()
    .default(false)
    .describe('The other firms are the four personas in turn, not all competitive'),
}
type FirmParameters = CrashParameters & PromptParameters & { mixed: boolean }

function modelFirms(parameters: FirmParameters, tools: RunTools) {
  const speaker = speakerOf(parameters, tools)
  const { firms, stabilizers, consumers, mixed } = parameters
  const persona = (index: number) =>
    (mixed ? FIRM_PERSONAS[index % FIRM_PERSONAS.length] : undefined) ?? 'competitive'
  return firmsOf(
    firms,
    Math.min(stabilizers, firms),
    () => llmStabilizingFirm(speaker, consumers),
    (index) => llmFirm(speaker, persona(index), consumers),
  )
}

/** The code posts in the order in which its threads come home and takes the first of equal quotes. */
const published = { ...crashShape, ties: withDefault(crashShape.ties, 'first') }

export const crashWithModel = defineExperiment({
  name: 'crash-with-model',
  title: 'The Crash, with a language model',
  part: 'agent-bazaar',
  question:
    'When do firms that are run by a language model ruin each other, and do stabilising firms stop it?',
  reproduces: 'AB Fig 3 (experiment 1) and the open-weight sweep',
  parameters: z.object({ ...firmShape, ...published }),
  sweep: { consumersSee: [1, 3, 5], stabilizers: [0, 1, 2, 3, 4, 5] },
  seeds: PAPER_SEEDS,
  metrics: CRASH_METRICS,
  published: MODEL_CRASH,
  needsModel: true,
  log: CRASH_LOG,
  atMost: { stabilizers: 'firms' },
  secondsPerRun: 3_600,
  grows: { days: 1, firms: 1 },
  async run(parameters, seed, tools) {
    const config = crashConfigOf(parameters)
    const run = await simulateCrash(config, seed, modelFirms(parameters, tools), tools.record)
    return crashOutcome(run, config, parameters)
  },
})

export const crashPeopleWithModel = defineExperiment({
  name: 'crash-people-with-model',
  title: 'The Crash: five kinds of customers, with a language model',
  part: 'agent-bazaar',
  question: 'Do customers of different kinds keep more firms alive when a language model runs the firms?',
  reproduces: 'AB experiment 6',
  parameters: z.object({ ...firmShape, ...published, consumersSee: withDefault(crashShape.consumersSee, 5) }),
  sweep: { people: [false, true], stabilizers: [0, 3, 5] },
  seeds: PAPER_SEEDS,
  metrics: CRASH_METRICS,
  published: PEOPLE_CRASH,
  needsModel: true,
  log: CRASH_LOG,
  atMost: { stabilizers: 'firms' },
  secondsPerRun: 3_600,
  grows: { days: 1, firms: 1 },
  async run(parameters, seed, tools) {
    const config = crashConfigOf(parameters)
    const run = await simulateCrash(config, seed, modelFirms(parameters, tools), tools.record)
    return crashOutcome(run, config, parameters)
  },
})

export const crashShockWithModel = defineExperiment({
  name: 'crash-shock-with-model',
  title: 'The Crash: supply becomes dearer, with a language model',
  part: 'agent-bazaar',
  question: 'Does a market of firms that a language model runs recover when supply doubles in cost?',
  reproduces: 'AB experiment 3, Crash half',
  parameters: z.object({
    ...firmShape,
    prompt: withDefault(promptShape.prompt, 'io'),
    tokens: withDefault(promptShape.tokens, 1_000),
    ...shockShape,
    ...published,
    days: withDefault(crashShape.days, 100),
  }),
  sweep: { stabilizers: [3, 5] },
  seeds: PAPER_SEEDS,
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
  ],
  needsModel: true,
  log: CRASH_LOG,
  atMost: { stabilizers: 'firms', shockDay: 'days' },
  secondsPerRun: 1_000,
  grows: { days: 1, firms: 1 },
  async run(parameters, seed, tools) {
    const { shockDay, shockCost } = parameters
    const config = { ...crashConfigOf(parameters), shock: { day: shockDay, unitCost: shockCost } }
    const run = await simulateCrash(config, seed, modelFirms(parameters, tools), tools.record)
    const { metrics, series } = crashOutcome(run, config, parameters)
    return { metrics: { ...metrics, ...shockOutcome(run, shockDay) }, series }
  },
})

const lemonRoles = {
  ...promptShape,
  buyers: z
    .enum(['base', 'guardian'])
    .default('guardian')
    .describe('Buyers with one sentence of purpose, or Skeptical Guardians'),
  sellersByModel: z.boolean().default(true).describe('Listings are the model’s; without, templates'),
}
type LemonRoles = PromptParameters & { buyers: 'base' | 'guardian'; sellersByModel: boolean }

function modelAgents(parameters: LemonParameters & LemonRoles, tools: RunTools): LemonAgents {
  const speaker = speakerOf(parameters, tools)
  const { buyers, buyerCount, sellersByModel } = parameters
  const buyer = buyers === 'base' ? llmBaseBuyer : llmSkepticalGuardian
  return {
    honest: sellersByModel ? llmHonestSeller(speaker) : fixedSeller(),
    principal: sellersByModel ? llmDeceptivePrincipal(speaker) : scriptedPrincipal,
    buyers: Array.from({ length: buyerCount }, (_, index) => buyer(speaker, buyerId(index), index)),
  }
}

export const lemonWithModel = defineExperiment({
  name: 'lemon-with-model',
  title: 'The Lemon Market, with a language model',
  part: 'agent-bazaar',
  question: 'Do buyers that are run by a language model see through one cheat with many names?',
  reproduces: 'AB Fig 4 (experiments 2 and 2.2)',
  parameters: z.object({ ...lemonRoles, ...lemonShape }),
  sweep: { sybils: [0, 3, 6, 9], reputationVisible: [true, false] },
  seeds: PAPER_SEEDS,
  metrics: LEMON_METRICS,
  published: MODEL_LEMON,
  needsModel: true,
  log: LEMON_LOG,
  atMost: { sybils: 'sellers' },
  secondsPerRun: 900,
  grows: { steps: 1, buyerCount: 1 },
  async run(parameters, seed, tools) {
    const agents = modelAgents(parameters, tools)
    return lemonOutcome(await simulateLemon(lemonConfigOf(parameters), seed, agents, tools.record))
  },
})

export const lemonFloodWithModel = defineExperiment({
  name: 'lemon-flood-with-model',
  title: 'The Lemon Market: a flood of names, with a language model',
  part: 'agent-bazaar',
  question:
    'Do buyers that a language model runs recover when four of five sellers are suddenly the same cheat?',
  reproduces: 'AB experiment 3, Lemon half',
  parameters: z.object({
    ...lemonRoles,
    prompt: withDefault(promptShape.prompt, 'io'),
    tokens: withDefault(promptShape.tokens, 1_000),
    ...floodShape,
    ...lemonShape,
    steps: withDefault(lemonShape.steps, 45),
  }),
  sweep: { reputationVisible: [true, false] },
  seeds: PAPER_SEEDS,
  metrics: FLOOD_METRICS,
  published: [],
  needsModel: true,
  log: LEMON_LOG,
  atMost: { sybils: 'sellers', floodStep: 'steps' },
  secondsPerRun: 1_200,
  grows: { steps: 1, buyerCount: 1 },
  async run(parameters, seed, tools) {
    const config = lemonConfigOf(parameters)
    const shock = { step: parameters.floodStep, sybils: floodedSybils(config) }
    const run = await simulateLemon({ ...config, shock }, seed, modelAgents(parameters, tools), tools.record)
    const { metrics, series } = lemonOutcome(run)
    return { metrics: { ...metrics, ...floodOutcome(run, parameters.floodStep) }, series }
  },
})
