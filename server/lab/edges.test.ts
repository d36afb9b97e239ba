import { describe, expect, it } from 'vitest'
import type { Chat } from '../llm/chat'
import { NO_USAGE } from '../llm/model'
import { pick } from './agent-bazaar/draws'
import { BadArgumentError, commandFrom } from './command/arguments'
import type { Experiment, Json, RunTools, Value } from './experiment'
import { experiments } from './experiments'
import { jobsOf, runJob } from './grid'
import { type ParameterField, parameterFields, valueFrom } from './parameter-fields'
import { secondsOfSeed } from './run-time'
import { stream } from './stream'

/**
 * Every experiment at every end of what its parameters may be: it comes to figures that its metrics may have, or the command
 * refuses it with the parameter's name and what is legal. Sizes that runs get longer with are small but for the one that is tried.
 */

/** Holds what any agent is asked for, in the form of each. */
const REPLY = `VERDICT:
Option 1: Buy
WILLING TO PAY:
Option 1: $10 - $20
VERDICT: Better answer from student A
<answer>An answer.</answer>
{"supply": 20, "production": 100, "price": 1.5, "description": "A car in good condition.", "decision": "bid", "listing_id": "listing-1", "vote": "upvote"}`
const chat: Chat = {
  name: 'prepared',
  complete: async () => ({ ok: true, value: REPLY, usage: NO_USAGE }),
}
const toolsFor = ({ needsModel }: Experiment): RunTools => ({
  chat: needsModel ? chat : null,
  signal: new AbortController().signal,
})

type Point = Record<string, Value>

function endsOf(field: ParameterField): Value[] {
  switch (field.kind) {
    case 'boolean':
      return [false, true]
    case 'choice':
      return [...field.options]
    case 'text':
      return [field.usual]
    default:
      return [field.min ?? Number.NaN, field.max ?? Number.NaN]
  }
}

/** The least of what makes runs longer, all else as usual. */
function smallPoint({ grows }: Experiment, fields: readonly ParameterField[]): Point {
  return Object.fromEntries(
    fields.map((field) => {
      const isSize = typeof grows[field.name] === 'number' && 'min' in field && field.min !== null
      return [field.name, isSize ? (field.min ?? 0) : (field.defaults[0] ?? field.usual)]
    }),
  )
}

/** Where one parameter bounds another, the bound follows what is tried; else what is bounded is taken down to it. */
function lawful(point: Point, { atMost }: Experiment, tried?: string): Point {
  const found = { ...point }
  for (const [name, limit] of Object.entries(atMost)) {
    if (Number(found[name]) <= Number(found[limit])) continue
    if (name === tried) found[limit] = found[name] ?? 0
    else found[name] = found[limit] ?? 0
  }
  return found
}

const argumentsOf = (name: string, point: Point) => [
  name,
  ...Object.entries(point).flatMap(([field, value]) => ['--set', `${field}=${value}`]),
  '--seeds',
  '1',
]

/** Runs what the command takes; a refusal must name a parameter that was set. Says whether it ran. */
async function outcomeOf(experiment: Experiment, point: Point): Promise<'ran' | 'refused'> {
  let asked: ReturnType<typeof commandFrom>
  try {
    asked = commandFrom(argumentsOf(experiment.name, point))
  } catch (error) {
    if (!(error instanceof BadArgumentError)) throw error
    expect(error.message).toMatch(/^--set \w+: /)
    return 'refused'
  }
  if (asked.type !== 'run') throw new Error('No run was read')
  for (const job of jobsOf(experiment, asked)) {
    const { metrics } = await runJob(experiment, job, toolsFor(experiment))
    expect(JSON.parse(JSON.stringify(metrics))).toEqual(metrics)
  }
  return 'ran'
}

/** Longer ones are tried at their small sizes alone. */
const SECONDS_MAX = 0.05
/** Points with every parameter at one of its ends, drawn. */
const CORNERS = 4

describe.each(experiments.map((one) => [one.name, one] as const))('%s', (name, experiment) => {
  const fields = parameterFields(experiment)
  const small = smallPoint(experiment, fields)

  it('has ends that are values, for every number', () => {
    for (const field of fields) {
      for (const end of endsOf(field)) {
        expect(valueFrom(field, String(end)), field.name).toBe(end)
        expect(experiment.parameters.shape[field.name]?.safeParse(end).success, `${field.name} ${end}`).toBe(
          true,
        )
      }
    }
  })

  it('runs at each end of each parameter', async () => {
    for (const field of fields) {
      for (const end of endsOf(field)) {
        const point = lawful({ ...small, [field.name]: end }, experiment, field.name)
        expect(await outcomeOf(experiment, point), `${field.name}=${end}`).toBe('ran')
      }
    }
  }, 120_000)

  it('runs, or is refused, with all parameters at ends', async () => {
    const random = stream(1, `corners/${name}`)
    let ran = 0
    for (let corner = 0; corner < CORNERS; corner += 1) {
      const drawn = Object.fromEntries(fields.map((field) => [field.name, pick(random, endsOf(field))]))
      const sizes = Object.fromEntries(
        fields.flatMap(({ name: field }) =>
          typeof experiment.grows[field] === 'number' ? [[field, small[field] ?? 0]] : [],
        ),
      )
      const isShort = secondsOfSeed({ ...experiment, fields }, alone(drawn)) <= SECONDS_MAX
      const point = isShort ? drawn : { ...drawn, ...sizes }
      await outcomeOf(experiment, point)
      if ((await outcomeOf(experiment, lawful(point, experiment))) === 'ran') ran += 1
    }
    expect(ran).toBe(CORNERS)
  }, 120_000)

  it('tells its steps where it says that it has a log, and nothing elsewhere', async () => {
    const events: Json[] = []
    const [job] = jobsOf(experiment, { set: alone(lawful(small, experiment)), seeds: [1] })
    if (!job) throw new Error('No job')
    await runJob(experiment, job, { ...toolsFor(experiment), record: (event) => events.push(event) })
    expect(events.length > 0).toBe(experiment.log !== null)
    const asked = () => commandFrom([name, '--log'])
    if (experiment.log === null) expect(asked).toThrow(`--log: ${name} has no log`)
    else expect(asked()).toMatchObject({ hasLog: true })
  })
})

function alone(point: Point): Record<string, readonly Value[]> {
  return Object.fromEntries(Object.entries(point).map(([field, value]) => [field, [value]]))
}
