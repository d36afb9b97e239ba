import { expect, it } from 'vitest'
import { jsonIn, MENDED_CHARS_MAX } from './mend'

it('a reply holds nothing that the database refuses or nobody can see', () => {
  expect(jsonIn('{"markdown": "It is so.\\u0000 [1]", "notes": ["\\ud800\\u202eb", "\\u200b", 1]}')).toEqual({
    markdown: 'It is so. [1]',
    notes: ['\ufffdb', '', 1],
  })
})

it('a reply with faults is mended where that takes no time', () => {
  const reply = (characters: number) => `{"text": "${'a'.repeat(characters)}",}`
  expect(jsonIn(reply(1_000))).toEqual({ text: 'a'.repeat(1_000) })
  expect(jsonIn(reply(MENDED_CHARS_MAX))).toBeUndefined()
})
