import { describe, expect, it } from 'vitest'
import { averageRanks, bm25Heuristic, buyWhatFits, inOrder, willingnessHeuristic } from './heuristics'

const option = (text: string, price: number) => ({ text, price })

describe('the BM25 heuristic', () => {
  const options = [
    option('boats float on water', 40),
    option('beans boil for ten minutes', 50),
    option('beans boil and boil and beans', 30),
    option('a chair has four legs', 10),
    option('lamps give light at night', 5),
  ]

  it('buys the best ranks first while the sum fits', () => {
    const question = 'beans boil'
    expect(bm25Heuristic(question, options, 100)).toEqual([3, 2])
  })

  it('stops at the first that does not fit, though a later one would', () => {
    expect(bm25Heuristic('beans boil', options, 70)).toEqual([3])
    expect(bm25Heuristic('beans boil', options, 29)).toEqual([])
    expect(bm25Heuristic('beans boil', options, 1_000)).toEqual([3, 2, 1, 4, 5])
  })

  it('shares the mean rank among equal scores', () => {
    expect(averageRanks([3, 1, 3, 0])).toEqual([3.5, 2, 3.5, 1])
    expect(averageRanks([])).toEqual([])
  })
})

describe('the other heuristics', () => {
  it('willingness to pay skips what does not fit and goes on', () => {
    const options = [
      { price: 60, low: 50, high: 90 },
      { price: 50, low: 40, high: 80 },
      { price: 30, low: 0, high: 20 },
    ]
    expect(willingnessHeuristic(options, 100, 'published')).toEqual([1, 3])
    expect(willingnessHeuristic(options, 100, 'within-range')).toEqual([1])
    expect(willingnessHeuristic(options, 59, 'within-range')).toEqual([2])
  })

  it('buys in the order given, what fits', () => {
    expect(buyWhatFits([2, 0, 1], [{ price: 5 }, { price: 6 }, { price: 1 }], 6)).toEqual([3, 1])
    expect(inOrder([1, 3, 3, 2])).toEqual([1, 2, 3, 0])
  })
})
