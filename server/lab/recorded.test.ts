import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { rangeOf } from './experiment'
import { experimentNamed, experiments } from './experiments'
import { runJob } from './grid'
import { RECORDED_FOLDER, REPORT_FILE, recordedSchema, reportSchema } from './recorded'
import { rows } from './rows'

/** Figures are kept to nine digits. */
const ROUNDING = 1e-8

/** What the pages show is what this code gives: whoever changes a result records again. */

const read = (name: string) => JSON.parse(readFileSync(path.join(RECORDED_FOLDER, name), 'utf8'))
const files = readdirSync(RECORDED_FOLDER).filter((name) => name !== REPORT_FILE)

describe.each(files)('%s', (file) => {
  const recorded = recordedSchema.parse(read(file))
  const experiment = experimentNamed(recorded.experiment)

  it('comes out again', async () => {
    const tools = { chat: null, signal: new AbortController().signal }
    expect(recorded.sample.length).toBeGreaterThan(0)
    for (const { seed, values, metrics } of recorded.sample) {
      const again = await runJob(experiment, { seed, values }, tools)
      expect(Object.keys(again.metrics).sort()).toEqual(Object.keys(metrics).sort())
      for (const [name, value] of Object.entries(again.metrics)) {
        const kept = metrics[name] ?? 0
        expect(Math.abs(value - kept), name).toBeLessThanOrEqual(ROUNDING * Math.max(1, Math.abs(kept)))
      }
    }
  })

  it('has no interval beyond what its metric can be', () => {
    for (const { metrics } of recorded.points) {
      for (const [name, { low, high }] of Object.entries(metrics)) {
        const metric = experiment.metrics[name]
        if (!metric) throw new Error(`${file} has a metric that the experiment does not: ${name}`)
        const [least, most] = rangeOf(metric)
        expect(low ?? least, name).toBeGreaterThanOrEqual(least)
        expect(high ?? most, name).toBeLessThanOrEqual(most)
      }
    }
  })
})

it('holds every experiment that needs no model', () => {
  const wanted = experiments.filter(({ needsModel }) => !needsModel).map(({ name }) => `${name}.json`)
  expect(files.sort()).toEqual(wanted.sort())
})

it('holds the report of every row, with the verdicts that the tests hold', () => {
  const report = reportSchema.parse(read(REPORT_FILE))
  expect(report.map(({ id, kind }) => `${id} ${kind}`)).toEqual(rows.map(({ id, kind }) => `${id} ${kind}`))
  for (const row of rows) {
    const recorded = report.find(({ id, kind }) => id === row.id && kind === row.kind)
    if (row.kind === 'det' || row.kind === 'stat')
      expect(recorded?.verdict, row.id).toBe(row.expected ?? 'reproduced')
  }
})
