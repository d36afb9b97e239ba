import { describe, expect, it } from 'vitest'
import { experimentNamed } from '@/server/lab/experiments'
import { csvOf } from './downloads'
import { factsOf } from './facts'
import type { LabRun } from './lab-worker'
import { firstDraft, foldedFields, HERE_SECONDS_MAX, readDraft } from './run-draft'

const facts = factsOf(experimentNamed('oversight-game'))
const draft = (values: Record<string, string>, seeds = facts.seeds) => ({
  seeds,
  values: { ...firstDraft(facts).values, ...values },
})

it('writes the columns of a CSV in the order of the command, whatever a run leaves out', () => {
  const runs: LabRun[] = [
    { seed: 1, values: { states: 2, parts: 1 }, metrics: { moves: 1, holds: 1 } },
    { seed: 2, values: { states: 2, parts: 1 }, metrics: { holds: 0, hasTies: 0 } },
  ]
  const [head, ...lines] = csvOf(facts, runs).trim().split('\n')
  expect(head).toBe(
    'seed,conditions,parts,states,choices,priceMax,holds,isFirstInextensible,areLaterNull,isFirstBest,hasTies,moves',
  )
  expect(lines).toEqual(['1,,1,2,,,1,,,,,1', '2,,1,2,,,0,,,,0,'])
})

it('folds away what is not swept where there are many parameters, and loses none', () => {
  expect(foldedFields(facts).folded).toEqual([])
  const crash = factsOf(experimentNamed('crash'))
  const { shown, folded } = foldedFields(crash)
  expect(shown.length).toBeLessThanOrEqual(6)
  expect(shown.map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(experimentNamed('crash').sweep)),
  )
  expect([...shown, ...folded].map(({ name }) => name).sort()).toEqual(
    crash.fields.map(({ name }) => name).sort(),
  )
})

describe('the form of an experiment', () => {
  it('begins with what the command runs by default', () => {
    const read = readDraft(facts, firstDraft(facts))
    expect(read).toMatchObject({ ok: true, set: {}, runs: 4000, command: 'npm run lab -- oversight-game' })
  })

  it('takes several values of a parameter, and says them as a command', () => {
    expect(readDraft(facts, draft({ parts: '2, 3', conditions: 'all' }, '1-5'))).toMatchObject({
      ok: true,
      set: { parts: [2, 3], conditions: ['all'] },
      seeds: [1, 2, 3, 4, 5],
      runs: 10,
      command: "npm run lab -- oversight-game --seeds 1-5 --set 'conditions=all' --set 'parts=2,3'",
    })
  })

  it('says beside each field what is wrong with it', () => {
    expect(readDraft(facts, draft({ parts: '2,nine', states: '' }, 'x'))).toEqual({
      ok: false,
      problems: {
        parts: '“nine” is not legal; it must be a whole number from 1 to 4.',
        states: '“” is not legal; it must be a whole number from 2 to 16.',
        seeds: 'This field takes whole numbers from 0 to 4294967295, such as 8,16,64 or 1-20, not “x”.',
      },
    })
  })

  it('refuses a value that comes twice, and one that another parameter bounds', () => {
    expect(readDraft(facts, draft({ parts: '2,2' }))).toMatchObject({
      problems: { parts: '“2” comes twice; each value counts once.' },
    })
    const crash = factsOf(experimentNamed('crash'))
    const six = { seeds: '1', values: { ...firstDraft(crash).values, stabilizers: '6' } }
    expect(readDraft(crash, six)).toMatchObject({
      problems: { stabilizers: '“6” is more than firms, which is 5.' },
    })
  })

  it('knows when a page is the wrong place, and how many seeds are not', () => {
    const read = readDraft(facts, draft({}, '1-100000'))
    if (!read.ok) throw new Error('The draft is not read')
    expect(read.seconds).toBeGreaterThan(HERE_SECONDS_MAX)
    const fewer = readDraft(facts, draft({}, `1-${read.seedsHere}`))
    expect(fewer.ok && fewer.seconds).toBeLessThanOrEqual(HERE_SECONDS_MAX)
    expect(fewer).toMatchObject({ seedsHere: read.seedsHere })
  })

  it('takes longer for ten years of a hundred firms than for one of five', () => {
    const crash = factsOf(experimentNamed('crash'))
    const seconds = (values: Record<string, string>) => {
      const read = readDraft(crash, { seeds: '1', values: { ...firstDraft(crash).values, ...values } })
      return read.ok ? read.seconds : Number.NaN
    }
    const one = seconds({})
    expect(seconds({ days: '3650' })).toBeCloseTo(10 * one)
    expect(seconds({ days: '365, 3650' })).toBeCloseTo(11 * one)
    expect(seconds({ firms: '100', consumers: '2000', days: '3650' })).toBeGreaterThan(HERE_SECONDS_MAX)
  })
})
