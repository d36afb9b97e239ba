import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contexts, inspectionEvents, inspections, ledgerTransfers } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { askQuestion, person } from '../inspection/engine/testing'
import { TREE_CONTEXTS_MAX } from '../protocol/policy'
import { testMarket } from '../testing'
import type { TreeStatus } from '../tree/contract'
import { inTree, TreeMovedOn } from './tree-transaction'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

/** A question, and what those who watch it hear from then on. */
async function scene() {
  const { deps } = testMarket(database)
  const rootId = await askQuestion(
    { ...testMarket(database), deps },
    await person(testMarket(database), 'ada'),
  )
  let hints = 0
  deps.bus.subscribe(rootId, () => {
    hints += 1
  })
  const seqs = async () => {
    const rows = await deps.db.select().from(inspectionEvents).where(eq(inspectionEvents.rootId, rootId))
    return rows.map(({ seq, type }) => [seq, type])
  }
  return { deps, rootId, seqs, hints: () => hints }
}

describe('a tree’s transaction', () => {
  it('numbers its events after what it wrote, and hints after the commit', async () => {
    const { deps, rootId, seqs, hints } = await scene()
    await inTree(deps, rootId, async (_tx, note) => {
      note({ type: 'tree.started', contextId: rootId })
      note({ type: 'context.inspecting', contextId: rootId, round: 0 })
    })
    expect(await seqs()).toEqual([
      [1, 'context.opened'],
      [2, 'tree.started'],
      [3, 'context.inspecting'],
    ])
    expect(hints()).toBe(1)
  })

  it('writes the rows left for its end just before its events, once, and neither when the tree has moved on', async () => {
    const { deps, rootId, seqs } = await scene()
    const grant = { key: 'left', kind: 'grant', from: 'issuance', to: 'user:ada', amount_micros: '5' }
    const rows = { call: sql`ledger_post(${JSON.stringify([grant])}::jsonb, now())` }
    const given = async () =>
      (await deps.db.select().from(ledgerTransfers).where(eq(ledgerTransfers.key, 'left'))).length
    const begin = (inWords: <T>(statement: Promise<T>) => Promise<T>, whileIn: TreeStatus[]) =>
      inTree(
        deps,
        rootId,
        async (tx, note) => {
          note({ type: 'tree.started', contextId: rootId })
          note.write({ ...rows, inWords })
          expect(() => note.write({ ...rows, inWords })).toThrow()
          const found = await tx.select().from(ledgerTransfers).where(eq(ledgerTransfers.key, 'left'))
          expect(found).toEqual([])
        },
        whileIn,
      )
    await expect(begin((statement) => statement, ['paused'])).rejects.toThrow(TreeMovedOn)
    expect(await given()).toBe(0)
    const refuse = async <T>(statement: Promise<T>): Promise<T> => {
      await statement
      throw new Error('in its words')
    }
    await expect(begin(refuse, ['collecting'])).rejects.toThrow('in its words')
    expect(await given()).toBe(0)
    await begin((statement) => statement, ['collecting'])
    expect(await given()).toBe(1)
    expect((await seqs()).map(([, type]) => type)).toEqual(['context.opened', 'tree.started'])
  })

  it('leaves nothing and hints nobody when it is undone', async () => {
    const { deps, rootId, seqs, hints } = await scene()
    const failing = inTree(deps, rootId, async (_tx, note) => {
      note({ type: 'tree.started', contextId: rootId })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await seqs()).toEqual([[1, 'context.opened']])
    expect(hints()).toBe(0)
  })

  it('is undone when the tree has left the statuses in which it is allowed', async () => {
    const { deps, rootId } = await scene()
    const late = inTree(
      deps,
      rootId,
      async (tx, note) => {
        await tx.update(contexts).set({ round: 4 }).where(eq(contexts.id, rootId))
        note({ type: 'tree.resumed', contextId: rootId })
      },
      ['paused'],
    )
    await expect(late).rejects.toThrow(TreeMovedOn)
    const [root] = await deps.db.select().from(contexts).where(eq(contexts.id, rootId))
    expect(root?.round).toBe(0)
  })

  it('is run again by the new count when siblings have opened contexts meanwhile', async () => {
    const { deps, rootId, seqs } = await scene()
    await deps.db.update(inspections).set({ treeContexts: TREE_CONTEXTS_MAX - 1 })
    let runs = 0
    await inTree(deps, rootId, async (_tx, note) => {
      runs += 1
      // The first time it believes that there is room for two.
      for (let opened = runs; opened <= 2; opened += 1)
        note({ type: 'context.opened', contextId: `c${opened}` })
    })
    expect(runs).toBe(2)
    expect((await seqs()).map(([seq]) => seq)).toEqual([1, 2])
    expect(await deps.db.query.inspections.findFirst()).toMatchObject({ treeContexts: TREE_CONTEXTS_MAX })
  })
})
