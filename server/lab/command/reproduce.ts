import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { experimentNamed } from '../experiments'
import type { Figure, Finding, Result, Row } from '../row'
import type { Pool } from './pool'
import { type Build, configOf, folderFor, type Progress, runExperiment } from './run-experiment'

export type Judged = { row: Row; finding: Finding }

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
  const judged: Judged[] = []
  for (const row of rows) {
    const onProgress = onRow?.(row)
    judged.push({ row, finding: await findingOf(row, { folder, pools, build, onProgress }) })
  }
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'reproduce.json'), `${JSON.stringify(reportOf(judged), null, 2)}\n`)
  await writeFile(path.join(folder, 'reproduce.csv'), reportCsv(judged))
  await writeFile(path.join(folder, 'reproduce.md'), reportText(judged))
  return judged
}

async function findingOf(
  row: Row,
  { folder, pools, build, onProgress }: { folder: string; pools: Pools; build: Build; onProgress?: Progress },
): Promise<Finding> {
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
  const finding = row.judge(results)
  // A figure of a model without its name says nothing.
  return row.kind === 'llm' ? { ...finding, why: `${finding.why} Model: ${build.model}.` } : finding
}

/** A row with its finding as data: what the pages show and `reproduce.json` holds. */
export function reportOf(judged: readonly Judged[]) {
  return judged.map(({ row: { id, kind, what, published, source }, finding }) => ({
    id,
    kind,
    what,
    published,
    source,
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
    const figures = finding.ours.map((figure) => `    ${figureText(figure)}`)
    return [
      `${row.id} (${row.kind}) ${row.what}: ${finding.verdict}`,
      `    published: ${row.published} [${row.source}]`,
      ...figures,
      `    ${finding.why}`,
    ].join('\n')
  })
  const counts = new Map<string, number>()
  for (const { finding } of judged) counts.set(finding.verdict, (counts.get(finding.verdict) ?? 0) + 1)
  const total = [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')
  return `${blocks.join('\n\n')}\n\n${judged.length} rows: ${total}.\n`
}

function figureText({ name, published, ours, interval, n }: Figure): string {
  const between = interval ? ` (${digits(interval[0])} to ${digits(interval[1])})` : ''
  const known = typeof published === 'number' ? digits(published) : published
  const beside = known === null ? '' : `, published ${known}`
  return `${name}: ${digits(ours)}${between}, n = ${n}${beside}`
}

/** Seven figures: as many as the longest published vector has. */
export function digits(value: number): string {
  return String(Number(value.toPrecision(value >= 1000 ? 8 : 6)))
}
