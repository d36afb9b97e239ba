import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '@/db/client'
import { bots, contexts } from '@/db/schema'
import { builtInModel } from '../../llm/built-in/built-in'
import type { InspectTask } from '../../llm/model'
import { tellTree } from '../../market/inbox/tell'
import { readTree } from '../../market/tree-rows'
import { BITS_PER_ROOT, bitsShare } from '../../protocol/bits'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { listBotRuns } from '../../sellers/bots/bots'
import { ID_PREFIXES } from '../../shared/ids'
import type { ModelFailure } from '../../words/failures'
import { resumeInspection } from './resume'
import { buyAll, newKey, scriptedModel } from './testing'
import { changesItsMind, engineScene, eventsOf } from './testing-engine'

const scene = engineScene()

const usage = { calls: 1, promptTokens: 10, completionTokens: 3 }
const failing = (failure: ModelFailure, isTransient = true) => ({
  ok: false as const,
  failure,
  isTransient,
  usage,
})

/** Until nothing moves by itself for a quarter of an hour. */
async function wait(minutes = 15) {
  await scene.market.settle()
  for (let second = 0; second < minutes * 60; second += 30) {
    scene.market.clock.forward(30_000)
    await scene.market.engine.sweep()
    await scene.market.settle()
  }
}

describe('of its calls a tree tells nothing', () => {
  it.each([
    ['malformed', 2],
    ['timeout', 1],
  ] as const)('but their verdicts: not that one was %s', async (failure, tries) => {
    const told: unknown[] = []
    for (const fails of [false, true]) {
      let calls = 0
      const model = scriptedModel((task) => {
        calls += 1
        // What cannot be read together is read one by one before it is tried again.
        return fails && calls <= tries ? failing(failure, failure === 'timeout') : buyAll(task)
      })
      const { buyer, rootId } = await scene.bridge(model)
      await wait(1)
      expect(calls).toBe(fails ? tries + 1 : 1)
      const tree = await scene.treeOf(buyer, rootId)
      expect(tree.status).toBe('settled')
      told.push({
        events: tree.events.map(({ type, code, round }) => [type, code, round]),
        readings: tree.contexts[0]?.readings,
        bits: tree.bitsSpent,
      })
    }
    expect(told[0]).toEqual(told[1])
  })
})

/** Every moment of a tree that somebody is shown, by what it is of. */
const SHOWN = [
  ['inspection_event', 'at', 'type'],
  ['buyer_context', 'created_at', 'level::text'],
  ['buyer_context', 'inspected_at', 'level::text'],
  ['buyer_context', 'ended_at', 'level::text'],
  ['buyer_context', 'next_sitting_at', 'level::text'],
  ['info_offer', 'created_at', 'teaser'],
  ['info_offer', 'first_read_at', 'teaser'],
  ['info_offer', 'ended_at', 'teaser'],
  ['purchase', 'created_at', 'price_micros::text'],
  ['ledger_transfer', 'created_at', 'amount_micros::text'],
  ['inspection', 'started_at', 'status::text'],
  ['inspection', 'ended_at', 'status::text'],
  ['answer', 'written_at', 'revision::text'],
  ['notice', 'created_at', 'event::text'],
  ['notice', 'changed_at', 'event::text'],
] as const

async function momentsSince(began: Date): Promise<string[]> {
  const rows = await Promise.all(
    SHOWN.map(([table, column, of]) =>
      scene.database.db.execute(
        sql.raw(`select '${table} ' || ${of} || ' ${column} ' || coalesce(extract(epoch from ${column} - '${began.toISOString()}')::text, 'never') as told
          from "${table}" where ${column} is null or ${column} >= '${began.toISOString()}' order by 1`),
      ),
    ),
  )
  return rows.flatMap((one) => rowsOf<{ told: string }>(one).map(({ told }) => told))
}

describe('of how long its calls take a tree keeps nothing', () => {
  /** Sells on the root and below, over two sittings; each call takes as long as the model likes. */
  async function run(takesMs: readonly number[]): Promise<string[]> {
    await scene.database.truncate()
    let calls = 0
    const model = scriptedModel((task) => {
      scene.market.clock.forward(takesMs[calls] ?? 0)
      calls += 1
      return changesItsMind(task)
    })
    const policy = { ...DEFAULT_POLICY, maxSittings: 2, sittingGapSeconds: 60 }
    const { buyer, expert, rootId } = await scene.bridge(model, { policy, deadlineMinutes: 600 })
    const began = scene.market.clock.now()
    await scene.market.settle()
    // A call that outlasts its lease may be made once more elsewhere; one of the two counts.
    expect(calls).toBeGreaterThanOrEqual(3)
    await tellTree(scene.market.deps, rootId)
    expect((await scene.treeOf(buyer, rootId)).status).toBe('provisional')
    const [bot] = await scene.database.db.select().from(bots)
    const runs = await listBotRuns(scene.database.db, expert, bot?.id ?? '')
    expect(runs).toHaveLength(1)
    const asked = runs.map(({ createdAt }) => (createdAt.getTime() - began.getTime()) / 1_000)
    return [...(await momentsSince(began)), ...asked.map((seconds) => `run of a bot ${seconds}`)]
  }

  it('within the hour no moment that anybody is shown differs', async () => {
    const quick = await run([0, 0, 0])
    expect(quick.length).toBeGreaterThan(20)
    expect(await run([17, 1_234_567, 40_001])).toEqual(quick)
  })

  it('and what was bought stands in the order in which it was, whatever ids it has', async () => {
    const { rootId } = await scene.bridge(scriptedModel(changesItsMind))
    let left = 1_000_000
    scene.market.deps.ids = {
      next: (kind) => {
        left -= 1
        return `${ID_PREFIXES[kind]}_${left}`
      },
    }
    await scene.market.settle()
    const tree = await readTree(scene.market.deps.db, rootId)
    const levels = new Map(tree?.contexts.map(({ id, level }) => [id, level]))
    expect(tree?.purchases.map(({ contextId }) => levels.get(contextId))).toEqual([1, 0])
    expect(new Set(tree?.purchases.map(({ createdAt }) => createdAt.getTime())).size).toBe(1)
  })

  it('and over hours whole hours', async () => {
    const slow = await run([3 * 3_600_000 + 77_777, 0, 0])
    const seconds = slow.map((line) => line.split(' ').at(-1)).filter((told) => told !== 'never')
    expect(seconds.filter((told) => Number(told) >= 3_600).length).toBeGreaterThan(5)
    expect(seconds.filter((told) => Number(told) % 3_600 > 60)).toEqual([])
  })
})

describe('a model that fails as it likes', () => {
  it('is paid for each pause with bits, and once these are spent the built-in inspector ends the tree', async () => {
    const kinds: ModelFailure[] = ['refused', 'unavailable', 'key-refused', 'malformed']
    let pauses = 0
    const model = scriptedModel(() => failing(kinds[pauses % kinds.length] ?? 'refused', false))
    const { buyer, rootId } = await scene.bridge(model)
    for (;;) {
      await wait(1)
      const { status } = await scene.treeOf(buyer, rootId)
      if (status !== 'paused') break
      pauses += 1
      expect(pauses).toBeLessThan(BITS_PER_ROOT)
      await resumeInspection(scene.market.deps, buyer, { rootId, requestKey: newKey() })
    }
    await wait(1)
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.status).toBe('settled')
    const told = tree.events.filter(({ type }) => type === 'tree.paused').map(({ code }) => code)
    expect(told).toEqual(['unusable-reply', 'no-reply', 'operator', 'unusable-reply'])
    expect(tree.bitsSpent).toBeLessThanOrEqual(BITS_PER_ROOT)
    // Whether somebody took over is told, and neither when nor of which step.
    expect(tree.inspectorName).toMatch(/then the built-in/)
    expect(tree.contexts.flatMap(({ readings }) => readings.map(({ inspector }) => inspector))).toEqual(
      tree.contexts.flatMap(({ readings }) => readings.map(() => 'Scripted')),
    )
  })

  it('in a sub-question too, whose share of the bits is smaller', async () => {
    const model = scriptedModel((task: InspectTask) =>
      task.questions.length > 1 ? failing('refused', false) : changesItsMind(task),
    )
    const { buyer, rootId } = await scene.bridge(model)
    await scene.market.deps.db
      .update(contexts)
      .set({ millibitsLeft: bitsShare(9_000, 0) })
      .where(eq(contexts.id, rootId))
    await wait(2)
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.status).toBe('settled')
    expect(eventsOf(tree)).not.toContain('tree.paused')
    expect(tree.contexts).toHaveLength(2)
  })

  it('tells of an outage once, however often it is tried meanwhile, and goes on by itself', async () => {
    let isDown = true
    const model = scriptedModel((task) => (isDown ? failing('unavailable') : changesItsMind(task)))
    const { buyer, rootId } = await scene.bridge(model)
    await wait(60)
    const paused = await scene.treeOf(buyer, rootId)
    expect(paused.status).toBe('paused')
    const tries = model.seen.length
    // Five at first, then after 1, 2, 4, 8, 16 and 30 minutes.
    expect(tries).toBeGreaterThanOrEqual(5 + 5)
    expect(tries).toBeLessThanOrEqual(5 + 7)
    expect(eventsOf(paused).filter((type) => type.startsWith('tree.'))).toEqual([
      'tree.started',
      'tree.paused',
    ])
    isDown = false
    await wait(31)
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.status).toBe('settled')
    expect(eventsOf(tree).filter((type) => type.startsWith('tree.'))).toEqual([
      'tree.started',
      'tree.paused',
      'tree.resumed',
    ])
    expect(tree.inspectorName).toBe('Scripted')
  })

  it('and takes its worker along, ends likewise', async () => {
    let calls = 0
    const model = scriptedModel(() => {
      calls += 1
      scene.market.kill()
      return failing('unavailable')
    })
    const { buyer, rootId } = await scene.bridge(model)
    await scene.market.deps.db.update(contexts).set({ millibitsLeft: 0 }).where(eq(contexts.id, rootId))
    for (let turn = 0; turn < 12; turn += 1) {
      await scene.market.settle().catch(() => {})
      scene.market.clock.forward(11_000)
      await scene.market.engine.sweep()
    }
    await scene.market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    expect(calls).toBe(5)
    expect(tree.status).toBe('settled')
    expect(tree.inspectorName).toContain(builtInModel.name.toLowerCase())
  })
})
