import { expect, it } from 'vitest'
import { exampleView } from '@/components/question/testing'
import { watchInWords } from '@/components/question/watch-words'

const said = (changes: Parameters<typeof exampleView>[0], isPublished = false) =>
  watchInWords(exampleView(changes), { isPublished })

it('says what somebody with the link sees, and that the words of an answer are not among it before they are published', () => {
  expect(said({ isYours: true })).toContain('The words of the answer are yours alone until you publish them.')
  expect(said({ isYours: false })).toContain('The words of the answer are for Ada alone.')
  expect(said({ isYours: true }, true)).toMatch(/sees .*with the answer as it was published\.$/)
  expect(said({ isYours: true, isTreePublic: false })).toBe(
    'Only you may watch the reading. Whoever has the link sees the question and the teasers.',
  )
  expect(said({ isTreePublic: false }, true)).not.toContain('published')
})
