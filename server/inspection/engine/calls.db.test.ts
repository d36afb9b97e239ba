import { expect, it } from 'vitest'
import { buyAll, scriptedModel } from './testing'
import { engineScene, eventsOf } from './testing-engine'

const scene = engineScene()

it('a tree tells that a reply arrives and what is tried again, and nothing of how much has arrived', async () => {
  let calls = 0
  const scripted = scriptedModel(() => {
    calls += 1
    const usage = { calls: 1, promptTokens: 10, completionTokens: 3 }
    // Over the offers together, then over each alone.
    return calls <= 2 ? { ok: false, failure: 'malformed', isTransient: false, usage } : buyAll(task())
  })
  const task = () => scripted.seen.at(-1) ?? fail()
  const streaming = {
    ...scripted,
    inspect: (...[asked, signal, watch]: Parameters<typeof scripted.inspect>) => {
      for (const tokens of [1, 2, 3]) watch?.({ tokens })
      return scripted.inspect(asked, signal)
    },
  }
  const { buyer, rootId } = await scene.bridge(streaming)
  await scene.market.settle()
  scene.market.clock.forward(5_000)
  await scene.market.settle()
  const tree = await scene.treeOf(buyer, rootId)
  expect(tree.status).toBe('settled')
  expect(eventsOf(tree).filter((type) => /^call|inspecting|bought|settled/.test(type))).toEqual([
    'context.inspecting',
    'call.replying',
    'call.failed',
    'call.replying',
    'offer.bought',
    'context.settled',
  ])
  expect(tree.events.filter(({ type }) => type.startsWith('call')).map(({ code }) => code)).toEqual([
    null,
    'unusable-reply',
    null,
  ])
  expect(tree.contexts[0]?.readings).toMatchObject([{ inspector: 'Scripted', failures: 1 }])
})

function fail(): never {
  throw new Error('Nothing was read')
}
