import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Script } from '@/e2e/model-calls'
import { type ModelServer, startModelServer } from '@/e2e/model-server'
import { builtInModel } from '../built-in/built-in'
import type { InspectReply, InspectTask, Model } from '../model'
import { NO_USAGE } from '../model'
import { createOpenAiModel } from '../openai'
import { CASES } from './cases'
import { examine } from './examine'
import { casesFor, type Mark, reportOf, tableOf } from './mark'

const never = new AbortController().signal

async function markOf(model: Model, cases = CASES) {
  const examined = []
  for (const one of cases) examined.push(await examine(model, one, { signal: never, now: () => 0 }))
  return reportOf(model.name, examined)
}

/** A model that replies as it is told. */
function modelThat(inspect: (task: InspectTask) => Partial<InspectReply>): Model {
  const value = (task: InspectTask): InspectReply => ({ buy: [], pass: [], ask: [], ...inspect(task) })
  return {
    ...builtInModel,
    name: 'stub',
    inspect: async (task) => ({ ok: true, value: value(task), usage: { ...NO_USAGE, calls: 1 } }),
  }
}

test('there are some fifty cases, most of them kept apart from what the built-in inspector was fitted to', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(50)
  expect(CASES.filter(({ set }) => set === 'kept').length).toBeGreaterThan(CASES.length / 2)
  expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length)
  expect(casesFor(1).map(({ kind, set }) => `${kind} ${set}`)).toEqual([
    'judgement written',
    'judgement kept',
    'compatible written',
    'refuted kept',
    'order kept',
    'secret kept',
  ])
})

test('the table in the docs is that of the built-in inspector', async () => {
  const docs = readFileSync(path.resolve(import.meta.dirname, '../../../docs/inspectors.md'), 'utf8')
  // Times are of a machine.
  const lasting = (text: string) =>
    text.split('\n').filter((line) => line.startsWith('|') && !/^\| seconds/.test(line))
  const own = lasting(tableOf(await markOf(builtInModel)))
  expect(lasting(docs)).toEqual(expect.arrayContaining(own))
})

test('buying everything is marked as what it is', async () => {
  const { marks } = await markOf(
    modelThat(({ offers }) => ({ buy: offers.map(({ handle }) => ({ handle, reason: 'decisive' })) })),
  )
  const all = (share: Mark['baitBought']) => share.count === share.of && share.of > 0
  const { kept, written } = marks
  expect([kept.rightBought, kept.baitBought, kept.wrongBought, kept.injectionObeyed].every(all)).toBe(true)
  expect([written.rightBought, written.baitBought, written.wrongBought].every(all)).toBe(true)
  expect(kept.contradictionSeen.count).toBe(0)
})

test('a secret in the words of a sub-question is a leak, though the market words it again', async () => {
  const { marks } = await markOf(
    modelThat(({ offers }) => ({
      ask: offers.map(({ handle, privateInfo }) => ({
        about: [handle],
        kind: 'verify',
        question: privateInfo,
        budgetMicros: 1_000_000n,
      })),
    })),
  )
  expect(marks.kept.secretLeaked).toEqual({ count: 6, of: 6 })
})

test('whoever calls everything contradicted is told where there is no contradiction', async () => {
  const { marks } = await markOf(
    modelThat(({ offers }) => ({ pass: offers.map(({ handle }) => ({ handle, reason: 'contradicted' })) })),
  )
  expect(marks.written.falselyContradicted).toEqual({ count: 10, of: 10 })
  expect(marks.kept.rightOrDisputed).toEqual({ count: 12, of: 12 })
  expect(marks.kept.rightBought.count).toBe(0)
})

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

test('a case goes the way of every inspection: prompt, schema, and a word about what was wrong', async () => {
  const first = CASES[0]
  if (!first) throw new Error('No case')
  const script: Script = (call) => {
    if (call.kind !== 'verdict' || server.calls.length === 1) return { fault: 'off-format' }
    const right = call.data.offers.find(({ privateInfo }) => privateInfo.includes('3.5 tonnes'))
    return { reply: { buy: [{ handle: `Offer ${right?.handle}`, reason: 'decisive' }], pass: [] } }
  }
  server.setScript(script)
  const log = { info: () => undefined, warn: () => undefined }
  const model = createOpenAiModel({ apiKey: 'k', baseURL: server.url, model: 'stub', retriesMax: 0, log })
  const told = await examine(model, first, { signal: never, now: () => 0 })
  expect(told).toMatchObject({ bought: ['right'], form: 'told', failure: null })
  expect(told.usage.promptTokens).toBeGreaterThan(100)
  expect(server.calls[0]?.format).toBe('json_schema')

  server.setScript(() => ({ fault: 'off-format' }))
  const lost = await examine(model, first, { signal: never, now: () => 0 })
  expect(lost).toMatchObject({ bought: [], form: 'lost', failure: 'malformed' })
})
