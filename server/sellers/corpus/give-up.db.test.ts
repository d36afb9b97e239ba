import { describe, expect, it } from 'vitest'
import { corpusDocuments, corpusPassages, corpusUploads } from '@/db/schema'
import { person } from '../../inspection/engine/testing'
import { retryDocument } from './documents'
import { ingestDocument } from './ingest'
import { failingAt } from './testing'
import { shelfScene } from './testing-shelf'

const shelf = shelfScene()
const { upload, list } = shelf

const MINUTE_MS = 60_000
const RICE = '# Rice\n\nBoil rice for ten minutes.'

describe('a document that cannot be read for a fault of ours', () => {
  it('is given up after some tries that came to nothing, says so, and starts anew when its owner asks for it', async () => {
    const { documentId } = await upload('rice.md', RICE)
    const faults: unknown[] = []
    const log = { ...shelf.market.deps.log, error: (fault: unknown) => faults.push(fault) }
    const deps = { ...failingAt(shelf.market.deps, (transaction) => transaction <= 5), log }
    const deliver = () => {
      shelf.market.clock.forward(MINUTE_MS)
      return ingestDocument(deps, documentId)
    }
    for (let tried = 1; tried < 5; tried += 1) {
      await expect(deliver()).rejects.toThrow('The process died')
      expect((await list()).documents).toMatchObject([{ state: 'reading', failure: null }])
    }
    await deliver()
    expect((await list()).documents).toMatchObject([{ state: 'failed', failure: 'gave-up', passagesDone: 0 }])
    expect(faults).toHaveLength(1)
    await deliver()
    expect((await list()).documents).toMatchObject([{ state: 'failed' }])
    expect(await shelf.market.deps.db.$count(corpusPassages)).toBe(0)

    const stranger = await person(shelf.market, 'eve')
    await expect(retryDocument(shelf.market.deps, stranger, { documentId })).rejects.toMatchObject({
      code: 'sellers.document_not_found',
    })
    await retryDocument(shelf.market.deps, shelf.ownerId, { documentId })
    await retryDocument(shelf.market.deps, shelf.ownerId, { documentId })
    await shelf.market.settle()
    expect((await list()).documents).toMatchObject([{ state: 'ready', failure: null, passagesDone: 1 }])
    expect(await shelf.market.deps.db.$count(corpusUploads)).toBe(0)
  })

  it('is found by its state and time though its job was lost, and ten seconds after a death', async () => {
    await upload('rice.md', RICE)
    shelf.market.waiting.length = 0
    const { documentId } = await upload('beans.md', RICE)
    const dying = failingAt(shelf.market.deps, () => true)
    await ingestDocument(dying, documentId).catch(() => undefined)
    shelf.market.waiting.length = 0
    await shelf.market.sweep()
    const states = async () => (await list()).documents.map(({ name, state }) => [name, state]).sort()
    expect(await states()).toEqual([
      ['beans.md', 'reading'],
      ['rice.md', 'ready'],
    ])
    shelf.market.clock.forward(10_000)
    await shelf.market.sweep()
    expect(await states()).toEqual([
      ['beans.md', 'ready'],
      ['rice.md', 'ready'],
    ])
  })

  it('is given up when the process dies of it', async () => {
    const { documentId } = await upload('rice.md', RICE)
    await shelf.market.deps.db.update(corpusDocuments).set({ state: 'reading', tries: 5 })
    await shelf.market.settle()
    expect((await list()).documents).toMatchObject([{ id: documentId, state: 'failed', failure: 'gave-up' }])
  })
})
