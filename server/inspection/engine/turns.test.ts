import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inTurns } from './turns'

const offer = (hand: string, score: number, n = 0) => ({ offerId: `${hand}-${n}`, hand, score })
const flood = (hand: string, score: number, count: number) =>
  Array.from({ length: count }, (_, n) => offer(hand, score, n))

it('lets hands take turns, each with its best, and the better first in each turn', () => {
  const read = inTurns([offer('a', 1, 0), offer('a', 3, 1), offer('a', 3, 2), offer('b', 2), offer('c', 4)])
  expect(read.map(({ offerId }) => offerId)).toEqual(['c-0', 'a-1', 'b-0', 'a-2', 'a-0'])
})

it('puts what says nothing after all that says something, whoever offers it', () => {
  const read = inTurns([...flood('a', 0, 3), offer('b', 1, 0), offer('b', 1, 1), offer('b', 1, 2)])
  expect(read.slice(0, 3).map(({ hand }) => hand)).toEqual(['b', 'b', 'b'])
})

it('keeps no hand out, however many offers another has, as long as there are as many places as hands', () => {
  const hands = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(hands, fc.nat(4), fc.integer({ min: 1, max: 60 }), ([loud = '', ...others], score, count) => {
      const all = [...flood(loud, score + 1, count), ...others.map((hand) => offer(hand, 1))]
      const read = inTurns(all).slice(0, others.length + 1)
      expect(new Set(read.map(({ hand }) => hand)).size).toBe(others.length + 1)
    }),
  )
})
