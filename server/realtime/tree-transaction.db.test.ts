import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contexts } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import type { Deps } from '../deps'
import { askQuestion, person } from '../inspection/engine/testing'
import { testMarket } from '../testing'
import { inTree } from './tree-transaction'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

/** A market with a question, whose queue says what it is asked to hand over. */
async function scene() {
  const market = testMarket(database)
  const rootId = await askQuestion(market, await person(market, 'ada'))
  const said: string[] = []
  const jobs: Deps['jobs'] = {
    ...market.deps.jobs,
    handOver: () => {
      said.push('opened')
      return {
        async write() {
          said.push('written')
        },
        deliver() {
          said.push('delivered')
        },
      }
    },
  }
  return { deps: { ...market.deps, jobs }, rootId, said }
}

describe('the jobs of a tree’s transaction', () => {
  it('are written before the commit and delivered after it', async () => {
    const { deps, rootId, said } = await scene()
    await inTree(deps, rootId, async () => {
      said.push('worked')
    })
    expect(said).toEqual(['opened', 'worked', 'written', 'delivered'])
  })

  it('are not delivered when it is undone', async () => {
    const { deps, rootId, said } = await scene()
    const failing = inTree(deps, rootId, async () => {
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(said).toEqual(['opened'])
  })

  it('are left to the queue inside a transaction of the caller, which may still be undone', async () => {
    const { deps, rootId, said } = await scene()
    await deps.db.transaction(async (tx) => {
      await inTree({ ...deps, db: tx }, rootId, async (inner) => {
        await inner.select({ id: contexts.id }).from(contexts)
      })
    })
    expect(said).toEqual([])
  })
})
