import { expect, it } from 'vitest'
import { readersInWords } from '@/components/offer/offer-form'

it('says who comes to read the full text as its seller chose', () => {
  const buyer = 'The agent, while it reads. Tess, only after paying.'
  expect(readersInWords('Tess', 'asker')).toBe(`${buyer} Nobody else, unless you let it be quoted later.`)
  expect(readersInWords('Tess', 'quotable')).toBe(`${buyer} Everybody, if Tess then publishes the answer.`)
  expect(readersInWords('Tess', 'resale')).toBe(
    `${buyer} If Tess publishes the answer and agrees, whoever pays your price for a resale.`,
  )
})
