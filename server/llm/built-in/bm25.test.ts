import { describe, expect, test } from 'vitest'
import { bm25Index } from './bm25'

const documents = ['a b c a', 'b c d', 'c d e f'].map((text) => text.split(' '))

describe('BM25', () => {
  test('scores the published test vector to six decimals', () => {
    const index = bm25Index(documents)
    const [first, second, third] = index.scores(['a', 'c'])
    expect(first).toBeCloseTo(0.651587, 6)
    expect(second).toBeCloseTo(-0.065123, 6)
    expect(third).toBeCloseTo(-0.057445, 6)
    expect(index.scores(['e', 'f']).map((score) => Number(score.toFixed(6)))).toEqual([0, 0, 0.981499])
  })

  test('replaces a negative inverse document frequency by a quarter of the mean', () => {
    const index = bm25Index(documents)
    expect(index.idf('a')).toBeCloseTo(0.510826, 6)
    expect(index.idf('c')).toBeCloseTo(-0.059795, 6)
    expect(index.idf('nowhere')).toBe(0)
  })

  test('an empty corpus scores nothing and does not divide by zero', () => {
    expect(bm25Index([]).scores(['a'])).toEqual([])
    expect(bm25Index([[]]).scores(['a'])).toEqual([0])
  })
})
