import { describe, expect, it } from 'vitest'
import type { Deps } from '../../deps'
import { builtInModel } from '../../llm/built-in/built-in'
import type { Model, ModelResult, Recommended } from '../../llm/model'
import { known, question } from '../../llm/testing'
import type { TreeRows } from '../../market/tree-rows'
import { NotWritten, recommendTrail } from './compose'
import type { Dossier } from './dossier'

const USAGE = { calls: 1, promptTokens: 90, completionTokens: 10 }
const TEXTS = ['It was repaired.', 'A pier is cracked.', 'It was repaired.']

/** A dossier of these texts on a claim. */
function dossierOf(texts: readonly string[]): Dossier {
  return {
    question: question('Is the bridge safe?', { kind: 'belief', claim: 'The bridge is safe for lorries.' }),
    offerIds: texts.map((_, place) => `offer-${place}`),
    texts,
    sealed: [],
    knowing: (places) => places.map((place, index) => known(texts[place] ?? '', String(index + 1))),
  }
}

type Reply = (texts: string[]) => ModelResult<Recommended>
const likely = (probability: number, by?: string): ModelResult<Recommended> => ({
  ok: true,
  value: { kind: 'belief', probability },
  usage: USAGE,
  ...(by ? { by } : {}),
})

async function trailBy(reply: Reply, { texts = TEXTS, tokenCap = 10_000, isLastTry = false } = {}) {
  const asked: string[][] = []
  const model: Model = {
    ...builtInModel,
    name: 'Scripted',
    recommend: async ({ dossier }) => {
      const read = dossier.map(({ privateInfo }) => privateInfo)
      asked.push(read)
      return reply(read)
    },
  }
  const deps = { ids: { next: () => 'token' }, log: { warn: () => {} }, models: { builtIn: builtInModel } }
  const tree = { inspection: { rootId: 'root', tokensUsed: 0, tokenCap } }
  const signal = new AbortController().signal
  const trail = recommendTrail(deps as unknown as Deps, tree as TreeRows, dossierOf(texts), {
    model,
    isLastTry,
    signal,
  })
  return { asked, ...(await trail) }
}

describe('what is recommended after each purchase', () => {
  it('is asked of somebody who knows only that much, once for each different state of knowledge', async () => {
    const { asked, trail, by, usage } = await trailBy((read) => likely(read.length / 10))
    // The third says what the first said: whoever knows all knows two texts.
    expect(asked).toEqual([TEXTS.slice(0, 2), [], TEXTS.slice(0, 1)])
    expect(trail.map((one) => one.kind === 'belief' && one.probability)).toEqual([0, 0.1, 0.2, 0.2])
    expect(by).toBe('Scripted')
    expect(usage).toEqual({ calls: 3, promptTokens: 270, completionTokens: 30 })
  })

  it('is asked only knowing everything past the tree’s cap of tokens, and the rest stays open', async () => {
    const { trail, usage } = await trailBy((read) => likely(read.length / 10), { tokenCap: 100 })
    expect(trail.map(({ kind }) => kind)).toEqual(['open', 'open', 'belief', 'belief'])
    expect(usage.calls).toBe(1)
  })

  it('is all of one mind: where another took over on the way, the built-in inspector says all of it', async () => {
    const { trail, by, usage } = await trailBy((read) =>
      likely(0.5, read.length === 0 ? 'Another' : undefined),
    )
    expect(by).toBe(builtInModel.name)
    expect(trail).toEqual(Array(4).fill({ kind: 'open' }))
    expect(usage.calls).toBe(3)
  })

  it('is tried again when its model is gone for a while, and left to the built-in inspector after the last try', async () => {
    const down: Reply = () => ({ ok: false, failure: 'unavailable', isTransient: true, usage: USAGE })
    await expect(trailBy(down)).rejects.toThrow(NotWritten)
    expect(await trailBy(down, { isLastTry: true })).toMatchObject({ by: builtInModel.name })
  })

  it('asks nobody where nothing was bought and no page was read', async () => {
    expect(await trailBy(() => likely(0.5), { texts: [] })).toMatchObject({
      asked: [],
      trail: [{ kind: 'open' }],
    })
  })
})
