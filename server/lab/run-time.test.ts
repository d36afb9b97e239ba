import { expect, it } from 'vitest'
import { experimentNamed } from './experiments'
import { parameterFields } from './parameter-fields'
import { secondsOfSeed } from './run-time'

const timed = (name: string) => {
  const experiment = experimentNamed(name)
  return { ...experiment, fields: parameterFields(experiment) }
}

it('is the time of a run at the defaults, for each point of the sweep', () => {
  const market = timed('lemon-market')
  const set = Object.fromEntries(market.fields.map(({ name, usual }) => [name, [usual]]))
  expect(secondsOfSeed(market, set)).toBeCloseTo(market.secondsPerRun)
  expect(secondsOfSeed(market, { ...set, sybils: [0, 3, 9], sellerIds: [true, false] })).toBeCloseTo(
    6 * market.secondsPerRun,
  )
})

it('grows with a power of a number, and by a factor for a value', () => {
  const depth = { ...timed('follow-up-depth'), secondsPerRun: 1, grows: { questions: 1, depth: { 4: 12 } } }
  const at = (set: Parameters<typeof secondsOfSeed>[1]) => secondsOfSeed(depth, { depth: [2], ...set })
  expect(at({ questions: [40] })).toBeCloseTo(2)
  expect(at({ questions: [10, 40] })).toBeCloseTo(2.5)
  expect(at({ depth: [2, 4], questions: [20] })).toBeCloseTo(13)
})
