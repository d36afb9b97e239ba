import { expect, it } from 'vitest'
import { DATA_CHARS_MAX } from '../../llm/fence'
import { inspectPrompt } from '../../llm/prompts'
import type { TreeRows } from '../../market/tree-rows'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { Secret } from '../../shared/secret'
import { readTable } from './read-table'

const LONG = 20_000

/** A question with long offers that were read, and a sub-question about one of them with an offer of its own. */
function treeOf(offersAbove: number): TreeRows {
  const ids = Array.from({ length: offersAbove }, (_, n) => `above-${n}`)
  const context = {
    rootId: 'root',
    buyerId: 'user_ada',
    body: '',
    pages: [],
    decision: 'open',
    options: [],
    claim: '',
  }
  const state = { isSealed: false, sittingRound: 0, childrenOpened: 0 }
  const shown = (offerIds: readonly string[]) => offerIds.map((offerId) => ({ offerId, version: 1 }))
  const rows = {
    inspection: { rootId: 'root', policy: DEFAULT_POLICY, isTreePublic: false, treeContexts: 2 },
    contexts: [
      {
        id: 'root',
        parentId: null,
        level: 0,
        title: 'Is the bridge safe?',
        askKind: null,
        phase: 'waiting',
        ...context,
        ...state,
      },
      {
        id: 'sub',
        parentId: 'root',
        level: 1,
        title: 'Is this true?',
        askKind: 'verify',
        phase: 'inspecting',
        ...context,
        ...state,
      },
    ],
    offers: [...ids, 'own'].map((id) => ({
      id,
      contextId: id === 'own' ? 'sub' : 'root',
      version: 1,
      state: 'open',
      contentHash: id,
      reason: null,
      teaser: `Teaser of ${id}`,
      priceMicros: 1n,
      sellerId: id,
      licence: id === 'own' ? 'quotable' : 'asker',
    })),
    purchases: [],
    hidden: [],
    steps: [
      { contextId: 'root', round: 0, shown: shown(ids), reserved: [] },
      { contextId: 'sub', round: 0, shown: shown(['own']), reserved: [] },
    ],
    about: new Map([['sub', ['above-9']]]),
  }
  // The rows have more columns, which no step reads.
  return rows as unknown as TreeRows
}

it('a sub-question’s prompt holds its offers with their licence, what it is about, and of the rest above a third of a prompt, whatever was posted', async () => {
  const { task } = await readTable(
    {
      texts: async (_root, pins) =>
        new Map(pins.map(({ offerId }) => [offerId, new Secret(offerId.padEnd(LONG, '.'))])),
      records: async () => new Map(),
    },
    {
      tree: treeOf(14),
      contextId: 'sub',
      round: 0,
      pins: [{ offerId: 'own', version: 1 }],
      escrowMicros: 1n,
      pages: [],
      token: 't0k3n',
    },
  )
  expect(task.above).toHaveLength(14)
  expect(task.offers).toMatchObject([{ licence: 'quotable' }])
  const told = task.above.filter(({ privateInfo }) => privateInfo !== '')
  expect(told.map(({ teaser }) => teaser)).toContain('Teaser of above-9')
  expect(told).toHaveLength(2)
  expect(inspectPrompt(task).user.length).toBeLessThan(DATA_CHARS_MAX / 3 + LONG + 10_000)
})
