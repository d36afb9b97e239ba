import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { laidOutTexts } from '@/db/schema'
import { raiseBudget } from '../engine/raise-budget'
import { askQuestion, credits, newKey, person, sell } from '../engine/testing'
import { engineScene } from '../engine/testing-engine'
import { viewRoom } from './question-room'

const scene = engineScene()

async function asked({ isTreePublic }: { isTreePublic: boolean }) {
  const { market } = scene
  const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
  const body = 'It was hit by a barge in May.'
  const rootId = await askQuestion(market, buyer, { body, start: { rule: 'manual' }, isTreePublic })
  const offer = { contextId: rootId, teaser: 'A report.', privateInfo: 'It is sound.', price: 1 }
  await sell(market, seller, offer)
  return { buyer, rootId }
}

describe('the page of a question', () => {
  it('says the same of its money everywhere when it is raised while the page is read', async () => {
    const { buyer, rootId } = await asked({ isTreePublic: true })
    const { deps } = scene.market
    // Its text is laid out anew, in the middle of the first look.
    await scene.database.db.delete(laidOutTexts).where(eq(laidOutTexts.id, rootId))
    let raised = 0
    const prose = {
      ...deps.prose,
      layOutForPage: async (...text: Parameters<typeof deps.prose.layOutForPage>) => {
        if (raised === 0)
          await raiseBudget(deps, buyer, { rootId, amountMicros: credits(5), requestKey: newKey() })
        raised += 1
        return deps.prose.layOutForPage(...text)
      },
    }
    const { view, tree, wallet } = await viewRoom({ ...deps, prose }, buyer, rootId)
    expect(raised).toBe(1)
    const budget = view.budgetMicros
    expect([tree?.contexts[0]?.budgetMicros, wallet?.heldMicros, view.heldMicros]).toEqual([
      budget,
      budget,
      budget,
    ])
  })

  it('shows the wallet to its asker alone, and the tree to who may watch', async () => {
    for (const isTreePublic of [true, false]) {
      const { buyer, rootId } = await asked({ isTreePublic })
      const seenBy = async (viewer: string | null) => {
        const { offers, tree, wallet } = await viewRoom(scene.market.deps, viewer, rootId)
        return { offers: offers.length, tree: tree !== null, wallet: wallet !== null }
      }
      expect(await seenBy(buyer)).toEqual({ offers: 1, tree: true, wallet: true })
      expect(await seenBy(null)).toEqual({ offers: 1, tree: isTreePublic, wallet: false })
    }
  })
})
