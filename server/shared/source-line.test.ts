import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutSource, withSource } from './source-line'

const line = fc.string({ minLength: 1 }).filter((text) => !text.includes('\n'))

it('a named source is taken off again, and nothing else is', () => {
  fc.assert(
    fc.property(fc.string(), line, (text, source) => {
      expect(withoutSource(withSource(text, source))).toBe(text)
    }),
  )
  for (const text of ['Source: a book', 'Boil it.\nSource: a book', 'Boil it.\n\nSource: a book\n\nTwice.'])
    expect(withoutSource(text)).toBe(text)
})
