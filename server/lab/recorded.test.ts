import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { reportText } from './command/reproduce'
import { rangeOf } from './experiment'
import { experimentNamed, experiments } from './experiments'
import { runJob } from './grid'
import { parameterFields } from './parameter-fields'
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
    for (const { values, metrics } of recorded.points) {
      for (const [name, { low, high }] of Object.entries(metrics)) {
        const metric = experiment.metrics[name]
        if (!metric) throw new Error(`${file} has a metric that the experiment does not: ${name}`)
        const [least, most] = rangeOf(metric, values)
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
    // What is over seeds has an interval, save for the least of all, which is no mean of anything.
    const bare = recorded?.ours.filter(({ interval, name }) => !interval && !/^least /.test(name)) ?? []
    if (row.kind === 'stat') expect(bare.map(({ name }) => name)).toEqual([])
  }
})

describe('docs/lab.md', () => {
  const page = readFileSync('docs/lab.md', 'utf8')
  const report = reportSchema.parse(read(REPORT_FILE))
  const judged = rows.flatMap((row, i) => {
    const finding = report[i]
    return finding ? [{ row, finding }] : []
  })

  it('quotes the report as the command prints it', () => {
    const [, quoted = ''] = /prints of them:\n\n```text\n([\s\S]*?)\n```/.exec(page) ?? []
    const lines = quoted.split('\n').filter((line) => line !== '')
    expect(lines.length).toBeGreaterThan(20)
    const printed = reportText(judged).split('\n')
    for (const line of lines) expect(printed).toContain(line)
    // Figures stand below the row that they are of.
    const order = lines.map((line) => printed.indexOf(line))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('names every row that does not come out', () => {
    for (const { row, finding } of judged) {
      if (finding.verdict === 'not reproduced')
        expect(page, row.id).toMatch(new RegExp(`\\([^)]*\\b${row.id}\\)`))
    }
    expect(report.filter(({ verdict }) => verdict === 'not reproduced').length).toBeGreaterThan(0)
  })

  it('says of each flag of the specification what is done about it', () => {
    const specification = readFileSync('docs/lab-specification.md', 'utf8')
    const flags = [...specification.matchAll(/^- (F\d+) /gm)].map(([, flag = '']) => flag)
    expect(flags.length).toBeGreaterThan(9)
    for (const flag of flags) expect(page).toMatch(new RegExp(`\\b${flag}\\b`))
  })

  it('names for what is not determined parameters that there are, and rows that run both', () => {
    const [, section = ''] = /## What is not determined\n([\s\S]*?)\n## /.exec(page) ?? []
    const named = [...section.matchAll(/`([a-zA-Z-]+)(?:=([a-z-]+))?`/g)]
    expect(named.length).toBeGreaterThan(10)
    const fields = experiments.flatMap((experiment) => parameterFields(experiment))
    const known = [...fields, ...experiments].map(({ name }) => name)
    const commands = ['reproduce']
    const values = fields.flatMap((field) => (field.kind === 'choice' ? field.options : []))
    for (const [, name, value] of named) {
      expect([...known, ...values, ...commands]).toContain(name)
      if (value !== undefined) expect(values).toContain(value)
    }
    for (const id of ['F2', 'F4', 'F5', 'F10', 'A-compat']) expect(rows.map((row) => row.id)).toContain(id)
  })

  it('says in how many worlds Theorem 3.3 holds, and what ties decide', () => {
    const oursOf = (id: string, name: string) =>
      report.find((row) => row.id === id)?.ours.find((figure) => figure.name === name)
    const beaten = oursOf('T4', 'worlds in which it is beaten')
    expect(beaten?.ours).toBe(0)
    expect(page).toContain(`in all ${beaten?.n.toLocaleString('en')} generated worlds (T4)`)
    expect(oursOf('B-ties', 'b_r, prices equal, first, by-id')?.ours).toBe(0.8)
    expect(oursOf('B-ties', 'b_r, prices equal, random, by-id')?.ours).toBe(0)
    expect(page).toContain('.8 of the firms fail when the first quote\n  wins ties, none when ties are drawn')
  })
})
