import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Experiment } from '../experiment'
import { RECORDED_FOLDER, REPORT_FILE, type Recorded } from '../recorded'
import type { Result } from '../row'
import { seedsText } from '../seeds'
import { summarise } from '../summarise'
import type { Pool } from './pool'
import { type Judged, reportOf } from './reproduce'
import { type Build, configOf, folderFor, type Progress, runExperiment } from './run-experiment'

/** Digits that are kept: more than anybody reads, fewer than two machines may differ in. */
const DIGITS = 9
/** Runs that a test does again. */
const SAMPLE = 2

/** Runs an experiment as it stands and keeps what the pages show of it. */
export async function record(
  experiment: Experiment,
  { folder, pool, build, onProgress }: { folder: string; pool: Pool; build: Build; onProgress?: Progress },
): Promise<void> {
  const run = { experiment, set: {}, seeds: experiment.seeds, hasLog: false }
  const config = configOf(run, build)
  const place = folderFor(folder, config)
  const result = await runExperiment(run, { folder: place, pool, build, onProgress })
  const recorded: Recorded = {
    experiment: experiment.name,
    command: `npm run lab -- ${experiment.name}`,
    seeds: seedsText(experiment.seeds),
    runs: config.runs,
    points: summarise(experiment, result),
    sample: sampleOf(result),
  }
  await write(`${experiment.name}.json`, recorded)
}

/** The first run of the first point and the last one of the last. */
function sampleOf({ points }: Result): Recorded['sample'] {
  return [points[0], points.at(-1)].slice(0, SAMPLE).flatMap((point, i) => {
    const found = i === 0 ? point?.runs[0] : point?.runs.at(-1)
    return point && found ? [{ seed: found.seed, values: point.values, metrics: found.metrics }] : []
  })
}

/** Keeps the report as it is printed. */
export async function recordReport(judged: readonly Judged[]): Promise<void> {
  await write(REPORT_FILE, reportOf(judged))
}

async function write(name: string, value: object): Promise<void> {
  await mkdir(RECORDED_FOLDER, { recursive: true })
  const rounded = JSON.stringify(
    value,
    (_, item) => (typeof item === 'number' ? Number(item.toPrecision(DIGITS)) : item),
    1,
  )
  await writeFile(path.join(RECORDED_FOLDER, name), `${rounded}\n`)
}
