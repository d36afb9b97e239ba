import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { mean } from 'simple-statistics'
import { type Beside, UNREAD } from '../experiment'
import { experimentNamed, experiments } from '../experiments'
import { reportSchema } from '../recorded'
import { valuesAt } from '../result'
import type { Figure, Finding, Result, Row } from '../row'
import { BadArgumentError } from './arguments'
import { writeWhole } from './export-file'
import { makeFolder } from './out-folder'
import type { Pool } from './pool'
import { type Build, configOf, folderFor, type Progress, runExperiment } from './run-experiment'

export type Judged = {
  row: Row
  finding: Finding
  /** Why a run of the row failed; the report says so too. */
  failure?: string
}

export type Pools = {
  threads: Pool
  /** Null without a model: rows that need one say so. */
  model: Pool | null
}

const NO_MODEL: Finding = {
  verdict: 'not determined',
  ours: [],
  why: 'It needs a language model and none is set: OPENAI_MODEL with OPENAI_BASE_URL or OPENAI_API_KEY.',
}

/** Of a model's replies; with more of them unreadable, a figure shows our defaults and not the model. */
const UNREAD_SHARE_MAX = 0.05

/** Judges rows one after another, with their runs in `folder`, and writes the report there. */
export async function reproduce(
  rows: readonly Row[],
  {
    folder,
    pools,
    build,
    onRow,
  }: { folder: string; pools: Pools; build: Build; onRow?: (row: Row) => Progress | undefined },
): Promise<Judged[]> {
  await makeFolder(folder)
  await checkReportFolder(folder)
  const judged: Judged[] = []
  for (const row of rows) {
    const onProgress = onRow?.(row)
    judged.push(await judgedRow(row, { folder, pools, build, onProgress }))
  }
  await writeWhole(path.join(folder, REPORT.json), `${JSON.stringify(reportOf(judged), null, 2)}\n`)
  await writeWhole(path.join(folder, REPORT.csv), reportCsv(judged))
  await writeWhole(path.join(folder, REPORT.md), reportText(judged))
  return judged
}

/** The first is written first, so that where one of the others is ours, it is there. */
const REPORT = { json: 'reproduce.json', csv: 'reproduce.csv', md: 'reproduce.md' } as const

/** @throws BadArgumentError when there is anything in it but what an earlier report left. */
async function checkReportFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  const hasReport = entries.some(({ name }) => name === REPORT.json) && (await isReport(folder))
  const other = entries.find((entry) => {
    if (!entry.isDirectory()) return !hasReport || !Object.values<string>(REPORT).includes(entry.name)
    return !experiments.some(({ name }) => entry.name.replace(/-[0-9a-f]{8}$/, '') === name)
  })
  if (other) {
    throw new BadArgumentError(
      `${folder} holds other files, such as ${other.name}; name a new or an empty folder with --out.`,
    )
  }
}

async function isReport(folder: string): Promise<boolean> {
  try {
    return reportSchema.safeParse(JSON.parse(await readFile(path.join(folder, REPORT.json), 'utf8'))).success
  } catch {
    // No JSON, and so no report.
    return false
  }
}

type Means = { folder: string; pools: Pools; build: Build; onProgress?: Progress }

/** A model that fails in one row leaves the others theirs; what a row without a model throws is a bug and ends everything. */
async function judgedRow(row: Row, means: Means): Promise<Judged> {
  try {
    return { row, finding: await findingOf(row, means) }
  } catch (error) {
    if (row.kind !== 'llm' || !(error instanceof Error) || error instanceof BadArgumentError) throw error
    if (error.name === 'AbortError') throw error
    const why = `A run failed, so there is no figure: ${error.message} Model: ${means.build.model}.`
    return { row, finding: { verdict: 'not determined', ours: [], why }, failure: error.message }
  }
}

async function findingOf(row: Row, { folder, pools, build, onProgress }: Means): Promise<Finding> {
  if (row.kind === 'llm' && !pools.model) return NO_MODEL
  const requests = (row.runs ?? []).map((request) => ({
    experiment: experimentNamed(request.experiment),
    set: request.set ?? {},
    seeds: request.seeds,
    hasLog: false,
  }))
  const results: Result[] = []
  for (const run of requests) {
    const pool = run.experiment.needsModel ? pools.model : pools.threads
    if (!pool) return NO_MODEL
    const place = folderFor(folder, configOf(run, build))
    results.push(await runExperiment(run, { folder: place, pool, build, onProgress }))
  }
  if (row.kind !== 'llm') return row.judge(results)
  const finding = unreadFinding(results) ?? row.judge(results)
  // A figure of a model without its name says nothing.
  return { ...finding, why: `${finding.why} Model: ${build.model}.` }
}

/** What is found where too much of what a model wrote could not be read; null where it could. */
function unreadFinding(results: readonly Result[]): Finding | null {
  const points = results.flatMap((result) => result.points)
  const shares = points.map((point) => {
    const values = valuesAt(point, UNREAD)
    return values.length === 0 ? 0 : mean(values)
  })
  const worst = Math.max(0, ...shares)
  if (worst <= UNREAD_SHARE_MAX) return null
  const runs = points.reduce((sum, point) => sum + point.runs.length, 0)
  return {
    verdict: 'not determined',
    ours: [{ name: 'replies not readable, at most', published: null, ours: worst, interval: null, n: runs }],
    why: `Up to ${(100 * worst).toFixed(0)} % of the replies could not be read, where ${100 * UNREAD_SHARE_MAX} % are allowed: figures would show what stands in for a reply, not the model.`,
  }
}

/** A row with its finding as data: what the pages show and `reproduce.json` holds. */
export function reportOf(judged: readonly Judged[]) {
  return judged.map(({ row, finding }) => ({
    id: row.id,
    kind: row.kind,
    what: row.what,
    published: row.published,
    source: row.source,
    beside: besideOf(row),
    ...finding,
  }))
}

function reportCsv(judged: readonly Judged[]): string {
  const records = reportOf(judged).flatMap(({ ours, ...row }) =>
    (ours.length > 0 ? ours : [null]).map((figure) => ({
      id: row.id,
      kind: row.kind,
      what: row.what,
      source: row.source,
      figure: figure?.name,
      beside: figure?.beside ?? row.beside,
      published: figure?.published ?? row.published,
      ours: figure?.ours,
      low: figure?.interval?.[0],
      high: figure?.interval?.[1],
      n: figure?.n,
      verdict: row.verdict,
      why: row.why,
    })),
  )
  return stringify(records, { header: true })
}

/** The report as a person reads it. */
export function reportText(judged: readonly Judged[]): string {
  const blocks = judged.map(({ row, finding }) => {
    const figures = finding.ours.map((figure) => `    ${figureText(figure, besideOf(row))}`)
    return [
      `${row.id} (${row.kind}) ${row.what}: ${finding.verdict}`,
      `    ${besideOf(row)}: ${row.published} [${row.source}]`,
      ...figures,
      `    ${finding.why}`,
    ].join('\n')
  })
  const counts = new Map<string, number>()
  for (const { finding } of judged) counts.set(finding.verdict, (counts.get(finding.verdict) ?? 0) + 1)
  const total = [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')
  return `${blocks.join('\n\n')}\n\n${judged.length} rows: ${total}.\n`
}

function besideOf({ beside = 'published' }: Pick<Row, 'beside'>): Beside {
  return beside
}

function figureText({ name, published, ours, interval, n, beside: own }: Figure, word: Beside): string {
  const between = interval ? ` (${digits(interval[0])} to ${digits(interval[1])})` : ''
  const known = typeof published === 'number' ? digits(published) : published
  const beside = known === null ? '' : `, ${own ?? word} ${known}`
  return `${name}: ${digits(ours)}${between}, n = ${n}${beside}`
}

/** Seven figures: as many as the longest published vector has. */
export function digits(value: number): string {
  return String(Number(value.toPrecision(value >= 1000 ? 8 : 6)))
}
