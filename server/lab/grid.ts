import {
  type Experiment,
  type Metric,
  type Outcome,
  type RunTools,
  rangeOf,
  type Value,
  type Values,
} from './experiment'
import type { Point, Result } from './row'

/** What a run is asked for: parameters other than the defaults, and seeds. */
export type Asked = {
  set?: Readonly<Record<string, readonly Value[]>>
  seeds?: readonly number[]
}

/** One run: the unit that is spread over cores, written down, and resumed after. */
export type Job = { values: Values; seed: number }

/**
 * All runs in a fixed order: every combination of the swept parameters, the last one changing fastest, each with every
 * seed.
 *
 * @throws ZodError when a value is not legal.
 */
export function jobsOf(experiment: Experiment, { set = {}, seeds = experiment.seeds }: Asked): Job[] {
  return pointsOf(experiment, set).flatMap((values) => seeds.map((seed) => ({ values, seed })))
}

/** A run is a line of a file and an entry in memory; whoever asks for more runs than this has slipped, or wants several commands. */
const RUNS_MAX = 1_000_000

/** A sentence when there would be more runs than fit; null when there are not. No list of them is made for it. */
export function tooManyRuns(
  { sweep, seeds: usual }: Experiment,
  { set = {}, seeds = usual }: Asked,
): string | null {
  const runs = Object.values({ ...sweep, ...set }).reduce(
    (product, values) => product * values.length,
    seeds.length,
  )
  if (runs <= RUNS_MAX) return null
  return `${runs} runs are too many; ${RUNS_MAX} are the most. Take fewer seeds, or fewer values of a parameter.`
}

function pointsOf(experiment: Experiment, set: Readonly<Record<string, readonly Value[]>>): Values[] {
  const axes = Object.entries({ ...experiment.sweep, ...set })
  const combinations = axes.reduce<Record<string, Value>[]>(
    (points, [name, values]) =>
      points.flatMap((point) => values.map((value) => ({ ...point, [name]: value }))),
    [{}],
  )
  const schema = experiment.parameters.strict()
  return combinations.map((point) => schema.parse(point) as Values)
}

/**
 * Runs one job and holds its outcome to the contract.
 *
 * @throws Error when a metric is unknown, not a finite number or out of its range: a bug of the experiment, never written
 * down as a figure.
 */
export async function runJob(experiment: Experiment, job: Job, tools: RunTools): Promise<Outcome> {
  const outcome = await experiment.run(job.values, job.seed, tools)
  for (const [name, value] of Object.entries(outcome.metrics)) {
    const metric = experiment.metrics[name]
    if (!metric) throw new Error(`${experiment.name} gives a metric that it does not name: ${name}`)
    if (!Number.isFinite(value) || !fits(metric, value, job.values)) {
      throw new Error(
        `${experiment.name} gives ${name} = ${value} with seed ${job.seed} at ${JSON.stringify(job.values)}`,
      )
    }
  }
  return outcome
}

/** A run as a line of `runs.jsonl`; the command and the page write the same bytes. */
export function runLine({ seed, values }: Job, outcome: Outcome): string {
  return `${JSON.stringify({ seed, values, ...outcome })}\n`
}

/** Sums of shares miss their bounds by a rounding. */
const ROUNDING = 1e-9

function fits(metric: Metric, value: number, values: Values): boolean {
  const [least, most] = rangeOf(metric, values)
  if (metric.isYesOrNo) return value === 0 || value === 1
  return value >= least - ROUNDING && value <= most + ROUNDING
}

/** The outcomes of jobs, in the jobs' order, gathered by point. */
export function gathered(
  experiment: Pick<Experiment, 'name' | 'metrics'>,
  jobs: readonly Job[],
  outcomes: readonly Pick<Outcome, 'metrics'>[],
): Result {
  const { name, metrics } = experiment
  const points = new Map<string, Point & { runs: Point['runs'][number][] }>()
  jobs.forEach(({ values, seed }, i) => {
    const key = JSON.stringify(values)
    const point = points.get(key) ?? { values, metrics, runs: [] }
    points.set(key, point)
    point.runs.push({ seed, metrics: outcomes[i]?.metrics ?? {} })
  })
  return { experiment: name, points: [...points.values()] }
}

/** Runs everything here, one after another: what tests use. */
export async function runHere(experiment: Experiment, asked: Asked, tools: RunTools): Promise<Result> {
  const jobs = jobsOf(experiment, asked)
  const outcomes: Outcome[] = []
  for (const job of jobs) outcomes.push(await runJob(experiment, job, tools))
  return gathered(experiment, jobs, outcomes)
}
