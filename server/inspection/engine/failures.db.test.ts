import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { contexts, inspections, ledgerState, offers, purchases } from '@/db/schema'
import { describeMultiConnection } from '@/db/testing'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { matchBots } from '../../sellers/matching/match-bots'
import { CRASHPOINTS, onCrashpoint } from '../../shared/crashpoint'
import type { ModelFailure } from '../../words/failures'
import { createEngine } from './engine'
import { resumeInspection } from './resume'
import { askQuestion, buyAll, credits, newKey, person, scriptedModel } from './testing'
import { changesItsMind, engineScene, eventsOf } from './testing-engine'

const scene = engineScene()

const callsOf = async (rootId: string) => {
  const [tree] = await scene.database.db.select().from(inspections).where(eq(inspections.rootId, rootId))
  return tree?.modelCalls
}

describe('a model that fails', () => {
  const failing = (failure: ModelFailure) => ({
    ok: false as const,
    failure,
    isTransient: failure !== 'quota',
    usage: { calls: 1, promptTokens: 0, completionTokens: 0 },
  })

  it.each(['unavailable', 'timeout', 'refused', 'malformed', 'truncated'] as const)(
    '%s: nothing is bought, the tree pauses with its reason, resumes and settles',
    async (failure) => {
      let isDown = true
      const { buyer, rootId, seller } = await scene.bridge(
        scriptedModel((task) => (isDown ? failing(failure) : changesItsMind(task))),
      )
      await scene.market.settle()
      for (let minute = 0; minute < 5; minute += 1) {
        scene.market.clock.forward(60_000)
        await scene.market.settle()
      }
      const paused = await scene.treeOf(buyer, rootId)
      expect(paused.status).toBe('paused')
      expect(paused.pausedFor).toMatch(/model/)
      expect(await scene.available(seller)).toBe(credits(100))
      isDown = false
      await resumeInspection(scene.market.deps, buyer, { rootId, requestKey: newKey() })
      await scene.market.settle()
      const tree = await scene.treeOf(buyer, rootId)
      expect(tree.status).toBe('settled')
      expect(tree.pausedFor).toBeNull()
      expect(eventsOf(tree)).toContain('tree.resumed')
      expect(await scene.available(buyer)).toBe(credits(96.5))
    },
  )

  it('goes on by itself once it is back, sooner or later by how long it was away', async () => {
    let isDown = true
    const { buyer, rootId } = await scene.bridge(
      scriptedModel((task) => (isDown ? failing('unavailable') : changesItsMind(task))),
    )
    await scene.market.settle()
    for (let minute = 0; minute < 5; minute += 1) {
      scene.market.clock.forward(60_000)
      await scene.market.settle()
    }
    await scene.market.engine.sweep()
    await scene.market.settle()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('paused')
    isDown = false
    for (let minute = 0; minute < 3; minute += 1) {
      scene.market.clock.forward(60_000)
      await scene.market.engine.sweep()
      await scene.market.settle()
    }
    expect((await scene.treeOf(buyer, rootId)).status).toBe('settled')
    expect(await scene.available(buyer)).toBe(credits(96.5))
  })

  it('may leave the rest to the built-in inspector, when its buyer says so', async () => {
    const { buyer, rootId } = await scene.bridge(scriptedModel(() => failing('quota')))
    await scene.market.settle()
    const paused = await scene.treeOf(buyer, rootId)
    expect(paused).toMatchObject({
      status: 'paused',
      pausedFor: expect.stringContaining('the operator must set it right'),
    })
    // What the operator must mend is asked for once, not five times.
    expect(await callsOf(rootId)).toBe(1)
    await resumeInspection(scene.market.deps, buyer, { rootId, withBuiltIn: true, requestKey: newKey() })
    await scene.market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree).toMatchObject({ status: 'settled', inspectorName: 'Built-in agent' })
    expect(await callsOf(rootId)).toBe(1)
  })

  it('is followed by the built-in inspector without a word of anybody, where its asker chose so', async () => {
    const { buyer, rootId } = await scene.bridge(
      scriptedModel(() => ({ ...failing('malformed'), isTransient: false })),
      { policy: { ...DEFAULT_POLICY, onFailure: 'built-in' } },
    )
    for (let second = 0; second < 5; second += 1) {
      await scene.market.settle()
      scene.market.clock.forward(1_000)
    }
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.status).toBe('settled')
    expect(tree.inspectorName).toMatch(/then the built-in/)
    expect(eventsOf(tree)).not.toContain('tree.paused')
  })

  it.each([
    [90, 'running'],
    [600, 'paused'],
  ] as const)('is left alone for the %s seconds that its server asks for', async (seconds, status) => {
    let calls = 0
    const { buyer, rootId } = await scene.bridge(
      scriptedModel((task) => {
        calls += 1
        return calls === 1 ? { ...failing('limited'), retryAfterMs: seconds * 1_000 } : changesItsMind(task)
      }),
    )
    await scene.market.settle()
    scene.market.clock.forward(seconds * 1_000 - 1)
    await scene.market.engine.sweep()
    await scene.market.settle()
    expect(calls).toBe(1)
    expect((await scene.treeOf(buyer, rootId)).status).toBe(status)
    scene.market.clock.forward(1)
    await scene.market.engine.sweep()
    await scene.market.settle()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('settled')
  })

  it('over texts read together has each read alone, so that one of them cannot pause the tree', async () => {
    const model = scriptedModel((task) =>
      task.appraisals ? buyAll(task) : { ...failing('malformed'), isTransient: false },
    )
    const { buyer, rootId } = await scene.bridge(model)
    await scene.market.settle()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('settled')
    expect(await scene.available(buyer)).toBe(credits(97))
    expect(model.seen.map(({ appraisals }) => appraisals !== null)).toEqual([false, true])
    expect(model.seen[1]?.offers.map(({ privateInfo }) => privateInfo)).toEqual([''])
  })

  it('in a way that will not pass is asked once more, and then people are', async () => {
    const model = scriptedModel(() => ({ ...failing('refused'), isTransient: false }))
    const { buyer, rootId } = await scene.bridge(model)
    await scene.market.settle()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('running')
    scene.market.clock.forward(1_000)
    await scene.market.settle()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('paused')
    // Each time together, then each offer alone.
    expect(model.seen).toHaveLength(4)
  })

  it('a pause that nobody ends gives the credits back after a week', async () => {
    const { buyer, rootId } = await scene.bridge(scriptedModel(() => failing('unavailable')))
    await scene.market.settle()
    for (let minute = 0; minute < 5; minute += 1) {
      scene.market.clock.forward(60_000)
      await scene.market.settle()
    }
    scene.market.clock.forward(8 * 24 * 3_600_000)
    await scene.market.engine.sweep()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('cancelled')
    expect(await scene.available(buyer)).toBe(credits(100))
  })
})

describe('a verdict that cannot be written', () => {
  it('while money is frozen is paid once: nothing is called again before it moves', async () => {
    let calls = 0
    const freeze = (reason: string | null) =>
      scene.database.db
        .insert(ledgerState)
        .values({ id: true, frozenReason: reason, checkedAt: scene.market.clock.now() })
        .onConflictDoUpdate({ target: ledgerState.id, set: { frozenReason: reason } })
    const { buyer, rootId } = await scene.bridge(
      scriptedModel(async (task) => {
        calls += 1
        if (calls === 1) await freeze('sum-is-zero')
        return buyAll(task)
      }),
    )
    await scene.market.settle().catch(() => {})
    for (let second = 0; second < 110; second += 2) {
      scene.market.clock.forward(2_000)
      await scene.market.engine.sweep()
      await scene.market.settle()
    }
    expect(calls).toBe(1)
    expect((await scene.treeOf(buyer, rootId)).status).toBe('running')
    await freeze(null)
    await scene.market.engine.sweep()
    await scene.market.settle()
    expect(calls).toBe(2)
    expect((await scene.treeOf(buyer, rootId)).status).toBe('settled')
    expect(await scene.available(buyer)).toBe(credits(97))
  })

  it('is tried again a few times, ever later, then the tree pauses and says so', async () => {
    const model = scriptedModel(buyAll)
    const { buyer, seller, rootId, offerId } = await scene.bridge(model)
    // The buyer's own offer, as no door of the market would let it in: the purchase is refused whatever is decided.
    await scene.database.db.update(offers).set({ sellerId: buyer }).where(eq(offers.id, offerId))
    for (let second = 0; second < 110; second += 1) {
      await scene.market.settle().catch(() => {})
      scene.market.clock.forward(1_000)
      await scene.market.engine.sweep()
    }
    await scene.market.settle().catch(() => {})
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.status).toBe('paused')
    expect(tree.pausedFor).toMatch(/our side/)
    expect(model.seen).toHaveLength(5)
    await scene.database.db.update(offers).set({ sellerId: seller }).where(eq(offers.id, offerId))
  })

  it('that kills its worker every time pauses the tree after a few', async () => {
    let calls = 0
    const { buyer, rootId } = await scene.bridge(
      scriptedModel((task) => {
        calls += 1
        scene.market.kill()
        return buyAll(task)
      }),
    )
    for (let turn = 0; turn < 12; turn += 1) {
      await scene.market.settle().catch(() => {})
      scene.market.clock.forward(11_000)
      await scene.market.engine.sweep()
    }
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.status).toBe('paused')
    expect(tree.pausedFor).toMatch(/our side/)
    expect(calls).toBe(5)
  })
})

describe('a question whose jobs are lost', () => {
  it('without offers ends at its deadline, and its credits return', async () => {
    const buyer = await person(scene.market, 'ada')
    const rootId = await askQuestion(scene.market, buyer, { start: { rule: 'deadline' }, deadlineMinutes: 5 })
    scene.market.waiting.splice(0)
    scene.market.clock.forward(6 * 60_000)
    await scene.market.engine.sweep()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('settled')
    expect(await scene.available(buyer)).toBe(credits(100))
  })

  it('is matched, and begins when there are offers enough', async () => {
    const { buyer, rootId } = await scene.bridge(scriptedModel(buyAll))
    scene.market.waiting.splice(0)
    scene.market.clock.forward(6_000)
    await scene.market.engine.sweep()
    await scene.market.settle()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('settled')
    expect(await scene.available(buyer)).toBe(credits(97))
  })

  it('goes on when a step that was put off has lost its job', async () => {
    let isDown = true
    const { buyer, rootId } = await scene.bridge(
      scriptedModel((task) =>
        isDown
          ? {
              ok: false,
              failure: 'timeout',
              isTransient: true,
              usage: { calls: 1, promptTokens: 0, completionTokens: 0 },
            }
          : buyAll(task),
      ),
    )
    await scene.market.settle()
    scene.market.waiting.splice(0)
    isDown = false
    scene.market.clock.forward(2_000)
    await scene.market.engine.sweep()
    await scene.market.settle()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('settled')
  })
})

describe('a worker that dies', () => {
  it.each(CRASHPOINTS.filter((point) => point.startsWith('step.')))(
    'at %s: the sweeper takes the step up again, and every effect happens once',
    async (point) => {
      const { buyer, seller, expert, rootId } = await scene.bridge(scriptedModel(changesItsMind))
      let crashes = 0
      const stop = onCrashpoint((name) => {
        if (name !== point || crashes > 2) return
        crashes += 1
        scene.market.kill()
        throw new Error('killed')
      })
      for (let turn = 0; turn < 8; turn += 1) {
        await scene.market.settle().catch(() => {})
        scene.market.clock.forward(11_000)
        await scene.market.engine.sweep().catch(() => {})
      }
      stop()
      await scene.market.settle()
      const tree = await scene.treeOf(buyer, rootId)
      expect(crashes).toBeGreaterThan(0)
      expect(tree.status).toBe('settled')
      expect(await scene.available(buyer)).toBe(credits(96.5))
      expect(await scene.available(seller)).toBe(credits(102.85))
      expect(await scene.available(expert)).toBe(credits(100) + 475_000n)
    },
  )

  it('and comes back late: its answer is dropped', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    let calls = 0
    const model = scriptedModel(async (task) => {
      calls += 1
      if (calls === 1) await gate
      return buyAll(task)
    })
    const { buyer, rootId } = await scene.bridge(model)
    const late = scene.market.settle()
    while (calls === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    scene.market.clock.forward(11_000)
    const other = createEngine(scene.market.deps, { matchBots, begins: true })
    await other.sweep()
    await other.idle()
    release()
    await late
    await scene.market.settle()
    const bought = await scene.database.db.select().from(purchases).where(eq(purchases.rootId, rootId))
    expect(calls).toBe(2)
    expect(bought).toHaveLength(1)
    expect(await scene.available(buyer)).toBe(credits(97))
  })
})

describeMultiConnection('two workers at once', () => {
  it('move one tree together, and every effect happens once', async () => {
    const { buyer, seller, expert, rootId } = await scene.bridge(scriptedModel(changesItsMind))
    const other = createEngine(scene.market.deps, { matchBots, begins: true })
    for (let turn = 0; turn < 20; turn += 1) {
      const open = await scene.database.db
        .select({ contextId: contexts.id })
        .from(contexts)
        .where(and(eq(contexts.rootId, rootId)))
      await Promise.all([
        scene.market.settle(),
        ...open.flatMap(({ contextId }) => [
          other.claim({ rootId, contextId }),
          scene.market.engine.claim({ rootId, contextId }),
        ]),
      ])
      await other.idle()
    }
    expect((await scene.treeOf(buyer, rootId)).status).toBe('settled')
    expect(await scene.available(buyer)).toBe(credits(96.5))
    expect(await scene.available(seller)).toBe(credits(102.85))
    expect(await scene.available(expert)).toBe(credits(100) + 475_000n)
  })
})
