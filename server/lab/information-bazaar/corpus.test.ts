import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readData } from '../command/read-data'
import { experimentNamed } from '../experiments'
import { runHere } from '../grid'
import { summarise } from '../summarise'
import { builtInCorpus, corpusDocuments } from './built-in-corpus'
import { corpusOf, piecesOf, vendorsOf } from './corpus'
import { tokensOf } from './tokens'

const FOLDER = path.join(import.meta.dirname, 'corpus')
const words = (count: number, word = 'word') => `${Array.from({ length: count }, () => word).join(' ')}.`

describe('the corpus that comes with the lab', () => {
  it('is its folder, file for file', () => {
    const files = readdirSync(FOLDER)
    expect(Object.keys(corpusDocuments).sort()).toEqual(files.sort())
    for (const file of files) {
      expect(corpusDocuments[file]).toEqual(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')))
    }
  })

  it('has passages of the paper’s size and prices of the paper’s range', () => {
    const prices = builtInCorpus.passages.map(({ priceMicros }) => Number(priceMicros) / 1e6)
    expect(prices.length).toBeGreaterThan(60)
    expect(Math.min(...prices)).toBeGreaterThan(0)
    expect(Math.max(...prices)).toBeLessThan(100)
    for (const { passage } of builtInCorpus.passages) {
      expect(tokensOf(passage.content).length).toBeGreaterThanOrEqual(50)
      expect(tokensOf(passage.content).length).toBeLessThanOrEqual(450)
    }
  })

  it('puts every passage on sale twice, by its author and the author’s institution', () => {
    const sold = vendorsOf(builtInCorpus).flatMap(({ publicPassages }) => publicPassages)
    expect(sold).toHaveLength(2 * builtInCorpus.passages.length)
  })

  it('is sold by the institutions of first and last authors where the paper’s rule is asked for', () => {
    const vendors = vendorsOf(builtInCorpus, { owners: 'paper' })
    expect(new Set(vendors.map(({ kind }) => kind))).toEqual(new Set(['institution']))
    for (const { passage, institution, lastInstitution } of builtInCorpus.passages) {
      const sellers = vendors.filter(({ publicPassages }) =>
        publicPassages.some((one) => one.passage === passage),
      )
      const names = new Set([`institution: ${institution}`, `institution: ${lastInstitution}`])
      expect(new Set(sellers.map(({ id }) => id))).toEqual(names)
    }
    expect(
      builtInCorpus.passages.some(({ institution, lastInstitution }) => institution !== lastInstitution),
    ).toBe(true)
  })

  it('keeps a share private, the same passages with both who have them', () => {
    const vendors = vendorsOf(builtInCorpus, { privateShare: 0.3, seed: 4 })
    const hidden = vendors.flatMap(({ privatePassages }) =>
      privatePassages.map(({ passage }) => passage.content),
    )
    expect(hidden.length / (2 * builtInCorpus.passages.length)).toBeCloseTo(0.3, 0)
    expect(new Set(hidden).size).toBe(hidden.length / 2)
  })
})

describe('a document', () => {
  const document = {
    title: 'A title',
    publishedOn: '2020-01-01',
    author: { name: 'An author', citedBy: 30, works: 2 },
    institution: 'A place',
    sections: [{ title: 'One', paragraphs: [words(60, 'first'), words(60, 'second')] }],
    questions: [{ text: 'Which?', kind: 'specific', gold: 'second second' }],
  }

  it('is priced by citations for each work and one', () => {
    const { passages, questions } = corpusOf([document])
    expect(passages.map(({ priceMicros }) => priceMicros)).toEqual([10_000_000n, 10_000_000n])
    expect(questions[0]?.gold.content).toContain('second')
  })

  it('must have each gold phrase in one passage', () => {
    const twice = { ...document, questions: [{ text: 'Which?', kind: 'general', gold: '.' }] }
    expect(() => corpusOf([twice])).toThrow('“.” stands in 2 passages of “A title”')
    const never = { ...document, questions: [{ text: 'Which?', kind: 'general', gold: 'third' }] }
    expect(() => corpusOf([never])).toThrow('“third” stands in 0 passages')
  })

  it('joins pieces below 50 tokens and cuts those above 450 between sentences', () => {
    expect(piecesOf([words(30), words(30), words(60)])).toHaveLength(2)
    const long = Array.from({ length: 10 }, () => words(99)).join(' ')
    const pieces = piecesOf([long])
    expect(pieces.map((piece) => tokensOf(piece).length)).toEqual([400, 400, 200])
  })
})

describe('a corpus of one’s own', () => {
  const data = readData(FOLDER)
  const signal = new AbortController().signal
  const recall = experimentNamed('corpus-recall')
  const run = (text?: string) => recall.run({}, 1, { chat: null, signal, data: text })

  it('is a folder, searched as the lab’s is', async () => {
    expect(await run(data)).toEqual(await run())
    const half = JSON.stringify(JSON.parse(data).slice(0, 3))
    expect((await run(half)).metrics).not.toEqual((await run()).metrics)
  })

  it('is asked as it is by seed 0, and drawn again by any other, for an interval', async () => {
    const { points } = await runHere(
      recall,
      { set: { query: ['question'], stages: ['words'] }, seeds: [1, 2, 3, 4] },
      { chat: null, signal, data },
    )
    const [drawn] = summarise(recall, { experiment: recall.name, points })
    expect(drawn?.metrics.questions).toMatchObject({ mean: 48, low: 48, high: 48 })
    const { low, high } = drawn?.metrics.first ?? {}
    expect(low).toBeLessThan(Number(high))
  })

  it('says which document is none, and that there is no question', async () => {
    await expect(run('[{"title": "Only a title"}]')).rejects.toThrow('Document 1: ')
    await expect(run('[]')).rejects.toThrow('The corpus has no question')
  })
})
