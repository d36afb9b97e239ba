import { describe, expect, it } from 'vitest'
import { viewTree } from '../views/tree-view'
import { askAbout, NOTHING, scriptedModel } from './testing'
import { changesItsMind, engineScene } from './testing-engine'

const scene = engineScene()
const ABOUT_THE_REPORT =
  'Is this true: “A report on the bridge” (on “Is the bridge at Lindow safe to cross”)?'

describe('what the inspector sees', () => {
  it('reads its own and its ancestors’ offers, and what was bought; a stranger’s tree never', async () => {
    const model = scriptedModel(changesItsMind)
    const { buyer, rootId } = await scene.bridge(model)
    await scene.market.settle()
    const [root, child, again] = model.seen
    expect(root?.offers.map((offer) => offer.privateInfo)).toEqual([expect.stringContaining('crack')])
    expect(child?.above.map((offer) => offer.privateInfo)).toEqual([expect.stringContaining('crack')])
    expect(child?.offers.map((offer) => offer.privateInfo)).toEqual([
      expect.stringContaining('county engineer'),
    ])
    expect(child?.questions).toHaveLength(2)
    expect(again?.known.map((info) => info.privateInfo)).toEqual([expect.stringContaining('county engineer')])
    expect((await scene.treeOf(buyer, rootId)).contexts).toHaveLength(2)
  })

  it('everyone may watch a public tree, and only the buyer reads the answer that quotes what was bought', async () => {
    const { buyer, rootId, seller } = await scene.bridge(scriptedModel(changesItsMind), {
      isTreePublic: true,
    })
    await scene.market.settle()
    expect((await scene.treeOf(buyer, rootId)).answer?.markdown).toContain('county engineer')
    for (const stranger of [seller, null]) {
      const seen = await viewTree(scene.market.deps, stranger, rootId)
      expect(seen.answer?.markdown).toBeNull()
      expect(seen.answer?.citations.map(({ number }) => number).toSorted()).toEqual([1, 2])
      expect(
        JSON.stringify(seen, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
      ).not.toContain('county engineer')
    }
  })

  it('a sub-question is worded by the market, whatever the inspector says, and a stranger cannot watch', async () => {
    const model = scriptedModel((task) =>
      task.questions.length > 1
        ? NOTHING
        : askAbout(task, 'Did Ockham measure a crack of 17 millimetres in the bridge?'),
    )
    const { buyer, rootId, seller } = await scene.bridge(model)
    await scene.market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    const child = tree.contexts.find((context) => context.parentId === rootId)
    expect(child).toMatchObject({ title: ABOUT_THE_REPORT, seal: null })
    expect(
      JSON.stringify(tree, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('Ockham')
    await expect(scene.treeOf(seller, rootId)).rejects.toMatchObject({ code: 'market.context_not_found' })
  })
})
