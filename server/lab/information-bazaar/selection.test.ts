import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shuffled } from '@/server/shared/random'
import { contentKey } from './entities'
import { microsOfCredits } from './price-display'
import { cutBeforeRanking, cutByRank, isClaim, quantile } from './selection'
import { quote } from './testing'

const rules = { quotesMax: 50, optionsMax: 3, usesReranker: true }
const credit = microsOfCredits(100)

describe('quotes before the verdict', () => {
  it('drops what costs more than the credit', () => {
    const { kept } = cutBeforeRanking([quote('dear', 101), quote('just so', 100)], credit, rules)
    expect(kept.map(({ passage }) => passage.content)).toEqual(['just so'])
  })

  it('keeps the cheapest of equal passages', () => {
    const quotes = [
      quote('same', 10, { vendorId: 'institution' }),
      quote('same', 9, { vendorId: 'author' }),
      quote('other', 12),
    ]
    const { kept } = cutBeforeRanking(quotes, credit, rules)
    expect(kept.map(({ passage, vendorId }) => [passage.content, vendorId])).toEqual([
      ['same', 'author'],
      ['other', 'author'],
    ])
  })

  it('cuts below the quantile of N when there are more, and only with the reranker on', () => {
    const quotes = Array.from({ length: 60 }, (_, at) => quote(`passage ${at}`, 1, { relevance: at / 100 }))
    const cut = cutBeforeRanking(quotes, credit, rules)
    expect(cut.wasCutToN).toBe(true)
    expect(cut.kept).toHaveLength(50)
    expect(Math.min(...cut.kept.map(({ relevance }) => relevance))).toBe(0.1)
    const off = cutBeforeRanking(quotes, credit, { ...rules, usesReranker: false })
    expect(off.kept).toHaveLength(60)
    expect(off.wasCutToN).toBe(false)
    expect(cutBeforeRanking(quotes.slice(10), credit, rules).wasCutToN).toBe(false)
  })

  it('may leave more than N when relevances tie', () => {
    const quotes = Array.from({ length: 60 }, (_, at) => quote(`passage ${at}`, 1, { relevance: 0.9 }))
    expect(cutBeforeRanking(quotes, credit, rules).kept).toHaveLength(60)
  })

  it('interpolates quantiles between neighbours', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5)
    expect(quantile([1, 2, 3, 4], 1 / 3)).toBe(2)
    expect(quantile([10], 0.2)).toBe(10)
  })

  it('keeps the best M by the reranker, or by the vendors’ scores without it', () => {
    const quotes = [1, 2, 3, 4].map((at) => quote(`p${at}`, at, { relevance: at }))
    const contents = (scores: number[] | null) =>
      cutByRank(quotes, scores, rules).map(({ passage }) => passage.content)
    expect(contents([0.4, 0.3, 0.2, 0.1])).toEqual(['p1', 'p2', 'p3'])
    expect(contents(null)).toEqual(['p4', 'p3', 'p2'])
  })

  it('does not depend on the order in which quotes came', () => {
    const price = fc.integer({ min: 0, max: 3 })
    const one = fc.record({
      content: fc.constantFrom('a', 'b', 'c', 'd'),
      price,
      vendor: fc.constantFrom('v', 'w'),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), fc.nat(), (list, seed) => {
        const quotes = list.map(({ content, price: at, vendor }) => quote(content, at, { vendorId: vendor }))
        const ranked = (given: typeof quotes) =>
          cutByRank(cutBeforeRanking(given, credit, rules).kept, null, rules).map(({ id }) => id)
        expect(ranked(shuffled(quotes, seed))).toEqual(ranked(quotes))
      }),
    )
  })
})

describe('what is owned already', () => {
  const owned = [{ vendorId: 'author', key: contentKey(quote('same', 1).passage) }]

  it('is claimed from any vendor, and by the published rule from the same one alone', () => {
    const own = quote('same', 5)
    const other = quote('same', 5, { vendorId: 'institution' })
    expect(isClaim(own, owned, false)).toBe(true)
    expect(isClaim(other, owned, false)).toBe(true)
    expect(isClaim(own, owned, true)).toBe(true)
    expect(isClaim(other, owned, true)).toBe(false)
    expect(isClaim(quote('new', 5), owned, false)).toBe(false)
  })
})
