import { existsSync, statSync } from 'node:fs'
import os from 'node:os'
import { parseArgs } from 'node:util'
import type { Experiment, Value } from '../experiment'
import { experimentNamed, experiments } from '../experiments'
import { tooManyRuns } from '../grid'
import { overLimit, parameterFields, valuesFrom } from '../parameter-fields'
import { rows } from '../rows'
import { seedsFrom } from '../seeds'
import { checkData } from './read-data'

/** A sentence for whoever typed the command: it names the argument and what is legal. */
export class BadArgumentError extends Error {}

export type Command =
  /** Of one experiment when it is named. */
  | { type: 'help'; experiment?: Experiment }
  | { type: 'list'; threads: number }
  | {
      type: 'run'
      experiment: Experiment
      set: Readonly<Record<string, readonly Value[]>>
      seeds: readonly number[]
      out: string | null
      threads: number
      hasLog: boolean
      dataFile?: string
    }
  | { type: 'reproduce'; only: readonly string[]; out: string; threads: number }
  | { type: 'record'; only: readonly Experiment[]; hasReport: boolean; threads: number }
  | { type: 'export'; out: string }

export const HELP = `npm run lab -- list
    says what there is, how long it takes and what it reproduces
npm run lab -- <experiment> [--seeds 8,16,64 | --seeds 1-20] [--set name=value[,value]]… [--out folder] [--threads n] [--log] [--data place]
    runs it on all cores; the same command goes on where it was stopped
npm run lab -- <experiment> --help
    its parameters, what they may be, and how long it takes
npm run lab -- reproduce [--only A1,B6] [--out folder] [--threads n]
    every published figure beside ours
npm run lab -- export [--out market.jsonl]
    writes this market's settled public trees as a data set for market-revaluation
npm run lab -- record [--only crash,lemon-market,reproduce] [--threads n]
    runs everything that needs no model and keeps what the pages of the lab show, and the report`

/** @throws BadArgumentError */
export function commandFrom(argv: readonly string[]): Command {
  const { values, positionals } = parsed(argv)
  const [name, ...others] = positionals
  if (values.help && name !== undefined && !Object.hasOwn(TAKEN, name))
    return { type: 'help', experiment: named(name) }
  if (values.help || name === undefined) return { type: 'help' }
  if (others.length > 0) throw new BadArgumentError(`“${others[0]}” is one argument too many; see --help.`)
  const taken = (Object.hasOwn(TAKEN, name) && TAKEN[name]) || RUN_TAKES
  const idle = Object.keys(values).find((option) => !taken.includes(option))
  if (idle !== undefined) throw new BadArgumentError(`${name} takes no --${idle}; see --help.`)
  if (values.out !== undefined && /^\s*(?:-|$)/.test(values.out)) {
    throw new BadArgumentError(
      '--out must name a place, and one that begins with a dash as ./-name; leave it out for the usual one.',
    )
  }
  const threads = threadsFrom(values.threads)
  if (name === 'list') return { type: 'list', threads }
  if (name === 'reproduce') {
    return {
      type: 'reproduce',
      only: rowsFrom(values.only),
      out: values.out ?? 'lab-runs/reproduce',
      threads,
    }
  }
  if (name === 'record') return { type: 'record', ...recordable(values.only), threads }
  if (name === 'export') return { type: 'export', out: values.out ?? 'market.jsonl' }
  const experiment = named(name)
  if (values.log && experiment.log === null) {
    const known = experiments.flatMap((one) => (one.log === null ? [] : one.name)).join(', ')
    throw new BadArgumentError(
      `--log: ${name} has no log, as its runs have no steps; leave --log out. These have one: ${known}.`,
    )
  }
  const set = setFrom(experiment, values.set ?? [])
  const seeds = values.seeds === undefined ? experiment.seeds : checkedSeeds(values.seeds)
  const problem = tooManyRuns(experiment, { set, seeds })
  if (problem !== null) throw new BadArgumentError(problem)
  return {
    type: 'run',
    experiment,
    set,
    seeds,
    out: values.out ?? null,
    threads,
    hasLog: values.log ?? false,
    dataFile: dataFrom(experiment, values.data),
  }
}

/** The options of each command that is no experiment, and those of an experiment. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  list: ['threads'],
  reproduce: ['only', 'out', 'threads'],
  record: ['only', 'threads'],
  export: ['out'],
}
const RUN_TAKES = ['seeds', 'set', 'out', 'threads', 'log', 'data']

const OPTIONS = {
  seeds: { type: 'string' },
  set: { type: 'string', multiple: true },
  out: { type: 'string' },
  threads: { type: 'string' },
  log: { type: 'boolean' },
  data: { type: 'string' },
  only: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const
const WITH_VALUE = Object.entries(OPTIONS).flatMap(([name, { type }]) =>
  type === 'string' ? `--${name}` : [],
)

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: withValues(argv), allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new BadArgumentError(`${error instanceof Error ? error.message : error}\n${HELP}`)
  }
}

/**
 * A value that begins with a dash, or is left out, goes behind “=”: the option says what is legal, where the parser would tell only of an
 * ambiguous argument.
 */
function withValues(argv: readonly string[]): string[] {
  const [one, next = '', ...others] = argv
  if (one === undefined || one === '--') return [...argv]
  const isJoined = WITH_VALUE.includes(one) && (next === '' || next.startsWith('-'))
  return isJoined ? [`${one}=${next}`, ...withValues(others)] : [one, ...withValues(argv.slice(1))]
}

function named(name: string): Experiment {
  try {
    return experimentNamed(name)
  } catch (error) {
    throw new BadArgumentError(error instanceof Error ? error.message : String(error))
  }
}

function threadsFrom(text: string | undefined): number {
  const most = os.availableParallelism()
  if (text === undefined) return most
  const threads = Number(text)
  if (!Number.isInteger(threads) || threads < 1 || threads > 256) {
    throw new BadArgumentError('--threads must be a whole number from 1 to 256.')
  }
  return threads
}

/** Read here once, so that a bad place is a sentence before anything runs. */
function dataFrom({ name, takesData }: Experiment, place: string | undefined): string | undefined {
  if (place === undefined) return undefined
  if (takesData === null) throw new BadArgumentError(`--data: ${name} takes no data.`)
  if (place.trim() === '') throw new BadArgumentError(`--data must name a place that ${name} can read.`)
  if (!existsSync(place)) throw new BadArgumentError(`--data: there is no ${place}.`)
  const isFolder = statSync(place).isDirectory()
  if (takesData === 'market' && isFolder) {
    throw new BadArgumentError(`--data: ${name} takes a file that “export” wrote, and ${place} is a folder.`)
  }
  if (takesData === 'corpus' && !isFolder) {
    throw new BadArgumentError(`--data: ${name} takes a folder of documents, and ${place} is a file.`)
  }
  try {
    checkData(takesData, place)
  } catch (error) {
    throw new BadArgumentError(`--data: ${error instanceof Error ? error.message : error}`)
  }
  return place
}

function checkedSeeds(text: string): readonly number[] {
  const read = seedsFrom(text)
  if (!read.ok) throw new BadArgumentError(`--seeds ${read.problem}`)
  return read.seeds
}

function setFrom(experiment: Experiment, texts: readonly string[]): Record<string, readonly Value[]> {
  const fields = parameterFields(experiment)
  const set: Record<string, readonly Value[]> = {}
  for (const text of texts) {
    const [, name = '', values = ''] = /^([^=]*)=(.*)$/.exec(text) ?? []
    const field = fields.find((one) => one.name === name)
    if (!field) {
      const known = fields.map((one) => one.name).join(', ')
      throw new BadArgumentError(`--set ${text}: ${experiment.name} takes name=value with one of ${known}.`)
    }
    if (set[name])
      throw new BadArgumentError(`--set ${name} comes twice; put its values in one: ${name}=1,2.`)
    const read = valuesFrom(field, values)
    if (!read.ok) throw new BadArgumentError(`--set ${name}: ${read.problem}`)
    set[name] = read.values
  }
  const over = overLimit({ fields, atMost: experiment.atMost }, set)
  if (over) throw new BadArgumentError(`--set ${over.name}: ${over.problem}`)
  return set
}

/** Everything that needs no model, with the report; or experiments by name, and `reproduce` for the report. */
function recordable(text: string | undefined): { only: readonly Experiment[]; hasReport: boolean } {
  if (text === undefined)
    return { only: experiments.filter(({ needsModel }) => !needsModel), hasReport: true }
  const names = text.split(',').map((name) => name.trim())
  const only = names.filter((name) => name !== 'reproduce').map(named)
  const unfit = only.find(({ needsModel }) => needsModel)
  if (unfit) throw new BadArgumentError(`--only: ${unfit.name} needs a model and is not recorded.`)
  return { only, hasReport: names.includes('reproduce') }
}

function rowsFrom(text: string | undefined): string[] {
  if (text === undefined) return []
  const typed = text.split(',').map((id) => id.trim())
  const idOf = (one: string) => rows.find(({ id }) => id.toLowerCase() === one.toLowerCase())?.id
  const unknown = typed.find((one) => idOf(one) === undefined)
  if (unknown !== undefined) {
    const known = [...new Set(rows.map((row) => row.id))].join(', ')
    throw new BadArgumentError(`--only: there is no row “${unknown}”. There are: ${known}.`)
  }
  return typed.flatMap((one) => idOf(one) ?? [])
}
