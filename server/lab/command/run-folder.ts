import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { lock } from 'proper-lockfile'
import type { Experiment, Outcome } from '../experiment'
import { gathered, type Job, runLine } from '../grid'
import type { Result } from '../row'
import { summarise } from '../summarise'
import { BadArgumentError } from './arguments'
import { makeFolder, notWritten } from './out-folder'

/** What a run of an experiment is made of; the same config gives the same bytes. */
export type Config = {
  experiment: string
  /** The command that runs it again. */
  command: string
  /** Every parameter with the values it takes, and the seeds. */
  parameters: Readonly<Record<string, readonly (number | string | boolean)[]>>
  seeds: readonly number[]
  runs: number
  /** The lab's version, and the commit it was run at; null outside of a checkout. */
  version: string
  commit: string | null
  /** The model's own name; null when none was asked. */
  model: string | null
  /** Of the file that was given with `--data`. */
  dataSha256?: string
}

const FILES = { config: 'config.json', runs: 'runs.jsonl' }

/**
 * The folder that one experiment's runs are written to, in the order of the jobs, so that a stopped run goes on after the
 * last whole line and the files do not depend on the number of cores.
 */
export class RunFolder {
  private constructor(
    readonly path: string,
    private readonly experiment: Experiment,
    private readonly jobs: readonly Job[],
    /** What an earlier start wrote: outcomes of the first jobs. */
    readonly done: Outcome[],
    /** Lets others write to the folder. */
    readonly release: () => Promise<void>,
  ) {}

  /**
   * Takes the folder for this process until `release`.
   *
   * @throws BadArgumentError when the folder holds runs of another configuration, or another process writes to it.
   */
  static async open(
    folder: string,
    {
      experiment,
      config,
      jobs,
      lockTries = LOCK_TRIES,
    }: { experiment: Experiment; config: Config; jobs: readonly Job[]; lockTries?: number },
  ): Promise<RunFolder> {
    await makeFolder(folder)
    const retries = { retries: lockTries, factor: 1, minTimeout: LOCK_RETRY_MS, maxTimeout: LOCK_RETRY_MS }
    const release = await lock(folder, { ...lockIn(folder), retries }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ELOCKED') throw new BadArgumentError(notWritten(folder, error))
        throw new BadArgumentError(
          `Another process writes to ${folder}: wait for it, stop it, or name another folder with --out.`,
        )
      },
    )
    try {
      const done = await doneIn(folder, config, jobs)
      return new RunFolder(folder, experiment, jobs, done, release)
    } catch (error) {
      await release()
      throw error
    }
  }

  /** Writes the next jobs' outcomes, in the order of the jobs. */
  async append(outcomes: readonly Outcome[]): Promise<void> {
    const lines = this.jobs
      .slice(this.done.length, this.done.length + outcomes.length)
      .map((job, i) => runLine(job, outcomes[i] as Outcome))
    const file = path.join(this.path, FILES.runs)
    await saying(file, () => appendFile(file, lines.join('')))
    this.done.push(...outcomes)
  }

  async writeLog(index: number, lines: string): Promise<void> {
    const folder = path.join(this.path, 'log')
    const file = path.join(folder, `${index}.jsonl`)
    await saying(file, async () => {
      await mkdir(folder, { recursive: true })
      await writeFile(file, lines)
    })
  }

  /** The files that need every run: summary, tables and the note for a reader. */
  async finish(config: Config): Promise<Result> {
    const result = gathered(this.experiment, this.jobs, this.done)
    const points = summarise(this.experiment, result)
    const summary = {
      experiment: this.experiment.name,
      interval:
        '95 %: Student’s t, Wilson’s where runs say yes or no, percentiles where seeds draw data again; within what a metric can be',
      points,
    }
    await this.write('summary.json', `${JSON.stringify(summary, null, 2)}\n`)
    await this.write('runs.csv', runsCsv(this.experiment, this.jobs, this.done))
    await this.write(
      'summary.csv',
      stringify(
        points.flatMap(({ values, metrics }) =>
          Object.entries(metrics).map(([metric, one]) => ({ ...values, metric, ...one })),
        ),
        { header: true, cast: CSV_CAST },
      ),
    )
    await this.write('README.md', readme(this.experiment, config))
    return result
  }

  private async write(name: string, text: string): Promise<void> {
    const file = path.join(this.path, name)
    await saying(file, () => writeFile(file, text))
  }
}

const LOCK_NAME = '.lock'

/** A process that was killed leaves its lock; when it has not been touched for so long, it is gone. */
const LOCK_STALE_MS = 5_000
const LOCK_RETRY_MS = 1_000
/** Until a killed process's lock is surely gone: the same command goes on at once, and nobody need know of the lock. */
const LOCK_TRIES = LOCK_STALE_MS / LOCK_RETRY_MS + 2

/** Within the folder, for its parent may be for reading only. */
export function lockIn(folder: string) {
  return { stale: LOCK_STALE_MS, lockfilePath: path.join(folder, LOCK_NAME) }
}

/** @throws Error that names the file and what is wrong; what is written stays, and the same command goes on from there. */
async function saying(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw new Error(
      `${notWritten(file, error)} Make room, and give the same command again: it goes on from here.`,
      {
        cause: error,
      },
    )
  }
}

/** What an earlier start of the same configuration has written. */
async function doneIn(folder: string, config: Config, jobs: readonly Job[]): Promise<Outcome[]> {
  const configPath = path.join(folder, FILES.config)
  const text = `${JSON.stringify(config, null, 2)}\n`
  const others = (await readdir(folder)).filter((name) => name !== LOCK_NAME)
  if (!existsSync(configPath) && others.length > 0) {
    throw new BadArgumentError(
      `${folder} holds other files, such as ${others[0]}; name a new or an empty folder with --out.`,
    )
  }
  if (existsSync(configPath) && (await readFile(configPath, 'utf8')) !== text) {
    throw new BadArgumentError(
      `${folder} holds runs of other settings or of another version; name another folder with --out, or delete it.`,
    )
  }
  await writeFile(configPath, text)
  return wholeLines(path.join(folder, FILES.runs), jobs)
}

const CSV_CAST = { boolean: (value: boolean) => String(value) }

/** Outcomes of the lines that are whole; what a kill left half written is cut off. */
async function wholeLines(file: string, jobs: readonly Job[]): Promise<Outcome[]> {
  const text = existsSync(file) ? await readFile(file, 'utf8') : ''
  const end = text.lastIndexOf('\n') + 1
  if (end < text.length) await truncate(file, Buffer.byteLength(text.slice(0, end)))
  const lines = text.slice(0, end).split('\n').slice(0, -1)
  return lines.map((line, i) => {
    const { seed, values, ...outcome } = JSON.parse(line)
    if (seed !== jobs[i]?.seed || JSON.stringify(values) !== JSON.stringify(jobs[i]?.values)) {
      throw new BadArgumentError(
        `${file}: line ${i + 1} is of another run; delete the folder or name another with --out.`,
      )
    }
    return outcome
  })
}

function runsCsv(experiment: Experiment, jobs: readonly Job[], outcomes: readonly Outcome[]): string {
  const metrics = Object.keys(experiment.metrics)
  const records = jobs.map(({ seed, values }, i) => ({ seed, ...values, ...outcomes[i]?.metrics }))
  const columns = ['seed', ...Object.keys(jobs[0]?.values ?? {}), ...metrics]
  return stringify(records, { header: true, columns, cast: CSV_CAST })
}

function readme(experiment: Experiment, { command, version, commit, model, runs }: Config): string {
  const metrics = Object.entries(experiment.metrics).map(
    ([name, { label, words }]) => `- \`${name}\` (${label}): ${words}`,
  )
  return `# ${experiment.title}

${experiment.question} Reproduces: ${experiment.reproduces}

${runs} runs of version ${version}${commit ? `, commit ${commit}` : ''}${model ? `, model ${model}` : ''}. To run them again:

    ${command}

- \`config.json\`: parameters and seeds
- \`runs.jsonl\`, \`runs.csv\`: one line for each run
- \`summary.json\`, \`summary.csv\`: mean, 95 % interval and number of runs at each point

Metrics:

${metrics.join('\n')}
`
}
