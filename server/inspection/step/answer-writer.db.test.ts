import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answers, inspections } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { builtInModel } from '../../llm/built-in/built-in'
import type { Model } from '../../llm/model'
import { onCrashpoint } from '../../shared/crashpoint'
import { type TestMarket, testMarket } from '../../testing'
import { askQuestion, buyAll, person, scriptedModel, sell } from '../engine/testing'
import { writeAnswer } from './answer'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

/** A tree that has settled with a purchase, and whose answer nobody has begun: its job is lost. */
async function settledTree(answer: Model['answer'] = builtInModel.answer) {
  let calls = 0
  const counting: Model['answer'] = (task, signal) => {
    calls += 1
    return answer(task, signal)
  }
  const model = { ...scriptedModel(buyAll), answer: counting }
  const market = testMarket(database, { site: model, isSiteBuiltIn: false })
  const { enqueue } = market.deps.jobs
  market.deps.jobs.enqueue = async (tx, name, payloads, startAfter) => {
    if (name !== 'inspection.answer') await enqueue(tx, name, payloads, startAfter)
  }
  const rootId = await askQuestion(market, await person(market, 'ada'))
  await sell(market, await person(market, 'sol'), {
    contextId: rootId,
    teaser: 'A report on the bridge.',
    privateInfo: 'Ockham and Sons measured a crack of 17 millimetres in the east pier.',
    price: 3,
  })
  await market.settle()
  return { market, rootId, calls: () => calls }
}

const written = async ({ deps }: TestMarket, rootId: string) =>
  (await deps.db.select().from(answers).where(eq(answers.rootId, rootId)))[0]
const tree = async ({ deps }: TestMarket, rootId: string) =>
  (await deps.db.select().from(inspections).where(eq(inspections.rootId, rootId)))[0]

describe('the answer of a settled tree', () => {
  it('is written though its job was lost, and then is due no more', async () => {
    const { market, rootId, calls } = await settledTree()
    expect(await tree(market, rootId)).toMatchObject({ status: 'settled', answeredAt: null })
    await market.sweep()
    expect(await written(market, rootId)).toMatchObject({ writtenBy: 'Scripted' })
    expect(await tree(market, rootId)).toMatchObject({ answerDueAt: null })
    market.clock.forward(60_000)
    await market.sweep()
    expect(calls()).toBe(1)
  })

  it('is taken up twelve seconds after its process died of it, and not before', async () => {
    const { market, rootId, calls } = await settledTree()
    const stop = onCrashpoint((name) => {
      if (name === 'answer.after_call') throw new Error('killed')
    })
    await market.sweep()
    stop()
    expect(await written(market, rootId)).toBeUndefined()
    market.clock.forward(9_000)
    await market.sweep()
    expect(calls()).toBe(1)
    market.clock.forward(3_000)
    await market.sweep()
    expect(await written(market, rootId)).toMatchObject({ writtenBy: 'Scripted' })
    expect(calls()).toBe(2)
  })

  it('is paid for once by two who begin at the same time', async () => {
    const { market, rootId, calls } = await settledTree()
    await Promise.all([writeAnswer(market.deps, rootId), writeAnswer(market.deps, rootId), market.sweep()])
    expect(calls()).toBe(1)
    expect(await written(market, rootId)).toMatchObject({ writtenBy: 'Scripted' })
  })

  it('is tried three times with a model that is gone, then the built-in one writes it', async () => {
    const { market, rootId, calls } = await settledTree(async () => ({
      ok: false,
      failure: 'unavailable',
      isTransient: true,
      usage: { calls: 1, promptTokens: 0, completionTokens: 0 },
    }))
    for (const seconds of [0, 1, 2]) {
      expect(await written(market, rootId)).toBeUndefined()
      market.clock.forward(seconds * 1_000)
      await market.sweep()
    }
    expect(calls()).toBe(3)
    expect(await written(market, rootId)).toMatchObject({ writtenBy: builtInModel.name })
  })

  it('is written by the built-in one when the process died of every try', async () => {
    const { market, rootId, calls } = await settledTree()
    await market.deps.db.update(inspections).set({ answerTries: 3 }).where(eq(inspections.rootId, rootId))
    await market.sweep()
    expect(calls()).toBe(0)
    expect(await written(market, rootId)).toMatchObject({ writtenBy: builtInModel.name })
  })
})
