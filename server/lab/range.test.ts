import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Values } from './experiment'
import { rangeOf } from './experiment'
import { experiments } from './experiments'
import { jobsOf, runHere } from './grid'
import { endsOf } from './range'
import { summaryOf } from './statistics'
import { summarise } from './summarise'

const ROUNDING = 1e-9

describe('the ends of a range', () => {
  it('are numbers, parameters, sums and products of them, and gone where a switch is on', () => {
    const values = { days: 100, shockDay: 25, budget: 10, paperCompat: false }
    expect(endsOf([0, { sum: ['days', { product: [-1, 'shockDay'] }] }], values)).toEqual([0, 75])
    const spent = [0, { unless: 'paperCompat', bound: 'budget' }] as const
    expect(endsOf(spent, values)).toEqual([0, 10])
    expect(endsOf(spent, { ...values, paperCompat: true })).toEqual([0, Number.POSITIVE_INFINITY])
    expect(() => endsOf([0, 'firms'], values)).toThrow('needs the parameter firms')
  })
})

/** The usual point, and every value of what is swept by default. */
function pointsOf(experiment: (typeof experiments)[number]): Values[] {
  return jobsOf(experiment, { seeds: [1] }).map(({ values }) => values)
}

describe.each(experiments.map((one) => [one.name, one] as const))('%s', (_, experiment) => {
  it('has for every metric a range at each of its usual points', () => {
    for (const values of pointsOf(experiment)) {
      for (const [name, metric] of Object.entries(experiment.metrics)) {
        const [least, most] = rangeOf(metric, values)
        expect(least, name).toBeLessThanOrEqual(most)
      }
    }
  })

  it('gives no interval beyond what a metric can be, whatever its runs come to', () => {
    const [values = {}] = pointsOf(experiment)
    for (const metric of Object.values(experiment.metrics)) {
      const range = rangeOf(metric, values)
      const [least, most] = [Math.max(range[0], -1e6), Math.min(range[1], 1e6)]
      const one = metric.isYesOrNo
        ? fc.constantFrom(0, 1)
        : fc.double({ min: least, max: most, noNaN: true, noDefaultInfinity: true })
      fc.assert(
        fc.property(fc.array(one, { minLength: 2, maxLength: 6 }), (runs) => {
          const { low, high } = summaryOf(runs, { ...metric, range })
          expect(low).toBeGreaterThanOrEqual(range[0])
          expect(high).toBeLessThanOrEqual(range[1])
        }),
        { numRuns: 20 },
      )
    }
  })
})

/** Longer ones are run by the test of what is recorded, at a few of their points. */
const SECONDS_MAX = 0.4
const POINTS_MAX = 4

describe.each(
  experiments
    .filter(({ needsModel, secondsPerRun }) => !needsModel && secondsPerRun <= SECONDS_MAX)
    .map((one) => [one.name, one] as const),
)('%s, run', (_, experiment) => {
  it('has means and intervals within its ranges, with little money too', async () => {
    const axes = Object.entries(experiment.sweep).map(([name, values]) => [name, values.slice(0, POINTS_MAX)])
    const tools = { chat: null, signal: new AbortController().signal }
    const swept = { ...Object.fromEntries(axes.slice(0, 1)), ...onePoint(axes.slice(1)) }
    const tight = 'budget' in experiment.parameters.shape ? { ...swept, budget: [1] } : swept
    for (const set of [swept, tight]) {
      const result = await runHere(experiment, { set, seeds: [1, 2] }, tools)
      for (const { values, metrics } of summarise(experiment, result)) {
        for (const [name, { mean, low, high }] of Object.entries(metrics)) {
          const metric = experiment.metrics[name]
          if (!metric) throw new Error(`No metric ${name}`)
          const [least, most] = rangeOf(metric, values)
          for (const figure of [mean, low ?? mean, high ?? mean]) {
            expect(figure, name).toBeGreaterThanOrEqual(least - ROUNDING)
            expect(figure, name).toBeLessThanOrEqual(most + ROUNDING)
          }
        }
      }
      if (tight === swept) break
    }
  }, 60_000)
})

function onePoint(axes: readonly (readonly [string, readonly unknown[]] | unknown[])[]) {
  return Object.fromEntries(axes.map(([name, values]) => [name, (values as unknown[]).slice(0, 1)]))
}
