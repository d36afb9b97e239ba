import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Experiment, Value } from '../experiment'
import { jobsOf } from '../grid'
import { parameterFields } from '../parameter-fields'
import type { Result } from '../row'
import { seedsText } from '../seeds'
import type { Pool } from './pool'
import { readData } from './read-data'
import { type Config, RunFolder } from './run-folder'

export type RunOf = {
  experiment: Experiment
  set: Readonly<Record<string, readonly Value[]>>
  seeds: readonly number[]
  hasLog: boolean
  dataFile?: string
}

/** What this copy of the lab is. */
export type Build = { version: string; commit: string | null; model: string | null }

export type Progress = (done: number, runs: number) => void

/** The settings as they are written down, and hashed for the folder's name. */
export function configOf({ experiment, set, seeds, hasLog, dataFile }: RunOf, build: Build): Config {
  const sets = Object.entries(set).map(([name, values]) => `--set '${name}=${values.join(',')}'`)
  const log = hasLog ? ['--log'] : []
  const data = dataFile === undefined ? [] : [`--data '${dataFile}'`]
  return {
    experiment: experiment.name,
    command: [
      'npm run lab --',
      experiment.name,
      `--seeds ${seedsText(seeds)}`,
      ...sets,
      ...data,
      ...log,
    ].join(' '),
    parameters: Object.fromEntries(
      parameterFields(experiment).map(({ name, defaults }) => [name, set[name] ?? defaults]),
    ),
    seeds,
    runs: jobsOf(experiment, { set, seeds }).length,
    version: build.version,
    commit: build.commit,
    model: experiment.needsModel ? build.model : null,
    ...(dataFile === undefined ? {} : { dataSha256: sha256(readData(dataFile)) }),
  }
}

/** A folder that the same settings find again, and no others. */
export function folderFor(parent: string, config: Config): string {
  return path.join(parent, `${config.experiment}-${sha256(JSON.stringify(config)).slice(0, 8)}`)
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Runs what is not done yet and writes the folder.
 *
 * @throws BadArgumentError when the folder is of other settings or in use; Error with the reason when a run fails: what came before
 * it is written, and the same call goes on from there.
 */
export async function runExperiment(
  run: RunOf,
  {
    folder,
    pool,
    build,
    onProgress,
    lockTries,
  }: {
    folder: string
    pool: Pool
    build: Build
    onProgress?: Progress
    /** Seconds to wait for another process that writes to the folder; left out, until one that was killed is forgotten. */
    lockTries?: number
  },
): Promise<Result> {
  const { experiment, hasLog, dataFile } = run
  const config = configOf(run, build)
  const jobs = jobsOf(experiment, run)
  const written = await RunFolder.open(folder, { experiment, config, jobs, lockTries })
  try {
    onProgress?.(written.done.length, jobs.length)
    const missing = jobs.slice(written.done.length)
    for await (const batch of pool.run({ experiment, jobs: missing, hasLog, dataFile })) {
      let index = written.done.length
      for (const { log } of batch) {
        if (log !== null) await written.writeLog(index, log)
        index += 1
      }
      await written.append(batch.map(({ outcome }) => outcome))
      onProgress?.(written.done.length, jobs.length)
    }
    return await written.finish(config)
  } finally {
    await written.release()
  }
}
