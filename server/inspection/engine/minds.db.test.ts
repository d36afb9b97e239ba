import { describe, expect, it } from 'vitest'
import { builtInModel } from '../../llm/built-in/built-in'
import { unmetered } from '../../llm/metered'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { askQuestion, buyAll, person, scriptedModel, sell } from './testing'
import { engineScene } from './testing-engine'

const scene = engineScene()
const usual = { ...scriptedModel(buyAll), name: 'usual' }
const other = { ...scriptedModel(buyAll), name: 'other' }

/** Two models are offered, and a question chooses one of them. */
async function askOf(model: string | null) {
  const { deps } = scene.market
  deps.models = unmetered({ site: usual, others: [other], builtIn: builtInModel, isSiteBuiltIn: false })
  const buyer = await person(scene.market, 'ada')
  const rootId = await askQuestion(scene.market, buyer, { policy: { ...DEFAULT_POLICY, model } })
  const offer = async () =>
    sell(scene.market, await person(scene.market, 'sol'), {
      contextId: rootId,
      teaser: 'What the notice at the bridge says.',
      privateInfo: 'The bridge carries 3.5 tonnes.',
      price: 1,
    })
  return { offer, tree: () => scene.treeOf(buyer, rootId) }
}

describe('where an operator offers several models', () => {
  it('the one that its asker chose reads a question and writes its answer', async () => {
    const { offer, tree } = await askOf('other')
    await offer()
    await scene.market.settle()
    const { status, inspectorName, answer } = await tree()
    expect({ status, inspectorName, by: answer?.writtenBy }).toEqual({
      status: 'settled',
      inspectorName: 'other',
      by: 'other',
    })
    expect(other.seen).toHaveLength(1)
    expect(usual.seen).toHaveLength(0)
  })

  it('the usual one takes over from one that is offered no longer, and the page says so', async () => {
    const { offer, tree } = await askOf('other')
    scene.market.deps.models = unmetered({ site: usual, builtIn: builtInModel, isSiteBuiltIn: false })
    await offer()
    await scene.market.settle()
    const { status, inspectorName } = await tree()
    expect(status).toBe('settled')
    expect(inspectorName).toBe('usual, since other is no longer offered')
  })

  it('a question for one that is not offered is refused by the name of its field', async () => {
    await expect(askOf('third')).rejects.toMatchObject({
      code: 'market.model_not_offered',
      details: { field: 'policy.model' },
    })
  })
})
