import { expect, it } from 'vitest'
import { readingExplained, readingInWords } from './reading-words'

it('says how many offers are read, and nothing of how the model gets on', () => {
  expect(readingInWords(1)).toBe('The agent is reading 1 offer.')
  expect(readingInWords(12)).toBe('The agent is reading 12 offers.')
  expect(readingInWords(0)).toBe('The agent is at work.')
  for (const isYours of [true, false])
    expect(readingExplained({ isYours })).not.toMatch(/token|tries|retr|again/i)
})

it('tells the asker that the page can be left', () => {
  expect(readingExplained({ isYours: true })).toContain('You can leave this page')
  expect(readingExplained({ isYours: false })).not.toContain('leave')
})
