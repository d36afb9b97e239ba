import type { z } from 'zod'
import type { Chat } from '../llm/chat'
import { endsOf, type MetricRange, SHARE } from './range'

/**
 * What an experiment is: a value with a name, a question, parameters, seeds and a pure `run`. Everything else of the lab
 * (the command, the pages, `reproduce`) reads these values and knows no experiment by name.
 *
 * All that an experiment imports runs in a browser too: no `node:` module, no clock, no randomness but its seed's.
 */

/**
 * What stands beside ours: what a paper's text, figure or released cache has, or what we expect of it (a derivation, a run of
 * the published code with scripted agents, a vector worked by hand, a threshold of the specification).
 */
export const BESIDES = ['published', 'expected'] as const
export type Beside = (typeof BESIDES)[number]

/** What a parameter can be: what `--set name=value` can say and a form can show. */
export type Value = number | string | boolean
export type Values = Readonly<Record<string, Value>>

/** A line of a run's event log: anything JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** `Name`: the parameters that its range may name. */
export type Metric<Name extends string = string> = {
  /** As a column's head says it: "Bankrupt firms". */
  label: string
  /** `share` prints as a percentage; a `count` has no unit. */
  unit: 'share' | 'count' | 'credits' | 'dollars' | 'steps' | 'score' | 'utility'
  /** One sentence for whoever does not know the word. */
  words: string
  /** What no run can be outside of, and no interval says. */
  range: MetricRange<Name>
  /** Each run says yes (1) or no (0), so that a mean is a share of the runs. */
  isYesOrNo?: boolean
  /** Seeds draw one data set again: the interval is where 95 % of the runs lie, and more seeds do not make it narrower. */
  isResampled?: boolean
}

/** What a metric's values lie in at a point of the parameters. */
export function rangeOf({ range }: Pick<Metric, 'range'>, values: Values) {
  return endsOf(range, values)
}

export type Outcome = {
  /** By the experiment's metric names. One that does not apply to this run is left out; none is NaN or infinite. */
  metrics: Readonly<Record<string, number>>
  /** One number per step, to be drawn. */
  series?: Readonly<Record<string, readonly number[]>>
}

/** Of what a run asked its model: how much there was to read, and in how much of it what was asked for was not found. */
export type Readings = { asked: number; unread: number }

/** The metric that every experiment with a model has besides its own. */
export const UNREAD = 'unreadReplies'
const UNREAD_METRIC: Metric = {
  label: 'Replies not readable',
  unit: 'share',
  range: SHARE,
  words:
    'Replies without what was asked for in its form; the default stands in for them: nothing bought, nothing done.',
}

export type RunTools = {
  /** The operator's model; never null in an experiment with `needsModel`, always null in the others. */
  chat: Chat | null
  signal: AbortSignal
  /** Where whoever reads a model's replies counts them; one for each run. */
  readings?: Readings
  /** What the command was given with `--data`, as `readData` gives it; without it an experiment takes its own. */
  data?: string
  /** Takes the run's events in their order; there only when somebody wants the log (`--log`) that the experiment names. */
  record?: (event: Json) => void
}

/** A figure that was printed elsewhere, at a point of the parameters. Never one of ours. */
export type Published = {
  /** The point: those parameters that matter to it. */
  at: Values
  metric: string
  /** A number, or a band when that is what is known. */
  value: number | readonly [low: number, high: number]
  /** Who ran it: "Gemini 3 Flash", "scripted policies in the published code". */
  by: string
  /** Where it is printed, with the specification's tag: "AB Fig 3, figure caches", "IB Table 1". */
  source: string
  /** What it is; `published` when left out. */
  beside?: Beside
}

/** How long a run takes at a value, where it takes 1 at the default: a power of value / default, or a factor by value. */
export type Growth = number | Readonly<Record<string, number>>

export type Experiment = {
  /** In the command and the page's address: lower case with hyphens. */
  name: string
  title: string
  part: 'information-bazaar' | 'agent-bazaar' | 'theory' | 'market'
  /** What it asks, in one sentence that ends with a question mark. */
  question: string
  /** Which figure, table or theorem of which paper. */
  reproduces: string
  /** Every field has a default and a description; numbers have bounds. Fields are numbers, strings, booleans or enums. */
  parameters: z.ZodObject
  /** Parameters that take several values by default; the runs are all combinations, for every seed. */
  sweep: Readonly<Record<string, readonly Value[]>>
  seeds: readonly number[]
  metrics: Readonly<Record<string, Metric>>
  published: readonly Published[]
  /** Measured, for one run at the defaults on one core of an ordinary machine; with a model: waiting included. */
  secondsPerRun: number
  /** By parameter, how a run gets longer with it; those that are left out do not count. Measured too. */
  grows: Readonly<Record<string, Growth>>
  needsModel: boolean
  /** What `--data` may give it: a file that `export` wrote, or a folder of documents; null when it takes nothing. */
  takesData: 'market' | 'corpus' | null
  /** The experiment that asks the same of a language model: what was published of models stands beside ours here too. */
  withModel: string | null
  /** What `--log` writes of a run, in a few words; null when a run has no steps that could be told. */
  log: string | null
  /** Parameters that are at most as large as another one: `{ stabilizers: 'firms' }`. */
  atMost: Readonly<Record<string, string>>
  /** One run. The same values and seed give the same outcome, always; with a model as far as the model does. */
  run(values: Values, seed: number, tools: RunTools): Outcome | Promise<Outcome>
}

type Definition<S extends z.ZodObject> = Omit<
  Experiment,
  | 'parameters'
  | 'metrics'
  | 'sweep'
  | 'needsModel'
  | 'takesData'
  | 'withModel'
  | 'log'
  | 'atMost'
  | 'grows'
  | 'run'
> & {
  parameters: S
  metrics: Readonly<Record<string, Metric<keyof z.output<S> & string>>>
  grows?: { readonly [name in keyof z.output<S>]?: Growth }
  takesData?: Experiment['takesData']
  withModel?: Experiment['withModel']
  log?: Experiment['log']
  atMost?: { readonly [name in keyof z.output<S>]?: keyof z.output<S> & string }
  sweep?: { readonly [name in keyof z.output<S>]?: readonly Value[] }
  needsModel?: boolean
  run(parameters: z.output<S>, seed: number, tools: RunTools): Outcome | Promise<Outcome>
}

/** An experiment whose `run` gets its parameters checked and typed. */
export function defineExperiment<S extends z.ZodObject>(definition: Definition<S>): Experiment {
  const {
    parameters,
    sweep,
    needsModel = false,
    takesData = null,
    withModel = null,
    log = null,
    atMost = {},
    grows = {},
    metrics,
    run,
    ...rest
  } = definition
  return {
    ...rest,
    metrics: needsModel ? { ...metrics, [UNREAD]: UNREAD_METRIC } : metrics,
    parameters,
    sweep: Object.fromEntries(
      Object.entries(sweep ?? {}).map(([name, values]) => [name, values as readonly Value[]]),
    ),
    needsModel,
    takesData,
    withModel,
    log,
    atMost: atMost as Experiment['atMost'],
    grows: grows as Experiment['grows'],
    run(values, seed, tools) {
      const checked = parameters.parse(values)
      return needsModel
        ? withReadings((readings) => run(checked, seed, { ...tools, readings }))
        : run(checked, seed, tools)
    },
  }
}

async function withReadings(run: (readings: Readings) => Outcome | Promise<Outcome>): Promise<Outcome> {
  const readings = { asked: 0, unread: 0 }
  const outcome = await run(readings)
  if (readings.asked === 0) return outcome
  return { ...outcome, metrics: { ...outcome.metrics, [UNREAD]: readings.unread / readings.asked } }
}
