import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { experiments } from './experiments'
import { rows } from './rows'

const ROOT = path.resolve(import.meta.dirname, '../..')

describe.each(experiments.map((experiment) => [experiment.name, experiment] as const))('%s', (name, one) => {
  it('says what it asks and what it reproduces, and has metrics and seeds', () => {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(one.question).toMatch(/\?$/)
    expect(one.reproduces).not.toBe('')
    expect(one.secondsPerRun).toBeGreaterThan(0)
    expect(Object.keys(one.metrics).length).toBeGreaterThan(0)
    expect(new Set(one.seeds).size).toBe(one.seeds.length)
    expect(one.seeds.length).toBeGreaterThan(0)
  })

  it('describes every parameter, with a default that its schema takes', () => {
    const defaults = one.parameters.parse({})
    for (const [field, schema] of Object.entries(one.parameters.shape)) {
      expect(['number', 'string', 'boolean']).toContain(typeof defaults[field])
      expect(schema instanceof z.ZodType && schema.description, field).toBeTruthy()
    }
    for (const [field, values] of Object.entries(one.sweep)) {
      for (const value of values) expect(one.parameters.parse({ [field]: value })[field]).toBe(value)
    }
  })

  it('says by which of its parameters a run gets longer', () => {
    const usual: Record<string, unknown> = one.parameters.parse({})
    for (const [field, growth] of Object.entries(one.grows)) {
      expect(Object.keys(one.parameters.shape)).toContain(field)
      if (typeof growth === 'number') {
        expect(growth, field).toBeGreaterThan(0)
        expect(usual[field], field).toBeGreaterThan(0)
        continue
      }
      // Factors are of values that are no default: that one takes 1.
      expect(Object.keys(growth), field).not.toContain(String(usual[field]))
      for (const value of Object.keys(growth)) {
        const of = [value, Number(value), value === 'true'].find(
          (read) => typeof read === typeof usual[field],
        )
        expect(one.parameters.parse({ [field]: of })[field]).toBe(of)
      }
    }
  })

  it('has its published figures at points and metrics that exist', () => {
    for (const { at, metric } of one.published) {
      expect(Object.keys(one.metrics)).toContain(metric)
      expect(one.parameters.parse(at)).toMatchObject(at)
    }
  })
})

describe('the lab', () => {
  it('names for each experiment without a model the one that asks the same of one', () => {
    for (const { name, withModel, needsModel } of experiments) {
      if (needsModel) expect(withModel, name).toBeNull()
      const twin = experiments.find((one) => [`${name}-with-model`, `${name}-of-a-model`].includes(one.name))
      if (twin) expect(withModel, name).toBe(twin.name)
      if (withModel !== null) {
        expect(experiments.find((one) => one.name === withModel)?.needsModel, name).toBe(true)
      }
    }
  })

  it('calls every experiment and every row by one name', () => {
    const names = experiments.map((experiment) => experiment.name)
    expect(new Set(names).size).toBe(names.length)
    const keys = rows.map(({ id, kind }) => `${id} ${kind}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('judges rows by runs of experiments and parameters that exist', () => {
    for (const { runs = [] } of rows) {
      for (const { experiment: name, set = {} } of runs) {
        const experiment = experiments.find((one) => one.name === name)
        if (!experiment) throw new Error(`A row asks for “${name}”, which is no experiment`)
        for (const [field, values] of Object.entries(set)) {
          for (const value of values) {
            expect(experiment.parameters.strict().parse({ [field]: value })[field]).toBe(value)
          }
        }
      }
    }
  })

  it('judges rows that need a model by runs that ask one, and no others', () => {
    for (const { id, kind, runs = [] } of rows) {
      const asks = runs.some(
        ({ experiment }) => experiments.find(({ name }) => name === experiment)?.needsModel,
      )
      expect(asks, id).toBe(kind === 'llm')
    }
  })

  it('runs in a browser: nothing that experiments reach is of Node', () => {
    expect([...reachedFrom('server/lab/experiments.ts')].filter((name) => name.startsWith('node:'))).toEqual(
      [],
    )
  })
})

/** Files and packages that a file imports for more than types, through all of our own files. */
function reachedFrom(start: string): Set<string> {
  const reached = new Set([start])
  for (const file of reached) {
    if (!file.endsWith('.ts')) continue
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from '([^']+)'/gm)) {
      const isOurs = name.startsWith('.') || name.startsWith('@/')
      if (!isOurs) reached.add(name)
      else {
        const to = name.startsWith('@/') ? name.slice(2) : path.join(path.dirname(file), name)
        reached.add(/\.[a-z]+$/.test(to) ? to : `${to}.ts`)
      }
    }
  }
  return reached
}
