import { expect, it } from 'vitest'
import { descriptionOf, factsOf } from '@/components/question/share-words'

const VIEW = {
  state: 'collecting',
  budgetMicros: 10_000_000n,
  offers: 1,
  body: '',
  asker: { handle: 'mira', name: 'Mira' },
} as const

it('says of a question what its page says to a stranger', () => {
  expect(factsOf(VIEW)).toEqual(['collecting offers', '10.00 credits', '1 offer'])
})

it('describes a question in its own words, cut where a page of results would, or by its facts', () => {
  expect(descriptionOf(VIEW)).toBe('Mira asks: collecting offers, 10.00 credits, 1 offer.')
  expect(descriptionOf({ ...VIEW, body: 'Two\n\nparts' })).toBe('Two parts')
  const long = descriptionOf({ ...VIEW, body: 'word '.repeat(100) })
  expect(long.length).toBeLessThanOrEqual(160)
  expect(long).toMatch(/…$/)
})
