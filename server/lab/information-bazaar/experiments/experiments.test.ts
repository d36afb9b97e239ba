import { describe, expect, it } from 'vitest'
import { runHere } from '../../grid'
import { pointAt, summaryAt, valuesAt } from '../../result'
import { corpusRecall } from './corpus-recall'
import { equalSpend } from './equal-spend'
import { followUpDepth } from './follow-up-depth'
import { heuristicsCompared } from './heuristics-compared'
import { inspectionAgainstMetadata } from './inspection-against-metadata'
import { inspectionProtocols } from './inspection-protocols'

/** What must come out of the made-up world, whatever the seed (lab, A.10); small, because every row is judged elsewhere. */

const tools = { chat: null, signal: new AbortController().signal }

describe('the made-up world', () => {
  it('rewards depth when facts lie behind follow-ups', async () => {
    const result = await runHere(followUpDepth, { set: { questions: [6] }, seeds: [1, 2] }, tools)
    const [none, one, two] = [0, 1, 2].map((depth) => summaryAt(pointAt(result, { depth }), 'coverage').mean)
    expect(one).toBeGreaterThan(none ?? 1)
    expect(two).toBeGreaterThan(one ?? 1)
  })

  it('rewards inspection at every budget that does not buy everything', async () => {
    const set = { questions: [10], budget: [10, 50, 200] }
    const result = await runHere(equalSpend, { set, seeds: [1, 2] }, tools)
    for (const point of result.points) {
      const inspected = summaryAt(point, 'coverageInspected').mean
      expect(inspected).toBeGreaterThan(summaryAt(point, 'coverageByTitle').mean)
      expect(summaryAt(point, 'spentInspected').mean).toBeLessThanOrEqual(Number(point.values.budget))
    }
  })

  it('lets buyers overspend by the published code’s rule, and not without it', async () => {
    const dearest = async (paperCompat: boolean) => {
      const set = { questions: [5], budget: [10], paperCompat: [paperCompat] }
      const result = await runHere(equalSpend, { set, seeds: [1, 2, 3] }, tools)
      return summaryAt(pointAt(result, {}), 'spentInspected').mean
    }
    expect(await dearest(true)).toBeGreaterThan(await dearest(false))
  })

  it('rewards checking before buying, and keeping what the checks brought', async () => {
    const result = await runHere(inspectionProtocols, { set: { questions: [5] }, seeds: [1, 2] }, tools)
    const [single, successive, recursive] = ['single', 'successive', 'recursive'].map(
      (protocol) => summaryAt(pointAt(result, { protocol }), 'coverage').mean,
    )
    expect(successive).toBeGreaterThan(single ?? 1)
    expect(recursive).toBeGreaterThan(successive ?? 1)
  })

  it('never punishes whoever reads first and chooses the best, however much titles tell (IB, appendix A)', async () => {
    for (const titleSignal of [0, 0.3, 0.6, 1]) {
      const set = { world: ['facts'], titleSignal: [titleSignal] }
      const result = await runHere(inspectionAgainstMetadata, { set, seeds: [1, 2, 3, 4, 5] }, tools)
      for (const gain of valuesAt(pointAt(result, {}), 'onlyGoldGain')) {
        expect(gain).toBeGreaterThanOrEqual(0)
        if (titleSignal === 1) expect(gain).toBe(0)
      }
    }
  })

  it('puts whoever reads between chance and whoever knows', async () => {
    const set = { questions: [10], budget: [25] }
    const result = await runHere(heuristicsCompared, { set, seeds: [1, 2] }, tools)
    const coverage = (agent: string) => summaryAt(pointAt(result, { agent }), 'coverage').mean
    expect(coverage('reads-facts')).toBeGreaterThan(coverage('random'))
    expect(coverage('oracle')).toBeGreaterThanOrEqual(coverage('reads-facts'))
  })
})

describe('the corpus', () => {
  it('is found: by whole questions nearly always, by keywords mostly', async () => {
    const result = await runHere(corpusRecall, {}, tools)
    const quoted = (query: string) => summaryAt(pointAt(result, { query, stages: 'words' }), 'quoted').mean
    expect(quoted('question')).toBeGreaterThan(0.9)
    expect(quoted('keywords')).toBeGreaterThan(0.65)
    for (const point of result.points) {
      const [quotes, read, first] = ['quoted', 'read', 'first'].map((metric) => summaryAt(point, metric).mean)
      expect(read).toBeLessThanOrEqual(quotes ?? 0)
      expect(first).toBeLessThanOrEqual(read ?? 0)
    }
  })
})
